import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from './fault.js';
import { FaultProxy } from './fault-proxy.js';

const REQUEST = 'POST / HTTP/1.1\r\ncontent-length: 5\r\n\r\nhello';
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nyes';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A gateway that records all bytes and answers each complete request. */
async function setUp(): Promise<{ readonly proxy: FaultProxy; readonly got: () => string; readonly port: number }> {
  let got = '';
  const gateway = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      got += piece.toString('latin1');
      if (got.endsWith('hello')) socket.write(ANSWER);
    });
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const proxy = new FaultProxy((gateway.address() as AddressInfo).port);
  await proxy.listen();
  cleanups.push(async () => {
    await proxy.close();
    gateway.close();
  });
  return { proxy, got: () => got, port: Number(new URL(proxy.url).port) };
}

/** Sends the request and waits until the connection ends, or for a moment. */
async function ask(port: number, forMs = 1000): Promise<{ readonly text: string; readonly end: string }> {
  const socket: Socket = net.connect(port, '127.0.0.1');
  let text = '';
  let end = 'open';
  socket.on('data', (piece) => {
    text += piece.toString('latin1');
  });
  socket.on('end', () => {
    end = 'closed';
  });
  socket.on('error', (error) => {
    end = String((error as NodeJS.ErrnoException).code);
  });
  socket.write(REQUEST);
  await Promise.race([once(socket, 'close').catch(() => undefined), wait(forMs)]);
  socket.destroy();
  return { text, end };
}

describe('the fault proxy', () => {
  it.each<[string, Fault, string, { text: string; end: string }]>([
    ['nothing before the first byte', { cutRequestAt: 0, ending: 'close' }, '', { text: '', end: 'closed' }],
    [
      'a part of the request',
      { cutRequestAt: 7, ending: 'reset' },
      REQUEST.slice(0, 7),
      { text: '', end: 'ECONNRESET' },
    ],
    [
      'the request, and a part of the response',
      { cutResponseAt: 9, ending: 'close' },
      REQUEST,
      { text: ANSWER.slice(0, 9), end: 'closed' },
    ],
    [
      'all of it in portions',
      { requestPortions: { bytes: 3, pauseMs: 0 }, responsePortions: { bytes: 1, pauseMs: 0 }, ending: 'close' },
      REQUEST,
      { text: ANSWER, end: 'closed' },
    ],
    [
      'nothing, with a replaced response',
      { withheld: true, response: () => Buffer.from('no'), ending: 'close' },
      '',
      { text: 'no', end: 'closed' },
    ],
  ])('lets through %s', async (_what, fault, forwarded, seen) => {
    const { proxy, got, port } = await setUp();
    proxy.next(fault);
    expect(await ask(port)).toEqual(seen);
    await wait(10);
    expect(got()).toBe(forwarded);
    expect(proxy.exchanges).toEqual([
      expect.objectContaining({
        received: REQUEST.length,
        forwarded: forwarded.length,
        isWhole: forwarded === REQUEST,
        returned: seen.text.length,
      }),
    ]);
  });

  it('keeps silent with the connection open', async () => {
    const { proxy, port } = await setUp();
    proxy.next({ cutResponseAt: 4, ending: 'silence' });
    expect(await ask(port, 100)).toEqual({ text: ANSWER.slice(0, 4), end: 'open' });
  });

  it('refuses connections on request', async () => {
    const { proxy, port } = await setUp();
    await proxy.refuse();
    expect(await ask(port)).toEqual({ text: '', end: 'ECONNREFUSED' });
    await proxy.listen();
    expect((await ask(port, 100)).text).toBe(ANSWER);
  });

  it('ends a connection as soon as it is made', async () => {
    const { proxy, port, got } = await setUp();
    proxy.nextConnections('reset');
    expect((await ask(port)).text).toBe('');
    expect(got()).toBe('');
    expect(proxy.exchanges).toEqual([]);
  });
});
