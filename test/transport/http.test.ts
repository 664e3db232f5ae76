import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  AbortedError,
  ConnectionError,
  DecodeError,
  SmsServiceClient,
  TimeoutError,
  ValidationError,
} from '../../src/client/index.js';
import { type HttpTransportOptions, httpTransport, type Transport } from '../../src/transport/index.js';
import { rejection } from '../support/collect.js';
import { soapAnswer } from '../support/fake-transport.js';
import { startRawServer } from '../support/raw-server.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(listener: RequestListener): Promise<{ url: string; server: http.Server }> {
  const server = http.createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/soap`, server };
}

function transportWith(options: HttpTransportOptions = {}): Transport {
  const transport = httpTransport(options);
  cleanups.push(() => transport.close?.());
  return transport;
}

function clientFor(url: string, options: HttpTransportOptions = {}): SmsServiceClient {
  const credentials = { username: 'alice', password: 'sesame' };
  return new SmsServiceClient({ url, credentials, transport: transportWith(options) });
}

const POINTS = soapAnswer('soap_CheckPoints', '<result>0</result><points>7.25</points>');
const bodyOf = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat(await request.toArray()).toString('utf8');

describe('a request over HTTP', () => {
  it('carries its length, its SOAPAction in quotes, and the headers of the transport', async () => {
    let seen: IncomingMessage | undefined;
    let body = '';
    const { url } = await serve(async (request, response) => {
      seen = request;
      body = await bodyOf(request);
      response.end(POINTS);
    });
    expect(await clientFor(url, { headers: { 'X-Trace': 'abc' } }).checkPoints()).toBe(7.25);
    expect(seen?.method).toBe('POST');
    expect(seen?.headers).toMatchObject({
      'content-type': 'text/xml; charset=utf-8',
      soapaction: '"urn:sms-service#soap_CheckPoints"',
      'content-length': String(Buffer.byteLength(body)),
      'x-trace': 'abc',
    });
    expect(seen?.headers).not.toHaveProperty('transfer-encoding');
  });

  it('uses one connection again and again', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end(POINTS);
    });
    const client = clientFor(url);
    for (let call = 0; call < 5; call++) await client.checkPoints();
    expect(ports.size).toBe(1);
  });

  it('opens no more connections than maxSockets', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      setTimeout(() => response.end(POINTS), 5);
    });
    const client = clientFor(url, { maxSockets: 3 });
    await Promise.all(Array.from({ length: 30 }, () => client.checkPoints()));
    expect(ports.size).toBe(3);
  });

  it.each(['Content-Type', 'content-length', 'SOAPAction', 'Transfer-Encoding'])('keeps %s for itself', (name) => {
    expect(() => httpTransport({ headers: { [name]: 'x' } })).toThrow(ValidationError);
  });

  it('refuses headers that HTTP cannot carry', () => {
    expect(() => httpTransport({ headers: { 'x-a': 'b\r\nx-evil: 1' } })).toThrow(ValidationError);
  });

  it.each([
    ['timeoutMs', { timeoutMs: 0 }],
    ['connectTimeoutMs', { connectTimeoutMs: Number.NaN }],
    ['maxResponseBytes', { maxResponseBytes: -1 }],
    ['maxSockets', { maxSockets: 0 }],
  ])('refuses %s when it is not above zero', (path, options) => {
    expect(() => httpTransport(options)).toThrow(expect.objectContaining({ name: 'ValidationError', path }));
  });
});

describe('the body of an answer', () => {
  it.each([
    ['gzip', gzipSync(POINTS)],
    ['x-gzip', gzipSync(POINTS)],
    ['deflate', deflateSync(POINTS)],
    ['deflate', deflateRawSync(POINTS)],
  ])('is unpacked: %s', async (coding, bytes) => {
    const { url } = await serve((_request, response) => {
      response.setHeader('content-encoding', coding);
      response.end(bytes);
    });
    expect(await clientFor(url).checkPoints()).toBe(7.25);
  });

  it('is unpacked when it arrives in one piece after the head, as NuSOAP sends it', async () => {
    const { url } = await serve((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.flushHeaders();
      setTimeout(() => response.end(gzipSync(POINTS)), 20);
    });
    expect(await clientFor(url).checkPoints()).toBe(7.25);
  });

  it.each([
    ['a cut gzip stream', 'gzip', gzipSync(POINTS).subarray(0, 60)],
    ['something else in the name of gzip', 'gzip', Buffer.from(POINTS)],
    ['a coding that is not known', 'br', Buffer.from(POINTS)],
  ])('is refused: %s', async (_name, coding, bytes) => {
    const { url } = await serve((_request, response) => {
      response.setHeader('content-encoding', coding);
      response.end(bytes);
    });
    expect(await rejection(clientFor(url).checkPoints())).toBeInstanceOf(DecodeError);
  });

  it('may have exactly maxResponseBytes, and not one more', async () => {
    const { url } = await serve((_request, response) => response.end(POINTS));
    const size = Buffer.byteLength(POINTS);
    expect(await clientFor(url, { maxResponseBytes: size }).checkPoints()).toBe(7.25);
    const error = await rejection(clientFor(url, { maxResponseBytes: size - 1 }).checkPoints());
    expect(error).toBeInstanceOf(DecodeError);
    expect(error).toMatchObject({ outcome: 'unknown', message: expect.stringContaining('maxResponseBytes') });
  });

  it('is counted after decompression: a gzip bomb stops at the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 32));
    const { url } = await serve((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(bomb);
    });
    const error = await rejection(clientFor(url, { maxResponseBytes: 100_000 }).checkPoints());
    expect(error).toMatchObject({ name: 'DecodeError', message: expect.stringContaining('100000 bytes') });
  });

  it.each([
    ['end', 'Content-Length: 5000\r\n'],
    ['reset', 'Content-Length: 5000\r\n'],
    ['end', 'Transfer-Encoding: chunked\r\n'],
  ] as const)('that breaks off (%s, %s) is an unknown outcome', async (afterwards, header) => {
    const chunk = header.includes('chunked') ? `${POINTS.length.toString(16)}\r\n${POINTS}\r\n` : POINTS;
    const server = await startRawServer(Buffer.from(`HTTP/1.1 200 OK\r\n${header}\r\n${chunk}`), afterwards);
    cleanups.push(server.close);
    const error = await rejection(clientFor(server.url).checkPoints());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'unknown', retryable: false });
  });

  it('may end with the connection, as HTTP/1.0 has it', async () => {
    const server = await startRawServer(Buffer.from(`HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\n\r\n${POINTS}`));
    cleanups.push(server.close);
    expect(await clientFor(server.url).checkPoints()).toBe(7.25);
  });
});

describe('headers of an answer', () => {
  it.each([
    'Set-Cookie: ;;=; path',
    'Set-Cookie: a=\u0142; Expires=never',
    'Set-Cookie: a=1\r\nSet-Cookie: b=2',
    'X: ',
  ])('that are odd do no harm: %s', async (header) => {
    const length = Buffer.byteLength(POINTS);
    const head = `HTTP/1.1 200 OK\r\n${header}\r\nContent-Length: ${length}\r\n\r\n`;
    const server = await startRawServer(Buffer.from(head + POINTS));
    cleanups.push(server.close);
    expect(await clientFor(server.url).checkPoints()).toBe(7.25);
  });
});

describe('a kept connection', () => {
  it('that the server closes while idle is replaced', async () => {
    const { url, server } = await serve((_request, response) => response.end(POINTS));
    const client = clientFor(url);
    await client.checkPoints();
    server.closeAllConnections();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await client.checkPoints()).toBe(7.25);
  });

  it('that the server closes just as a request goes out is an unknown outcome', async () => {
    const answerOnce = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(POINTS)}\r\n\r\n${POINTS}`);
    let connections = 0;
    const server = net.createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(answerOnce);
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => server.close());
    const client = clientFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await client.checkPoints();
    expect(await rejection(client.checkPoints())).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
    expect(connections).toBe(1);
  });
});

