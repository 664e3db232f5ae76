import { once } from 'node:events';
import type http from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type HttpTransportOptions, httpTransport, type Transport } from '../../../src/calls/index.js';
import { serve } from '../../support/http-server.js';
import { startRawServer } from '../../support/raw-server.js';
import { requestFor } from '../../support/scripted-transport.js';

/** Sends a request and reads its response. */
type Send = (idempotent?: boolean) => Promise<number>;

function sendTo(url: string, options: HttpTransportOptions): Send {
  const transport: Transport = httpTransport(options);
  onTestFinished(() => transport.close?.());
  return async (idempotent = true) =>
    (await transport.send(requestFor('soap_CheckPoints', { url, idempotent }))).status;
}

interface Server {
  readonly send: Send;
  /** The connection of each request, counted from 1, and its header `connection`. */
  readonly seen: readonly { readonly connection: number; readonly header: string | undefined }[];
}

/** A server that answers at once, or when the test lets it. */
async function started(options: HttpTransportOptions = {}, listener?: http.RequestListener): Promise<Server> {
  const seen: { connection: number; header: string | undefined }[] = [];
  const sockets: unknown[] = [];
  const { url, server } = await serve((request, response) => {
    if (!sockets.includes(request.socket)) sockets.push(request.socket);
    seen.push({ connection: sockets.indexOf(request.socket) + 1, header: request.headers.connection });
    if (listener === undefined) response.end('yes');
    else listener(request, response);
  });
  // The server sends no keep-alive time and keeps connections open.
  server.keepAliveTimeout = 0;
  return { send: sendTo(url, options), seen };
}

const connections = ({ seen }: Server): readonly number[] => seen.map(({ connection }) => connection);

/** Advances the clock without running timers, as if the process had been suspended. */
const pass = (ms: number): unknown => vi.advanceTimersByTime(ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an idle connection', () => {
  it.each([
    [3999, [1, 1]],
    [4000, [1, 2]],
  ])('after a standstill of %s ms', async (ms, expected) => {
    const server = await started();
    await server.send();
    pass(ms);
    await server.send();
    expect(connections(server)).toEqual(expected);
  });

  it('is not used after a suspension of the machine', async () => {
    const server = await started();
    await server.send();
    vi.setSystemTime(Date.now() + 4000);
    await server.send();
    expect(connections(server)).toEqual([1, 2]);
  });
});

describe('an idle connection that is not requested', () => {
  const open = (server: http.Server): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] });
  });

  it.each<[string, HttpTransportOptions]>([
    ['idleTimeoutMs', { idleTimeoutMs: 3000 }],
    ['maxConnectionAgeMs', { idleTimeoutMs: 9000, maxConnectionAgeMs: 3000 }],
  ])('is closed after %s, each when its own time is over', async (_which, options) => {
    const waiting: (() => void)[] = [];
    const { url, server } = await serve((_request, response) => void waiting.push(() => response.end('yes')));
    server.keepAliveTimeout = 0;
    const send = sendTo(url, options);
    const first = send();
    await expect.poll(() => waiting.length).toBe(1);
    pass(1000);
    const second = send();
    await expect.poll(() => waiting.length).toBe(2);
    for (const end of waiting) end();
    await Promise.all([first, second]);
    const isByAge = options.maxConnectionAgeMs !== undefined;
    pass(isByAge ? 1999 : 2999);
    expect(await open(server)).toBe(2);
    pass(1);
    await expect.poll(() => open(server)).toBe(isByAge ? 1 : 0);
    if (isByAge) pass(1000);
    await expect.poll(() => open(server)).toBe(0);
  });

  it('is closed when unrequested data arrives', async () => {
    const sockets: Socket[] = [];
    const server = await started({}, (request, response) => {
      sockets.push(request.socket);
      response.end('yes');
    });
    await server.send();
    sockets[0]?.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    await once(sockets[0] as Socket, 'close');
    await server.send();
    expect(connections(server)).toEqual([1, 2]);
  });
});

describe('a server with a Keep-Alive header', () => {
  const answering = (header: string): Uint8Array =>
    Buffer.from(`HTTP/1.1 200 OK\r\nKeep-Alive: ${header}\r\nContent-Length: 2\r\n\r\nOK`);

  it.each<[string, number, boolean]>([
    ['timeout=3', 1999, true],
    ['timeout=3', 2000, false],
    ['timeout=0', 0, false],
    ['timeout=60', 3999, true],
    ['timeout=60', 4000, false],
    ['mytimeout=1', 3999, true],
    ['timeout=', 3999, true],
  ])('by %s: after %s ms the connection is used again: %s', async (header, ms, isUsed) => {
    let connected = 0;
    const server = await startRawServer(
      () => answering(header),
      'keep',
      () => (connected += 1),
    );
    onTestFinished(() => server.close());
    const send = sendTo(server.url, {});
    await send();
    pass(ms);
    await send();
    expect(connected).toBe(isUsed ? 1 : 2);
  });
});

describe('a connection that is always busy', () => {
  it('is followed by a new one after maxConnectionAgeMs', async () => {
    const server = await started({ maxConnectionAgeMs: 3000 });
    for (let second = 0; second < 7; second++) {
      await server.send();
      pass(1000);
    }
    expect(connections(server)).toEqual([1, 1, 1, 2, 2, 2, 3]);
  });

  it('is not given to a call that waits for one when it is too old', async () => {
    const server = await started({ maxConnectionAgeMs: 3000, maxSockets: 1 }, (_request, response) => {
      pass(2000);
      response.end('yes');
    });
    expect(await Promise.all([server.send(), server.send(), server.send()])).toEqual([200, 200, 200]);
    expect(connections(server)).toEqual([1, 1, 2]);
  });
});

describe('freshConnectionForWrites', () => {
  it('opens a connection for each change, and reuses one for reads', async () => {
    const server = await started({ freshConnectionForWrites: true });
    for (const idempotent of [true, false, true, false, true]) await server.send(idempotent);
    expect(server.seen).toEqual([
      { connection: 1, header: 'keep-alive' },
      { connection: 2, header: 'close' },
      { connection: 1, header: 'keep-alive' },
      { connection: 3, header: 'close' },
      { connection: 1, header: 'keep-alive' },
    ]);
  });

  it('opens no more of them at once than maxSockets, and never uses one for two', async () => {
    let [open, most] = [0, 0];
    const server = await started({ freshConnectionForWrites: true, maxSockets: 3 }, (_request, response) => {
      most = Math.max(most, (open += 1));
      setTimeout(() => {
        open -= 1;
        response.end('yes');
      }, 5);
    });
    await Promise.all(Array.from({ length: 12 }, () => server.send(false)));
    expect(connections(server)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(most).toBe(3);
  });
});
