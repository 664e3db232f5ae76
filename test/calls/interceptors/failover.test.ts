import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type FailoverOptions,
  failover,
  rateLimit,
  retry,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '../../../src/calls/index.js';
import { gatewayError } from '../../../src/domain/gateway-codes.js';
import {
  AbortedError,
  ConnectionError,
  DecodeError,
  HttpStatusError,
  type Outcome,
  SoapFaultError,
  TimeoutError,
  TlsError,
} from '../../../src/errors/errors.js';
import { rejection } from '../../support/collect.js';
import { goodResponse, type Intercepted, requestFor, streamFor, through } from '../../support/scripted-transport.js';

const failingOver = (
  transport: Transport,
  options: FailoverOptions,
  decode?: (response: TransportResponse) => unknown,
): Intercepted => through(transport, () => failover(options), decode);

const READ = 'soap_CheckPoints';
const SEND = 'soap_SendSms';
const A = 'https://a.test/soap';
const B = 'https://b.test/soap';
const C = 'https://c.test/soap';
const notSent = new ConnectionError('refused', 'not-sent');
const unknown = new ConnectionError('lost', 'unknown');

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** How an address reacts: it fails, sends a response that is refused, or calls a function. */
type Behaviour =
  | { readonly fails: unknown }
  | { readonly refused: unknown }
  | ((request: TransportRequest) => Promise<TransportResponse>);

/** Addresses with their behaviour. An address without one sends a good response. */
function addresses(behaviours: Record<string, Behaviour>): {
  readonly transport: Transport;
  readonly requests: TransportRequest[];
  readonly behaviours: Record<string, Behaviour>;
  tried(): string[];
  judge(response: TransportResponse): Promise<TransportResponse>;
} {
  const requests: TransportRequest[] = [];
  const refusals = new WeakMap<TransportResponse, unknown>();
  return {
    requests,
    behaviours,
    tried: () => requests.splice(0).map(({ url }) => url),
    judge: async (response) => {
      if (refusals.has(response)) throw refusals.get(response);
      return response;
    },
    transport: {
      send: async (request) => {
        requests.push(request);
        const behaviour = behaviours[request.url];
        const response = goodResponse();
        if (behaviour === undefined) return response;
        if (typeof behaviour === 'function') return behaviour(request);
        if ('fails' in behaviour) throw behaviour.fails;
        refusals.set(response, behaviour.refused);
        return response;
      },
    },
  };
}

/** Failover over addresses with these behaviours; by default A and B. */
function failingOverTo(
  behaviours: Record<string, Behaviour>,
  options: FailoverOptions = { urls: [A, B] },
): ReturnType<typeof addresses> & { readonly failover: Intercepted } {
  const all = addresses(behaviours);
  return { ...all, failover: failingOver(all.transport, options) };
}

/** Sends one request; returns the result and the addresses that were tried. */
async function sendThrough(
  operation: string,
  behaviours: Record<string, Behaviour>,
  urls: readonly string[] = [A, B],
): Promise<{ readonly result: unknown; readonly tried: string[] }> {
  const { transport, tried, judge } = addresses(behaviours);
  const sent = failingOver(transport, { urls }, judge).send(requestFor(operation));
  const result = await sent.then(
    () => 'good',
    (error: unknown) => error,
  );
  return { result, tried: tried() };
}

const fails = (error: unknown): Behaviour => ({ fails: error });
const refused = (error: unknown): Behaviour => ({ refused: error });
const httpStatus = (status: number): Behaviour => refused(new HttpStatusError(`HTTP status ${status}`, status, ''));

