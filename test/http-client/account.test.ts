import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConflictError } from '../../src/errors/errors.js';
import type { SmsServiceHttpClient, SmsServiceHttpClientOptions } from '../../src/http-client/index.js';
import { checkLimits } from '../../src/transport/in-memory.js';
import type { Transport, TransportRequest } from '../../src/transport/transport.js';
import { rejection } from '../support/collect.js';
import { clientOf, LOST, script } from './gateway-script.js';

const earlierOf = (
  transport: Transport,
  options: Partial<SmsServiceHttpClientOptions<'earlier'>> = {},
): SmsServiceHttpClient<'earlier'> => clientOf<'earlier'>(transport, { ...options, variant: 'earlier' });
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Lets time go by. */
function busy(ms: number): void {
  const start = performance.now();
  while (performance.now() - start < ms);
}

describe('scheduled messages', () => {
  it('are deleted, several at once, and the deleted ones are returned', async () => {
    const transport = script({ count: 1, list: [{ id: '7' }] });
    expect(await clientOf(transport).sms.deleteScheduled(['7', '8'])).toEqual({ ids: ['7'] });
    expect(transport.arrived[0]?.fields).toEqual({ sch_del: '7,8', encoding: 'utf-8', format: 'json' });
  });

  it('are all returned if the response is text', async () => {
    expect(await clientOf(script('OK')).sms.deleteScheduled('7')).toEqual({ ids: ['7'] });
  });

  it('are a conflict if none exists, and a deletion with unknown outcome is not retried', async () => {
    expect(await rejection(clientOf(script({ error: 301, message: 'no' })).sms.deleteScheduled('7'))).toBeInstanceOf(
      ConflictError,
    );
    const transport = script(LOST);
    expect(await rejection(clientOf(transport).sms.deleteScheduled('7'))).toMatchObject({ outcome: 'unknown' });
    expect(transport.arrived).toHaveLength(1);
  });
});

describe('the profile', () => {
  const profile = {
    name: 'Company',
    email: 'a@b.test',
    username: 'main',
    phone_number: '48500100200',
    payment_type: 'prepaid',
    user_type: 'native',
    points: '12.5000',
  };

  it('is read, and read again after a lost response', async () => {
    const transport = script(LOST, profile);
    expect(await clientOf(transport).profile.get()).toEqual({
      name: 'Company',
      email: 'a@b.test',
      username: 'main',
      phoneNumber: '48500100200',
      paymentType: 'prepaid',
      userType: 'native',
      points: 12.5,
    });
    expect(transport.arrived[0]).toMatchObject({ method: 'GET', url: 'https://gateway.test/api/profile' });
  });
});

describe('the points', () => {
  it.each([
    ['JSON with a text', { points: '12.5000' }],
    ['text of another word', 'Credits: 12.50\n'],
  ])('are read from %s', async (_, reaction) => {
    expect(await earlierOf(script(reaction)).points.get()).toEqual({ points: 12.5 });
  });

  it.each([
    [{ points: 1, proCount: 2, ecoCount: 3, mmsCount: 4, vmsGsmCount: 5, vmsLandCount: 6 }],
    ['Points: 1;2;3;4;5;6'],
  ])('have details: %j', async (reaction) => {
    const transport = script(reaction);
    expect(await earlierOf(transport).points.get({ details: true })).toEqual({
      points: 1,
      proCount: 2,
      ecoCount: 3,
      mmsCount: 4,
      vmsGsmCount: 5,
      vmsLandCount: 6,
    });
    expect(transport.arrived[0]?.fields).toEqual({ credits: '1', details: '1', format: 'json' });
  });
});

const USER = {
  username: 'main_shop',
  limit: '10.5',
  month_limit: 0,
  senders: 1,
  phonebook: '0',
  active: true,
  info: 'a',
};

