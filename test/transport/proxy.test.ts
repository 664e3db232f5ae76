import { once } from 'node:events';
import type http from 'node:http';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type HttpTransportOptions, httpTransport } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { type ProxyBehaviour, startProxy, type TestProxy } from '../support/connect-proxy.js';
import { soapResponse } from '../support/fake-transport.js';
import { serve as serveHttp } from '../support/http-server.js';
import { runBin } from '../support/run.js';
import { streamFor } from '../support/scripted-transport.js';
import { pem, serveTls as serve } from '../support/tls-server.js';

const POINTS = soapResponse('soap_CheckPoints', '<result>0</result><points>7.25</points>');
const ca = [pem('authority'), pem('second-authority')];
const CREDENTIALS = 'agnes:p@ss w/ręd';

/** The address of a proxy with its user and password. */
const withUser = ({ url }: TestProxy): string => url.replace('//', '//agnes:p%40ss%20w%2Fr%C4%99d@');

async function proxy(behaviour: ProxyBehaviour = {}): Promise<TestProxy> {
  const started = await startProxy(behaviour);
  onTestFinished(started.close);
  return started;
}

function clientFor(url: string, options: HttpTransportOptions, environment?: Record<string, string>): SmsServiceClient {
  const transport = httpTransport({ ca, ...options }, environment);
  onTestFinished(() => transport.close?.());
  return new SmsServiceClient({
    url,
    credentials: { username: 'alice', password: 'sesame-9' },
    transport,
    retry: false,
  });
}

/** Everything that a program could print of an error. */
function printed(error: unknown): string {
  const { message, stack, cause } = error as Error;
  return [message, stack, JSON.stringify(error), inspect(error, { depth: 9 }), inspect(cause, { depth: 9 })].join('\n');
}

const SECRETS = ['sesame-9', 'p@ss', 'p%40ss', Buffer.from(CREDENTIALS).toString('base64')];

