import { once } from 'node:events';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AbortedError, checkTrust, ValidationError } from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { type ProxyBehaviour, startProxy, type TestProxy } from '../support/connect-proxy.js';
import { pem, serveTls as serve, startTlsServer } from '../support/tls-server.js';

afterEach(() => void vi.unstubAllEnvs());

async function proxy(behaviour: ProxyBehaviour = {}): Promise<TestProxy> {
  const started = await startProxy(behaviour);
  onTestFinished(started.close);
  return started;
}

/** A TCP server that does something with each connection. */
async function listen(act: (socket: net.Socket) => void): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    act(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const ca = [pem('authority'), pem('second-authority')];

describe('checkTrust with a trusted chain', () => {
  it('reports trust, and shows the certificate', async () => {
    const { url, requests } = await serve('right', 'OK');
    const found = await checkTrust(`${url}check?x=1`, { ca });
    expect(found).toEqual({
      trusted: true,
      reason: 'trusted',
      explanation: expect.stringMatching(/^The certificate of 127\.0\.0\.1:\d+ is trusted, and the response was OK\.$/),
      certificate: {
        subject: 'CN=right',
        issuer: 'CN=Test authority',
        validFrom: new Date('2026-11-21T10:17:35Z'),
        validTo: new Date('2126-10-28T10:17:35Z'),
        hosts: ['127.0.0.1', 'localhost'],
        fingerprint256: expect.stringMatching(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/),
      },
    });
    expect(requests).toEqual(['GET /check?x=1 ']);
  });

  it('sends nothing of the headers that are meant for the gateway', async () => {
    const seen: string[] = [];
    const { url } = await serve('right', (request, response) => {
      seen.push(...request.rawHeaders);
      response.end('OK');
    });
    const { reason } = await checkTrust(url, { ca, headers: { Authorization: 'Bearer sesame', Host: 'gw.example' } });
    expect(reason).toBe('trusted');
    expect(seen.map((text) => text.toLowerCase())).not.toContain('authorization');
    expect(seen.join()).not.toMatch(/sesame|gw\.example/);
  });

  it.each([
    ['another text', 'OKAY', 'not OK'],
    ['nothing', '', 'not OK'],
  ])('but the response is %s: reports an unexpected response', async (_name, response, words) => {
    const { url } = await serve('right', response);
    expect(await checkTrust(url, { ca })).toMatchObject({
      trusted: false,
      reason: 'unexpected-response',
      explanation: expect.stringContaining(words),
      certificate: { subject: 'CN=right' },
    });
  });

  it('does not follow a redirect', async () => {
    const server = await serve('right', (request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/ok' });
      response.end('OK');
    });
    expect(await checkTrust(server.url, { ca })).toMatchObject({
      reason: 'unexpected-response',
      explanation: expect.stringContaining('302'),
      status: 302,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('reports a connection that is lost before the response', async () => {
    const { url } = await serve('right', (request) => request.socket.destroy());
    expect(await checkTrust(url, { ca })).toMatchObject({ trusted: false, reason: 'no-response' });
  });
});

describe('checkTrust with an error page', () => {
  it('reports that a client certificate is required (nginx)', async () => {
    const { url } = await serve('right', (_request, response) => {
      response.writeHead(400).end('<html><head><title>400 No required SSL certificate was sent</title></head></html>');
    });
    const found = await checkTrust(url, { ca });
    expect(found).toMatchObject({ trusted: false, reason: 'client-certificate' });
    expect(found.explanation).toMatch(
      /requires a client certificate.*\(HTTP status 400\)\. Set the options cert and key/,
    );
  });
});

describe('checkTrust with an untrusted chain', () => {
  it.each([
    [
      'the root is not known',
      'unknown-root',
      'right',
      {},
      ['option ca', 'NODE_EXTRA_CA_CERTS', '--use-system-ca', 'authority is unknown on this system: CN=Test authority'],
    ],
    [
      'the intermediate is sent, and the root not known',
      'unknown-root',
      ['by-intermediate', 'intermediate'],
      {},
      [
        'root certificate is unknown on this system: CN=Second test authority (',
        'NODE_EXTRA_CA_CERTS',
        '--use-system-ca',
      ],
    ],
    [
      'the intermediate is not sent',
      'incomplete-chain',
      'by-intermediate',
      { ca },
      ['send all its certificates', 'issued by CN=Test intermediate'],
    ],
    ['it is self-signed', 'self-signed', 'self-signed', { ca }, ['self-signed']],
    ['it has expired', 'expired', 'expired', { ca }, ['expired on 2020-02-01', 'Renew the certificate']],
    ['its time has not begun', 'not-yet-valid', 'not-yet-valid', { ca }, ['2125-01-01', 'clock of this machine']],
    ['it is for another host', 'wrong-host', 'other-host', { ca }, ['it is for other.test, and not for 127.0.0.1']],
  ] as const)('reports the reason and sends nothing: %s', async (_name, reason, certificate, options, words) => {
    const server = await serve(certificate, 'OK');
    const found = await checkTrust(server.url, options);
    expect(found).toMatchObject({ trusted: false, reason });
    for (const word of words) expect(found.explanation).toContain(word);
    expect(found.explanation).toMatch(/^The server 127\.0\.0\.1:\d+ is not trusted: .*\.$/);
    expect(found.problem).toMatch(/^The server 127\.0\.0\.1:\d+ is not trusted: .* \([A-Z0-9_]+\)\.$/);
    expect(found.explanation).toContain(`${found.problem} `);
    expect(found.problem).toContain(`(${found.code})`);
    expect(found.certificate?.subject).toBe(`CN=${typeof certificate === 'string' ? certificate : certificate[0]}`);
    await expect.poll(server.open).toBe(0);
    // The second connection is the one that shows the certificate.
    expect([server.connections(), server.readable(), server.requests]).toEqual([2, 0, []]);
  });

  it('reports it even if NODE_TLS_REJECT_UNAUTHORIZED=0 is set', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const server = await serve('expired', 'OK');
    expect(await checkTrust(server.url, { ca })).toMatchObject({ reason: 'expired' });
    expect(server.readable()).toBe(0);
  });

  it('reports it even if the agent accepts the chain, and sends nothing', async () => {
    const server = await serve('expired', 'OK');
    const agent = new https.Agent({ rejectUnauthorized: false, ca });
    expect(await checkTrust(server.url, { agent })).toMatchObject({ reason: 'expired' });
    await expect.poll(server.open).toBe(0);
    expect(server.readable()).toBe(0);
  });
});

describe('checkTrust without a TLS session', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('because a certificate of the client is wanted (%s)', async (version) => {
    const options = { requestCert: true, ca: pem('second-authority'), minVersion: version, maxVersion: version };
    const { url } = await serve('right', 'OK', options);
    const found = await checkTrust(url, { ca });
    expect(found).toMatchObject({
      trusted: false,
      explanation: expect.stringContaining('requires a client certificate'),
    });
    const input = { cert: pem('client'), key: pem('client.key') };
    expect(await checkTrust(url, { ca, ...input })).toMatchObject({ trusted: true });
  });

  it('reports a server without TLS', async () => {
    const port = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await checkTrust(`https://127.0.0.1:${port}/`)).toMatchObject({
      reason: 'tls',
      explanation: expect.stringContaining('uses https'),
      code: 'ERR_SSL_WRONG_VERSION_NUMBER',
    });
  });

  it('reports that no server listens on this port', async () => {
    const server = await startTlsServer('right', 'OK');
    await server.close();
    const found = await checkTrust(server.url);
    expect(found).toMatchObject({
      trusted: false,
      reason: 'no-route',
      explanation: expect.stringContaining('no server listens'),
      code: 'ECONNREFUSED',
    });
    expect(found).not.toHaveProperty('certificate');
  });

  it.each([
    [
      'TLS begins',
      (): Promise<string> => listen(() => undefined).then((port) => `https://127.0.0.1:${port}/`),
      'no connection',
    ],
    ['the response', (): Promise<string> => serve('right', () => undefined).then(({ url }) => url), 'did not answer'],
  ])('in time, because the server is silent before %s', async (_name, start, words) => {
    expect(await checkTrust(await start(), { ca, timeoutMs: 50 })).toMatchObject({
      reason: 'timeout',
      explanation: expect.stringMatching(new RegExp(`${words}.* 50 ms`)),
    });
  });
});

describe('checkTrust through a proxy', () => {
  const credentials = 'agnes:p@ss w/rd';
  const withUser = (url: string): string => url.replace('//', '//agnes:p%40ss%20w%2Frd@');

  it('asks the server there', async () => {
    const { port } = await serve('gateway', 'OK');
    const way = await proxy({ credentials, port });
    expect(await checkTrust('https://gateway.test/', { ca, proxy: withUser(way.url) })).toMatchObject({
      reason: 'trusted',
      certificate: { hosts: ['gateway.test'] },
    });
    expect(way.tunnels).toEqual(['gateway.test:443']);
  });

  it('that refuses the password, blames the proxy, and does not show the password', async () => {
    const way = await proxy({ credentials });
    const found = await checkTrust('https://gateway.test/', { proxy: way.url.replace('//', '//agnes:wrong-one@') });
    expect(found).toMatchObject({ trusted: false, reason: 'proxy', status: 407 });
    expect(found).not.toHaveProperty('code');
    expect(found.explanation).toContain(`${way.name} refused with HTTP status 407: check the user and password`);
    expect(inspect(found)).not.toContain('wrong-one');
  });

  it('that cannot be reached, blames the proxy', async () => {
    const way = await startProxy();
    await way.close();
    expect(await checkTrust('https://gateway.test/', { proxy: way.url })).toMatchObject({
      reason: 'proxy',
      problem: `There is no connection to the proxy ${way.name}: no server listens on this port.`,
      explanation: `There is no connection to the proxy ${way.name}: no server listens on this port. Check its address.`,
      code: 'ECONNREFUSED',
    });
  });

  it('that is itself not trusted, blames the proxy', async () => {
    const way = await proxy({ certificate: 'expired' });
    expect(await checkTrust('https://gateway.test/', { ca, proxy: way.url })).toMatchObject({
      reason: 'proxy',
      explanation: expect.stringMatching(/^The proxy 127\.0\.0\.1:\d+ is not trusted: its certificate has expired\./),
    });
  });
});

describe('checkTrust refuses', () => {
  it.each(['http://127.0.0.1/', 'gateway.example', '', 'ftp://x/', 7])('%s as an address', async (url) => {
    const error = await rejection(checkTrust(url as string));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ path: 'certTestUrl' });
  });

  it.each([
    ['an option that is not known', 'urll', { urll: 1 }],
    ['a time limit of nothing', 'timeoutMs', { timeoutMs: 0 }],
    ['a cert without its key', 'key', { cert: pem('client') }],
    ['a proxy that is none', 'proxy', { proxy: 'socks5://127.0.0.1' }],
  ])('%s', async (_name, path, options) => {
    expect(await rejection(checkTrust('https://127.0.0.1/', options as object))).toMatchObject({
      name: 'ValidationError',
      path,
    });
  });

  it('to go on when its signal is aborted already, and connects to nothing', async () => {
    const server = await serve('right', 'OK');
    const error = await rejection(checkTrust(server.url, { signal: AbortSignal.abort('enough') }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ outcome: 'not-sent', cause: 'enough' });
    expect(server.connections()).toBe(0);
  });
});
