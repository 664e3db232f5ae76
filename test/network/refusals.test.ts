import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTrust } from '../../src/client/index.js';
import type { RunningSandbox } from '../../src/sandbox/index.js';
import { pem } from '../support/tls-server.js';
import { type Certificates, makeCertificates } from './certificates.js';
import { Cleanups } from './events/event.js';
import { carriedOut, startGateway } from './gateway.js';
import { startNginx } from './peers/nginx.js';
import type { Peer } from './peers/peer.js';
import { startSquid } from './peers/squid.js';
import { startStunnel } from './peers/stunnel.js';
import { startTinyproxy } from './peers/tinyproxy.js';
import { send } from './sends.js';
import { type Open, overHttp, overUndici, overUndiciProxy } from './transports.js';

/** Everything that refuses, by its name. */
interface World {
  readonly certificates: Certificates;
  readonly gateway: RunningSandbox;
  readonly ports: Readonly<Record<string, number>>;
}

const cleanups = new Cleanups();
let world: World;

const CERTIFICATE = 'ssl_certificate FOLDER/server.pem; ssl_certificate_key FOLDER/server.key;';
const WANTS_CLIENT = `${CERTIFICATE} ssl_client_certificate FOLDER/root.pem; ssl_verify_client on;`;
const UNKNOWN_NAME = 'server { listen 127.0.0.1:PORT ssl default_server; ssl_reject_handshake on; }';
const KNOWN_USERS = `auth_param basic program /usr/lib/squid/basic_ncsa_auth FOLDER/users
acl known proxy_auth REQUIRED
http_access deny !known`;

beforeAll(async () => {
  const certificates = await makeCertificates();
  const gateway = cleanups.add(await startGateway());
  const { root, server, sha1 } = certificates;
  const files = { 'root.pem': root, 'server.pem': server.chain, 'server.key': server.key };
  const weak = { 'server.pem': sha1.chain, 'server.key': sha1.key };
  const nginx = (lines: string, more: object = {}): Promise<Peer> =>
    startNginx(gateway.port, { listen: 'ssl', files, server: lines, ...more });
  const started: Readonly<Record<string, Promise<Peer>>> = {
    https: nginx(CERTIFICATE),
    'client certificate': nginx(WANTS_CLIENT),
    'client certificate, TLS 1.2': nginx(`${WANTS_CLIENT} ssl_protocols TLSv1.2;`),
    sha1: nginx(`ssl_ciphers DEFAULT@SECLEVEL=0; ${CERTIFICATE}`, { files: weak }),
    sni: nginx(CERTIFICATE, { servers: UNKNOWN_NAME }),
    small: startNginx(gateway.port, { server: 'client_max_body_size 10;' }),
    stunnel: startStunnel(gateway.port, 'verifyChain = yes\nCAfile = FOLDER/authority.pem'),
    squid: startSquid(),
    'squid, rules': startSquid('acl everyone src all\nhttp_access deny everyone'),
    'squid, users': startSquid(KNOWN_USERS),
    tinyproxy: startTinyproxy(),
    'tinyproxy, rules': startTinyproxy('Filter "FOLDER/filter"', '127.0.0.1\n'),
    'tinyproxy, users': startTinyproxy('BasicAuth agnes sesame-9'),
  };
  const ports: Record<string, number> = {};
  const all = Object.entries(started).map(async ([name, peer]) => {
    ports[name] = cleanups.add(await peer).port;
  });
  // If one of them does not start, the others must be stopped.
  await Promise.allSettled(all);
  await Promise.all(all);
  world = { certificates, gateway, ports };
}, 60_000);
afterAll(() => cleanups.run());

const table: string[] = [];
afterAll(() => {
  process.stdout.write(`\n${['refusal | transport | outcome | what is said', ...table].join('\n')}\n`);
});