/** No part of the gateway's or the proxy's credentials may show. */
function expectNoSecret(error: unknown): void {
  const text = printed(error);
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

describe('an https address through a proxy', () => {
  it('is reached through a tunnel, with the user and password for the proxy only', async () => {
    const headers: http.IncomingHttpHeaders[] = [];
    const { port } = await serve('gateway', (request, response) => {
      headers.push(request.headers);
      response.end(POINTS);
    });
    const way = await proxy({ credentials: CREDENTIALS, port });
    expect(await clientFor('https://gateway.test/soap', { proxy: withUser(way) }).checkPoints()).toBe(7.25);
    expect(way.tunnels).toEqual(['gateway.test:443']);
    expect(headers).toMatchObject([{ host: 'gateway.test' }]);
    expect(headers[0]).not.toHaveProperty('proxy-authorization');
  });

  it('gets no more tunnels than maxSockets', async () => {
    const { port } = await serve('gateway', POINTS);
    const way = await proxy({ port });
    const client = clientFor('https://gateway.test/soap', { proxy: way.url, maxSockets: 3 });
    await Promise.all(Array.from({ length: 40 }, () => client.checkPoints()));
    expect(way.tunnels).toHaveLength(3);
  });

  it('gets a new tunnel when the proxy has closed the idle one', async () => {
    const { port } = await serve('gateway', POINTS);
    const way = await proxy({ port });
    const client = clientFor('https://gateway.test/soap', { proxy: way.url });
    await client.checkPoints();
    way.cut();
    await expect.poll(way.open).toBe(0);
    await turn();
    expect(await client.checkPoints()).toBe(7.25);
    expect(way.tunnels).toHaveLength(2);
  });

  it('is verified against the name of the server, not of the proxy', async () => {
    const server = await serve('right', POINTS);
    const way = await proxy({ port: server.port });
    const error = await rejection(clientFor('https://gateway.test/', { proxy: way.url }).checkPoints());
    expect(error).toMatchObject({
      name: 'TlsError',
      outcome: 'not-sent',
      message: expect.stringContaining(
        `(through the proxy ${way.name}) is not trusted: its certificate is for another host`,
      ),
    });
    expect(server.readable()).toBe(0);
  });

  it("may want the client's certificate, which the proxy does not get to see", async () => {
    const options = { requestCert: true, ca: pem('second-authority') };
    const { port } = await serve('gateway', POINTS, options);
    const way = await proxy({ port });
    const input = { cert: pem('client'), key: pem('client.key'), minVersion: 'TLSv1.3' } as const;
    expect(await clientFor('https://gateway.test/', { proxy: way.url, ...input }).checkPoints()).toBe(7.25);
  });

  it('is reached by its IPv6 address', async () => {
    const { port } = await serve('right', POINTS);
    const way = await proxy({ port });
    const error = await rejection(clientFor('https://[::1]:8443/', { proxy: way.url }).checkPoints());
    expect(error).toMatchObject({ name: 'TlsError', message: expect.stringContaining('another host') });
    expect(way.tunnels).toEqual(['[::1]:8443']);
  });
});

describe('an http address through a proxy', () => {
  it('is asked for with the whole address and the password, over one connection', async () => {
    const sandbox = await startSandbox({ accounts: [{ username: 'alice', password: 'sesame-9', points: 10 }] });
    onTestFinished(sandbox.close);
    const way = await proxy({ credentials: CREDENTIALS });
    const client = clientFor(sandbox.url, { proxy: withUser(way) });
    expect([await client.checkPoints(), await client.checkPoints()]).toEqual([10, 10]);
    expect(way.forwarded[0]).toMatchObject({ target: sandbox.url, headers: { host: new URL(sandbox.url).host } });
    expect([way.tunnels.length, way.connections()]).toEqual([0, 1]);
  });

  it('and a refused password: nothing was forwarded', async () => {
    const way = await proxy({ credentials: 'agnes:right' });
    const error = await rejection(clientFor('http://gateway.test/', { proxy: withUser(way) }).checkPoints());
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent', retryable: false });
    expect((error as Error).message).toContain(`the proxy ${way.name} refused with HTTP status 407: check the user`);
    expectNoSecret(error);
  });

  it('and a response with 502: whether the gateway worked is not known', async () => {
    const { url } = await serveHttp((_request, response) => response.writeHead(502).end());
    const error = await rejection(clientFor('http://gateway.test/', { proxy: new URL(url).origin }).checkPoints());
    expect(error).toMatchObject({ name: 'HttpStatusError', status: 502, outcome: 'unknown' });
  });
});

describe('a proxy on https', () => {
  it('is verified against its own name, and the server behind it against its', async () => {
    const { port } = await serve('gateway', POINTS);
    const way = await proxy({ certificate: 'right', credentials: CREDENTIALS, port });
    const client = clientFor('https://gateway.test/', { proxy: withUser(way) });
    expect([await client.checkPoints(), await client.checkPoints()]).toEqual([7.25, 7.25]);
    expect(way.tunnels).toHaveLength(1);
  });

  it('forwards requests for http addresses', async () => {
    const gateway = await serveHttp((_request, response) => response.end(POINTS));
    const way = await proxy({ certificate: 'right', port: Number(new URL(gateway.url).port) });
    expect(await clientFor('http://gateway.test/', { proxy: way.url }).checkPoints()).toBe(7.25);
  });

  it.each(['http://other.test/', 'https://other.test/'])(
    'that is not trusted gets nothing to see of %s',
    async (url) => {
      const way = await proxy({ certificate: 'other-host', credentials: CREDENTIALS });
      const error = await rejection(clientFor(url, { proxy: withUser(way) }).checkPoints());
      expect(error).toMatchObject({ name: 'TlsError', outcome: 'not-sent' });
      expect((error as Error).message).toContain(
        `the proxy ${way.name} on the way to other.test is not trusted: its certificate is for another host`,
      );
      expect([...way.tunnels, ...way.forwarded]).toEqual([]);
      expectNoSecret(error);
    },
  );
});

describe('a tunnel that does not come about', () => {
  it.each([
    [407, false, "check the user and password in the proxy's url"],
    [403, false, 'does not allow this address'],
    [400, false, 'HTTP status 400'],
    [502, true, 'cannot reach the server'],
    [503, true, 'cannot reach the server'],
    [504, true, 'in time'],
  ])('because the proxy answers %i', async (status, retryable, words) => {
    const page = `HTTP/1.1 ${status} No\r\nContent-Length: 9\r\n\r\nsesame-9!`;
    const way = await proxy({ connect: (socket) => socket.end(page) });
    const error = await rejection(clientFor('https://gateway.test/', { proxy: withUser(way) }).checkPoints());
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent', retryable, proxyStatus: status });
    expect((error as Error).message).toContain(`the proxy ${way.name} refused with HTTP status ${status}`);
    expect((error as Error).message).toContain(words);
    expectNoSecret(error);
  });

  it.each([
    [
      'closes without a response',
      '',
      'ConnectionError',
      'to the proxy NAME on the way to gateway.test: the connection was reset',
    ],
    ['closes in the middle of its response', 'HTTP/1.1 200 Conn', 'ConnectionError', 'to the proxy NAME'],
    ['answers with something else than HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'ConnectionError', 'is not HTTP'],
    ['opens it and closes it', 'HTTP/1.1 200 OK\r\n\r\n', 'ConnectionError', 'through the proxy NAME'],
    ['opens it and answers itself', 'HTTP/1.1 200 OK\r\n\r\n<html>', 'TlsError', 'through the proxy NAME'],
  ])('because the proxy %s', async (_name, response, name, words) => {
    const way = await proxy({ connect: (socket) => socket.end(response) });
    const error = await rejection(clientFor('https://gateway.test/', { proxy: withUser(way) }).checkPoints());
    expect(error).toMatchObject({ name, outcome: 'not-sent' });
    expect((error as Error).message).toContain(words.replace('NAME', way.name));
    expectNoSecret(error);
  });

  it.each(['http://gateway.test/', 'https://gateway.test/'])('because the proxy cannot be reached: %s', async (url) => {
    const way = await startProxy();
    await way.close();
    const error = await rejection(clientFor(url, { proxy: withUser(way) }).checkPoints());
    expect(error).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      message: `soap_CheckPoints: could not connect to the proxy ${way.name} on the way to gateway.test: no server listens on this port; nothing was sent`,
    });
    expectNoSecret(error);
  });

  it.each([
    ['CONNECT', () => undefined],
    ['TLS', (socket: { write: (text: string) => unknown }) => void socket.write('HTTP/1.1 200 OK\r\n\r\n')],
  ])('within connectTimeoutMs, because the proxy is silent in %s', async (_name, connect) => {
    const way = await proxy({ connect });
    const error = await rejection(
      clientFor('https://gateway.test/', { proxy: withUser(way), connectTimeoutMs: 40 }).checkPoints(),
    );
    expect(error).toMatchObject({
      name: 'TimeoutError',
      outcome: 'not-sent',
      timeoutMs: 40,
      message: expect.stringContaining(
        `connecting to gateway.test through the proxy ${way.name} took longer than 40 ms`,
      ),
    });
    await expect.poll(way.open).toBe(0);
    expectNoSecret(error);
  });

  it('because the caller gives up while the proxy is silent: the connection is closed', async () => {
    const ending = new AbortController();
    const way = await proxy({ connect: () => ending.abort() });
    const client = clientFor('https://gateway.test/', { proxy: way.url });
    expect(await rejection(client.checkPoints({ signal: ending.signal }))).toMatchObject({
      name: 'AbortedError',
      outcome: 'not-sent',
    });
    await expect.poll(way.open).toBe(0);
  });
});

