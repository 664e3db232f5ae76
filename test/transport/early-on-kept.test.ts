import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TransportRequest, TransportResponse } from '../../src/calls/index.js';
import { rejection } from '../support/collect.js';
import { type MakeTransport, overHttp, overUndici } from '../support/http-transports.js';

/** More than the buffers of both systems hold. */
const LARGE = Buffer.alloc(24_000_000, 'x');
const FIRST = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes';
const HEAD = 'HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\n';

/**
 * A server that answers a small request, and begins to answer a large one at its first byte.
 *
 * @param reads - whether it ends its response after it has read the complete large request
 */
async function startServer(reads: boolean): Promise<string> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    let text = '';
    let remaining = -1;
    socket.on('data', async (piece: Buffer) => {
      if (remaining >= 0) {
        remaining -= piece.length;
        if (remaining === 0) socket.write('no!');
        return;
      }
      text += piece.toString('latin1');
      if (text.endsWith('\r\n\r\nsmall')) {
        text = '';
        socket.write(FIRST);
        return;
      }
      const head = text.indexOf('\r\n\r\n');
      if (head === -1) return;
      remaining = LARGE.length - (text.length - head - 4);
      socket.pause();
      socket.write(reads ? HEAD : `${HEAD}no!`);
      // The client reads this before the server reads the request.
      if (reads) setTimeout(() => socket.resume(), 30);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe.each<[string, MakeTransport]>([
  ['node:http', overHttp],
  ['undici', overUndici],
])('over %s, a response that begins before its request was written', (_name, make) => {
  async function sends(
    reads: boolean,
  ): Promise<(body: Uint8Array, more?: Partial<TransportRequest>) => Promise<TransportResponse>> {
    const url = await startServer(reads);
    const transport = make(url, { connections: 1 });
    const request = { method: 'POST', url, operation: 'soap_SendSms', idempotent: false, headers: {} } as const;
    return (body, more = {}) => transport.send({ ...request, body, timeoutMs: 5000, ...more });
  }

  const small = Buffer.from('small');

  it('on a reused connection, to an unwritten request: only a refusal is accepted', async () => {
    const send = await sends(false);
    await send(small);
    const { status, certainty } = await send(LARGE);
    expect(status).toBe(413);
    expect(certainty?.doubt('refused')).toBeUndefined();
    expect(certainty?.doubt('done')).toBe('it began before the request was sent');
  });

  it('on a reused connection, to a request that was then written: the outcome is unknown', async () => {
    const send = await sends(true);
    await send(small);
    expect(await rejection(send(LARGE))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
      message:
        'soap_SendSms: the response may be that of another request: it began before the request was sent; ' +
        'the request may have been carried out',
    });
  });

  it.each([true, false])('on a new connection: it is the server that has decided (read: %s)', async (reads) => {
    const send = await sends(reads);
    const { status, body, certainty } = await send(LARGE);
    expect([status, String(body)]).toEqual([413, 'no!']);
    expect([certainty?.doubt('refused'), certainty?.doubt('done')]).toEqual([undefined, undefined]);
  });
});