/** Failures of the first address, and whether a read and a change are sent to the next one. */
const TABLE: readonly (readonly [string, Behaviour, 'read' | '-', 'change' | '-'])[] = [
  ['a connection that was refused', fails(notSent), 'read', 'change'],
  ['a connection that was lost', fails(unknown), 'read', '-'],
  ['no response in time', fails(new TimeoutError('late', 5, 'unknown')), 'read', '-'],
  ['a certificate that is not trusted', fails(new TlsError('expired')), 'read', 'change'],
  ["a foreign transport's Error", fails(new Error('of its own')), 'read', '-'],
  ["the caller's abort", fails(new AbortedError('aborted', 'not-sent')), '-', '-'],
  ["a proxy's page with status 502", httpStatus(502), 'read', '-'],
  ['an empty response with status 200', httpStatus(200), 'read', '-'],
  ['a Fault', refused(new SoapFaultError({ faultCode: 'Server', faultString: 'x' })), '-', '-'],
  ['a response that cannot be decoded', refused(new DecodeError('is missing')), '-', '-'],
  ['gateway code 200, whose outcome is not known', refused(gatewayError(200, '')), '-', '-'],
];

describe('a request that is sent to the next address', () => {
  it('appends the target of a request to each address', async () => {
    const urls = ['https://a.test/api', 'https://b.test/other/?key=1'];
    const { transport, tried } = addresses({ 'https://a.test/api/sms.do?id=7': { fails: notSent } });
    await failingOver(transport, { urls }).send(requestFor(READ, { url: A, target: 'sms.do?id=7' }));
    expect(tried()).toEqual(['https://a.test/api/sms.do?id=7', 'https://b.test/other/sms.do?key=1&id=7']);
  });

  it.each(TABLE)('after %s', async (_what, behaviour, read, change) => {
    const reading = await sendThrough(READ, { [A]: behaviour });
    const changing = await sendThrough(SEND, { [A]: behaviour });
    expect([reading.tried, changing.tried]).toEqual([
      read === 'read' ? [A, B] : [A],
      change === 'change' ? [A, B] : [A],
    ]);
  });

  it('stops for a send at the first address that it may have reached', async () => {
    const behaviours = { [A]: fails(notSent), [B]: fails(unknown) };
    expect(await sendThrough(SEND, behaviours, [A, B, C])).toEqual({ result: unknown, tried: [A, B] });
  });

  it('is decided by the request: whether it is idempotent', async () => {
    const { transport, tried } = addresses({ [A]: fails(unknown) });
    await failingOver(transport, { urls: [A, B] }).send(requestFor('lookUp', { idempotent: true }));
    expect(tried()).toEqual([A, B]);
    const other = addresses({ [A]: fails(unknown) });
    const sent = failingOver(other.transport, { urls: [A, B] }).send(requestFor(READ, { idempotent: false }));
    expect([await rejection(sent), other.tried()]).toEqual([unknown, [A]]);
  });
});

describe('the error of a call that no address answers', () => {
  it.each<[string, string, Record<string, Behaviour>, Outcome]>([
    ['all refused: not-sent', SEND, { [A]: fails(notSent), [B]: fails(notSent) }, 'not-sent'],
    ['lost, then refused: unknown', READ, { [A]: fails(unknown), [B]: fails(notSent) }, 'unknown'],
    [
      'refused, then a gateway code: rejected',
      SEND,
      { [A]: fails(notSent), [B]: refused(gatewayError(103, '')) },
      'rejected',
    ],
    ['lost, then a Fault: rejected', READ, { [A]: fails(unknown), [B]: refused(gatewayError(40, '')) }, 'rejected'],
  ])('%s', async (_what, operation, behaviours, outcome) => {
    expect(await sendThrough(operation, behaviours)).toMatchObject({ result: { outcome }, tried: [A, B] });
  });

  it('is an AbortedError of unknown outcome when the caller aborts after the first address was lost', async () => {
    const aborted = new AbortedError('aborted', 'not-sent', { cause: 'enough' });
    expect(await sendThrough(READ, { [A]: fails(unknown), [B]: fails(aborted) })).toMatchObject({
      result: { name: 'AbortedError', outcome: 'unknown', cause: 'enough' },
    });
  });
});

