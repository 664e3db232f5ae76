import { describe, expect, it } from 'vitest';
import { rejection } from '../support/collect.js';
import { clientOf, item, LOST, script } from './gateway-script.js';

const A = '500100201';
const SECRET = 's3cret-of-a-getter';
const ANSWER = { count: 1, list: [item(A)], username: 'shop' };
const bad = (name: string): never =>
  Object.defineProperty({}, name, {
    enumerable: true,
    get: () => {
      throw new Error(SECRET);
    },
  }) as never;
function revoked(): never {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy as never;
}

describe('unreadable or invalid objects of the caller', () => {
  const http = clientOf<'earlier'>(script(ANSWER), { variant: 'earlier' });
  const calls: Readonly<Record<string, (given: never) => Promise<unknown>>> = {
    'sms.send': (given) => http.sms.send(given),
    'mms.send': (given) => http.mms.send(given),
    'vms.send': (given) => http.vms.send(given),
    'users.add': (given) => http.users.add(given),
    'users.edit': (given) => http.users.edit('shop', given),
    'options of users.edit': (given) => http.users.edit('shop', {}, given),
    'options of users.get': (given) => http.users.get('shop', given),
    'points.get': (given) => http.points.get(given),
    'senders.list': (given) => http.senders.list(given),
    'hlr.check': (given) => http.hlr.check(A, given),
    'options of sms.send': (given) => http.sms.send({ to: A, message: 'Hi' }, given),
  };
  it.each(Object.keys(calls))('cause a ValidationError without the message that they threw: %s', async (name) => {
    const given = [revoked(), null as never, 7 as never, bad('to'), bad('once'), bad('signal'), bad('idx')];
    for (const one of given) {
      const error = await rejection((calls[name] as (typeof calls)[string])(one));
      expect(error).toMatchObject({ code: 'VALIDATION', outcome: 'not-sent' });
      expect((error as Error).message).not.toContain(SECRET);
    }
  });
});

describe('a name that is also a separate argument', () => {
  it('is refused in the object', async () => {
    const transport = script(ANSWER);
    const { users, hlr } = clientOf<'earlier'>(transport, { variant: 'earlier' });
    expect(await rejection(users.edit('shop', { username: 'other' } as never))).toMatchObject({ path: 'username' });
    expect(await rejection(hlr.check(A, { numbers: '500100202' } as never))).toMatchObject({ path: 'numbers' });
    expect(transport.arrived).toHaveLength(0);
  });
});

describe('a lone surrogate in a file', () => {
  it.each([
    ['file.name', { bytes: Buffer.from('RIFF'), name: 'a\uD800.wav' }],
    ['file.path', { path: '/tmp/a\uD800.wav' }],
    ['file', 'https://shop.example/\uD800.wav'],
  ])('is refused and not sent (%s)', async (path, file) => {
    const transport = script(ANSWER);
    const error = await rejection(clientOf(transport).vms.send({ to: A, file }));
    expect(error).toMatchObject({ code: 'VALIDATION', path });
    expect(transport.arrived).toHaveLength(0);
  });
});

describe('changes by the caller while the messages of a send are resolved', () => {
  const B = '500100202';
  const USED = { error: 53, message: 'Not unique idx' };

  it('do not affect the date, recipients and values', async () => {
    const order = {
      to: [A, B],
      message: 'Hi [%1%]',
      params: [['Anna'], ['Ola']],
      idx: ['mine', 'hers'],
      date: new Date('2027-01-15T12:00:00Z'),
    };
    const changing = (): string => {
      order.date.setTime(0);
      order.to[1] = '500100203';
      order.params[1] = ['Jan'];
      order.idx[1] = 'yours';
      return LOST;
    };
    const transport = script(changing, USED, ({ fields: { to = '' } }) => ({ count: 1, list: [item(to)] }));
    const now = (): Date => new Date('2027-01-15T11:00:00Z');
    await clientOf(transport, { now }).sms.send(order);
    const [first, , ...alone] = transport.arrived.map(({ fields: { to, idx, param1, date } }) => ({
      to,
      idx,
      param1,
      date,
    }));
    expect(alone).toEqual([
      { to: A, idx: 'mine', param1: 'Anna', date: first?.date },
      { to: B, idx: 'hers', param1: 'Ola', date: first?.date },
    ]);
  });

  it('do not affect the file', async () => {
    const file = { bytes: Buffer.from('RIFF'), name: 'a.wav' };
    const bodies: string[] = [];
    const answers = ['no answer', JSON.stringify(USED)];
    const http = clientOf({
      send: async ({ body }) => {
        let text = '';
        for await (const piece of (body as { open(): AsyncIterable<Uint8Array> }).open()) {
          text += Buffer.from(piece).toString('latin1');
        }
        bodies.push(text);
        Object.assign(file, { bytes: Buffer.from('OTHER'), name: 'b.wav' });
        const answer = answers[bodies.length - 1] ?? JSON.stringify(USED);
        return { status: 200, headers: {}, body: Buffer.from(answer) };
      },
    });
    await http.vms.send({ to: [A, B], file });
    expect(bodies).toHaveLength(4);
    for (const body of bodies) expect(body).toMatch(/filename="a\.wav"[^]*RIFF/);
  });
});
