import { describe, expect, it } from 'vitest';
import type { GatewayError } from '../../src/errors/errors.js';
import { rejection } from '../support/collect.js';
import { clientOf, type Reaction, script } from './gateway-script.js';

const A = '500100201';
const earlier = (...reactions: Reaction[]): ReturnType<typeof clientOf<'earlier'>> =>
  clientOf<'earlier'>(script(...reactions), { variant: 'earlier', retry: false });

describe('an entry without a message', () => {
  it.each([[{}], [{ id: { a: 1 } }], [{ status: 'QUEUE' }]])('is not an accepted message: %j', async (entry) => {
    const answer = { count: 1, list: [entry] };
    const error = await rejection(clientOf(script(answer), { retry: false }).sms.send({ to: A, message: 'Hi' }));
    expect(error).toMatchObject({ code: 'DECODE', outcome: 'unknown', path: 'list[0]' });
  });
});

describe('ids that are numbers beyond 2^53', () => {
  const id = '12345678901234567891';

  it('keep all digits', async () => {
    const answer = `{"count":1,"list":[{"id":${id},"points":0.1600000000000000033,"number":"48${A}","status":"\\"12345678901234567890"}]}`;
    const { messages } = await clientOf(script(answer)).sms.send({ to: A, message: 'Hi' });
    expect(messages).toMatchObject([{ id, points: 0.16, status: '"12345678901234567890' }]);
  });

  it('are sent unchanged in a deletion', async () => {
    const answer = `{"count":1,"list":[{"id":${id}}]}`;
    expect(await clientOf(script(answer)).sms.deleteScheduled(id)).toEqual({ ids: [id] });
  });
});

describe('a response that does not confirm the operation', () => {
  it.each([[{}], [{ error: true }], [{ error: -1 }], [{ count: 0 }]])(
    'is no success of setDefault: %j',
    async (answer) => {
      expect(await rejection(earlier(answer).senders.setDefault('Shop'))).toMatchObject({ outcome: 'unknown' });
    },
  );

  it.each([[{}], [{ error: true, message: 'no' }]])('is not a sub-user: %j', async (answer) => {
    const { users } = earlier(answer);
    expect(await rejection(users.add({ username: 'shop', password: 'p' }))).toMatchObject({ code: 'DECODE' });
    expect(await rejection(users.get('shop'))).toMatchObject({ code: 'DECODE' });
  });

  it.each([
    ['no sub-user', {}],
    ['a text that is none', 'OK:a:b:c:d:e:f'],
  ])('cannot be the base of an edit: %s', async (_, answer) => {
    const transport = script(answer, { username: 'shop', limit: 5 });
    const client = clientOf<'earlier'>(transport, { variant: 'earlier', retry: false });
    expect(await rejection(client.users.edit('main_shop', { limit: 5 }))).toMatchObject({ code: 'DECODE' });
    expect(transport.arrived.map(({ fields }) => Object.keys(fields)[0])).toEqual(['get_user']);
  });
});

describe('the errors of a response', () => {
  it('contain the readable part of a code and a message', async () => {
    const answer = { error: 'x'.repeat(1_000_000), message: 'y '.repeat(500_000) };
    const error = (await rejection(clientOf(script(answer)).sms.send({ to: A, message: 'Hi' }))) as GatewayError;
    expect(error.errorCode).toHaveLength(64);
    expect(error.description).toHaveLength(1000);
    expect(error.message.length).toBeLessThan(1200);
  });

  it('are redacted in linear time for many refused messages', async () => {
    const to = Array.from({ length: 3000 }, (_, index) => String(500_000_000 + index));
    const list = to.map((number) => ({ number, error: { error: 57, message: `no ${number}` } }));
    const { messages } = await clientOf(script({ count: 0, list })).sms.send({ to, message: 'Hi' });
    expect(messages[2999]?.error?.description).toBe('no [redacted]');
    expect(messages[0]?.submittedNumber).toBe(null);
  }, 5000);
});
