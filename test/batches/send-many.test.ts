import { describe, expect, it } from 'vitest';
import { type BatchRecipient, SmsServiceClient } from '../../src/client/index.js';
import { ConnectionError, type SmsServiceError } from '../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../src/http-client/index.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import type { Transport } from '../../src/transport/transport.js';
import { collect } from '../support/collect.js';

const ACCOUNT = { username: 'demo', password: 'demo-password', tokens: ['demo-token-of-it'] };

interface Reported {
  readonly item: unknown;
  readonly ok: boolean;
  readonly status: string;
  readonly outcome?: string | undefined;
  readonly error?: SmsServiceError | undefined;
  readonly number?: string;
  readonly message?: { readonly id: string | null };
  readonly idx?: string;
}

type Send = (
  message: object,
  recipients: Iterable<BatchRecipient> | AsyncIterable<BatchRecipient>,
  options?: object,
) => AsyncGenerator<Reported, void>;

/** The same send over both interfaces. */
const INTERFACES: readonly (readonly [string, string, (transport: Transport, more?: object) => Send])[] = [
  [
    'SOAP',
    'soap_SendMulti',
    (transport, more) => {
      const url = 'http://gateway.test';
      const client = new SmsServiceClient({ url, credentials: ACCOUNT, transport, retry: false, ...more });
      return (message, recipients, options) => client.sendMany(message as { message: string }, recipients, options);
    },
  ],
  [
    'HTTP',
    'sms.do',
    (transport, more) => {
      const url = 'http://gateway.test';
      const token = 'demo-token-of-it';
      const http = new SmsServiceHttpClient({ url, token, transport, retry: false, ...more });
      return (message, recipients, options) => http.sms.sendMany(message as { message: string }, recipients, options);
    },
  ],
];

function gateway(options: SandboxOptions = {}): Sandbox {
  return createSandbox({ accounts: [{ ...ACCOUNT, points: 10_000 }], responseForm: 'ok', ...options });
}

const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(500_100_200 + index));

const short = (results: readonly Reported[]): readonly string[] =>
  results.map(({ status, outcome, message }) => [status, outcome, message?.id].filter(Boolean).join(' '));

const messagesOf = (sandbox: Sandbox) => sandbox.account('demo')?.messages ?? [];

