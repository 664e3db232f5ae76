import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { httpSettings } from '../../../src/transport/http/http-options.js';
import { nodeTransport } from '../../../src/transport/http/node-exchange.js';
import type { Route } from '../../../src/transport/http/route.js';
import type { TransportRequest, TransportResponse } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { requestFor } from '../../support/scripted-transport.js';
import { useTestClock } from '../../support/test-clock.js';
import { untyped } from '../../support/unreadable.js';

const closedAtEnd = useTestClock();

const operation = 'soap_CheckPoints';
const PROXY = 'proxy.test:3128';

/** The properties of a socket that the transport reads. */
class TestSocket extends EventEmitter {
  writable = true;
  connecting = true;
  destroyed = false;
  bytesWritten = 0;
  bytesRead = 0;
  declare secureConnecting?: boolean;

  constructor(more: Partial<TestSocket> = {}) {
    super();
    Object.assign(this, more);
  }
}

/** A request of `node:http` that the test steers. */
class Outgoing extends EventEmitter {
  reusedSocket = false;
  writableFinished = true;
  destroyed = false;
  readonly options: object;
  /** The written body, or undefined before the write. */
  written: unknown[] | undefined;

  constructor(options: object) {
    super();
    this.options = options;
  }

  end(body: unknown): void {
    this.written = [body];
  }

  destroy(): void {
    this.destroyed = true;
  }

  /** The agent gives a connection. */
  connect(more: Partial<TestSocket> = {}): TestSocket {
    const socket = new TestSocket(more);
    this.emit('socket', socket);
    return socket;
  }

  respond(statusCode: number | undefined, headers: Record<string, unknown> = {}): PassThrough {
    const incoming = Object.assign(new PassThrough(), { statusCode, headers });
    this.emit('response', incoming);
    return incoming;
  }
}

interface Started {
  readonly response: Promise<TransportResponse>;
  /** The requests of `node:http`, in their order. */
  readonly outgoing: readonly Outgoing[];
  /** The last of them. */
  last(): Outgoing;
}

/** Starts a call on a route of the test's own. */
function started(
  more: Partial<TransportRequest> = {},
  way: Partial<Route> = {},
  ask: (count: number) => void = () => undefined,
): Started {
  const outgoing: Outgoing[] = [];
  const request = (options: object): Outgoing => {
    ask(outgoing.length);
    const made = new Outgoing(options);
    outgoing.push(made);
    return made;
  };
  const options = { hostname: 'gateway.test', path: '/soap' };
  const route: Route = untyped({
    ...{ secure: false, proxy: undefined, headers: {}, callHeaders: { 'x-own': '1' }, options, request },
    ...way,
  });
  const settings = httpSettings({ connectTimeoutMs: 100 }, {});
  const ways = { to: () => route, close: () => undefined };
  const response = closedAtEnd(nodeTransport(settings, () => ways)).send(requestFor(operation, more));
  response.catch(() => undefined);
  return { response, outgoing, last: () => outgoing.at(-1) ?? new Outgoing({}) };
}

const STANDS = { connecting: false };
const USED = { connecting: false, bytesWritten: 100 };

/** Waits for a few turns of the event loop. */
async function turns(): Promise<void> {
  for (let count = 0; count < 3; count++) await setImmediate();
}

describe('a connection that is being made', () => {
  it.each<[string, Partial<Route>, string]>([
    ['to the server', {}, 'connecting to gateway.test took longer than 100 ms; nothing was sent'],
    [
      'through a proxy',
      { proxy: { name: PROXY, role: 'tunnel' } },
      `connecting to gateway.test through the proxy ${PROXY} took longer than 100 ms; nothing was sent`,
    ],
  ])('%s may take its time and no more', async (_what, way, words) => {
    const { response, last } = started({}, way);
    last().connect();
    await vi.advanceTimersByTimeAsync(99);
    expect(last().destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await rejection(response)).toMatchObject({
      name: 'TimeoutError',
      outcome: 'not-sent',
      timeoutMs: 100,
      message: `${operation}: ${words}`,
    });
    expect(last().destroyed).toBe(true);
  });

  it.each([
    [40, 40],
    [400, 100],
  ])('with connectTimeoutMs %d of the request is limited to %d ms', async (input, wanted) => {
    const { response, last } = started({ connectTimeoutMs: input });
    last().connect();
    await vi.advanceTimersByTimeAsync(wanted - 1);
    expect(last().destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await rejection(response)).toMatchObject({ outcome: 'not-sent', timeoutMs: wanted });
  });

  it('of TLS is not established before the handshake', async () => {
    const { response, last } = started({}, { secure: true });
    const socket = last().connect({ connecting: false, secureConnecting: true });
    socket.emit('connect');
    await vi.advanceTimersByTimeAsync(100);
    expect(await rejection(response)).toMatchObject({ name: 'TimeoutError', outcome: 'not-sent' });
  });

  it('ends without a response and without an error: the call has failed', async () => {
    const { response, last } = started();
    last().connect(STANDS);
    last().emit('close');
    expect(await rejection(response)).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });
});

