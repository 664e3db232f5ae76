import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { httpTransport, type Transport, type TransportRequest } from '../../src/calls/index.js';
import { collect } from '../support/collect.js';
import { startProxy } from '../support/connect-proxy.js';
import { type HastyServer, startHastyServer } from '../support/hasty-server.js';
import { type MakeTransport, overHttp, overUndici } from '../support/http-transports.js';
import { runBin } from '../support/run.js';
import { pem } from '../support/tls-server.js';

const ca = [pem('authority'), pem('second-authority')];
/** More than the buffers of both systems hold. */
const BODY = Buffer.alloc(24_000_000, 'x');
/** How many connections the transports may have. */
const CONNECTIONS = 2;

/** A server, and a transport to it. */
interface Setup {
  readonly server: HastyServer;
  readonly url: string;
  readonly transport: Transport;
}

type Connect = (response: string, afterwards: 'end' | 'keep') => Promise<Setup>;

async function serverFor(response: string, afterwards: 'end' | 'keep', certificate?: string): Promise<HastyServer> {
  const server = await startHastyServer(response, afterwards, certificate);
  onTestFinished(server.close);
  return server;
}

function direct(make: MakeTransport, certificate?: string): Connect {
  return async (response, afterwards) => {
    const server = await serverFor(response, afterwards, certificate);
    const url = `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${server.port}/`;
    return { server, url, transport: make(url, { connections: CONNECTIONS, ca }) };
  };
}

const throughTunnel: Connect = async (response, afterwards) => {
  const server = await serverFor(response, afterwards, 'gateway');
  const proxy = await startProxy({ port: server.port });
  onTestFinished(proxy.close);
  const transport = httpTransport({ maxSockets: CONNECTIONS, ca, proxy: proxy.url });
  onTestFinished(() => transport.close?.());
  return { server, transport, url: 'https://gateway.test/' };
};

/** A request whose response is wanted whole, unless it `streams`. */
function request(url: string, more: Partial<TransportRequest> = {}): TransportRequest {
  const headers = { 'content-type': 'text/xml; charset=utf-8' };
  const sent = { method: 'POST', operation: 'soap_SendSms', idempotent: false, headers, body: BODY } as const;
  return { url, ...sent, timeoutMs: 5000, ...more };
}

const RESPONSES = [
  ['413 and the end', 'HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nno!', 'end', 413],
  ['200 and the end without a word of it', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nno!', 'end', 200],
  ['413, and the connection stays open', 'HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nno!', 'keep', 413],
  ['200, and the connection stays open', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nno!', 'keep', 200],
  [
    'close, and the connection stays open',
    'HTTP/1.1 400 No\r\nContent-Length: 3\r\nConnection: close\r\n\r\nno!',
    'keep',
    400,
  ],
] as const;

describe.each<[string, Connect]>([
  ['node:http', direct(overHttp)],
  ['node:https', direct(overHttp, 'right')],
  ['a tunnel', throughTunnel],
  ['undici', direct(overUndici)],
  ['undici with TLS', direct(overUndici, 'right')],
])('over %s, a response that comes before the request was read', (_name, connect) => {
  it.each(RESPONSES)('decides, and its connection is closed: %s', async (_what, response, afterwards, status) => {
    const { server, url, transport } = await connect(response, afterwards);
    const { status: got, body } = await transport.send(request(url));
    expect([got, String(body)]).toEqual([status, 'no!']);
    server.read();
    await expect.poll(server.open).toBe(0);
    expect(server.received()[0]).toBeLessThan(BODY.length);
  });

  it.each(RESPONSES)('takes the place of no other call: %s', async (_what, response, afterwards, status) => {
    const { server, url, transport } = await connect(response, afterwards);
    const statuses: number[] = [];
    const sendNext = async (): Promise<void> => {
      statuses.push((await transport.send(request(url))).status);
    };
    for (let call = 0; call < 2 * CONNECTIONS; call++) await sendNext();
    await Promise.all(Array.from({ length: 3 * CONNECTIONS }, sendNext));
    expect(statuses).toEqual(Array.from({ length: 5 * CONNECTIONS }, () => status));
    // None was used twice.
    expect(server.connections()).toBe(statuses.length);
  });

  it.each(RESPONSES)('and is streamed: read to its end or left, %s', async (_what, response, afterwards) => {
    const { server, url, transport } = await connect(response, afterwards);
    const send = async (): Promise<AsyncIterable<Uint8Array>> => {
      const { body } = await transport.send(request(url, { streams: true }));
      if (body instanceof Uint8Array) throw new Error('not streamed');
      return body;
    };
    for (let call = 0; call <= CONNECTIONS; call++) {
      expect(Buffer.concat(await collect(await send())).toString()).toBe('no!');
    }
    for (let call = 0; call <= CONNECTIONS; call++) {
      for await (const piece of await send()) {
        expect(piece.length).toBeGreaterThan(0);
        break;
      }
    }
    server.read();
    await expect.poll(server.open).toBe(0);
    expect(server.connections()).toBe(2 * CONNECTIONS + 2);
  });
});

describe('a program without close() ends after an early response', () => {
  const program = fileURLToPath(new URL('early-and-end.ts', import.meta.url));

  it.each(['http', 'undici'])('over %s', async (kind) => {
    for (const [, response, afterwards, status] of RESPONSES) {
      const { port } = await serverFor(response, afterwards);
      const url = `http://127.0.0.1:${port}/`;
      expect(await runBin('tsx', [program, kind, url])).toEqual({ code: 0, output: `${status}\n` });
    }
  });
});
