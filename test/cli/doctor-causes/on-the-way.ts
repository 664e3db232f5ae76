import { pem } from '../../support/tls-server.js';
import {
  type Causes,
  closedPort,
  gateway,
  listen,
  type Produce,
  proxy,
  type Situation,
  tls,
  UNKNOWN_HOST,
} from './situation.js';

/** A server whose certificate is refused, to which nothing may be sent. */
function refused(
  certificate: string | readonly string[],
  ca: string | undefined,
  values: Situation['values'] = {},
): Produce {
  return async (write) => {
    const { url } = await tls(certificate, 'OK');
    const profile = ca === undefined ? { url } : { url, ca: write('ca.pem', pem(ca)) };
    return { profile, values: { host: '127.0.0.1', ...values } };
  };
}

/** What is said where the server's own certificate is all that came, and does not say where more is to be had. */
const OF_THE_LEAF: Situation['values'] = {
  why: 'its chain is not complete, or its authority not known here',
  authority: 'CN=Test authority',
  code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
};

/** A proxy that answers so to whoever wants a tunnel to port 443 of gateway.test. */
function noTunnel(response: string, user = ''): Produce {
  return async () => {
    const way = await proxy({ connect: (socket) => socket.end(response) });
    return {
      profile: { url: 'https://gateway.test/soap', proxy: way.url.replace('//', `//${user}`) },
      values: { proxy: way.name, gateway: 'gateway.test:443' },
      secrets: ['sesame-77'],
    };
  };
}

/** A server that takes only clients with a certificate. */
function wantsCertificate(version: 'TLSv1.2' | 'TLSv1.3'): Produce {
  return async (write) => {
    const options = { requestCert: true, ca: pem('second-authority'), minVersion: version, maxVersion: version };
    const { url } = await tls('right', 'OK', options);
    return { profile: { url, ca: write('ca.pem', pem('authority')) } };
  };
}

