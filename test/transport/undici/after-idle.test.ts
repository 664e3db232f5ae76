import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { undiciTransport } from '../../../src/calls/index.js';
import { requestFor } from '../../support/scripted-transport.js';

const standStill = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const turns = async (): Promise<void> => {
  for (let count = 0; count < 3; count++) await new Promise(setImmediate);
};

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
