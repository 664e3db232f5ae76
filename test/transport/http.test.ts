import http, { type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type HttpTransportOptions, httpTransport, type Transport } from '../../src/calls/index.js';
import { SmsServiceClient, ValidationError } from '../../src/client/index.js';
import { soapResponse } from '../support/fake-transport.js';
import { serve } from '../support/http-server.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function transportWith(options: HttpTransportOptions = {}): Transport {
  const transport = httpTransport(options);
  cleanups.push(() => transport.close?.());
  return transport;
}

function clientFor(url: string, options: HttpTransportOptions = {}): SmsServiceClient {
  const credentials = { username: 'alice', password: 'sesame' };
  return new SmsServiceClient({ url, credentials, transport: transportWith(options) });
}

const DELETED = soapResponse('soap_DelGroup', '<result>0</result><num_count>3</num_count>');
const POINTS = soapResponse('soap_CheckPoints', '<result>0</result><points>7.25</points>');

describe('a request over HTTP', () => {
  it('carries the headers of the transport beside its own', async () => {
    let seen: IncomingMessage | undefined;
    const { url } = await serve((request, response) => {
      seen = request;
      response.end(POINTS);
    });
    expect(await clientFor(url, { headers: { 'X-Trace': 'abc' } }).checkPoints()).toBe(7.25);
    expect(seen?.headers).toMatchObject({ soapaction: '"urn:sms-service#soap_CheckPoints"', 'x-trace': 'abc' });
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

  it('goes on, also over a kept connection, where the clock of a test stands still', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end(POINTS);
    });
    const client = clientFor(url);
    vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout'] });
    try {
      expect([await client.checkPoints(), await client.checkPoints()]).toEqual([7.25, 7.25]);
    } finally {
      vi.useRealTimers();
    }
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

describe('a request that cannot be made', () => {
  it('was not sent, and says that the agent does not fit', async () => {
    const client = new SmsServiceClient({
      url: 'https://gateway.test/',
      credentials: { username: 'alice', password: 'sesame' },
      transport: transportWith({ agent: new http.Agent() }),
    });
    expect(await client.checkPoints().catch((error: unknown) => error)).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      retryable: false,
      message: expect.stringContaining('the agent does not support the protocol of the url; nothing was sent'),
    });
  });

  it('on a closed transport or client will not be better later', async () => {
    const { url } = await serve((_request, response) => response.end(POINTS));
    const client = new SmsServiceClient({ url, credentials: { username: 'alice', password: 'sesame' } });
    await client.close();
    const transport = transportWith();
    await transport.close?.();
    const other = new SmsServiceClient({ url, credentials: { username: 'alice', password: 'sesame' }, transport });
    for (const closed of [client, other]) {
      const error = await closed.checkPoints().catch((failure: unknown) => failure);
      expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent', retryable: false });
    }
  });
});

describe('an idle connection', () => {
  const connectionsOf = (server: http.Server): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

  it('is closed after idleTimeoutMs, and the next call makes a new one', async () => {
    const ports: (number | undefined)[] = [];
    const { url, server } = await serve((request, response) => {
      ports.push(request.socket.remotePort);
      response.end(POINTS);
    });
    const client = clientFor(url, { idleTimeoutMs: 30 });
    await client.checkPoints();
    expect(await connectionsOf(server)).toBe(1);
    await expect.poll(() => connectionsOf(server)).toBe(0);
    expect(await client.checkPoints()).toBe(7.25);
    expect(new Set(ports).size).toBe(2);
  });

  it('on which something comes that nobody asked for is not used again', async () => {
    const ports: (number | undefined)[] = [];
    const { url } = await serve((request, response) => {
      const { socket } = request;
      ports.push(socket.remotePort);
      response.end(POINTS);
      const again = `HTTP/1.1 200 OK\r\nContent-Length: ${POINTS.length}\r\n\r\n${POINTS}`;
      if (ports.length === 1) response.on('finish', () => setTimeout(() => socket.write(again), 10));
    });
    const client = clientFor(url);
    await client.checkPoints();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await client.checkPoints()).toBe(7.25);
    expect(new Set(ports).size).toBe(2);
  });

  it('that is closed in the very moment in which it is chosen has carried nothing: a change is repeated, too', async () => {
    const waiting: (() => void)[] = [];
    const { url } = await serve((_request, response) => {
      waiting.push(() => response.end(DELETED));
      if (waiting.length === 2) for (const end of waiting) end();
      if (waiting.length > 2) response.end(DELETED);
    });
    const agent = new http.Agent({ keepAlive: true, scheduling: 'lifo' });
    cleanups.push(() => agent.destroy());
    const client = clientFor(url, { agent });
    await Promise.all([client.delGroup(1), client.delGroup(1)]);
    await new Promise((resolve) => setImmediate(resolve));
    const [idle] = Object.values(agent.freeSockets);
    expect(idle).toHaveLength(2);
    idle?.at(-1)?.destroy();
    // That is certain, so it is simply made once more.
    expect(await client.delGroup(1)).toEqual({ numberCount: 3 });
    expect(waiting).toHaveLength(3);
  });

  it('is not taken for idle while a call takes longer', async () => {
    const { url } = await serve((_request, response) => {
      setTimeout(() => response.end(POINTS), 100);
    });
    const client = clientFor(url, { idleTimeoutMs: 20 });
    expect(await Promise.all([client.checkPoints(), client.checkPoints()])).toEqual([7.25, 7.25]);
    expect(await client.checkPoints()).toBe(7.25);
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