describe.each(INTERFACES)('a send in chunks over %s', (_, operation, sender) => {
  it('goes out in requests of the size asked for, and each recipient has its message', async () => {
    const sandbox = gateway();
    const recipients = numbers(25);
    const results = await collect(sender(sandbox.transport())({ message: 'Hi' }, recipients, { chunkSize: 10 }));
    expect(results.map(({ item }) => item)).toEqual(recipients);
    expect(results.every(({ ok, status }) => ok && status === 'accepted')).toBe(true);
    expect(results[24]).toMatchObject({ number: '48500100224' });
    expect(sandbox.callCount(operation)).toBe(3);
    const byId = new Map(messagesOf(sandbox).map(({ id, to }) => [id, to]));
    for (const { number, message } of results) expect(byId.get(message?.id ?? '')).toBe(number);
  });

  it.each<[string, string, readonly BatchRecipient[]]>([
    ['params', 'Hi [%1%]', numbers(150).map((to, index) => ({ to, params: [`v${index}`] }))],
    ['a shortened link', 'See [%shortlink:https://a.example%]', numbers(150)],
  ])('has at most 100 in a request with %s (section 8)', async (__, message, recipients) => {
    const sandbox = gateway();
    const results = await collect(sender(sandbox.transport())({ message }, recipients));
    expect(results.filter(({ ok }) => ok)).toHaveLength(150);
    expect(sandbox.callCount(operation)).toBe(2);
  });

  it('gives each recipient its own params and idx', async () => {
    const sandbox = gateway();
    const recipients = [
      { to: '500100200', params: ['Anna', '1'], idx: 'a1' },
      { to: '500100201', params: ['Jan'], idx: 'a2' },
    ];
    await collect(sender(sandbox.transport())({ message: 'Hi [%1%]' }, recipients));
    expect(messagesOf(sandbox).map(({ message, idx }) => [message, idx])).toEqual([
      ['Hi Anna', 'a1'],
      ['Hi Jan', 'a2'],
    ]);
  });

  it('reports duplicates and invalid numbers of a request, and sends to duplicates in later requests', async () => {
    const sandbox = gateway();
    const recipients = ['500100200', '12', '+48500100200', '500100200', 'x', '500100201'];
    const results = await collect(
      sender(sandbox.transport())({ message: 'Hi' }, recipients, { chunkSize: 3, concurrency: 1 }),
    );
    expect(short(results)).toEqual([
      'accepted 1001',
      'invalid rejected',
      'duplicate 1001',
      'accepted 1002',
      'invalid rejected',
      'accepted 1003',
    ]);
  });

  it('refuses a wrong recipient alone, before anything is sent to it', async () => {
    const sandbox = gateway();
    const recipients = [
      { to: '500100200', params: ['1', '2', '3', '4', '5'] },
      { to: '500100201', idx: 'not one' },
      7,
      { to: '500100203', param: ['x'] },
      { to: '500100204' },
    ] as BatchRecipient[];
    const results = await collect(sender(sandbox.transport())({ message: 'Hi' }, recipients));
    expect(results.map(({ error }) => error?.code)).toEqual([
      'VALIDATION',
      'VALIDATION',
      'VALIDATION',
      'VALIDATION',
      undefined,
    ]);
    expect(short(results)[0]).toBe('failed not-sent');
    expect(messagesOf(sandbox).map(({ to }) => to)).toEqual(['48500100204']);
    for (const { error } of results.slice(0, 4)) expect(error?.stack).toContain('send-many.test.ts');
  });

  it.each([
    [{ message: 'Hi', from: 'longer than eleven' }, 'from: has more than 11 characters'],
    [{ message: 'Hi', to: ['500100200'] }, 'to: is '],
    [{ message: 'Hi', massage: 'x' }, 'massage: is unknown'],
    [7, 'the message: must be an object'],
  ])('refuses %j before the source is opened', async (message, reason) => {
    const sandbox = gateway();
    let isOpened = false;
    const recipients = {
      [Symbol.iterator]: (): Iterator<string> => {
        isOpened = true;
        return [][Symbol.iterator]();
      },
    };
    const first = sender(sandbox.transport())(message as object, recipients).next();
    await expect(first).rejects.toMatchObject({ name: 'ValidationError', message: expect.stringContaining(reason) });
    expect([isOpened, sandbox.callCount()]).toEqual([false, 0]);
  });

  it('goes on behind a request that fails, and repeats none that may have been carried out', async () => {
    const sandbox = gateway();
    const transport = sandbox.transport();
    const lossy: Transport = {
      send: async (request) => {
        const response = await transport.send(request);
        if (sandbox.callCount(operation) === 2) throw new ConnectionError('lost', 'unknown');
        return response;
      },
    };
    const results = await collect(sender(lossy)({ message: 'Hi' }, numbers(6), { chunkSize: 2, concurrency: 1 }));
    expect(short(results)).toEqual([
      'accepted 1001',
      'accepted 1002',
      'failed unknown',
      'failed unknown',
      'accepted 1005',
      'accepted 1006',
    ]);
    expect(sandbox.callCount(operation)).toBe(3);
  });

  it('reports the items that were read and not begun when it is aborted', async () => {
    const sandbox = gateway();
    const aborting = new AbortController();
    async function* slow(): AsyncGenerator<string> {
      yield* ['500100200', '500100201', '500100202'];
      aborting.abort();
      await new Promise(() => {});
    }
    const results: Reported[] = [];
    const reading = (async () => {
      const options = { chunkSize: 2, signal: aborting.signal, concurrency: 1 };
      for await (const one of sender(sandbox.transport())({ message: 'Hi' }, slow(), options)) results.push(one);
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortedError', outcome: 'not-sent' });
    expect(results.map(({ item }) => item)).toEqual(['500100200', '500100201', '500100202']);
    expect(results[2]).toMatchObject({ status: 'failed', outcome: 'not-sent', error: { code: 'ABORTED' } });
  });
});

describe('a send in chunks over HTTP', () => {
  const [, , sender] = INTERFACES[1] ?? [];
  const over = (transport: Transport, more?: object): Send => sender?.(transport, more) ?? (() => expect.fail());

  it('sends each message once, although an answer is lost', async () => {
    const sandbox = gateway();
    const transport = sandbox.transport();
    let sent = 0;
    const lossy: Transport = {
      send: async (request) => {
        const response = await transport.send(request);
        sent += 1;
        if (sent === 1) throw new ConnectionError('lost', 'unknown');
        return response;
      },
    };
    const retry = { attempts: 3, baseDelayMs: 1 };
    const results = await collect(over(lossy, { retry })({ message: 'Hi' }, numbers(3)));
    expect(results.every(({ ok, status }) => ok && status === 'accepted')).toBe(true);
    expect(messagesOf(sandbox)).toHaveLength(3);
  });

  it('names the idx of a message with an unknown outcome', async () => {
    const sandbox = gateway();
    const transport = sandbox.transport();
    const lossy: Transport = {
      send: async (request) => {
        await transport.send(request);
        throw new ConnectionError('lost', 'unknown');
      },
    };
    const results = await collect(over(lossy)({ message: 'Hi' }, numbers(2)));
    expect(results.map(({ idx }) => idx)).toEqual(messagesOf(sandbox).map(({ idx }) => idx));
    expect(results[0]?.idx).toMatch(/^[0-9a-z]+$/);
  });

  it('refuses an idx alone that another message of the request has', async () => {
    const recipients = [
      { to: '500100200', idx: 'a' },
      { to: '500100201', idx: 'A' },
      { to: '+48500100200', idx: 'a' },
      { to: '500100202', idx: 'b' },
    ];
    const results = await collect(over(gateway().transport())({ message: 'Hi' }, recipients));
    expect(short(results)).toEqual(['accepted 1001', 'failed not-sent', 'duplicate 1001', 'accepted 1002']);
    expect(results[1]?.error).toMatchObject({ name: 'ValidationError', path: 'idx', gatewayCode: 53 });
    const allowed = { message: 'Hi', allowDuplicates: true };
    expect(short(await collect(over(gateway().transport())(allowed, recipients)))[2]).toBe('failed not-sent');
  });

  it('accepts a template, and refuses fields of one recipient', async () => {
    const send = over(gateway().transport());
    await expect(send({}, ['500100200']).next()).rejects.toMatchObject({ path: 'message' });
    for (const name of ['group', 'params', 'fallback', 'notifyKey', 'notifyExpiresAt', 'notifyPlace']) {
      const input = send({ message: 'Hi', [name]: 'x' }, ['500100200']).next();
      await expect(input).rejects.toMatchObject({ name: 'ValidationError', path: name });
    }
    const unchecked = send({ message: 'Hi', checkIdx: false }, ['500100200']).next();
    await expect(unchecked).rejects.toMatchObject({ name: 'ValidationError', path: 'checkIdx' });
  });
});