describe('sub-users', () => {
  it('are created with the digests of their passwords', async () => {
    const transport = script(USER);
    const added = await earlierOf(transport).users.add({
      username: 'shop',
      password: 'secret',
      apiPassword: 'other',
      limit: 10.5,
      monthLimit: 3,
      senders: true,
      phonebook: false,
      active: true,
      info: 'a: b',
      withoutPrefix: true,
    });
    expect(transport.arrived[0]?.fields).toEqual({
      add_user: 'shop',
      pass: md5('secret'),
      pass_api: md5('other'),
      limit: '10.5',
      month_limit: '3',
      senders: '1',
      phonebook: '0',
      active: '1',
      info: 'a: b',
      without_prefix: '1',
      format: 'json',
    });
    expect(added).toMatchObject({ username: 'main_shop', limit: 10.5, senders: true, phonebook: false, active: true });
  });

  it('are read before they are changed, so that an omitted flag keeps its value', async () => {
    const transport = script(({ fields }) => (fields.get_user === undefined ? { ...USER, limit: 50 } : USER));
    await earlierOf(transport).users.edit('main_shop', { limit: 50 });
    expect(transport.arrived.map(({ fields }) => fields)).toEqual([
      { get_user: 'main_shop', format: 'json' },
      {
        set_user: 'main_shop',
        limit: '50',
        month_limit: '0',
        senders: '1',
        phonebook: '0',
        active: '1',
        info: 'a',
        format: 'json',
      },
    ]);
  });

  it('are changed without other fields if the change is partial', async () => {
    const transport = script(USER);
    await earlierOf(transport).users.edit('main_shop', { active: false, password: 'new' }, { partial: true });
    expect(transport.arrived.map(({ fields }) => fields)).toEqual([
      { set_user: 'main_shop', pass: md5('new'), active: '0', format: 'json' },
    ]);
  });

  it('are read and changed within one timeout, and only the reading is retried', async () => {
    const sent: TransportRequest[] = [];
    const gateway = script(LOST, USER, LOST);
    const send: Transport['send'] = (request) => {
      sent.push(request);
      return gateway.send(request);
    };
    const client = earlierOf({ send }, { timeoutMs: 60_000 });
    expect(await rejection(client.users.edit('main_shop', { limit: 50 }))).toMatchObject({ outcome: 'unknown' });
    expect(sent.map(({ attempt, idempotent }) => [attempt, idempotent])).toEqual([
      [1, true],
      [2, true],
      [1, false],
    ]);
    expect(new Set(sent.map(({ callId }) => callId)).size).toBe(1);
    expect(sent[2]?.timeLimit?.timeoutMs).toBe(60_000);
  });

  it('are not changed after a timeout or an abort during the reading', async () => {
    const ended = new AbortController();
    const slow = (end: () => void): Transport => {
      const gateway = script(USER);
      return {
        send: async (request) => {
          checkLimits(request);
          const response = await gateway.send(request);
          expect(gateway.arrived).toHaveLength(1);
          end();
          return response;
        },
      };
    };
    const late = earlierOf(
      slow(() => busy(5)),
      { timeoutMs: 4 },
    );
    expect(await rejection(late.users.edit('main_shop', { limit: 50 }))).toMatchObject({ code: 'TIMEOUT' });
    const { users } = earlierOf(slow(() => ended.abort()));
    const call = { signal: ended.signal };
    expect(await rejection(users.edit('main_shop', { limit: 50 }, call))).toMatchObject({ code: 'ABORTED' });
  });

  it('are read from JSON and from text', async () => {
    const read = { limit: 10.5, monthLimit: 0, senders: true, phonebook: false, active: true, info: 'a' };
    expect(await earlierOf(script(USER)).users.get('main_shop')).toEqual({ username: 'main_shop', ...read });
    const text = script('OK:10.5:0:1:0:1:a: b');
    expect(await earlierOf(text).users.get('main_shop')).toEqual({ username: 'main_shop', ...read, info: 'a: b' });
  });

  it('are listed; text has only their names', async () => {
    expect(await earlierOf(script([USER])).users.list()).toMatchObject([{ username: 'main_shop', limit: 10.5 }]);
    expect(await earlierOf(script('OK: one:two:\r\n')).users.list()).toMatchObject([
      { username: 'one', limit: null },
      { username: 'two' },
    ]);
  });

  it('are never created or changed again after an unknown outcome', async () => {
    const transport = script(LOST);
    const { users } = earlierOf(transport);
    expect(await rejection(users.add({ username: 'a', password: 'b' }))).toMatchObject({ outcome: 'unknown' });
    expect(await rejection(users.edit('a', {}, { partial: true }))).toMatchObject({ outcome: 'unknown' });
    expect(transport.arrived).toHaveLength(2);
  });

  it('show no password in an error', async () => {
    const reaction = { error: 1002, message: `bad password secret-of-shop or ${md5('secret-of-shop')}` };
    const error = await rejection(earlierOf(script(reaction)).users.add({ username: 'a', password: 'secret-of-shop' }));
    expect(String(error)).not.toContain('secret-of-shop');
    expect(String(error)).not.toContain(md5('secret-of-shop'));
  });
});

