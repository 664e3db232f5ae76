import { describe, expect, it } from 'vitest';
import type { GatewayError } from '../../src/errors/errors.js';
import { rejection } from '../support/collect.js';
import { clientOf, item, type Reaction, script } from './gateway-script.js';

const A = '500100201';
const earlier = (...reactions: Reaction[]): ReturnType<typeof clientOf<'earlier'>> =>
  clientOf<'earlier'>(script(...reactions), { variant: 'earlier', retry: false });

describe('an entry that contains no message', () => {
  it.each([[{}], [{ id: { a: 1 } }], [{ status: 'QUEUE' }]])('is no message that was accepted: %j', async (entry) => {
    const answer = { count: 1, list: [entry] };
    const error = await rejection(clientOf(script(answer), { retry: false }).sms.send({ to: A, message: 'Hi' }));
    expect(error).toMatchObject({ code: 'DECODE', outcome: 'unknown', path: 'list[0]' });
  });
});

describe('ids that are numbers beyond 2^53', () => {
  const id = '12345678901234567891';

  it('keep all their digits', async () => {
    const answer = `{"count":1,"list":[{"id":${id},"points":0.1600000000000000033,"number":"48${A}","status":"\\"12345678901234567890"}]}`;
    const { messages } = await clientOf(script(answer)).sms.send({ to: A, message: 'Hi' });
    expect(messages).toMatchObject([{ id, points: 0.16, status: '"12345678901234567890' }]);
  });

  it('are told to be deleted', async () => {
    const answer = `{"count":1,"list":[{"id":${id}}]}`;
    expect(await clientOf(script(answer)).sms.deleteScheduled(id)).toEqual({ ids: [id] });
  });
});

describe('an answer that does not say that something was done', () => {
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
  ])('is nothing that an edit could keep: %s', async (_, answer) => {
    const transport = script(answer, { username: 'shop', limit: 5 });
    const client = clientOf<'earlier'>(transport, { variant: 'earlier', retry: false });
    expect(await rejection(client.users.edit('main_shop', { limit: 5 }))).toMatchObject({ code: 'DECODE' });
    expect(transport.arrived.map(({ fields }) => Object.keys(fields)[0])).toEqual(['get_user']);
  });
});

describe('the errors of an answer', () => {
  it('show so much of a code and of words as can be read', async () => {
    const answer = { error: 'x'.repeat(1_000_000), message: 'y '.repeat(500_000) };
    const error = (await rejection(clientOf(script(answer)).sms.send({ to: A, message: 'Hi' }))) as GatewayError;
    expect(error.errorCode).toHaveLength(64);
    expect(error.description).toHaveLength(1000);
    expect(error.message.length).toBeLessThan(1200);
  });

  it('ask for what was sent once, however many messages were refused', async () => {
    const to = Array.from({ length: 3000 }, (_, index) => String(500_000_000 + index));
    const list = to.map((number) => ({ number, error: { error: 57, message: `no ${number}` } }));
    const { messages } = await clientOf(script({ count: 0, list })).sms.send({ to, message: 'Hi' });
    expect(messages[2999]?.error?.description).toBe('no [redacted]');
    expect(messages[0]?.submittedNumber).toBe(null);
  }, 5000);

  it('and the idx of many messages to one number take no time of their own', async () => {
    const to = Array.from({ length: 60_000 }, () => A);
    const answer = JSON.stringify({ count: to.length, list: to.map((number) => item(number)) });
    const { messages } = await clientOf(script(answer)).sms.send({ to, message: 'Hi', allowDuplicates: true });
    expect(new Set(messages.map(({ idx }) => idx)).size).toBe(to.length);
  }, 5000);
});
