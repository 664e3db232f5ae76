import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SmsService } from '../../../generated/service.js';
import type { FailedAttempt } from '../../../src/calls/events/events.js';
import { observe, type RetryOptions, retry } from '../../../src/calls/index.js';
import { Limiter, RATE_LIMIT_OPTIONS } from '../../../src/calls/interceptors/rate-limit.js';
import { readRetryOptions, retryUntil } from '../../../src/calls/interceptors/retry.js';
import { gatewayError } from '../../../src/domain/gateway-codes.js';
import {
  AbortedError,
  ConnectionError,
  DecodeError,
  HttpStatusError,
  isSmsServiceError,
  type Outcome,
  SoapFaultError,
  TimeoutError,
  TlsError,
  ValidationError,
} from '../../../src/errors/errors.js';
import { readOptions } from '../../../src/options/table.js';
import type { Transport } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import {
  arriving,
  goodResponse,
  type Intercepted,
  requestFor,
  type ScriptedTransport,
  type Step,
  scriptedTransport,
  streamFor,
  through,
} from '../../support/scripted-transport.js';

type TestOptions = RetryOptions & { readonly report?: (failed: FailedAttempt) => void };

const retried = (transport: Transport, { report, ...options }: TestOptions = {}): Intercepted =>
  through(transport, (closing) => retryUntil(closing, readRetryOptions(options), report));

const READ = 'soap_CheckPoints';
const SEND = 'soap_SendSms';
const notSent = new ConnectionError('refused', 'not-sent');
const unknown = new ConnectionError('lost', 'unknown');
const tooManyCalls = gatewayError(202, '');
const httpStatus = (status: number): HttpStatusError => new HttpStatusError(`HTTP status ${status}`, status, '');

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-11-21T12:00:00Z');
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  const timers = vi.getTimerCount();
  vi.useRealTimers();
  vi.restoreAllMocks();
  if (timers > 0) throw new Error(`${timers} timers are left`);
});

