import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type HttpTransportOptions, httpTransport } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';

const pem = (name: string): string => readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), 'utf8');
const POINTS = soapResponse('soap_CheckPoints', '<result>0</result><points>7.25</points>');

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts a TLS server with one of the certificates; `requests` are the bodies that really arrived. */
async function serve(certificate: string): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = https.createServer(
    { cert: pem(certificate), key: pem(`${certificate}.key`) },
    async (request, response) => {
      requests.push(Buffer.concat(await request.toArray()).toString('utf8'));
      response.end(POINTS);
    },
  );
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/soap`, requests };
}

function clientFor(url: string, options: HttpTransportOptions = {}): SmsServiceClient {
  const transport = httpTransport(options);
  cleanups.push(() => transport.close?.());
  return new SmsServiceClient({ url, credentials: { username: 'alice', password: 'sesame' }, transport });
}

describe('TLS', () => {
  it('trusts the authority that is given', async () => {
    const { url, requests } = await serve('right');
    const client = clientFor(url, { ca: pem('authority') });
    expect([await client.checkPoints(), await client.checkPoints()]).toEqual([7.25, 7.25]);
    expect(requests).toHaveLength(2);
  });

  it('trusts several authorities, as text or bytes', async () => {
    const { url } = await serve('right');
    expect(await clientFor(url, { ca: [pem('other-host'), Buffer.from(pem('authority'))] }).checkPoints()).toBe(7.25);
  });

  it('uses an agent that is given', async () => {
    const { url } = await serve('right');
    const agent = new https.Agent({ ca: pem('authority') });
    expect(await clientFor(url, { agent }).checkPoints()).toBe(7.25);
    agent.destroy();
  });

  it.each([
    ['an unknown authority', 'right', {}, 'option ca'],
    ['another host', 'other-host', { ca: pem('authority') }, 'another host'],
    ['an expired certificate', 'expired', { ca: pem('authority') }, 'expired'],
  ])('refuses %s, and nothing was sent', async (_name, certificate, options, reason) => {
    const { url, requests } = await serve(certificate);
    const error = await rejection(clientFor(url, options).checkPoints());
    expect(error).toMatchObject({
      name: 'TlsError',
      outcome: 'not-sent',
      retryable: false,
      message: expect.stringContaining(reason),
    });
    expect(requests).toEqual([]);
  });

  it('sends no byte of the request to a server that it does not trust', async () => {
    // A server that ends the TLS itself would not see what came too early: this one counts what it can read.
    let readable = 0;
    const server = https.createServer({ cert: pem('right'), key: pem('right.key') });
    server.on('secureConnection', (socket) => socket.on('data', (piece: Buffer) => (readable += piece.length)));
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => server.close());
    const client = clientFor(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await rejection(client.checkPoints());
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(readable).toBe(0);
  });

  it('says so when the server speaks no TLS', async () => {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => server.close());
    const error = await rejection(
      clientFor(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`).checkPoints(),
    );
    expect(error).toMatchObject({
      name: 'TlsError',
      outcome: 'not-sent',
      message: expect.stringContaining('uses https'),
    });
  });
});