/** The error of a send over a transport. The gateway must not have received it. */
async function said(name: string, transport: string, open: Open, url: string): Promise<string> {
  const opened = open(url, 500);
  try {
    const { text, outcome, message } = await send(opened.client);
    expect(carriedOut(world.gateway).get(text) ?? 0).toBe(outcome === 'success' ? 1 : 0);
    table.push([name, transport, outcome, message].join(' | '));
    return `${outcome} ${message}`;
  } finally {
    await opened.close();
  }
}

/** The addresses that a refusal is about. */
type Way = (of: World) => { readonly url: string; readonly tls?: object; readonly proxy?: string };

const local = (port: number | undefined, protocol = 'https'): string => `${protocol}://127.0.0.1:${port}/`;

describe('a server that refuses is told alike over both transports', () => {
  const wanted =
    'HTTP status 400: the response is not SOAP; the server requires a client certificate: set cert and key';
  it.each<[string, Way, string]>([
    [
      'no client certificate, nginx',
      ({ ports, certificates: { root } }) => ({ url: local(ports['client certificate']), tls: { ca: root } }),
      `rejected soap_SendSms: ${wanted}`,
    ],
    [
      'no client certificate, nginx, TLS 1.2',
      ({ ports, certificates: { root } }) => ({ url: local(ports['client certificate, TLS 1.2']), tls: { ca: root } }),
      `rejected soap_SendSms: ${wanted}`,
    ],
    [
      'another client certificate, nginx',
      ({ ports, certificates: { root, stranger } }) => ({
        url: local(ports['client certificate']),
        tls: { ca: root, cert: stranger.chain, key: stranger.key },
      }),
      'the server rejects the client certificate in cert',
    ],
    [
      'the right client certificate, nginx',
      ({ ports, certificates: { root, client } }) => ({
        url: local(ports['client certificate']),
        tls: { ca: root, cert: client.chain, key: client.key },
      }),
      'success',
    ],
    [
      'no client certificate, stunnel, TLS 1.3',
      ({ ports }) => ({ url: local(ports.stunnel), tls: { ca: pem('authority') } }),
      'not-sent soap_SendSms: the server HOST requires a client certificate',
    ],
    [
      'http on a port of https',
      ({ ports }) => ({ url: local(ports.https, 'http') }),
      'rejected soap_SendSms: HTTP status 400: the response is not SOAP; this port uses https: correct the url',
    ],
    [
      'https on a port of http',
      ({ gateway }) => ({ url: local(gateway.port) }),
      'not-sent soap_SendSms: no TLS session with the server HOST: check that this port uses https',
    ],
    [
      'a root that is not known',
      ({ ports }) => ({ url: local(ports.https) }),
      'not-sent soap_SendSms: the server HOST is not trusted: its root certificate is unknown on this system; add it to the option ca',
    ],
    [
      'a chain with SHA-1',
      ({ ports, certificates: { root } }) => ({ url: local(ports.sha1), tls: { ca: root } }),
      'not-sent soap_SendSms: the server HOST is not trusted: a certificate in its chain is signed with SHA-1',
    ],
    [
      'a name that the server does not know',
      ({ ports, certificates: { root } }) => ({ url: `https://localhost:${ports.sni}/`, tls: { ca: root } }),
      'not-sent soap_SendSms: no TLS session with the server HOST: it does not serve the host localhost: correct the host name',
    ],
    [
      'a request that is too large',
      ({ ports }) => ({ url: local(ports.small, 'http') }),
      'rejected soap_SendSms: HTTP status 413: the response is not SOAP; the request is too large for a server or proxy',
    ],
    [
      'nothing that listens',
      () => ({ url: 'https://127.0.0.1:1/' }),
      'not-sent soap_SendSms: could not connect to HOST: no server listens on this port; nothing was sent',
    ],
  ])('%s', async (name, way, words) => {
    const { url, tls = {} } = way(world);
    const overBoth = [
      await said(name, 'http', overHttp(tls), url),
      await said(name, 'undici', overUndici({ connect: tls }), url),
    ];
    expect(overBoth[0]).toContain(words.replace('HOST', new URL(url).host));
    expect(overBoth[1]).toBe(overBoth[0]);
  });
});