/** The result of a call after all its pauses. */
async function settled(promise: Promise<unknown>): Promise<unknown> {
  const result = promise.then(
    () => 'good',
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return result;
}

/** Carries one call out over a script, with three attempts and no jitter: each pause is half of the longest. */
async function sendThrough(
  operation: string,
  script: readonly Step[],
  { timeoutMs, ...options }: TestOptions & { readonly timeoutMs?: number } = {},
): Promise<{ readonly result: unknown; readonly transport: ScriptedTransport; readonly pauses: number[] }> {
  const transport = scriptedTransport(...script);
  const retrying = retried(transport, { attempts: 3, ...options });
  const result = await settled(retrying.send(requestFor(operation, { timeoutMs })));
  const pauses = transport.times.slice(1).map((time, index) => time - (transport.times[index] ?? 0));
  return { result, transport, pauses };
}

/** A failure is thrown by the transport, or when the response is decoded. */
const thrown = (error: unknown): Step => ({ fails: error });
const judged = (error: unknown): Step => ({ refused: error });

/** Failures, and whether a read and a change are retried after them. */
const TABLE: readonly (readonly [string, Step, 'read' | '-', 'change' | '-'])[] = [
  ['a connection that was refused', thrown(notSent), 'read', 'change'],
  ['a connection that was lost', thrown(unknown), 'read', '-'],
  ['a time limit before a byte had left', thrown(new TimeoutError('late', 5, 'not-sent')), 'read', 'change'],
  ['a time limit afterwards', thrown(new TimeoutError('late', 5, 'unknown')), 'read', '-'],
  // It would be no better after a pause.
  ['a certificate that is not trusted', thrown(new TlsError('expired')), '-', '-'],
  ["the caller's abort before a byte had left", thrown(new AbortedError('aborted', 'not-sent')), '-', '-'],
  ['a request that is not usable', thrown(new ValidationError('timeoutMs', 'is wrong')), '-', '-'],
  ['an empty response with status 200', judged(httpStatus(200)), 'read', '-'],
  ['a redirect', judged(httpStatus(302)), '-', '-'],
  ['HTTP status 404', judged(httpStatus(404)), '-', '-'],
  ['HTTP status 408', judged(httpStatus(408)), 'read', '-'],
  ['HTTP status 429', judged(httpStatus(429)), 'read', '-'],
  ['HTTP status 503', judged(httpStatus(503)), 'read', '-'],
  ['a response that cannot be decoded', judged(new DecodeError('is missing')), 'read', '-'],
  ['a Fault', judged(new SoapFaultError({ faultCode: 'Server', faultString: 'x' })), '-', '-'],
  ['gateway code 23, whose outcome is not known', judged(gatewayError(23, '')), 'read', '-'],
  ['gateway code 52', judged(gatewayError(52, '')), 'read', 'change'],
  ['gateway code 103', judged(gatewayError(103, '')), '-', '-'],
  ['gateway code 202', judged(gatewayError(202, '')), 'read', 'change'],
  ['gateway code 998, whose outcome is not known', judged(gatewayError(998, '')), 'read', '-'],
  ['an unknown gateway code', judged(gatewayError(12_345, '')), '-', '-'],
  ["a foreign transport's Error", thrown(new Error('of its own')), 'read', '-'],
  ["a foreign transport's nothing", thrown(undefined), 'read', '-'],
];

describe('a retry', () => {
  it.each(TABLE)('after %s', async (_what, step, read, change) => {
    const reading = await sendThrough(READ, [step]);
    const changing = await sendThrough(SEND, [step]);
    expect([reading.transport.requests.length, changing.transport.requests.length]).toEqual([
      read === 'read' ? 2 : 1,
      change === 'change' ? 2 : 1,
    ]);
  });

  it.each(TABLE)('the error of the last attempt is unchanged, after %s', async (_what, step) => {
    const error = typeof step === 'object' && ('fails' in step ? step.fails : step.refused);
    expect((await sendThrough(SEND, [step, step, step])).result).toBe(error);
  });

  it('only the six reading operations are retried after an unknown outcome', async () => {
    const repeated: string[] = [];
    for (const operation of Object.keys(SmsService.operations)) {
      const { transport } = await sendThrough(operation, [thrown(unknown)]);
      if (transport.requests.length > 1) repeated.push(operation);
    }
    expect(Object.keys(SmsService.operations)).toHaveLength(14);
    expect(repeated.sort()).toEqual([
      'soap_CheckPoints',
      'soap_GetGroups',
      'soap_GetNumbers',
      'soap_GetSenders',
      'soap_GetSmsByDate',
      'soap_GetSmsByIds',
    ]);
  });

  it('is decided by the request alone: whether it is idempotent', async () => {
    for (const [operation, idempotent, count] of [
      ['lookUp', true, 2],
      [READ, false, 1],
    ] as const) {
      const transport = scriptedTransport(thrown(unknown));
      await settled(retried(transport).send(requestFor(operation, { idempotent })));
      expect(transport.requests).toHaveLength(count);
    }
  });
});

describe('the number of attempts', () => {
  it('is at most three if the gateway itself responds', async () => {
    const wrong = new DecodeError('is missing');
    const script = Array.from({ length: 9 }, () => judged(wrong));
    const { result, transport } = await sendThrough(READ, script, { attempts: undefined });
    expect([transport.requests.length, result]).toEqual([3, wrong]);
  });
});

describe('the pauses', () => {
  const failing = Array<Step>(9).fill(thrown(unknown));

  it('double, and are at least half of their maximum', async () => {
    const { pauses } = await sendThrough(READ, failing, { attempts: 5 });
    expect(pauses).toEqual([125, 250, 500, 1000]);
  });
});

describe('Retry-After', () => {
  const inSevenSeconds = new Date('2026-11-21T12:00:07Z').toUTCString();
  it.each([
    ['of status 429 for a read, in seconds', READ, httpStatus(429), '7', 7125],
    ['of status 503 for a read, as a date', READ, httpStatus(503), inSevenSeconds, 7125],
    ['of gateway code 202 for a send', SEND, gatewayError(202, ''), '7', 7125],
    ['of gateway code 52, longer than its minute', SEND, gatewayError(52, ''), '90', 90_125],
    ['of gateway code 52, shorter than its minute', SEND, gatewayError(52, ''), '7', 60_125],
    ['in the past', READ, httpStatus(503), 'Sun, 06 Nov 1994 08:49:37 GMT', 125],
    ['that makes no sense', READ, httpStatus(503), 'soon', 125],
  ])('%s', async (_what, operation, refused, header, expected) => {
    const { pauses } = await sendThrough(operation, [{ refused, headers: { 'retry-after': header } }]);
    expect(pauses).toEqual([expected]);
  });

  it('makes no send repeatable that is not', async () => {
    const { transport } = await sendThrough(SEND, [{ refused: httpStatus(503), headers: { 'retry-after': '1' } }]);
    expect(transport.requests).toHaveLength(1);
  });

  it.each([
    ['status 503', READ, httpStatus(503)],
    ['gateway code 202', SEND, gatewayError(202, '')],
  ])('of %s is honoured also through another interceptor', async (_what, operation, refused) => {
    const transport = scriptedTransport({ refused, headers: { 'retry-after': '7' } });
    const [outer, inner] = [retry(), observe({ onEvent: () => undefined })];
    await settled(through(transport, () => (next) => outer(inner(next))).send(requestFor(operation)));
    expect((transport.times[1] ?? 0) - (transport.times[0] ?? 0)).toBe(7125);
  });

  it('beyond the time of the call ends it at once', async () => {
    const refused = httpStatus(503);
    const begin = performance.now();
    const step: Step = { refused, headers: { 'retry-after': '3600' } };
    const { result, transport } = await sendThrough(READ, [step]);
    expect([result, transport.requests.length, performance.now() - begin]).toEqual([refused, 1, 0]);
  });
});

describe('the time of a call', () => {
  const slow =
    (ms: number, error: unknown): Step =>
    async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      throw error;
    };

  it.each([
    [800, undefined, 2],
    [900, undefined, 1],
    // The call has more time than the retries.
    [900, 60_000, 1],
  ])('starts no attempt after maxTotalMs: a failure after %i ms, timeoutMs %s', async (ms, timeoutMs, count) => {
    const options = { maxTotalMs: 1000, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
    const { transport } = await sendThrough(READ, [slow(ms, unknown)], options);
    expect(transport.requests).toHaveLength(count);
  });

  it('is two minutes: the second pause for gateway code 52 does not fit in', async () => {
    const tooMany = judged(gatewayError(52, ''));
    const { transport } = await sendThrough(SEND, [tooMany, tooMany, tooMany]);
    expect(transport.requests).toHaveLength(2);
  });

  it('gives each attempt the rest of timeoutMs', async () => {
    const { transport } = await sendThrough(READ, [slow(300, unknown), slow(200, unknown)], { timeoutMs: 1000 });
    expect(transport.requests.map(({ timeoutMs }) => timeoutMs)).toEqual([1000, 575, 125]);
  });

  it('ends immediately if a pause would leave too little time', async () => {
    const begin = performance.now();
    // A pause of 125 ms would leave 13 of 138, and a tenth of that is 13.8.
    const { result } = await sendThrough(READ, [thrown(unknown)], { timeoutMs: 138 });
    expect([result, performance.now() - begin]).toEqual([unknown, 0]);
  });
});

describe('an outage', () => {
  /** How long a call was tried again, in milliseconds, and how often. */
  async function triedFor(
    operation: string,
    error: unknown,
    options: RetryOptions & { readonly timeoutMs?: number } = {},
  ): Promise<readonly [number, number]> {
    const script = Array.from({ length: 1000 }, () => thrown(error));
    const { transport } = await sendThrough(operation, script, { attempts: undefined, ...options });
    return [(transport.times.at(-1) ?? 0) - (transport.times[0] ?? 0), transport.requests.length];
  }

  it.each<[string, string, unknown]>([
    ['a change whose connection is refused', SEND, notSent],
    ['a read whose connection is lost', READ, unknown],
    ['a read that a proxy answers', READ, httpStatus(503)],
    ["a read with an error of a foreign transport's own", READ, new Error('of its own')],
  ])('is waited out for ten seconds by %s', async (_what, operation, error) => {
    // 125 + 250 + 500 + 9 × 1,000 ms.
    expect(await triedFor(operation, error)).toEqual([9875, 13]);
  });

  it('is waited out by a call that failed late, from its first failure on', async () => {
    const late: Step = () =>
      new Promise((_resolve, reject) => {
        setTimeout(() => reject(unknown), 60_000);
      });
    const script = [late, ...Array.from({ length: 99 }, () => thrown(unknown))];
    const { transport } = await sendThrough(READ, script, { attempts: undefined });
    expect((transport.times.at(-1) ?? 0) - (transport.times[0] ?? 0)).toBe(69_875);
  });

  it.each<[string, RetryOptions & { readonly timeoutMs?: number }, readonly [ms: number, attempts: number]]>([
    ['maxTotalMs, longer than the default', { maxTotalMs: 60_000 }, [59_875, 63]],
    ['the number of attempts', { attempts: 4 }, [875, 4]],
    ['the time of the call, with too little left for another attempt', { timeoutMs: 1974 }, [875, 4]],
    ['three attempts, if the pauses are long', { baseDelayMs: 30_000, maxDelayMs: 30_000 }, [30_000, 3]],
  ])('is waited out within %s', async (_what, options, wanted) => {
    expect(await triedFor(SEND, notSent, options)).toEqual(wanted);
  });
});

it('an attempt that a busy program would begin too late does not begin', async () => {
  const transport = scriptedTransport(thrown(notSent));
  const sent = rejection(retried(transport).send(requestFor(SEND, { timeoutMs: 1000 })));
  await vi.advanceTimersByTimeAsync(100);
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 850);
  await vi.advanceTimersByTimeAsync(25);
  clock.mockRestore();
  expect([await sent, transport.requests.length]).toEqual([notSent, 1]);
});