describe('an address that failed', () => {
  it.each([
    [29_999, B],
    [30_000, A],
  ])('is not used for 30 seconds, and is then the preferred one again: after %i ms, %s', async (ms, wanted) => {
    const { tried, behaviours, failover } = failingOverTo({ [A]: fails(notSent) });
    await failover.send(requestFor(SEND));
    delete behaviours[A];
    tried();
    await vi.advanceTimersByTimeAsync(ms);
    await failover.send(requestFor(SEND));
    expect(tried()).toEqual([wanted]);
  });

  it('is tried even so when all others fail, too', async () => {
    const { tried, behaviours, failover } = failingOverTo({ [A]: fails(notSent) });
    await failover.send(requestFor(READ));
    behaviours[B] = fails(notSent);
    delete behaviours[A];
    tried();
    await failover.send(requestFor(READ));
    expect(tried()).toEqual([B, A]);
  });

  it.each([302, 404])(
    'does not rest for a page with status %i, which another address would have as well',
    async (status) => {
      const { transport, tried, behaviours, judge } = addresses({ [A]: httpStatus(status) });
      const failover = failingOver(transport, { urls: [A, B] }, judge);
      await rejection(failover.send(requestFor(READ)));
      delete behaviours[A];
      await failover.send(requestFor(READ));
      expect(tried()).toEqual([A, A]);
    },
  );

  it('does not rest for a call that only waited for its turn', async () => {
    const { transport, tried } = addresses({});
    const blocked = new Promise<void>((resolve) => setTimeout(resolve, 1000));
    const slow: Transport = {
      send: async (request) => {
        const response = await transport.send(request);
        await blocked;
        return response;
      },
    };
    const [outer, inner] = [failover({ urls: [A, B] }), rateLimit({ maxConcurrency: 1 })];
    const both = through(slow, () => (next) => outer(inner(next)));
    const first = both.send(requestFor(READ));
    const second = rejection(both.send(requestFor(READ, { timeoutMs: 20 })));
    await vi.advanceTimersByTimeAsync(20);
    expect(await second).toMatchObject({ name: 'TimeoutError', outcome: 'not-sent' });
    const third = both.send(requestFor(READ));
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all([first, third]);
    expect(tried()).toEqual([A, A]);
  });
});

describe('the time of a call', () => {
  // The clock does not start at 0.
  beforeEach(async () => {
    await vi.advanceTimersByTimeAsync(100_000);
  });

  const slow = (ms: number, error: unknown) => async (): Promise<TransportResponse> => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    throw error;
  };

  it('is for all its addresses together', async () => {
    const { transport, requests } = addresses({ [A]: slow(300, unknown), [B]: slow(200, unknown) });
    const sent = failingOver(transport, { urls: [A, B, C] }).send(requestFor(READ, { timeoutMs: 1000 }));
    await vi.advanceTimersByTimeAsync(500);
    await sent;
    expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([1000, 700, 500]);
  });

  it('of a stream is for each wait', async () => {
    const { transport, requests } = addresses({ [A]: slow(3000, unknown) });
    const sent = failingOver(transport, { urls: [A, B] }).send(streamFor('soap_GetNumbers', { timeoutMs: 1000 }));
    await vi.advanceTimersByTimeAsync(3000);
    await sent;
    expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([1000, 1000]);
  });
});

