import { inspect } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type HttpTransportOptions, httpTransport } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { wantsClientCertificate } from '../../src/transport/tls/certificate-problem.js';
import { rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';
import { pem, serveTls as serve } from '../support/tls-server.js';

afterEach(() => void vi.unstubAllEnvs());

const POINTS = soapResponse('soap_CheckPoints', '<result>0</result><points>7.25</points>');
const ca = pem('authority');
const CERTIFICATE = { cert: pem('client'), key: pem('client.key') };

function clientFor(url: string, options: HttpTransportOptions): SmsServiceClient {
  const transport = httpTransport({ ca, ...options });
  onTestFinished(() => transport.close?.());
  return new SmsServiceClient({
    url,
    credentials: { username: 'alice', password: 'sesame-9' },
    transport,
    retry: false,
  });
}

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a server that requires a client certificate, by %s', (version) => {
  const options = { requestCert: true, ca: pem('second-authority'), minVersion: version, maxVersion: version };

  it.each([
    ['as text', CERTIFICATE],
    ['as bytes', { cert: Buffer.from(CERTIFICATE.cert), key: new Uint8Array(Buffer.from(CERTIFICATE.key)) }],
    ['with an encrypted key', { ...CERTIFICATE, key: pem('client.encrypted.key'), passphrase: 'open sesame' }],
  ])('gets it %s', async (_name, input) => {
    const { url, onSecure } = await serve('right', POINTS, options);
    const names: unknown[] = [];
    onSecure((socket) => names.push(socket.getPeerCertificate().subject.CN));
    expect(await clientFor(url, input).checkPoints()).toBe(7.25);
    expect(names).toEqual(['client']);
  });

  it('refuses a client without one: nothing was carried out', async () => {
    const { url, requests } = await serve('right', POINTS, options);
    const error = await rejection(clientFor(url, {}).checkPoints());
    expect(error).toMatchObject({
      name: 'TlsError',
      outcome: 'not-sent',
      message: expect.stringContaining('requires a client certificate'),
    });
    expect(requests).toEqual([]);
  });

  it('refuses a client with one of another authority, and the outcome is not claimed to be known', async () => {
    // Node.js as a server takes the certificate, and closes the connection without a word when it has looked at it.
    const { url, requests } = await serve('right', POINTS, options);
    const input = { cert: pem('right'), key: pem('right.key') };
    const error = await rejection(clientFor(url, input).checkPoints());
    expect(error).toMatchObject({ name: 'ConnectionError' });
    // With TLS 1.2 it may close the connection before the client has a session.
    if (version === 'TLSv1.3') expect(error).toMatchObject({ outcome: 'unknown' });
    expect(requests).toEqual([]);
  });
});

describe('an alert by which a server refuses the certificate of the client', () => {
  it.each([
    'TLSV13_ALERT_CERTIFICATE_REQUIRED',
    // By its name since OpenSSL 3.2, which Node.js 24 has.
    'SSL/TLS_ALERT_BAD_CERTIFICATE',
  ])('is known: %s', (name) => {
    expect(wantsClientCertificate(`ERR_SSL_${name}`)).toBe(true);
  });

  it.each(['SSLV3_ALERT_HANDSHAKE_FAILURE', 'TLSV1_ALERT_INTERNAL_ERROR', 'BAD_RECORD'])('is not %s', (name) => {
    expect(wantsClientCertificate(`ERR_SSL_${name}`)).toBe(false);
  });
});

describe('minVersion', () => {
  it("'TLSv1.3' refuses a server that speaks only TLS 1.2, and nothing was sent", async () => {
    const { url, requests } = await serve('right', POINTS, { maxVersion: 'TLSv1.2' });
    const error = await rejection(clientFor(url, { minVersion: 'TLSv1.3' }).checkPoints());
    expect(error).toMatchObject({
      name: 'TlsError',
      outcome: 'not-sent',
      message: expect.stringContaining('no version of TLS that minVersion allows'),
    });
    expect(requests).toEqual([]);
    expect(await clientFor(url, { minVersion: 'TLSv1.2' }).checkPoints()).toBe(7.25);
  });

  it('stays at TLS 1.2 by default: an older server is refused', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const { url } = await serve('right', POINTS, old);
    expect(await rejection(clientFor(url, {}).checkPoints())).toMatchObject({ name: 'TlsError', outcome: 'not-sent' });
  });

  it.each(['TLSv1.1', 'TLSv1', '', 1.3])('%s is refused', (minVersion) => {
    expect(() => httpTransport({ minVersion: minVersion as 'TLSv1.2' })).toThrow(
      expect.objectContaining({ name: 'ValidationError', path: 'minVersion' }),
    );
  });
});

describe('certificates are verified', () => {
  it('also where NODE_TLS_REJECT_UNAUTHORIZED=0 is set', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { url, readable } = await serve('expired', POINTS);
    expect(await rejection(clientFor(url, {}).checkPoints())).toMatchObject({ name: 'TlsError' });
    expect(readable()).toBe(0);
  });
});

describe('an unusable option throws when the transport is created', () => {
  const { cert } = CERTIFICATE;
  it.each<readonly [string, string, string, unknown]>([
    ['a ca that is no PEM', 'ca', 'certificates in PEM format', { ca: 'authority.pem' }],
    ['a cert without a key', 'key', 'set cert and key together', { cert }],
    ['a key that is no PEM', 'key', 'private key in PEM format', { cert, key: 'secret-key' }],
    ['the key of another certificate', 'key', 'does not belong', { cert, key: pem('right.key') }],
    ['an encrypted key without its passphrase', 'key', 'passphrase', { cert, key: pem('client.encrypted.key') }],
    ['a wrong passphrase', 'key', 'passphrase', { cert, key: pem('client.encrypted.key'), passphrase: 'secret-word' }],
    ['a passphrase for nothing', 'passphrase', 'requires key', { passphrase: 'secret-word' }],
  ])('%s', (_name, path, words, options) => {
    let error: unknown;
    try {
      httpTransport(options as HttpTransportOptions);
    } catch (caught) {
      error = caught;
    }
    expect(error).toMatchObject({ name: 'ValidationError', path, message: expect.stringContaining(words) });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/secret-|PRIVATE KEY/);
  });

  it('several authorities in one text are usable, with words between them', () => {
    expect(() =>
      httpTransport({ ca: `# one\n${ca}\n# two\r\n${pem('second-authority').replaceAll('\n', '\r\n')}` }),
    ).not.toThrow();
  });
});