describe('a tunnel', () => {
  it('reads no faster than its reader', async () => {
    const piece = Buffer.alloc(100_000, ' ');
    let taken = 0;
    const { port } = await serve('gateway', async (_request, response) => {
      for (; taken < 400 && !response.destroyed; taken++) if (!response.write(piece)) await once(response, 'drain');
    });
    const way = await proxy({ port });
    const transport = httpTransport({ ca, proxy: way.url });
    onTestFinished(() => transport.close?.());
    await transport.send(streamFor('soap_X', { url: 'https://gateway.test/', body: piece }));
    for (let before = -1; before !== taken; await sleep(30)) before = taken;
    expect(taken).toBeLessThan(200);
  });

  it('that the proxy opens byte by byte works', async () => {
    const { port } = await serve('gateway', POINTS);
    const way = await proxy({ port, connect: (_socket, open) => open([...'HTTP/1.0 200 OK\r\nVia: x\r\n\r\n']) });
    expect(await clientFor('https://gateway.test/', { proxy: way.url }).checkPoints()).toBe(7.25);
  });

  it('that breaks while the response is awaited: the outcome is not known', async () => {
    const { port } = await serve('gateway', () => way.cut());
    const way: TestProxy = await proxy({ port });
    const error = await rejection(clientFor('https://gateway.test/', { proxy: withUser(way) }).checkPoints());
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', retryable: false });
    expectNoSecret(error);
  });

  it('that is idle lets the program end', async () => {
    const program = fileURLToPath(new URL('proxy-and-end.ts', import.meta.url));
    const { port } = await serve('gateway', POINTS, { keepAliveTimeout: 0 });
    const way = await proxy({ port });
    expect(await runBin('tsx', [program, way.url])).toMatchObject({ code: 0, output: '7.25\n' });
  });
});