describe('sender names', () => {
  it('have a status', async () => {
    const transport = script({ name: 'Shop', status: 'ACTIVE', default: true });
    expect(await earlierOf(transport).senders.status('Shop')).toEqual({
      name: 'Shop',
      status: 'ACTIVE',
      isDefault: true,
    });
    expect(transport.arrived[0]?.fields).toEqual({ status: 'Shop', format: 'json' });
    expect(await earlierOf(script('OK:INACTIVE')).senders.status('Shop')).toEqual({
      name: 'Shop',
      status: 'INACTIVE',
      isDefault: null,
    });
  });

  it.each([
    [
      [
        { sender: 'Shop', status: 'ACTIVE', default: true },
        { sender: 'A, B', status: 'INACTIVE', default: false },
      ],
    ],
    ['OK:Shop,ACTIVE:A, B,INACTIVE:'],
  ])('are listed from %j', async (reaction) => {
    const transport = script(reaction);
    expect(await earlierOf(transport).senders.list({ withSharedNames: true })).toMatchObject([
      { name: 'Shop', status: 'ACTIVE' },
      { name: 'A, B', status: 'INACTIVE' },
    ]);
    expect(transport.arrived[0]?.fields).toEqual({ list: '1', with_nat_names: '1', format: 'json' });
  });

  it.each([[{ count: 1 }], ['OK']])('become the default: %j', async (reaction) => {
    const transport = script(reaction);
    await earlierOf(transport).senders.setDefault('Shop');
    expect(transport.arrived[0]?.fields).toEqual({ default: 'Shop', format: 'json' });
  });
});

describe('lookups', () => {
  it.each([
    ['one', { status: 'OK', number: '48500100201', id: 'h1', price: 0.05 }],
    ['a list', [{ status: 'OK', number: '48500100201', id: 'h1', price: '0.05' }]],
    ['text', 'OK:h1:0.05:48500100201'],
  ])('are started, with %s as response', async (_, reaction) => {
    const transport = script(reaction);
    expect(await earlierOf(transport).hlr.check('500100201', { idx: 'a1' })).toEqual([
      { id: 'h1', number: '48500100201', status: 'OK', points: 0.05 },
    ]);
    expect(transport.arrived[0]?.fields).toEqual({ number: '500100201', idx: 'a1', format: 'json' });
  });

  it('are refused one by one, or all at once without a message', async () => {
    const some = await earlierOf(
      script([
        { id: 'h1', number: '48500100201' },
        { number: '48', error: 13 },
      ]),
    ).hlr.check(['500100201', '48']);
    expect(some[1]?.error).toMatchObject({ result: 13 });
    expect(await rejection(earlierOf(script({ error: 105 })).hlr.check('500100201'))).toMatchObject({ result: 105 });
  });

  it('are never started again after an unknown outcome', async () => {
    const transport = script(LOST);
    expect(await rejection(earlierOf(transport).hlr.check('500100201'))).toMatchObject({ outcome: 'unknown' });
    expect(transport.arrived).toHaveLength(1);
  });
});
