import { describe, expect, it } from 'vitest';
import { ConnectionError, isSmsServiceError } from '../../src/errors/errors.js';
import { createSandbox } from '../../src/sandbox/index.js';
import type { Transport } from '../../src/transport/transport.js';
import { rejection } from '../support/collect.js';
import { type Arrived, clientOf, item, LOST, REFUSED, type Reaction, script } from './gateway-script.js';

const [A, B] = ['500100201', '500100202'] as const;
const USED = { error: 53, message: 'Not unique idx' };
const sent = (...numbers: readonly string[]): object => ({
  count: numbers.length,
  list: numbers.map((one) => item(one)),
});

/** Refusals because of load, caller or time of day. They do not show if an earlier attempt was accepted. */
const OF_THE_MOMENT: readonly (readonly [string, Reaction])[] = [
  ['the token is not accepted any more', { error: 101, message: 'no' }],
  ['the token has no access any more', { error: 401, message: 'no' }],
  ['a page of a firewall', { status: 403, body: '<html>Forbidden</html>' }],
  ['an internal error', { error: 201, message: 'no' }],
  ['a code that nobody knows', { error: 7777, message: 'no' }],
  ['no discount codes left: the lost attempt may have used them', { error: 62, message: 'no' }],
  ['the hours of the account are over', { error: 74, message: 'no' }],
  ['too late for the expiration', { error: 56, message: 'no' }],
];

const TOO_MUCH: readonly (readonly [string, Reaction])[] = [
  ['code 203', { error: 203, message: 'Too many requests' }],
  ['status 429', { status: 429, body: 'Too many requests' }],
];