describe('maxTotalMs', () => {
  it('begins with the first attempt, not with the wait for its turn', async () => {
    const blocking: Step = () => new Promise((resolve) => setTimeout(() => resolve(goodResponse()), 5000));
    const transport = scriptedTransport(blocking, thrown(unknown));
    const both = through(transport, (closing) => {
      const outer = retryUntil(closing, readRetryOptions({ maxTotalMs: 1000 }));
      const inner = new Limiter(closing, readOptions({ maxConcurrency: 1 }, RATE_LIMIT_OPTIONS)).interceptor;
      return (next) => outer(inner(next));
    });
    const first = both.send(requestFor(READ));
    const second = settled(both.send(requestFor(READ)));
    await first;
    expect([await second, transport.requests.length]).toEqual(['good', 3]);
  });
});

describe('the report of a retry', () => {
  it('names the error and the pause', async () => {
    const reported: FailedAttempt[] = [];
    await sendThrough(READ, [thrown(notSent), judged(tooManyCalls)], { report: (failed) => reported.push(failed) });
    expect(reported).toEqual([
      { operation: READ, attempt: 1, delayMs: 125, error: notSent },
      { operation: READ, attempt: 2, delayMs: 250, error: tooManyCalls },
    ]);
  });
});

describe('the end of a call from this side', () => {
  it.each<[string, Step, Outcome, string]>([
    [READ, thrown(notSent), 'not-sent', 'nothing was sent'],
    [READ, thrown(unknown), 'unknown', 'the request may have been carried out'],
    [READ, judged(tooManyCalls), 'rejected', 'the gateway had refused the request'],
    [SEND, judged(tooManyCalls), 'rejected', 'the gateway had refused the request'],
  ])('an abort during a pause of %s is an AbortedError: %o, %s', async (operation, step, outcome, words) => {
    const end = new AbortController();
    const transport = scriptedTransport(step);
    const error = rejection(retried(transport).send(requestFor(operation, { signal: end.signal })));
    await vi.advanceTimersByTimeAsync(50);
    end.abort('enough');
    expect(await error).toMatchObject({
      name: 'AbortedError',
      outcome,
      cause: 'enough',
      operation,
      message: `${operation}: aborted by the caller before the next attempt; ${words}`,
    });
    expect([transport.requests.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('close() during a pause ends the call', async () => {
    const transport = scriptedTransport(thrown(notSent));
    const retrying = retried(transport);
    const error = rejection(retrying.send(requestFor(SEND)));
    await vi.advanceTimersByTimeAsync(50);
    await retrying.close?.();
    expect(await error).toMatchObject({ name: 'AbortedError', outcome: 'not-sent', operation: SEND });
    expect([transport.requests.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('close() during a pause after an error of others keeps of that error what shows nothing of the request', async () => {
    const foreign = Object.assign(new Error('sesame-9'), { code: 'EOTHER', request: { body: 'sesame-9' } });
    const retrying = retried(scriptedTransport({ fails: foreign }));
    const error = rejection(retrying.send(requestFor(READ)));
    await vi.advanceTimersByTimeAsync(50);
    await retrying.close?.();
    const { cause, outcome } = (await error) as AbortedError;
    expect(outcome).toBe('unknown');
    expect(cause).toMatchObject({ name: 'Error', code: 'EOTHER' });
    expect(inspect(cause, { depth: 9, showHidden: true })).not.toContain('sesame-9');
  });

  it('an abort during the second attempt reports the outcome of the first one', async () => {
    const end = new AbortController();
    const transport = scriptedTransport(thrown(unknown), async () => {
      end.abort('enough');
      throw new AbortedError('before its turn', 'not-sent', { cause: 'enough' });
    });
    const sent = retried(transport).send(requestFor(READ, { signal: end.signal }));
    expect(await settled(sent)).toMatchObject({ name: 'AbortedError', outcome: 'unknown', cause: 'enough' });
  });

  it('the response of a second attempt counts if it arrives together with the abort', async () => {
    const end = new AbortController();
    const refusal = gatewayError(103, '');
    const transport = scriptedTransport(thrown(notSent), async () => {
      end.abort('enough');
      throw refusal;
    });
    expect(await settled(retried(transport).send(requestFor(SEND, { signal: end.signal })))).toBe(refusal);
  });
});

describe('the error of a call', () => {
  it.each<[string, string, readonly Step[], Outcome]>([
    ['all attempts refused', READ, [thrown(notSent), thrown(notSent), thrown(notSent)], 'not-sent'],
    ['lost, then refused', READ, [thrown(unknown), thrown(notSent), thrown(notSent)], 'unknown'],
    ['refused, then lost', READ, [thrown(notSent), thrown(unknown), thrown(notSent)], 'unknown'],
    ['refused by code, then not connected', SEND, [judged(tooManyCalls), thrown(notSent), thrown(notSent)], 'rejected'],
    ['lost, then refused by code', READ, [thrown(unknown), judged(gatewayError(103, ''))], 'rejected'],
  ])('%s', async (_what, operation, script, outcome) => {
    expect((await sendThrough(operation, script)).result).toMatchObject({ outcome });
  });

  it('a foreign error is not forgotten for a later one that was not sent', async () => {
    const { result } = await sendThrough(READ, [thrown(undefined), thrown(notSent), thrown(notSent)]);
    expect(isSmsServiceError(result) && result.outcome === 'not-sent').toBe(false);
  });
});

describe('a time limit that a later attempt runs into', () => {
  /** Fails with an error when a time has gone by. */
  const after =
    (ms: number, error: unknown): Step =>
    () =>
      new Promise((_resolve, reject) => {
        setTimeout(() => reject(error), ms);
      });
  const late = new TimeoutError('late', 5, 'unknown');

  it('mentions all attempts in its message, and has the original as its cause', async () => {
    const { result } = await sendThrough(READ, [thrown(unknown), after(5000, late)], { timeoutMs: 5000 });
    expect(result).toMatchObject({
      message: `${READ}: the call took longer than 5000 ms with all its attempts; the request may have been carried out`,
      cause: late,
    });
  });

  it.each<[string, readonly Step[]]>([
    ['of the first attempt', [after(5000, late)]],
    ['of the transport itself, in time', [thrown(unknown), after(1000, late)]],
  ])('is unchanged for a time limit %s', async (_what, script) => {
    // A program has run for a while before its calls begin.
    await vi.advanceTimersByTimeAsync(100_000);
    const { result } = await sendThrough(READ, script, { timeoutMs: 5000, attempts: script.length });
    expect(result).toBe(late);
  });
});

describe('a stream', () => {
  it('is not repeated once it has begun', async () => {
    const { body } = arriving('<a>', new Error('lost'));
    const transport = scriptedTransport(async () => goodResponse({ body }));
    const response = await retried(transport).send(streamFor('soap_GetNumbers'));
    const pieces: string[] = [];
    const read = async (): Promise<void> => {
      for await (const piece of response.body as AsyncIterable<Uint8Array>) pieces.push(Buffer.from(piece).toString());
    };
    expect(await rejection(read())).toMatchObject({ message: 'lost' });
    expect([pieces, transport.requests.length]).toEqual([['<a>'], 1]);
  });

  it('keeps its time for each wait', async () => {
    const transport = scriptedTransport(thrown(unknown));
    await settled(retried(transport).send(streamFor('soap_GetNumbers', { timeoutMs: 1000 })));
    expect(transport.requests.map(({ timeoutMs }) => timeoutMs)).toEqual([1000, 1000]);
  });
});

it('a transport whose promises are not those of this program is waited for, too', async () => {
  const Foreign = runInNewContext('Promise') as PromiseConstructor;
  let sent = 0;
  const transport = { send: () => ((sent += 1) === 1 ? Foreign.reject(unknown) : Foreign.resolve(goodResponse())) };
  const result = await settled(retried(transport).send(requestFor('soap_GetNumbers')));
  expect({ result, sent }).toEqual({ result: 'good', sent: 2 });
});

describe('options', () => {
  it.each([
    ['retry.attempts', { attempts: 0 }],
    ['retry.maxTotalMs', { maxTotalMs: '1' }],
    ['retry.attempt', { attempt: 3 }],
    ['retry', null],
  ])('%s is refused: %j', (path, options) => {
    expect(() => retry(options as never)).toThrow(expect.objectContaining({ name: 'ValidationError', path }));
  });
});
