import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Problem } from '../../src/cli/doctor/findings.js';
import { responseXml } from '../../src/replay/index.js';
import {
  type InjectedFailure,
  type RunningSandbox,
  type SandboxAccount,
  startSandbox,
} from '../../src/sandbox/index.js';
import { type ProxyBehaviour, startProxy, type TestProxy } from '../support/connect-proxy.js';
import { serve } from '../support/http-server.js';
import { ROOT } from '../support/run.js';
import { pem, startTlsServer, type TlsServer } from '../support/tls-server.js';

export const PASSWORD = 'doctor-secret-99';
const TOKEN = 'doctor-token-99';

/** How the command is run so that it meets a problem. */
interface Situation {
  /** The profile; its password is in the variable `PASSWORD` unless it names another place. */
  readonly profile: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** A part of the text that is printed. */
  readonly says?: string;
  /** A part of the next action. */
  readonly todo?: string;
  /** Texts that must not be printed. */
  readonly secrets?: readonly string[];
}

/** Creates a situation until the end of the test. @param write - puts a file into the folder of the command */
type Produce = (write: (name: string, content: string) => string) => Situation | Promise<Situation>;

/** Starts a gateway with one account. */
export async function gateway(account: Partial<SandboxAccount> = {}): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ accounts: [{ username: 'shop', password: PASSWORD, ...account }] });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

export async function tls(...args: Parameters<typeof startTlsServer>): Promise<TlsServer> {
  const server = await startTlsServer(...args);
  onTestFinished(() => server.close());
  return server;
}

async function proxy(behaviour: ProxyBehaviour = {}): Promise<TestProxy> {
  const started = await startProxy(behaviour);
  onTestFinished(() => started.close());
  return started;
}

/** Starts a server that answers every request alike. @returns its address */
export async function answers(status: number, headers: OutgoingHttpHeaders = {}, body = ''): Promise<string> {
  const { url } = await serve((request, response) => {
    request.resume().on('end', () => response.writeHead(status, headers).end(body));
  });
  return url;
}

/** Starts a TCP server. @returns its port */
export async function listen(act: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    act(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Too long for a name: no network is needed to find out that it does not exist. */
const UNKNOWN_HOST = `${'x'.repeat(64)}.example`;
const GATEWAY = 'https://gateway.test/soap';

/** A server with these certificates. */
function certificate(names: string | readonly string[], says: string, ca?: string): Produce {
  return async (write) => {
    const { url } = await tls(names, 'OK');
    return { profile: { url, ...(ca !== undefined && { ca: write('ca.pem', pem(ca)) }) }, says };
  };
}

/** A proxy that answers like this if a tunnel is requested. */
function noTunnel(status: string, user = ''): Produce {
  return async () => {
    const { url, name } = await proxy({ connect: (socket) => socket.end(`HTTP/1.1 ${status}\r\n\r\n`) });
    const way = url.replace('//', `//${user}`);
    return { profile: { url: GATEWAY, proxy: way }, says: `proxy ${name} refused`, secrets: ['sesame-77'] };
  };
}

/** A TCP server of another protocol. */
const otherProtocol = (): Promise<number> => listen((socket) => socket.end('220 mail.example ESMTP\r\n'));

function wantsCertificate(version: 'TLSv1.2' | 'TLSv1.3', says: string): Produce {
  return async (write) => {
    const options = { requestCert: true, ca: pem('second-authority'), minVersion: version, maxVersion: version };
    const { url } = await tls('right', 'OK', options);
    return { profile: { url, ca: write('ca.pem', pem('authority')) }, says };
  };
}

/** A server that answers every request alike. */
function answering(says: string, status: number, headers: OutgoingHttpHeaders = {}, body = ''): Produce {
  return async () => ({ profile: { url: await answers(status, headers, body) }, says });
}

function redirecting(location: string): Produce {
  return async () => ({
    profile: { url: await answers(302, { Location: location }) },
    todo: location.replace(/\?.*/, ''),
    secrets: ['4711'],
  });
}

/** A gateway with such an account. */
function account(given: Partial<SandboxAccount>, more: Partial<Situation> = {}): Produce {
  return async () => ({ profile: { url: (await gateway(given)).url }, ...more });
}

/** A gateway that fails. */
function failing(says: string, failure: InjectedFailure, operation = 'soap_CheckPoints', args: string[] = []): Produce {
  return async () => {
    const sandbox = await gateway();
    sandbox.failEvery(1, operation, failure);
    return { profile: { url: sandbox.url }, args, says };
  };
}

/** A profile without a password. */
function noPassword(profile: Readonly<Record<string, string>>, says: string): Produce {
  return async () => ({ profile: { url: (await gateway()).url, passwordEnv: undefined, ...profile }, says });
}

/** A profile with a token only. */
function overHttp(httpUrl: string, more: Partial<Situation> = {}): Situation {
  const profile = { username: undefined, passwordEnv: undefined, httpUrl, tokenEnv: 'TOKEN', ...more.profile };
  return { environment: { TOKEN }, secrets: [TOKEN], ...more, profile };
}

function httpAccount(given: Partial<SandboxAccount>, more: Partial<Situation> = {}): Produce {
  return async () => overHttp((await gateway({ tokens: [TOKEN], ...given })).httpUrl, more);
}

function httpAnswering(says: string, status: number, headers: OutgoingHttpHeaders, body: string): Produce {
  return async () => overHttp(await answers(status, headers, body), { says });
}

const PROFILE = {
  name: 'Shop',
  email: 'shop@example.com',
  username: 'shop',
  phone_number: '500100200',
  payment_type: 'prepaid',
  user_type: 'native',
  points: 10,
};

/** A server with this profile of an account. */
function accountProfile(says: string, profile: object): Produce {
  return httpAnswering(says, 200, { 'Content-Type': 'application/json' }, JSON.stringify(profile));
}

/** A gateway that answers like the embedded one, unless `instead` returns a response. */
function changed(says: string, instead: (operation: string) => string | undefined): Produce {
  return async () => {
    const sandbox = await gateway();
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await text(request);
      const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: String(request.headers.soapaction) };
      const target = sandbox.url + new URL(request.url ?? '', sandbox.url).search;
      const original = await fetch(target, { method: request.method ?? 'GET', headers, body: body || null });
      const given = instead(/<ns1:(soap_\w+)/.exec(body)?.[1] ?? '') ?? (await original.text());
      response.writeHead(200, { 'content-type': headers['content-type'] }).end(given);
    };
    const { url } = await serve((request, response) => void answer(request, response));
    return { profile: { url }, says };
  };
}

