import http, { type IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type HttpTransportOptions, httpTransport, type Transport } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { soapResponse } from '../support/fake-transport.js';
import { serve } from '../support/http-server.js';

function transportWith(options: HttpTransportOptions = {}): Transport {
  const transport = httpTransport(options);
  onTestFinished(() => transport.close?.());
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

  it('works with fake timers, also over a kept connection', async () => {
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
});

describe('a request that cannot be made', () => {
  it('was not sent, and names the agent as the reason', async () => {
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
});

describe('an idle connection', () => {
  it('that is closed when it is chosen has sent nothing: a change is retried', async () => {
    const waiting: (() => void)[] = [];
    const { url } = await serve((_request, response) => {
      waiting.push(() => response.end(DELETED));
      if (waiting.length === 2) for (const end of waiting) end();
      if (waiting.length > 2) response.end(DELETED);
    });
    const agent = new http.Agent({ keepAlive: true, scheduling: 'lifo' });
    onTestFinished(() => agent.destroy());
    const client = clientFor(url, { agent });
    await Promise.all([client.delGroup(1), client.delGroup(1)]);
    await new Promise((resolve) => setImmediate(resolve));
    const [idle] = Object.values(agent.freeSockets);
    expect(idle).toHaveLength(2);
    idle?.at(-1)?.destroy();
    // It was certainly not sent, so it is retried.
    expect(await client.delGroup(1)).toEqual({ numberCount: 3 });
    expect(waiting).toHaveLength(3);
  });

  it('is not closed as idle during a long call', async () => {
    const { url } = await serve((_request, response) => {
      setTimeout(() => response.end(POINTS), 100);
    });
    const client = clientFor(url, { idleTimeoutMs: 20 });
    expect(await Promise.all([client.checkPoints(), client.checkPoints()])).toEqual([7.25, 7.25]);
    expect(await client.checkPoints()).toBe(7.25);
  });
});