describe('what is not SOAP', () => {
  it.each([301, 302, 303, 307, 308])('a redirect (%i) is refused and not followed', async (status) => {
    let hits = 0;
    const { url } = await serve((_request, response) => {
      hits += 1;
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
    expect(await rejection(clientFor(url).checkPoints())).toMatchObject({ name: 'HttpStatusError', status });
    expect(hits).toBe(1);
  });

  it.each([
    [200, 'unknown'],
    [403, 'rejected'],
    [407, 'rejected'],
    [408, 'unknown'],
    [500, 'unknown'],
    [502, 'unknown'],
  ] as const)("a proxy's page with status %i is %s", async (status, outcome) => {
    const { url } = await serve((_request, response) => {
      response
        .writeHead(status, { 'content-type': 'text/html' })
        .end('<!DOCTYPE html><html><h1>Bad Gateway</h1></html>');
    });
    expect(await rejection(clientFor(url).checkPoints())).toMatchObject({
      name: 'HttpStatusError',
      status,
      outcome,
      excerpt: expect.stringContaining('Bad Gateway'),
      operation: 'soap_CheckPoints',
    });
  });
});

describe('what ends a call', () => {
  it('a refused connection: nothing was sent', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const error = await rejection(clientFor(`http://127.0.0.1:${port}/`).checkPoints());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'not-sent', retryable: true, operation: 'soap_CheckPoints' });
  });

  it('a host that does not exist: nothing was sent', async () => {
    const error = await rejection(clientFor('http://no-such-host.invalid/').checkPoints());
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent' });
  });

  it('a server that closes without a byte: unknown', async () => {
    const server = await startRawServer(new Uint8Array());
    cleanups.push(server.close);
    const error = await rejection(clientFor(server.url).checkPoints());
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });

  it('an answer that is not HTTP: unknown', async () => {
    const server = await startRawServer(Buffer.from('SSH-2.0-OpenSSH_9.2\r\n'));
    cleanups.push(server.close);
    const error = await rejection(clientFor(server.url).checkPoints());
    expect(error).toMatchObject({ name: 'ConnectionError', message: expect.stringContaining('not HTTP') });
  });

  it('the time limit, before the answer', async () => {
    const { url } = await serve(() => undefined);
    const error = await rejection(clientFor(url).checkPoints({ timeoutMs: 30 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeoutMs: 30, outcome: 'unknown' });
  });

  it('the time limit, in the middle of the answer', async () => {
    const { url } = await serve((_request, response) => response.write(POINTS.slice(0, 50)));
    const error = await rejection(clientFor(url, { timeoutMs: 30 }).checkPoints());
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeoutMs: 30, outcome: 'unknown' });
  });

  it('the time limit, while waiting for a free connection: nothing was sent', async () => {
    const { url } = await serve(() => undefined);
    const client = clientFor(url, { maxSockets: 1 });
    const first = rejection(client.checkPoints({ timeoutMs: 80 }));
    expect(await rejection(client.checkPoints({ timeoutMs: 20 }))).toMatchObject({
      name: 'TimeoutError',
      outcome: 'not-sent',
    });
    await first;
  });

  it('a signal that is aborted already: nothing was sent, the server sees nothing', async () => {
    let hits = 0;
    const { url } = await serve((_request, response) => {
      hits += 1;
      response.end(POINTS);
    });
    const error = await rejection(clientFor(url).checkPoints({ signal: AbortSignal.abort('changed my mind') }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ outcome: 'not-sent', cause: 'changed my mind', retryable: false });
    expect(hits).toBe(0);
  });

  it('a signal during the call: unknown, and the server sees the connection close', async () => {
    const controller = new AbortController();
    let closed = false;
    const { url } = await serve((request) => {
      request.on('close', () => {
        closed = true;
      });
      controller.abort();
    });
    const error = await rejection(clientFor(url).checkPoints({ signal: controller.signal }));
    expect(error).toMatchObject({ name: 'AbortedError', outcome: 'unknown' });
    await expect.poll(() => closed).toBe(true);
  });
});

describe('close()', () => {
  it('leaves no connection behind', async () => {
    const { url, server } = await serve((_request, response) => response.end(POINTS));
    const client = new SmsServiceClient({ url, credentials: { username: 'alice', password: 'sesame' } });
    await client.checkPoints();
    const connections = (): Promise<number> =>
      new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
    expect(await connections()).toBe(1);
    await client.close();
    await expect.poll(connections).toBe(0);
  });
});
