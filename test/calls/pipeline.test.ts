import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Call, type CallRequest } from '../../src/calls/call.js';
import type { Interceptor } from '../../src/calls/interceptors/interceptor.js';
import { type Decode, type EarlierAttempt, Pipeline } from '../../src/calls/pipeline.js';
import { statusOf } from '../../src/calls/response/error-response.js';
import { ConnectionError, HttpStatusError } from '../../src/errors/errors.js';
import type { Transport } from '../../src/transport/transport.js';
import { rejection } from '../support/collect.js';
import { goodResponse, requestFor, scriptedTransport } from '../support/scripted-transport.js';
import { untyped } from '../support/unreadable.js';

const name = 'soap_CheckPoints';
const decode: Decode<string> = ({ status, body }) => ({
  value: Buffer.from(untyped(body)).toString(),
  status,
  bytes: 7,
});

/** Adds its name to a header on the way down, and to the value on the way up. */
const marking =
  (mark: string): Interceptor =>
  (next) =>
  async (request) => {
    const decoded = await next({ ...request, headers: { marks: (request.headers['marks'] ?? '') + mark } });
    return { ...decoded, value: untyped(`${String(decoded.value)}${mark}`) };
  };

describe('a pipeline', () => {
  it('is the transport and the decoding alone where there are no interceptors', async () => {
    const transport = scriptedTransport();
    const request = requestFor(name);
    expect(await new Pipeline(transport, []).run(request, decode)).toBe('<good/>');
    expect(transport.requests[0]).toBe(request);
  });

  it('goes through the interceptors, the first one outermost', async () => {
    const transport = scriptedTransport();
    const pipeline = new Pipeline(transport, [marking('a'), marking('b'), marking('c')]);
    expect(await pipeline.run(requestFor(name), decode)).toBe('<good/>cba');
    expect(transport.requests[0]?.headers).toEqual({ marks: 'abc' });
  });

  it('waits for a decoding that takes its time', async () => {
    const slow: Decode<string> = async (...given) => decode(...given);
    expect(await new Pipeline(scriptedTransport(), []).run(requestFor(name), slow)).toBe('<good/>');
  });

  it.each<[string, Decode<string>]>([
    ['at once', () => refuse()],
    ['later', async () => refuse()],
  ])('notes in an error from which response it was made, where that is refused %s', async (_when, refusing) => {
    const transport = scriptedTransport(async () => goodResponse({ status: 503, headers: { 'retry-after': '7' } }));
    const error = await rejection(new Pipeline(transport, []).run(requestFor(name), refusing));
    expect(error).toMatchObject({ name: 'HttpStatusError', retryAfterMs: 7000 });
    expect(statusOf(error)).toBe(503);
  });

  it('makes of what others throw an error of this library, when all interceptors have seen it', async () => {
    const foreign = new Error('of its own');
    const seen: unknown[] = [];
    const watching: Interceptor = (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        seen.push(error);
        throw error;
      }
    };
    const error = await rejection(
      new Pipeline(scriptedTransport({ fails: foreign }), [watching]).run(requestFor(name), decode),
    );
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', operation: name });
    expect(error).toMatchObject({ cause: { name: foreign.name } });
    expect(seen).toEqual([foreign]);
  });

  it('refuses what is no response, before it is decoded', async () => {
    const transport: Transport = { send: async () => untyped({ status: 200 }) };
    const decoded = vi.fn(decode);
    const error = await rejection(new Pipeline(transport, []).run(requestFor(name), decoded));
    expect(error).toMatchObject({ name: 'DecodeError', operation: name });
    expect(decoded).not.toHaveBeenCalled();
  });

  function refuse(): never {
    throw new HttpStatusError('HTTP status 503', 503, '');
  }
});

