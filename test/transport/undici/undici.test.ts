import { channel } from 'node:diagnostics_channel';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Watch, watchResponse } from '../../../src/transport/http/watch.js';
import type { Transport, TransportRequest } from '../../../src/transport/transport.js';
import { LARGE_BODY, LargeBody, type UndiciDispatcher, undiciTransport } from '../../../src/transport/undici/undici.js';
import { collect, rejection } from '../../support/collect.js';
import { requestFor } from '../../support/scripted-transport.js';
import { useTestClock } from '../../support/test-clock.js';
import { throwing, untyped } from '../../support/unreadable.js';

const operation = 'soap_CheckPoints';
type Dispatched = Parameters<UndiciDispatcher['dispatch']>;
type Controller = Parameters<Dispatched[1]['onRequestStart']>[0];

/** A pool that records its requests and sends nothing. */
interface TestPool {
  readonly transport: Transport;
  /** The options of the last request. */
  options(): Dispatched[0];
  handler(): Dispatched[1];
  /** How many times it was asked. */
  count(): number;
  /** Controls a request and records the calls of its methods. */
  readonly controller: Controller;
  readonly reported: string[];
}

function testPool(dispatch?: () => unknown): TestPool {
  const dispatched: Dispatched[] = [];
  const reported: string[] = [];
  const pool = {
    dispatch: (...args: Dispatched) => {
      dispatched.push(args);
      return dispatch === undefined ? true : dispatch();
    },
  };
  const last = (): Dispatched => {
    const args = dispatched.at(-1);
    if (args === undefined) throw new Error('nothing was dispatched');
    return args;
  };
  return {
    transport: undiciTransport(untyped(pool)),
    options: () => last()[0],
    handler: () => last()[1],
    count: () => dispatched.length,
    reported,
    controller: {
      abort: () => void reported.push('abort'),
      pause: () => void reported.push('pause'),
      resume: () => void reported.push('resume'),
    },
  };
}

/** Sends a request, and leaves it to the test what becomes of it. */
function sent(pool: TestPool, more: Partial<TransportRequest> = {}): ReturnType<Transport['send']> {
  const response = pool.transport.send(requestFor(operation, more));
  response.catch(() => undefined);
  return response;
}

const textOf = (body: unknown): string => Buffer.from(body as Uint8Array).toString();

describe('what undici is given', () => {
  it('is the request, without timeouts of undici', async () => {
    const pool = testPool();
    const body = Buffer.from('<a/>');
    void sent(pool, {
      url: 'https://gw.test:8443/soap/x?a=1#top',
      headers: { 'x-one': '1', 'user-agent': 'mine' },
      body,
    });
    expect(pool.options()).toEqual({
      origin: 'https://gw.test:8443',
      path: '/soap/x?a=1',
      method: 'POST',
      headers: { 'accept-encoding': 'gzip, deflate', 'user-agent': 'mine', 'x-one': '1' },
      body,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    await pool.transport.close?.();
  });

  it('is a large body as a stream with its length, and a smaller one as it is', async () => {
    const pool = testPool();
    for (const [size, isStream] of [
      [LARGE_BODY - 1, false],
      [LARGE_BODY, true],
    ] as const) {
      void sent(pool, { body: Buffer.alloc(size) });
      expect(pool.options().body instanceof LargeBody).toBe(isStream);
      expect(pool.options().headers['content-length']).toBe(isStream ? '65536' : undefined);
    }
    await pool.transport.close?.();
  });
});

describe('responses of undici', () => {
  it('of an interim response is not the response', async () => {
    const pool = testPool();
    const response = sent(pool, { streams: true });
    const { controller, handler } = pool;
    for (const status of [100, 103, 199]) handler().onResponseStart(controller, status, {});
    handler().onResponseStart(controller, 204, {});
    handler().onResponseEnd();
    const { status, body } = await response;
    expect([status, await collect(body as AsyncIterable<Uint8Array>)]).toEqual([204, []]);
  });
});

describe('a call over undici that is ended', () => {
  it('before it has a connection stops its request when it gets one: nothing was sent', async () => {
    const pool = testPool();
    const response = sent(pool);
    await pool.transport.close?.();
    expect(await rejection(response)).toMatchObject({ name: 'AbortedError', outcome: 'not-sent' });
    pool.handler().onRequestStart(pool.controller);
    expect(pool.reported).toEqual(['abort']);
  });
});

describe('a dispatcher of others', () => {
  it('may promise, and fail', async () => {
    const pool = testPool(() => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })));
    expect(await rejection(sent(pool))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      message: expect.stringContaining('could not connect to gateway.test: no server listens on this port'),
    });
  });
});

