import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import net from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startLocalServer } from '../../src/local-server/local-server.js';
import { httpResponse, promptly } from '../../src/local-server/messages.js';
import { cassette, startRecordingProxy, startReplayServer } from '../../src/replay/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { cassetteFile } from '../replay/cassette-folder.js';
import { rejection } from '../support/collect.js';

/** The status in the first line of the response. */
async function statusOf(port: number, lines: readonly string[], body = ''): Promise<number> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(
    `${[...lines, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`,
  );
  let text = '';
  for await (const piece of socket.setEncoding('latin1') as AsyncIterable<string>) text += piece;
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0);
}

/** A server that counts what gets to it. */
async function counting(
  allowedHosts?: readonly string[],
): Promise<{ readonly port: number; readonly served: string[] }> {
  const served: string[] = [];
  const server = await startLocalServer(
    0,
    ({ method }) => {
      served.push(method);
      return promptly(httpResponse(200, 'text/plain', 'done'));
    },
    allowedHosts,
  );
  onTestFinished(() => server.close());
  return { port: server.port, served };
}

const ownAddress = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

/** Names and addresses of this machine, as Host, Origin and absolute addresses have them. */
const OWN = [
  '127.0.0.1',
  '127.0.0.1:8080',
  '127.1.2.3:80',
  'localhost',
  'localhost:8080',
  'LOCALHOST:8080',
  'LocalHost.',
  'localhost.:8080',
  'sandbox.localhost:8080',
  '[::1]:8080',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]:8080',
  hostname(),
  `${hostname().toUpperCase()}.:99`,
  ...(ownAddress === undefined ? [] : [`${ownAddress}:8080`]),
];

/** Hosts of others, also such as hold a name of this machine somewhere. */
const OTHERS = [
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  'evil-localhost',
  'notlocalhost',
  '127.0.0.1.evil.example',
  '127.0.0.1.nip.io',
  '192.0.2.1',
  '192.0.2.1:8080',
  '0.0.0.0:8080',
  '[2001:db8::1]:8080',
  '[::ffff:192.0.2.1]',
  '[::]',
  'nobody-has-this-name',
  'nobody-has-this-name.local',
];

/** Invalid hosts. */
const NONE = [
  'evil.example@localhost',
  'localhost@evil.example',
  'user:password@127.0.0.1',
  'localhost,evil.example',
  'localhost evil.example',
  'localhost/evil.example',
  'localhost:80:90',
  'localhost:port',
  'localhost#',
  'localhost\u00a0',
  '[::1',
  '::1',
  '[localhost]',
  '[fe80::1%25lo]',
  'http://localhost',
  '%6cocalhost',
  '"localhost"',
  '..',
  'a'.repeat(256),
];