describe('what decodes a response', () => {
  /** Sends the request to each of the addresses until one attempt succeeds. */
  const toEach =
    (...urls: readonly string[]): Interceptor =>
    (next) =>
    async (request) => {
      let failure: unknown;
      for (const url of urls) {
        try {
          return await next({ ...request, url });
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    };
  const tellingOf =
    (told: (readonly [string, readonly EarlierAttempt[]])[], isGood: () => boolean): Decode<string> =>
    (response, { url }, earlier) => {
      told.push([url, earlier]);
      if (!isGood()) throw new HttpStatusError('HTTP status 503', 503, '');
      return decode(response, requestFor(name), earlier);
    };

  it('is told which attempt it answers, and what became of the earlier ones of its call', async () => {
    const told: (readonly [string, readonly EarlierAttempt[]])[] = [];
    const lost = { fails: new ConnectionError('lost', 'unknown') };
    const unsent = { fails: new ConnectionError('refused', 'not-sent') };
    const foreign = { fails: 'no error at all' };
    const transport = scriptedTransport(lost, unsent, foreign, 'good', 'good');
    const pipeline = new Pipeline(transport, [toEach('http://a/', 'http://b/', 'http://c/', 'http://d/', 'http://e/')]);
    await pipeline.run(
      requestFor(name),
      tellingOf(told, () => told.length > 1),
    );
    const before = [
      { url: 'http://a/', outcome: 'unknown' },
      { url: 'http://b/', outcome: 'not-sent' },
      { url: 'http://c/', outcome: 'unknown' },
    ];
    expect(told).toEqual([
      ['http://d/', before],
      ['http://e/', [...before, { url: 'http://d/', outcome: 'unknown' }]],
    ]);
  });

  it('is told of no attempt of another call', async () => {
    const told: (readonly [string, readonly EarlierAttempt[]])[] = [];
    const lost = { fails: new ConnectionError('lost', 'unknown') };
    const pipeline = new Pipeline(scriptedTransport(lost), []);
    await rejection(pipeline.run(requestFor(name), decode));
    await pipeline.run(
      requestFor(name),
      tellingOf(told, () => true),
    );
    expect(told).toEqual([['http://gateway.test/soap', []]]);
  });
});

describe('a call', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const request: CallRequest = {
    method: 'POST',
    target: 'one?two=3',
    headers: { 'x-one': '1' },
    body: Buffer.from('x'),
  };

  /** A call that was opened when the program had run for a while. */
  async function opened(
    timeoutMs?: number,
    signal?: AbortSignal,
    transport: Transport = scriptedTransport(),
  ): Promise<Call> {
    await vi.advanceTimersByTimeAsync(1000);
    return new Call({
      pipeline: new Pipeline(transport, []),
      address: 'http://gateway.test/soap',
      operation: { name, idempotent: true },
      id: 7,
      signal,
      timeoutMs,
    });
  }

  it('sends its request as that of its operation', async () => {
    const transport = scriptedTransport();
    const { signal } = new AbortController();
    await (await opened(50, signal, transport)).run({ ...request, streams: true }, decode);
    expect(transport.requests).toEqual([
      {
        ...request,
        url: 'http://gateway.test/soap/one?two=3',
        operation: name,
        idempotent: true,
        signal,
        timeoutMs: 50,
        callId: 7,
        attempt: 1,
        streams: true,
      },
    ]);
  });

  it('knows until when it may take', async () => {
    expect((await opened(50)).timeLimit).toEqual({ deadline: 1050, timeoutMs: 50 });
    expect((await opened()).timeLimit).toBeUndefined();
  });

  it.each<[string, number | undefined, Partial<CallRequest>, number | undefined]>([
    ['what is left, in whole milliseconds', 100.5, {}, 71],
    ['all of its time for a stream, which has it for each wait', 100, { streams: true }, 100],
    ['no limit where it has none', undefined, {}, undefined],
  ])('that has waited before gives its request %s', async (_what, timeoutMs, more, wanted) => {
    const transport = scriptedTransport();
    const call = await opened(timeoutMs, undefined, transport);
    await vi.advanceTimersByTimeAsync(30);
    call.waited();
    await call.run({ ...request, ...more }, decode);
    expect(transport.requests[0]?.timeoutMs).toBe(wanted);
  });

  it.each([34, 300])(
    'that has waited 30 of %d ms sends its request: a tenth of its time is left',
    async (timeoutMs) => {
      const transport = scriptedTransport();
      const call = await opened(timeoutMs, undefined, transport);
      await vi.advanceTimersByTimeAsync(30);
      call.waited();
      await call.run(request, decode);
      expect(transport.requests).toHaveLength(1);
    },
  );

  it.each([33, 30, 2])('that has waited 30 of %d ms does not send its request', async (timeoutMs) => {
    const transport = scriptedTransport();
    const call = await opened(timeoutMs, undefined, transport);
    await vi.advanceTimersByTimeAsync(30);
    call.waited();
    expect(await rejection(call.run(request, decode))).toMatchObject({
      message: `${name}: what the request is made of came too late for the limit of ${timeoutMs} ms; nothing was sent`,
      timeoutMs,
      outcome: 'not-sent',
    });
    expect(transport.requests).toHaveLength(0);
  });

  it('that has waited tells its request the limit that the caller has set', async () => {
    const transport = scriptedTransport();
    const call = await opened(100, undefined, transport);
    call.waited();
    await call.run(request, decode);
    expect(transport.requests[0]?.timeLimit).toEqual({ deadline: 1100, timeoutMs: 100 });
  });

  it('that has not waited gives its request its time as it is', async () => {
    const transport = scriptedTransport();
    const call = await opened(100.5, undefined, transport);
    await vi.advanceTimersByTimeAsync(30);
    await call.run(request, decode);
    expect(transport.requests[0]?.timeoutMs).toBe(100.5);
  });

  it('fails with an error of this library', async () => {
    const error = new ConnectionError('lost', 'unknown');
    const call = await opened(50, undefined, scriptedTransport({ fails: error }));
    expect(await rejection(call.run(request, decode))).toBe(error);
  });
});