describe('a connection that was used before', () => {
  it.each<[string, boolean, Partial<TestSocket>]>([
    ['as node:http says', true, { connecting: false }],
    ['as what was written to it says', false, USED],
  ])('is written to when all that has come on it has been read: %s', async (_what, reusedSocket, more) => {
    const { response, last } = started();
    last().reusedSocket = reusedSocket;
    last().connect(more);
    expect(last().written).toBeUndefined();
    await turns();
    expect(last().written).toEqual([Buffer.from('<request/>')]);
    last().emit('error', Object.assign(new Error('x'), { code: 'ECONNRESET' }));
    expect(await rejection(response)).toMatchObject({
      outcome: 'unknown',
      message: expect.stringContaining('the server closed the idle connection while the request was sent'),
    });
  });

  it.each<[string, (outgoing: Outgoing, socket: TestSocket) => void]>([
    ['something comes on it', (_outgoing, socket) => (socket.bytesRead += 1)],
    ['it is closed', (_outgoing, socket) => (socket.destroyed = true)],
    ['it fails', (outgoing) => outgoing.emit('error', new Error('x'))],
    ['a response comes to nothing', (outgoing) => outgoing.respond(200)],
    ['it ends', (outgoing) => outgoing.emit('close')],
  ])('is left for another one when %s before it is written to', async (_what, happen) => {
    const { response, outgoing, last } = started();
    const [first] = outgoing;
    happen(last(), last().connect(USED));
    await turns();
    expect([outgoing.length, first?.destroyed, first?.written]).toEqual([2, true, undefined]);
    // Later events of the unused connection have no effect.
    first?.emit('close');
    first?.emit('error', new Error('x'));
    last().connect(STANDS);
    last().respond(204).end();
    expect(await response).toMatchObject({ status: 204 });
    expect(outgoing).toHaveLength(2);
  });

  it('is asked for nine times at most', async () => {
    const { response, outgoing, last } = started();
    for (let count = 0; count < 20; count++) {
      last().connect(USED);
      last().emit('error', new Error('x'));
    }
    expect(outgoing).toHaveLength(9);
    expect(await rejection(response)).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      operation,
      message: `${operation}: the idle connections of the agent were not usable; nothing was sent`,
    });
  });
});

describe('what a proxy says itself', () => {
  const FORWARD: Partial<Route> = { proxy: { name: PROXY, role: 'forward' } };
  const squid = (error: string, lookup: string): Record<string, string> => ({
    'x-squid-error': `${error} 0`,
    'x-cache-lookup': `${lookup} from squid.test:3128`,
  });
  const tinyproxy = { server: 'tinyproxy/1.11.1' };

  it.each<[string, number, Record<string, string>, boolean]>([
    ['squid, for its rules', 403, squid('ERR_ACCESS_DENIED', 'NONE'), false],
    ['squid, for a closed port', 503, squid('ERR_CONNECT_FAIL', 'MISS'), true],
    ['tinyproxy, for its rules', 403, tinyproxy, false],
    ['tinyproxy, for a wrong password', 401, tinyproxy, false],
  ])('is a ConnectionError that names the proxy: %s', async (_whose, status, headers, retryable) => {
    for (const [way, whose] of [[FORWARD, PROXY] as const, [{}, 'on the way'] as const]) {
      const { response, last } = started({}, way);
      last().connect(STANDS);
      last().respond(status, headers);
      expect(await rejection(response)).toMatchObject({
        name: 'ConnectionError',
        outcome: 'not-sent',
        retryable,
        operation,
        message: expect.stringContaining(
          `no connection to gateway.test: the proxy ${whose} refused with HTTP status ${status}`,
        ),
      });
      expect(last().destroyed).toBe(true);
    }
  });

  it.each<[string, number, Partial<Route>, Record<string, string>]>([
    ['another status', 403, FORWARD, {}],
    ['the server behind a tunnel', 407, { proxy: { name: PROXY, role: 'tunnel' } }, {}],
    ['no proxy', 407, {}, {}],
    // The request has been forwarded.
    ['squid, which refuses the response', 403, FORWARD, squid('ERR_ACCESS_DENIED', 'MISS')],
    ['squid, without a lookup header', 403, FORWARD, { 'x-squid-error': 'ERR_ACCESS_DENIED 0' }],
    ['the server behind tinyproxy', 403, FORWARD, { ...tinyproxy, via: '1.1 vm (tinyproxy/1.11.1)' }],
    ['a server on https', 403, { secure: true }, squid('ERR_ACCESS_DENIED', 'NONE')],
    ['a server that succeeds', 200, FORWARD, { ...tinyproxy, ...squid('ERR_CONNECT_FAIL', 'NONE') }],
  ])('is not what has come by %s', async (_what, status, way, headers) => {
    const { response, last } = started({}, way);
    last().connect(STANDS);
    last().respond(status, headers).end();
    expect(await response).toMatchObject({ status });
  });
});