const WSDL = readFileSync(`${ROOT}wsdl/sms-service.wsdl`, 'utf8');
const POINTS = responseXml('soap_CheckPoints', { result: 0, description: 'OK', points: 5 });
const SEND = ['--send', '48500100200'];
const PAGE = '<!doctype html>\n<html><title>Log in</title></html>';
const ENVELOPE = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><weather/></e:Body></e:Envelope>`;

/** The situations of each problem that docs/doctor.md lists. */
export const SITUATIONS: Readonly<Record<Problem, readonly Produce[]>> = {
  'invalid-url': ['gateway.example/soap', 'ftp://gateway.example/soap'].map((url) => () => ({ profile: { url } })),
  'secret-in-url': [
    () => ({ profile: { url: 'https://agnes:sesame-77@gateway.test/soap' }, secrets: ['agnes', 'sesame-77'] }),
  ],
  'no-connection': [
    () => ({ profile: { url: `https://${UNKNOWN_HOST}/soap` }, says: 'the host name is unknown (ENOTFOUND)' }),
    async () => ({ profile: { url: `http://127.0.0.1:${await closedPort()}/soap` }, says: 'ECONNREFUSED' }),
    async () => {
      const port = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
      return { profile: { url: `https://127.0.0.1:${port}/soap` }, says: 'the connection was reset (ECONNRESET)' };
    },
  ],
  timeout: [
    async () => {
      const port = await listen(() => undefined);
      return { profile: { url: `https://127.0.0.1:${port}/soap`, timeoutMs: 200 }, says: 'within 200 ms' };
    },
    async () => {
      const silent = `http://127.0.0.1:${await listen(() => undefined)}`;
      return { profile: { url: GATEWAY, proxy: silent, timeoutMs: 200 }, says: 'through the proxy 127.0.0.1:' };
    },
  ],
  'invalid-proxy': [
    () => ({ profile: { url: GATEWAY, proxy: 'socks5://127.0.0.1' }, says: 'proxy: must be the URL of a proxy' }),
    () => ({
      profile: { url: GATEWAY, proxy: 'env' },
      environment: { HTTPS_PROXY: 'socks5://127.0.0.1' },
      says: 'HTTPS_PROXY: must be the URL of a proxy',
    }),
  ],
  'proxy-unreachable': [
    () => ({ profile: { url: GATEWAY, proxy: `http://${UNKNOWN_HOST}:3128` }, says: 'the host name is unknown' }),
    async (write) => {
      const { url } = await proxy({ certificate: 'expired' });
      const profile = { url: GATEWAY, proxy: url, ca: write('ca.pem', pem('authority')) };
      return { profile, says: 'is not trusted: its certificate has expired' };
    },
  ],
  'not-a-proxy': [
    async () => ({ profile: { url: GATEWAY, proxy: `http://127.0.0.1:${await otherProtocol()}` }, says: 'HPE_' }),
  ],
  'proxy-refuses': [
    noTunnel('407 Proxy Authentication Required'),
    noTunnel('407 Proxy Authentication Required', 'agnes:sesame-77@'),
    async () => {
      const { url } = await proxy({ credentials: 'agnes:sesame-77' });
      return { profile: { url: 'http://gateway.test/soap', proxy: url }, says: 'HTTP status 407' };
    },
    async () => {
      const { url } = await proxy({ connect: (socket) => socket.end('HTTP/1.1 407 No\r\n\r\n') });
      const environment = { HTTPS_PROXY: url };
      return { profile: { url: GATEWAY, proxy: 'env' }, environment, todo: 'HTTPS_PROXY, HTTP_PROXY or ALL_PROXY' };
    },
  ],
  'proxy-fails': [
    noTunnel('502 Bad Gateway'),
    async () => {
      const port = await listen((socket) => {
        socket.on('data', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\nnone'));
      });
      return { profile: { url: 'http://gateway.test:8080/soap', proxy: `http://127.0.0.1:${port}` }, says: '502' };
    },
  ],
  'invalid-ca': [
    () => ({ profile: { url: GATEWAY, ca: '/nowhere/ca.pem' }, says: '/nowhere/ca.pem (ENOENT)' }),
    (write) => ({
      profile: { url: GATEWAY, ca: write('ca.der', 'not a certificate') },
      says: 'ca: must contain valid certificates',
    }),
  ],
  'unknown-root': [
    certificate('right', 'CN=Test authority (UNABLE_TO_VERIFY_LEAF_SIGNATURE)'),
    certificate(['by-intermediate', 'intermediate'], 'CN=Second test authority'),
  ],
  'self-signed': [certificate('self-signed', 'its certificate is self-signed')],
  'incomplete-chain': [certificate('by-intermediate', 'issued by CN=Test intermediate', 'second-authority')],
  expired: [certificate('expired', 'has expired on 2020-02-01', 'authority')],
  'not-yet-valid': [certificate('not-yet-valid', 'from 2125-01-01 on', 'second-authority')],
  'wrong-host': [certificate('other-host', 'it is for other.test, and not for 127.0.0.1', 'authority')],
  certificate: [certificate('client', 'is not for servers', 'second-authority')],
  'client-certificate': [
    wantsCertificate('TLSv1.3', 'requires a client certificate'),
    async (write) => {
      const { url } = await tls('right', (_request, response) => {
        response.writeHead(400).end('<title>400 No required SSL certificate was sent</title>');
      });
      return { profile: { url, ca: write('ca.pem', pem('authority')) }, says: 'HTTP status 400' };
    },
  ],
  'tls-refused': [
    wantsCertificate('TLSv1.2', 'requires a client certificate'),
    async () => {
      const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
      return { profile: { url: (await tls('right', 'OK', old)).url }, says: 'no version of TLS' };
    },
  ],
  'no-tls': [
    async () => ({ profile: { url: (await gateway()).url.replace('http:', 'https:') }, says: 'WRONG_VERSION_NUMBER' }),
  ],
  'needs-https': [
    async () => ({ profile: { url: (await tls('self-signed', 'OK')).url.replace('https:', 'http:') } }),
    async () => {
      // No cipher in common: the server refuses with an alert.
      const server = await tls('right', 'OK', { minVersion: 'TLSv1.2', ciphers: 'PSK', maxVersion: 'TLSv1.2' });
      return { profile: { url: server.url.replace('https:', 'http:') } };
    },
  ],
  redirect: [redirecting('https://login.test/?session=4711'), redirecting('http://127.0.0.1/new/soap')],
  'other-service': [
    answering('HTTP status 404', 404, {}, '<html><h1>Not Found</h1></html>'),
    answering('it begins: "Log in"', 200, { 'Content-Type': 'text/html' }, PAGE),
    answering('the body is empty', 200, { 'Content-Type': 'text/xml' }),
    answering('HTTP status 401', 401, { 'WWW-Authenticate': 'Basic' }),
    answering('not as the SOAP interface', 200, { 'Content-Type': 'text/xml' }, ENVELOPE),
    async () => ({ profile: { url: `http://127.0.0.1:${await otherProtocol()}/soap` }, says: 'HPE_' }),
    failing('no such procedure', { fault: { code: 'Client', string: 'no such procedure' } }),
    httpAnswering('not as the HTTP interface: HTTP status 404', 404, {}, '<h1>Not Found</h1>'),
  ],
  'endpoint-fails': [
    answering('"Maintenance"', 503, {}, '<h1>Maintenance</h1>'),
    async () => ({ profile: { url: await answers(503, { 'Retry-After': '90' }) }, todo: 'in 90 s' }),
    failing('out of memory', { fault: { code: 'Server', string: 'out of memory' } }),
    failing('gateway code 999', { result: 999 }, 'soap_GetSenders'),
    async () => {
      const sandbox = await gateway({ tokens: [TOKEN] });
      sandbox.failEvery(1, 'profile', { result: 999 });
      return overHttp(sandbox.httpUrl, { says: 'gateway code 999' });
    },
  ],
  'rate-limit': [
    async () => ({ profile: { url: await answers(429, { 'Retry-After': '30' }) }, todo: 'in 30 s' }),
    failing('gateway code 203', { result: 203 }),
  ],
  'no-response': [
    async () => {
      const sandbox = await gateway();
      sandbox.failEvery(1, '*', { delayMs: 60_000 });
      return { profile: { url: sandbox.url, timeoutMs: 300 }, says: '300 ms' };
    },
    failing('the connection was lost', { drop: 'before' }),
  ],
  'no-credentials': [
    noPassword({ passwordEnv: 'SHOP_PASSWORD' }, 'SHOP_PASSWORD'),
    noPassword({}, 'passwordEnv or passwordFile of the profile, or --password-file'),
    async (write) => noPassword({ passwordFile: write('empty', '\n') }, 'the password file is empty')(write),
    async () => overHttp((await gateway()).httpUrl, { environment: {}, says: 'TOKEN' }),
    async (write) => {
      const profile = { tokenEnv: undefined, tokenFile: write('empty-token', '\n') };
      return overHttp((await gateway()).httpUrl, { profile, says: 'the token file is empty' });
    },
  ],
  'invalid-credentials': [
    async () => ({ profile: { url: (await gateway()).url, username: 'a\u0000b' }, says: 'username' }),
  ],
  'wrong-password': [
    account({}, { environment: { PASSWORD: 'wrong-secret-77' }, secrets: ['wrong-secret-77'], says: 'refuses shop' }),
  ],
  'other-hash': [account({ hash: 'md5' }, { says: 'accepts the password with hash md5', todo: '--hash md5' })],
  'wrong-token': ['current', 'earlier'].map((variant) =>
    httpAccount({}, { environment: { TOKEN: 'wrong-77' }, secrets: ['wrong-77'], profile: { variant } }),
  ),
  'not-allowed': [
    failing('the service is not enabled on the account', { result: 110 }),
    httpAccount({ tokens: [{ token: TOKEN, scopes: ['sms'] }] }, { says: 'no access to this area' }),
  ],
  'ip-filter': [
    account({ allowedAddresses: [] }, { args: SEND, says: 'gateway code 105' }),
    httpAccount({ allowedAddresses: [] }, { args: SEND, says: 'gateway code 105' }),
  ],
  'invalid-number': [account({}, { args: ['--send', 'abc'], says: 'code 13' })],
  'no-points': [account({ points: 0 }), httpAccount({ points: 0 })],
  'contract-broken': [
    accountProfile('profile points is no number', { ...PROFILE, points: 'many' }),
    changed('soap_CheckPoints description', (operation) =>
      operation === 'soap_CheckPoints' ? POINTS.replace(/<description.*<\/description>/, '') : undefined,
    ),
    changed('WSDL soap_DelNumber was removed', (operation) =>
      operation === '' ? WSDL.replaceAll('"soap_DelNumber"', '"soap_Remove"') : undefined,
    ),
  ],
};