describe('an address that has rested', () => {
  /** An address that failed half a minute ago, and whose next requests are held. */
  async function rested(): Promise<{
    readonly failover: Intercepted;
    readonly tried: () => string[];
    readonly held: { resolve(): void; reject(error: Error): void }[];
  }> {
    const { tried, behaviours, failover } = failingOverTo({ [A]: fails(notSent) });
    await failover.send(requestFor(SEND));
    await vi.advanceTimersByTimeAsync(30_000);
    const held: { resolve(): void; reject(error: Error): void }[] = [];
    behaviours[A] = () =>
      new Promise((resolve, reject) => held.push({ resolve: () => resolve(goodResponse()), reject }));
    tried();
    return { failover, tried, held };
  }

  it('is tried by one call, while the others use the one that works', async () => {
    const { failover, tried, held } = await rested();
    const sent = [1, 2, 3].map(() => failover.send(requestFor(SEND)));
    await Promise.all(sent.slice(1));
    expect(tried()).toEqual([A, B, B]);
    held[0]?.resolve();
    await sent[0];
    const next = failover.send(requestFor(SEND));
    held[1]?.resolve();
    await next;
    expect(tried()).toEqual([A]);
  });

  it('rests again for all when that call fails, which goes on to the other', async () => {
    const { failover, tried, held } = await rested();
    const probe = failover.send(requestFor(SEND));
    held[0]?.reject(notSent);
    await probe;
    await failover.send(requestFor(SEND));
    expect(tried()).toEqual([A, B, B]);
    await vi.advanceTimersByTimeAsync(30_000);
    void failover.send(requestFor(SEND));
    await failover.send(requestFor(SEND));
    expect(tried()).toEqual([A, B]);
  });

  it('is tried by the next call when the one that tried it was ended by its caller', async () => {
    const { failover, tried, held } = await rested();
    const probe = rejection(failover.send(requestFor(SEND)));
    held[0]?.reject(new AbortedError('aborted', 'not-sent'));
    await probe;
    void failover.send(requestFor(SEND));
    await vi.advanceTimersByTimeAsync(0);
    expect(tried()).toEqual([A, A]);
  });
});

describe('the time to connect', () => {
  it.each<[string, number | undefined, readonly (number | undefined)[]]>([
    ['an equal share of the time of the call, while others wait', 900, [300, 450, undefined]],
    ['three seconds at most', 60_000, [3000, 3000, undefined]],
  ])('is %s', async (_what, timeoutMs, wanted) => {
    const { transport, requests } = addresses({ [A]: fails(notSent), [B]: fails(notSent) });
    await failingOver(transport, { urls: [A, B, C] }).send(requestFor(SEND, { timeoutMs }));
    expect(requests.map(({ connectTimeoutMs }) => connectTimeoutMs)).toEqual(wanted);
  });
});

it('a call that has too little time left goes on to no other address', async () => {
  const failing = (ms: number) => async (): Promise<TransportResponse> => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    throw notSent;
  };
  for (const [ms, wanted] of [
    [901, [A]],
    [900, [A, B]],
  ] as const) {
    const { transport, tried } = addresses({ [A]: failing(ms) });
    const sent = failingOver(transport, { urls: [A, B] }).send(requestFor(SEND, { timeoutMs: 1000 }));
    void sent.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1000);
    expect(tried()).toEqual(wanted);
  }
});

describe('the list of addresses', () => {
  it('tries a duplicate address once', async () => {
    expect(await sendThrough(READ, { [A]: fails(notSent) }, [A, A, B, A])).toEqual({ result: 'good', tried: [A, B] });
  });

  it.each<[unknown, string, string]>([
    [undefined, 'urls', 'is missing'],
    [[], 'urls', 'is an empty list'],
    [['gateway.test'], 'urls[0]', 'must be an absolute http or https address'],
  ])('is refused by name: %o', (urls, path, reason) => {
    expect(() => failover({ urls } as FailoverOptions)).toThrow(
      expect.objectContaining({ name: 'ValidationError', path, message: `${path}: ${reason}` }),
    );
  });

  it.each([
    ['cooldownMs', { urls: [A], cooldownMs: 0 }],
    ['url', { url: [A] }],
    ['options', undefined],
  ])('%s is refused: %j', (path, options) => {
    expect(() => failingOver(addresses({}).transport, options as never)).toThrow(
      expect.objectContaining({ name: 'ValidationError', path }),
    );
  });
});

describe('together with retries', () => {
  it('a send goes through all addresses again after a pause', async () => {
    const { transport, tried, behaviours } = addresses({ [A]: fails(notSent), [B]: fails(notSent) });
    const [outer, inner] = [retry(), failover({ urls: [A, B] })];
    const sent = through(transport, () => (next) => outer(inner(next))).send(requestFor(SEND));
    await vi.advanceTimersByTimeAsync(0);
    delete behaviours[B];
    await vi.runAllTimersAsync();
    await sent;
    expect(tried()).toEqual([A, B, A, B]);
  });
});
