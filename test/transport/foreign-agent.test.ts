import https, { type Agent } from 'node:https';
import net, { type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls, { type ConnectionOptions } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { httpTransport } from '../../src/calls/index.js';
import { checkTrust, SmsServiceClient } from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { type ProxyBehaviour, startProxy, type TestProxy } from '../support/connect-proxy.js';
import { soapResponse } from '../support/fake-transport.js';
import { pem, startTlsServer, type TlsServer } from '../support/tls-server.js';

const POINTS = soapResponse('soap_CheckPoints', '<result>0</result><points>7.25</points>');
const ca = [pem('authority'), pem('second-authority')];

/**
 * An agent for a proxy as others make it (https-proxy-agent): it hands over its socket late, when the proxy has
 * answered, and TLS is still being agreed on; of a refusal it makes a socket from which the proxy's response can be
 * read.
 */
class ForeignAgent extends https.Agent {
  readonly #port: number;

  constructor(proxy: TestProxy) {
    super({ keepAlive: true });
    this.#port = Number(new URL(proxy.url).port);
  }

  override createConnection(
    options: Parameters<Agent['createConnection']>[0],
    callback?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const raw = net.connect(this.#port, '127.0.0.1');
    raw.write(`CONNECT ${options.host}:${options.port} HTTP/1.1\r\nHost: ${options.host}\r\n\r\n`);
    raw.once('error', (error) => callback?.(error, raw));
    raw.once('data', (response: Buffer) => {
      raw.removeAllListeners('error');
      if (response.toString('latin1').startsWith('HTTP/1.1 200')) {
        callback?.(null, tls.connect({ ...(options as ConnectionOptions), socket: raw }));
        return;
      }
      raw.destroy();
      const replay: Socket = new net.Socket({ writable: false });
      callback?.(null, replay);
      replay.push(response);
      replay.push(null);
    });
    return undefined;
  }
}

async function start(
  certificate: string,
  behaviour: ProxyBehaviour = {},
  connectTimeoutMs = 10_000,
): Promise<{ server: TlsServer; proxy: TestProxy; agent: Agent; client: SmsServiceClient }> {
  const server = await startTlsServer(certificate, POINTS);
  const proxy = await startProxy({ port: server.port, ...behaviour });
  const agent = new ForeignAgent(proxy);
  const transport = httpTransport({ agent, ca, connectTimeoutMs });
  for (const close of [server.close, proxy.close, () => agent.destroy(), () => transport.close?.()])
    onTestFinished(close);
  const credentials = { username: 'alice', password: 'sesame-9' };
  const client = new SmsServiceClient({ url: 'https://gateway.test/', credentials, transport, retry: false });
  return { server, proxy, agent, client };
}

describe("an agent for a proxy that is not the library's own", () => {
  it('carries calls, over one connection', async () => {
    const { client, proxy } = await start('gateway');
    expect([await client.checkPoints(), await client.checkPoints()]).toEqual([7.25, 7.25]);
    expect(proxy.tunnels).toHaveLength(1);
  });

  it.each(['other-host', 'expired'])(
    'and a certificate that is not trusted (%s): nothing was sent',
    async (certificate) => {
      const { client, server } = await start(certificate);
      expect(await rejection(client.checkPoints())).toMatchObject({ name: 'TlsError', outcome: 'not-sent' });
      expect(server.readable()).toBe(0);
    },
  );

  it('and silence instead of TLS: nothing was sent', async () => {
    const silent: ProxyBehaviour = { connect: (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n') };
    const { client } = await start('gateway', silent, 60);
    expect(await rejection(client.checkPoints())).toMatchObject({
      name: 'TimeoutError',
      timeoutMs: 60,
      outcome: 'not-sent',
    });
  });

  it.each([
    [407, false],
    [502, true],
  ])('and a proxy that refuses with %i: nothing was sent', async (status, retryable) => {
    const page = `HTTP/1.1 ${status} No\r\nContent-Length: 3\r\n\r\nno!`;
    const { client, agent } = await start('gateway', { connect: (socket) => socket.end(page) });
    expect(await rejection(client.checkPoints())).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      retryable,
      message: expect.stringContaining(`the proxy of the agent refused with HTTP status ${status}`),
    });
    expect(await checkTrust('https://gateway.test/', { agent })).toMatchObject({
      reason: 'proxy',
      explanation: expect.stringContaining(`refused with HTTP status ${status}`),
    });
  });
});
