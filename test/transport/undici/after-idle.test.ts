import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { undiciTransport } from '../../../src/calls/index.js';
import { afterIdle } from '../../../src/transport/undici/undici-signals.js';
import { requestFor } from '../../support/scripted-transport.js';

const none = (): void => undefined;
const standStill = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const turns = async (): Promise<void> => {
  for (let count = 0; count < 3; count++) await new Promise(setImmediate);
};

describe('what is run', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['at once within half a second', 499, ['act', 'timer']],
    ['after timers that are due, later', 500, ['timer', 'act']],
  ])('is run %s', async (_when, ms, expected) => {
    const run = afterIdle();
    const order: string[] = [];
    setTimeout(() => order.push('timer'), 1);
    standStill(5);
    vi.advanceTimersByTime(ms);
    run(() => order.push('act'), none);
    await turns();
    expect(order).toEqual(expected);
  });

  it('waits like the first one while that does, and no longer', async () => {
    const run = afterIdle();
    const order: string[] = [];
    vi.advanceTimersByTime(500);
    run(() => order.push('first'), none);
    run(() => order.push('second'), none);
    expect(order).toEqual([]);
    await turns();
    run(() => order.push('third'), none);
    expect(order).toEqual(['first', 'second', 'third']);
  });
});

describe('a pool after a standstill of the process', () => {
  it('gives no connection that has been idle too long', async () => {
    const ports = new Set<number | undefined>();
    const server = http.createServer((request, response) => {
      ports.add(request.socket.remotePort);
      response.setHeader('keep-alive', 'timeout=60');
      response.end('yes');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const pool = new Pool(url, { keepAliveTimeout: 100, keepAliveMaxTimeout: 100 });
    onTestFinished(async () => {
      await pool.destroy();
      server.close();
    });
    const transport = undiciTransport(pool);
    await transport.send(requestFor('soap_CheckPoints', { url }));
    await turns();
    standStill(600);
    await transport.send(requestFor('soap_CheckPoints', { url }));
    expect(ports.size).toBe(2);
  });
});