describe('a proxy that refuses is told as that, alike but for its name, which only httpTransport knows', () => {
  const WRONG = "check the user and password in the proxy's url; nothing was sent";
  const RULES = 'it does not allow this address; nothing was sent';
  const UNREACHED = 'it cannot reach the server; nothing was sent';
  const DEAD = 1;

  it.each<[string, string, string, number | undefined, string]>([
    ['squid, its rules', 'squid, rules', '', undefined, `403: ${RULES}`],
    ['squid, no user', 'squid, users', '', undefined, `407: ${WRONG}`],
    ['squid, a wrong password', 'squid, users', 'agnes:wrong@', undefined, `407: ${WRONG}`],
    ['squid, nothing that listens', 'squid', '', DEAD, `503: ${UNREACHED}`],
    ['tinyproxy, its rules', 'tinyproxy, rules', '', undefined, `403: ${RULES}`],
    ['tinyproxy, no user', 'tinyproxy, users', '', undefined, `407: ${WRONG}`],
    ['tinyproxy, a wrong password', 'tinyproxy, users', 'agnes:wrong@', undefined, `401: ${WRONG}`],
    ['tinyproxy, nothing that listens', 'tinyproxy', '', DEAD, `500: ${UNREACHED}`],
  ])('%s', async (name, peer, user, port, words) => {
    const { ports, gateway } = world;
    const address = `127.0.0.1:${ports[peer]}`;
    for (const protocol of ['http', 'https'] as const) {
      // That it cannot reach the server, tinyproxy says by a status that may mean anything else, too.
      if (name.startsWith('tinyproxy, nothing') && protocol === 'http') continue;
      const url = local(port ?? (protocol === 'http' ? gateway.port : ports.https), protocol);
      const role = protocol === 'http' ? 'handing on' : 'tunnel';
      const uri = `http://${user}${address}`;
      const overBoth = [
        await said(`${name}, ${role}`, 'http', overHttp({ proxy: uri }), url),
        await said(`${name}, ${role}`, 'undici', overUndiciProxy({ uri }), url),
      ];
      const head = `not-sent soap_SendSms: no connection to ${new URL(url).host}: the proxy`;
      expect(overBoth[0]).toBe(`${head} ${address} refused with HTTP status ${words}`);
      expect(overBoth[1]?.replace(/the proxy (?:of the pool|on the way)/, `the proxy ${address}`)).toBe(overBoth[0]);
    }
  });

  it('a proxy that does not listen', async () => {
    for (const url of [world.gateway.url, local(world.ports.https)]) {
      const [over, alike] = [
        await said('no proxy there', 'http', overHttp({ proxy: 'http://127.0.0.1:1' }), url),
        await said('no proxy there', 'undici', overUndiciProxy({ uri: 'http://127.0.0.1:1' }), url),
      ];
      const words = `127.0.0.1:1 on the way to ${new URL(url).host}: no server listens on this port; nothing was sent`;
      expect(over).toBe(`not-sent soap_SendSms: could not connect to the proxy ${words}`);
      expect(alike).toBe(`not-sent soap_SendSms: could not connect to ${words}`);
    }
  });
});

describe('checkTrust', () => {
  it('names the root that is missing, not the intermediate certificate that was sent', async () => {
    const { reason, explanation } = await checkTrust(local(world.ports.https));
    expect(reason).toBe('unknown-root');
    expect(explanation).toContain('its root certificate is unknown on this system: CN=Test Root (');
    expect(explanation).not.toContain('Intermediate');
  });

  it.each([
    ['client certificate', 'client-certificate', 'requires a client certificate'],
    ['sha1', 'certificate', 'signed with SHA-1'],
    ['https', 'unexpected-response', 'is trusted, but the response was not OK'],
  ])('says the same of %s', async (name, reason, words) => {
    const report = await checkTrust(local(world.ports[name]), { ca: world.certificates.root });
    expect(report.reason).toBe(reason);
    expect(report.explanation).toContain(words);
  });
});