/** What is wrong before a gateway has been asked anything. */
export const ON_THE_WAY: Causes = {
  'the url is none': [
    async () => ({ profile: { url: 'gateway.example/soap' } }),
    async () => ({ profile: { url: 'ftp://gateway.example/soap' } }),
  ],
  'the url holds a password': async () => ({
    profile: { url: 'https://agnes:sesame-77@gateway.test/soap' },
    secrets: ['agnes', 'sesame-77'],
  }),
  'the host is not known': async () => ({
    profile: { url: `https://${UNKNOWN_HOST}/soap` },
    values: { host: UNKNOWN_HOST },
  }),
  'nothing listens on the port': async () => {
    const port = await closedPort();
    return { profile: { url: `http://127.0.0.1:${port}/soap` }, values: { host: '127.0.0.1', port } };
  },
  'the proxy is none': async () => ({ profile: { url: 'https://gateway.test/soap', proxy: 'socks5://127.0.0.1' } }),
  'a proxy of the environment is none': async () => ({
    profile: { url: 'https://gateway.test/soap', proxy: 'env' },
    environment: { HTTPS_PROXY: 'socks5://127.0.0.1' },
    values: { variable: 'HTTPS_PROXY' },
  }),
  'the proxy is not known': async () => ({
    profile: { url: 'https://gateway.test/soap', proxy: `http://${UNKNOWN_HOST}:3128` },
    values: { host: UNKNOWN_HOST },
  }),
  'the proxy does not run': ['https://gateway.test/soap', 'http://gateway.test/soap'].map((url) => async () => {
    const port = await closedPort();
    return { profile: { url, proxy: `http://127.0.0.1:${port}` }, values: { host: '127.0.0.1', port } };
  }),
  'the proxy is silent': async () => {
    const port = await listen(() => undefined);
    const profile = { url: 'https://gateway.test/soap', proxy: `http://127.0.0.1:${port}`, timeoutMs: 200 };
    return { profile, values: { proxy: `127.0.0.1:${port}`, gateway: 'gateway.test:443', ms: 200 } };
  },
  'the proxy is none for HTTP': async () => {
    const port = await listen((socket) => socket.end('220 mail.example ESMTP\r\n'));
    const profile = { url: 'https://gateway.test/soap', proxy: `http://127.0.0.1:${port}` };
    return { profile, values: { proxy: `127.0.0.1:${port}`, code: 'HPE_INVALID_CONSTANT' } };
  },
  'the proxy has an expired certificate': async (write) => {
    const way = await proxy({ certificate: 'expired' });
    const profile = { url: 'https://gateway.test/soap', proxy: way.url, ca: write('ca.pem', pem('authority')) };
    return { profile, values: { proxy: way.name } };
  },
  'the proxy wants a user and a password': [
    noTunnel('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n'),
    async () => {
      const way = await proxy({ credentials: 'agnes:sesame-77' });
      const profile = { url: 'http://gateway.test/soap', proxy: way.url };
      return { profile, values: { proxy: way.name } };
    },
  ],
  'the proxy refuses its user or password': noTunnel(
    'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n',
    'agnes:sesame-77@',
  ),
  'the proxy does not allow the gateway': noTunnel('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
  'the proxy makes no tunnels': noTunnel('HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n'),
  'the proxy does not reach the gateway': [
    noTunnel('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'),
    async () => {
      const port = await listen((socket) => {
        socket.on('data', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\nnone'));
      });
      const profile = { url: 'http://gateway.test:8080/soap', proxy: `http://127.0.0.1:${port}` };
      return { profile, values: { proxy: `127.0.0.1:${port}`, gateway: 'gateway.test:8080' } };
    },
  ],
  'the url begins with http, and the port speaks TLS': [
    async () => {
      const { port } = await tls('self-signed', 'OK');
      return { profile: { url: `http://127.0.0.1:${port}/soap` } };
    },
    async () => {
      // It finds nothing to agree on, and says so in TLS.
      const { port } = await tls('right', 'OK', { minVersion: 'TLSv1.2', ciphers: 'PSK', maxVersion: 'TLSv1.2' });
      return { profile: { url: `http://127.0.0.1:${port}/soap` } };
    },
  ],
  'the url begins with https, and the port speaks plain HTTP': async () => {
    const { port } = await gateway();
    const values = { code: 'ERR_SSL_WRONG_VERSION_NUMBER' };
    return { profile: { url: `https://127.0.0.1:${port}/soap` }, values };
  },
  'the port accepts, and TLS never begins': async () => {
    const port = await listen(() => undefined);
    return { profile: { url: `https://127.0.0.1:${port}/soap`, timeoutMs: 200 }, values: { ms: 200 } };
  },
  'the connection ends as TLS begins': async () => {
    const port = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
    return { profile: { url: `https://127.0.0.1:${port}/soap` } };
  },
  'the server speaks an old TLS only': async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const { url } = await tls('right', 'OK', old);
    const code = 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION';
    return { profile: { url }, values: { code } };
  },
  'the authority is not known here': [
    refused('right', undefined, OF_THE_LEAF),
    refused(['by-intermediate', 'intermediate'], undefined, {
      why: 'its root certificate is not known here',
      authority: 'CN=Second test authority',
      code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    }),
  ],
  'the authority is not known to `ca`': refused('right', 'second-authority', OF_THE_LEAF),
  'the certificate is signed by itself': refused('self-signed', undefined),
  'the certificate has expired': [refused('expired', 'authority'), refused('expired', undefined)],
  'the certificate is not valid yet': refused('not-yet-valid', 'second-authority'),
  'the certificate is for another host': refused('other-host', 'authority'),
  'an intermediate certificate is not sent': refused('by-intermediate', 'second-authority'),
  'a certificate of the client is wanted': [
    wantsCertificate('TLSv1.3'),
    async (write) => {
      const { url } = await tls('right', (_request, response) => {
        response.writeHead(400).end('<title>400 No required SSL certificate was sent</title>');
      });
      return { profile: { url, ca: write('ca.pem', pem('authority')) } };
    },
  ],
  'a certificate of the client is wanted, perhaps': wantsCertificate('TLSv1.2'),
  'the file of `ca` is not there': async () => ({
    profile: { url: 'https://gateway.test/soap', ca: '/nowhere/ca.pem' },
    values: { ca: '/nowhere/ca.pem' },
  }),
  'the file of `ca` is no PEM': async (write) => {
    const ca = write('ca.der', 'not a certificate');
    return { profile: { url: 'https://gateway.test/soap', ca }, values: { ca } };
  },
};