describe('a local server', () => {
  it.each(OWN)('accepts a request with the Host %s', async (host) => {
    const { port, served } = await counting();
    expect(await statusOf(port, ['POST /soap HTTP/1.1', `Host: ${host}`])).toBe(200);
    expect(served).toEqual(['POST']);
  });

  it.each(OTHERS)('refuses a request with the Host %s', async (host) => {
    const { port, served } = await counting();
    for (const method of ['POST', 'GET', 'OPTIONS', 'HEAD', 'PUT']) {
      expect(await statusOf(port, [`${method} /soap?wsdl HTTP/1.1`, `Host: ${host}`])).toBe(421);
    }
    expect(served).toEqual([]);
  });

  it.each(NONE)('refuses an invalid Host: %s', async (host) => {
    const { port, served } = await counting();
    expect(await statusOf(port, ['POST /soap HTTP/1.1', `Host: ${host}`])).toBeOneOf([400, 421]);
    expect(served).toEqual([]);
  });

  it('refuses two Host headers, and an empty or missing one', async () => {
    const { port, served } = await counting();
    const post = 'POST /soap HTTP/1.1';
    expect(await statusOf(port, [post, 'Host: localhost', 'Host: evil.example'])).toBe(400);
    expect(await statusOf(port, [post, 'Host: localhost', 'host: localhost'])).toBe(400);
    expect(await statusOf(port, [post, 'Host:'])).toBe(400);
    expect(await statusOf(port, [post])).toBe(400);
    expect(served).toEqual([]);
  });

  it('accepts HTTP/1.0 without Host, and refuses another Host there, too', async () => {
    const { port, served } = await counting();
    expect(await statusOf(port, ['GET / HTTP/1.0'])).toBe(200);
    expect(await statusOf(port, ['POST / HTTP/1.0', 'Host: localhost'])).toBe(200);
    expect(await statusOf(port, ['POST / HTTP/1.0', 'Host: evil.example'])).toBe(421);
    expect(await statusOf(port, ['POST http://evil.example/ HTTP/1.0'])).toBe(421);
    expect(served).toEqual(['GET', 'POST']);
  });

  it('checks both for an absolute request target', async () => {
    const { port, served } = await counting();
    const post = async (address: string, host = 'localhost'): Promise<number> =>
      statusOf(port, [`POST ${address} HTTP/1.1`, `Host: ${host}`]);
    expect(await post('http://localhost:8080/soap')).toBe(200);
    expect(await post('HTTP://127.0.0.1')).toBe(200);
    expect(await post('//evil.example/soap')).toBe(200);
    expect(served).toHaveLength(3);
    expect(await post('http://evil.example/soap')).toBe(421);
    expect(await post('http://localhost/soap', 'evil.example')).toBe(421);
    expect(await post('http://localhost@evil.example/')).toBe(400);
    expect(await post('http://evil.example@localhost/')).toBe(400);
    expect(await post('http://')).toBe(400);
    expect(await post('ftp://localhost/')).toBe(400);
    expect(await statusOf(port, ['OPTIONS * HTTP/1.1', 'Host: evil.example'])).toBe(421);
    expect(served).toHaveLength(3);
  });

  it('opens no tunnel', async () => {
    const { port, served } = await counting();
    expect(await statusOf(port, ['CONNECT evil.example:443 HTTP/1.1', 'Host: localhost'])).toBe(0);
    expect(served).toEqual([]);
  });

  it.each(OWN)('accepts a request of a page of %s', async (host) => {
    const { port, served } = await counting();
    for (const origin of [`http://${host}`, `https://${host}`]) {
      expect(await statusOf(port, ['POST / HTTP/1.1', 'Host: localhost', `Origin: ${origin}`])).toBe(200);
    }
    expect(served).toHaveLength(2);
  });

  it.each([
    ...[...OTHERS, ...NONE].map((host) => `http://${host}`),
    'https://evil.example',
    'null',
    '',
    'localhost',
    'file://',
    'chrome-extension://localhost',
    'http://localhost/path',
    'http://localhost http://evil.example',
    'http://localhost, http://evil.example',
  ])('refuses a request of a page of %s', async (origin) => {
    const { port, served } = await counting();
    expect(await statusOf(port, ['POST / HTTP/1.1', 'Host: localhost', `Origin: ${origin}`])).toBeOneOf([403, 400]);
    expect(served).toEqual([]);
  });

  it.each([
    ['GET', 'cross-site', [], 403],
    ['POST', 'Cross-Site ', [], 403],
    // Pages of this machine, and requests without a page.
    ['GET', 'same-site', [], 200],
    ['GET', 'same-origin', [], 200],
    ['GET', 'none', [], 200],
    // A page of another name of this machine.
    ['GET', 'cross-site', ['Origin: http://localhost'], 200],
    ['GET', 'cross-site', ['Origin: http://evil.example'], 403],
  ] as const)('a %s from a browser with %s and %j gets %i', async (method, site, others, status) => {
    const { port, served } = await counting();
    const head = [`${method} / HTTP/1.1`, 'Host: localhost', `Sec-Fetch-Site: ${site}`, ...others];
    expect(await statusOf(port, head)).toBe(status);
    expect(served).toHaveLength(status === 200 ? 1 : 0);
  });

  it('accepts the configured names, but not their subdomains or parts', async () => {
    const { port, served } = await counting(['Gateway.example', '192.0.2.1', '2001:db8::1']);
    const hosts = ['gateway.example:80', 'GATEWAY.EXAMPLE.', '192.0.2.1', '[2001:db8::1]:80'];
    for (const host of hosts) expect(await statusOf(port, ['POST / HTTP/1.1', `Host: ${host}`])).toBe(200);
    expect(await statusOf(port, ['POST / HTTP/1.1', 'Host: a.gateway.example'])).toBe(421);
    expect(await statusOf(port, ['POST / HTTP/1.1', 'Host: example'])).toBe(421);
    expect(served).toHaveLength(hosts.length);
  });

  it('reads the body of a refused request, so that the client gets the response, and continues', async () => {
    const { port } = await counting();
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ask = async (host: string): Promise<readonly [number | undefined, string]> => {
      const request = http.request({ port, agent, method: 'POST', headers: { host } });
      request.end(Buffer.alloc(1_000_000));
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return [response.statusCode, String(Buffer.concat(await response.toArray()))];
    };
    expect(await ask('evil.example')).toEqual([421, expect.stringContaining('allowedHosts')]);
    expect(await ask('localhost')).toEqual([200, 'done']);
    expect(String(await ask('evil.example'))).not.toContain('evil');
  });
});

describe('every server of this library', () => {
  const fileOf = cassetteFile();
  const SERVERS = {
    'the embedded gateway': (options: object) => startSandbox(options),
    'a replay server': (options: object) => startReplayServer(fileOf(), options),
    'a recording proxy': async (options: object) => {
      const send = (): Promise<never> => Promise.reject(new Error('was asked'));
      const tape = cassette(fileOf(), { mode: 'record', transport: { send } });
      return startRecordingProxy({ to: 'http://gateway.test/', cassette: tape, transport: { send }, ...options });
    },
  };

  it.each(Object.entries(SERVERS))('accepts only requests of this machine: %s', async (_name, start) => {
    const server = await start({ allowedHosts: ['further.example'] });
    onTestFinished(() => server.close());
    const wsdl = async (host: string, ...more: readonly string[]): Promise<number> =>
      statusOf(server.port, ['GET /soap?wsdl HTTP/1.1', `Host: ${host}`, ...more]);
    expect(await wsdl('further.example')).toBe(200);
    expect(await wsdl('localhost', 'Origin: http://localhost')).toBe(200);
    expect(await wsdl('evil.example')).toBe(421);
    expect(await wsdl('localhost', 'Origin: http://evil.example')).toBe(403);
    expect(await statusOf(server.port, ['POST /soap HTTP/1.1', 'Host: evil.example'], '<hello/>')).toBe(421);
    expect('passedThrough' in server && Number(server.passedThrough)).not.toBe(1);
  });

  it.each(Object.entries(SERVERS))('refuses invalid names: %s', async (_name, start) => {
    for (const allowedHosts of [['a b'], ['localhost:80'], [''], ['http://x/'], [5], 'x', ['[::1]']]) {
      expect(await rejection(start({ allowedHosts }))).toMatchObject({
        name: 'ValidationError',
        path: expect.stringMatching(/^allowedHosts/),
      });
    }
  });
});