describe('a transport over undici', () => {
  it.each<[string, unknown, unknown]>([
    ['pool: must be a dispatcher of undici (dispatch() is missing)', undefined, {}],
    ['pool: cannot be read', throwing('dispatch', {}), {}],
    ['timeoutMs: must be a number above zero', { dispatch: () => true }, { timeoutMs: 0 }],
    [
      'headers: is unknown. Known names: timeoutMs, maxResponseBytes, maxStreamBytes',
      { dispatch: () => true },
      { headers: {} },
    ],
    ['options: must be an object', { dispatch: () => true }, null],
  ])('is refused: %s', (message, pool, options) => {
    expect(() => undiciTransport(untyped(pool), untyped(options))).toThrow(
      expect.objectContaining({ name: 'ValidationError', message, path: message.split(': ')[0] }),
    );
  });
});

describe('the time to connect', () => {
  const closedAtEnd = useTestClock();

  it('ends a request without a connection after connectTimeoutMs', async () => {
    const pool = testPool();
    const error = rejection(closedAtEnd(pool.transport).send(requestFor(operation, { connectTimeoutMs: 40 })));
    await vi.advanceTimersByTimeAsync(40);
    expect(await error).toMatchObject({
      name: 'TimeoutError',
      outcome: 'not-sent',
      timeoutMs: 40,
      message: `${operation}: connecting to ${new URL(requestFor(operation).url).host} took longer than 40 ms; nothing was sent`,
    });
  });
});

describe('a connection behind whose last response more may come', () => {
  const RESPONSE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

  /** Such a connection, and the watch over what comes on it. */
  function occupied(): { socket: PassThrough; earlier: Watch } {
    const socket = new PassThrough();
    const earlier = watchResponse(socket, false, () => true);
    socket.emit('data', Buffer.from(RESPONSE));
    void earlier.settled();
    return { socket, earlier };
  }

  /** A request that gets a connection of the pool; undici publishes it in the same turn. */
  function written(pool: TestPool, socket: PassThrough): void {
    pool.handler().onRequestStart(pool.controller);
    channel('undici:client:sendHeaders').publish({ socket });
  }

  function answered(pool: TestPool): void {
    pool.handler().onResponseStart(pool.controller, 200, {});
    pool.handler().onResponseData(pool.controller, Buffer.from('ok'));
    pool.handler().onResponseEnd();
  }

  const broken = (pool: TestPool): void =>
    pool.handler().onResponseError(pool.controller, Object.assign(new Error('x'), { code: 'UND_ERR_SOCKET' }));

  it('is not written to until nothing has come', async () => {
    const pool = testPool();
    const response = sent(pool);
    const { socket, earlier } = occupied();
    written(pool, socket);
    expect(socket.writableCorked).toBe(1);
    earlier.leave();
    await turn();
    expect([socket.writableCorked, socket.destroyed, pool.count()]).toEqual([0, false, 1]);
    socket.emit('data', Buffer.from(RESPONSE));
    answered(pool);
    const { body, certainty } = await response;
    expect([textOf(body), certainty?.doubt('done')]).toEqual(['ok', undefined]);
    // It is watched from now on for this request.
    socket.emit('data', Buffer.from('H'));
    expect(certainty?.doubt('done')).toBe('the connection delivered more than one response');
  });

  it('is given up eight times by one call, and then nothing was sent', async () => {
    const pool = testPool();
    const error = rejection(sent(pool));
    for (let count = 1; count <= 9; count++) {
      expect(pool.count()).toBe(count);
      written(pool, occupied().socket);
      broken(pool);
      await turn();
    }
    expect(await error).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent' });
    expect(pool.count()).toBe(9);
  });
});

describe('a call after a standstill of the process', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is not dispatched if it was aborted in the meantime', async () => {
    const pool = testPool();
    vi.advanceTimersByTime(500);
    const caller = new AbortController();
    const response = sent(pool, { signal: caller.signal });
    caller.abort();
    for (let count = 0; count < 3; count++) await turn();
    expect(pool.count()).toBe(0);
    expect(await rejection(response)).toMatchObject({ name: 'AbortedError', outcome: 'not-sent' });
  });
});