describe('a send with unknown outcome that is then refused', () => {
  it.each(OF_THE_MOMENT)('keeps the outcome unknown: %s', async (_, refusal) => {
    const client = clientOf(script(LOST, refusal));
    const error = await rejection(client.sms.send({ to: A, message: 'Hi', idx: 'mine' }));
    expect(error).toMatchObject({ outcome: 'unknown', retryable: false, sentIdx: ['mine'] });
  });

  it.each(TOO_MUCH)('keeps the outcome unknown if it would wait too long: %s', async (_, refusal) => {
    const client = clientOf(script(LOST, refusal), { adaptiveLimit: false });
    const error = await rejection(client.sms.send({ to: A, message: 'Hi', idx: 'mine' }, { timeoutMs: 200 }));
    expect(error).toMatchObject({ outcome: 'unknown', sentIdx: ['mine'] });
  });

  it('keeps the outcome unknown if it is aborted while it waits', async () => {
    const end = new AbortController();
    const transport = script(LOST, () => {
      setTimeout(() => end.abort(), 5);
      return { error: 203, message: 'Too many requests' };
    });
    const client = clientOf(transport, { retry: { baseDelayMs: 1000 } });
    const error = await rejection(client.sms.send({ to: A, message: 'Hi', idx: 'mine' }, { signal: end.signal }));
    expect(error).toMatchObject({ outcome: 'unknown', code: 'ABORTED', sentIdx: ['mine'] });
  });

  it('is rejected if the message itself is refused', async () => {
    for (const code of [11, 13, 14, 57]) {
      const error = await rejection(
        clientOf(script(LOST, { error: code, message: 'no' })).sms.send({ to: A, message: 'Hi' }),
      );
      expect(error).toMatchObject({ outcome: 'rejected', result: code });
    }
  });

  it('keeps the outcome unknown if it used the last discount code', async () => {
    const account = { username: 'alice', password: 'wonderland', tokens: ['t0ken-of-the-account'], points: 100 };
    const discountGroups = [{ name: 'Spring', codes: ['A1'] }];
    const sandbox = createSandbox({ accounts: [{ ...account, discountGroups }] });
    sandbox.failNext('sms.do', { drop: 'unanswered' });
    const client = clientOf(sandbox.transport(), { url: 'http://gateway.test/' });
    const error = await rejection(client.sms.send({ to: A, message: 'Take [%kod%]', discountGroup: 'Spring' }));
    expect(sandbox.account('alice')?.messages).toHaveLength(1);
    expect(error).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a message that is resolved alone', () => {
  /** Everything but what comes to B alone. */
  const upTo = (last: (request: Arrived) => Reaction): ReturnType<typeof script> => {
    let count = 0;
    return script((request) => {
      count += 1;
      if (count === 1) return LOST;
      const { to = '' } = request.fields;
      if (to.includes(',')) return USED;
      return to === A ? USED : last(request);
    });
  };
  const order = { to: [A, B], message: 'Hi', idx: ['a', 'b'] };

  it.each(OF_THE_MOMENT)('is not reported as refused: %s', async (_, refusal) => {
    const error = await rejection(clientOf(upTo(() => refusal)).sms.send(order));
    expect(error).toMatchObject({ outcome: 'unknown', sentIdx: ['a', 'b'] });
  });

  it('reports that the caller aborted it', async () => {
    const end = new AbortController();
    const transport = upTo(() => {
      setTimeout(() => end.abort(), 5);
      return REFUSED;
    });
    const client = clientOf(transport, { retry: { baseDelayMs: 1000 } });
    const error = await rejection(client.sms.send(order, { signal: end.signal }));
    expect(error).toMatchObject({ outcome: 'unknown', code: 'ABORTED', sentIdx: ['a', 'b'] });
  });
});

describe('an idx of the caller, of a retried send', () => {
  it('must be unique in the send: a second message with it would be reported as accepted', async () => {
    const transport = script(sent(A, B));
    for (const [idx, more] of [
      [['same', 'Same'], {}],
      [['same', 'same'], { allowDuplicates: true, to: [A, A] }],
    ] as const) {
      const error = await rejection(clientOf(transport).sms.send({ to: [A, B], message: 'Hi', idx, ...more }));
      expect(error).toMatchObject({ code: 'VALIDATION', path: 'idx[1]', outcome: 'not-sent' });
    }
    expect(transport.arrived).toHaveLength(0);
  });

  it('is required for each message, also without the rules: a message without idx would be sent twice', async () => {
    const transport = script(sent(A, B));
    const client = clientOf(transport, { validation: false });
    const error = await rejection(client.sms.send({ to: [A, B], message: 'Hi', idx: ['a'] }));
    expect(error).toMatchObject({ code: 'VALIDATION', path: 'idx' });
    const ofGroup = await rejection(client.sms.send({ group: 'Friends', message: 'Hi', idx: ['a', 'b'], once: true }));
    expect(ofGroup).toMatchObject({ code: 'VALIDATION', path: 'idx' });
    expect(transport.arrived).toHaveLength(0);
  });

  it('is not checked with once: false', async () => {
    const transport = script(sent(A, B));
    const client = clientOf(transport, { validation: false });
    await client.sms.send({ to: [A, B], message: 'Hi', idx: ['a'], once: false });
    await client.sms.send({ to: [A, B], message: 'Hi', idx: ['a', 'a'], once: false });
    expect(transport.arrived).toHaveLength(2);
  });
});

describe('code 53 with a list', () => {
  /** The recipients of separate requests. */
  async function asked(
    more: object,
    order: { to: string[]; idx: string[]; allowDuplicates?: boolean },
  ): Promise<string[]> {
    const alone: string[] = [];
    let count = 0;
    const transport = script(({ fields: { to = '', idx = '' } }) => {
      count += 1;
      if (count === 1) return LOST;
      if (to.includes(',')) return { ...USED, ...more };
      alone.push(idx);
      return sent(to);
    });
    await clientOf(transport).sms.send({ message: 'Hi', ...order });
    return alone.sort();
  }

  it('identifies one message by its idx, not the others to that number', async () => {
    const order = { to: [A, A], idx: ['a', 'b'], allowDuplicates: true };
    expect(await asked({ not_unique: [{ number: `48${A}`, idx: 'a' }] }, order)).toEqual(['b']);
  });

  it('identifies none by a number with several messages', async () => {
    const order = { to: [A, A, B], idx: ['a', 'b', 'c'], allowDuplicates: true };
    expect(await asked({ invalid_numbers: [{ number: `48${A}` }, { number: `48${B}` }] }, order)).toEqual(['a', 'b']);
  });

  it('identifies no message if it lists numbers for several reasons', async () => {
    const invalid_numbers = [
      { number: `48${A}`, message: 'Not unique idx' },
      { number: `48${B}`, message: 'Number is blocked' },
    ];
    expect(await asked({ invalid_numbers }, { to: [A, B], idx: ['a', 'b'] })).toEqual(['a', 'b']);
  });

  it('does not report an invalid number as accepted', async () => {
    const invalid_numbers = [{ number: '500', submitted_number: '500' }];
    expect(await asked({ invalid_numbers }, { to: ['500', B], idx: ['a', 'b'] })).toEqual(['a', 'b']);
  });
});

describe('one number in spellings that only the gateway recognizes', () => {
  it.each(['500\u00A0100\u00A0201', '500/100/201', '500\t100\t201', '+48\u2009500100201'])(
    'is sent to once: %j',
    async (other) => {
      const alone: string[] = [];
      let count = 0;
      const transport = script(({ fields: { to = '' } }) => {
        count += 1;
        if (count === 1) return LOST;
        if (to.includes(',')) return USED;
        alone.push(to);
        return USED;
      });
      await clientOf(transport).sms.send({ to: [A, other], message: 'Hi' });
      expect(alone).toEqual([A]);
    },
  );
});

describe('a transport that always throws the same error object', () => {
  it.each([
    ['as it is', (e: Error) => e],
    ['frozen', (e: Error) => Object.freeze(e)],
  ])('keeps a separate idx for each call (%s)', async (_, made) => {
    const down = made(new ConnectionError('down', 'unknown'));
    const transport: Transport = { send: () => Promise.reject(down) };
    const client = clientOf(transport, { retry: false });
    const first = await rejection(client.sms.send({ to: A, message: 'Hi', idx: 'first' }));
    const second = await rejection(client.sms.send({ to: A, message: 'Hi', idx: 'second' }));
    expect(isSmsServiceError(second)).toBe(true);
    expect(second).toMatchObject({ outcome: 'unknown', sentIdx: ['second'] });
    expect(first).toMatchObject({ outcome: 'unknown', sentIdx: ['first'] });
  });
});

describe('a client that is closed while the messages of a send are resolved', () => {
  const to = Array.from({ length: 12 }, (_, index) => String(500_100_200 + index));

  /** Settles one message, and keeps the answers to the next eight until they are let go. */
  function settling(): { readonly transport: Transport; readonly reached: Promise<void>; readonly letGo: () => void } {
    const { promise: reached, resolve: reach } = promised();
    const { promise: free, resolve: letGo } = promised();
    const answers = script(LOST, USED, ({ fields: { to: number = '' } }) => sent(number));
    const transport: Transport = {
      send: async (request) => {
        const response = await answers.send(request);
        if (answers.arrived.length > 3) {
          reach();
          await free;
        }
        return response;
      },
    };
    return { transport, reached, letGo };
  }

  it('waits until all of them are resolved', async () => {
    const { transport, reached, letGo } = settling();
    const client = clientOf(transport);
    const result = client.sms.send({ to, message: 'Hi' });
    await reached;
    const closed = client.close();
    letGo();
    expect((await result).messages).toHaveLength(12);
    await closed;
  });

  it('reports an unknown outcome with the idx of each message if it does not wait', async () => {
    const { transport, reached, letGo } = settling();
    const client = clientOf(transport);
    const result = rejection(client.sms.send({ to, message: 'Hi' }));
    await reached;
    await client.close({ abort: true });
    const error = await result;
    letGo();
    expect(error).toMatchObject({ code: 'ABORTED', outcome: 'unknown' });
    expect((error as ConnectionError).sentIdx).toHaveLength(12);
  });
});

function promised(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
