import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DecodeError, type SmsServiceError } from '../../../src/errors/errors.js';
import {
  codeOf,
  type FailureContext,
  refusedRequest,
  tlsHint,
  transportError,
} from '../../../src/transport/http/errors.js';

const operation = 'soap_SendSms';
const PROXY = 'proxy.test:3128';
const tunnel = { name: PROXY, role: 'tunnel' } as const;
const forward = { name: PROXY, role: 'forward' } as const;

const withCode = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });

/** The error of a call; by default before the connection is established, over plain http. */
function failed(error: unknown, more: Partial<FailureContext> = {}): SmsServiceError {
  const context: FailureContext = {
    operation,
    outcome: 'not-sent',
    secure: false,
    stop: undefined,
    reused: false,
    host: 'gateway.test:8080',
    ...more,
  };
  return transportError(error, context);
}

describe('a connection that did not come about', () => {
  it.each([
    ['ECONNREFUSED', 'no server listens on this port'],
    ['ENOTFOUND', 'the host name is unknown'],
    ['ETIMEDOUT', 'the host does not answer'],
    ['EMFILE', 'this process has too many open files and connections (ulimit -n)'],
    ['UND_ERR_CLOSED', 'the pool is closed'],
    ['HPE_INVALID_CONSTANT', 'the response is not HTTP (HPE_INVALID_CONSTANT)'],
    ['ESOMETHING', 'ESOMETHING'],
    ['', 'no connection'],
  ])('for %s has the explanation: %s', (code, why) => {
    expect(failed(withCode(code))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      operation,
      message: `${operation}: could not connect to gateway.test:8080: ${why}; nothing was sent`,
      cause: { name: 'Error' },
    });
  });

  it.each([
    ['UND_ERR_CLOSED', false],
    ['UND_ERR_DESTROYED', false],
    ['ECONNREFUSED', true],
    ['UND_ERR_SOCKET', true],
  ])('for %s may be better later: %s', (code, retryable) => {
    expect(failed(withCode(code)).retryable).toBe(retryable);
  });

  it('names the proxy, as far as it has to do with it', () => {
    const refused = withCode('ECONNREFUSED');
    expect(failed(refused, { proxy: forward }).message).toContain(
      `could not connect to the proxy ${PROXY} on the way to gateway.test:8080: no server`,
    );
    expect(failed(refused, { proxy: tunnel }).message).toContain(
      `could not connect to gateway.test:8080 through the proxy ${PROXY}: no server`,
    );
  });

  it.each<[string, object, string]>([
    ['a proxy of the pool', { address: '10.0.0.9', port: 3128 }, '10.0.0.9:3128 on the way to gateway.test:8080'],
    ['one by IPv6', { address: 'fd00::9', port: 3128 }, '[fd00::9]:3128 on the way to gateway.test:8080'],
    ['the server itself', { address: '10.0.0.7', port: 8080 }, 'gateway.test:8080'],
  ])('names the target of the connection: %s', (_who, tried, words) => {
    const refused = Object.assign(withCode('ECONNREFUSED'), { syscall: 'connect', ...tried });
    expect(failed(refused).message).toContain(`could not connect to ${words}: no server listens on this port`);
  });

  it.each(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED'])('for %s is a request that was not made', (code) => {
    expect(failed(withCode(code))).toMatchObject({
      name: 'ConnectionError',
      retryable: false,
      operation,
      message: `${operation}: the request could not be made: ${code}; nothing was sent`,
    });
    // Afterwards it is not certain any more.
    expect(failed(withCode(code), { outcome: 'unknown' })).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a connection that was lost', () => {
  it.each<[string, Error | undefined, Partial<FailureContext>, string]>([
    ['without a reason', undefined, {}, 'it was closed'],
    ['by the other side', withCode('ECONNRESET'), {}, 'the connection was reset'],
    ['for a response that is no HTTP', withCode('HPE_INVALID'), {}, 'the response is not HTTP (HPE_INVALID)'],
    [
      'although it was kept',
      withCode('ECONNRESET'),
      { reused: true },
      'the server closed the idle connection while the request was sent',
    ],
    ['for another reason than its age', withCode('ETIMEDOUT'), { reused: true }, 'the host does not answer'],
  ])('%s', (_what, error, more, why) => {
    expect(failed(error, { outcome: 'unknown', ...more })).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
      operation,
      message: `${operation}: the connection was lost: ${why}; the request may have been carried out`,
      ...(error === undefined ? {} : { cause: { name: 'Error' } }),
    });
  });
});

describe('TLS that did not come about', () => {
  const HOST = 'gateway.test:8080';
  const NO_SESSION = `no TLS session with the server ${HOST}: `;
  const EXPIRED =
    'is not trusted: its certificate has expired; renew the certificate, or correct the clock of this machine: ' +
    'today is 2026-11-22';

  it.each<[string, string, Partial<FailureContext> & { readonly message?: string }, string]>([
    ['for the certificate', 'CERT_HAS_EXPIRED', {}, `the server ${HOST} ${EXPIRED}`],
    [
      'for the certificate, through a proxy',
      'CERT_HAS_EXPIRED',
      { proxy: tunnel },
      `the server ${HOST} (through the proxy ${PROXY}) ${EXPIRED}`,
    ],
    [
      'for a server without TLS',
      'ERR_SSL_WRONG_VERSION_NUMBER',
      {},
      `${NO_SESSION}check that this port uses https (ERR_SSL_WRONG_VERSION_NUMBER)`,
    ],
    [
      'for a SHA-1 signature',
      'UNSPECIFIED',
      { message: 'CA signature digest algorithm too weak' },
      `the server ${HOST} is not trusted: a certificate in its chain is signed with SHA-1 or MD5, which are no longer trusted; the server needs another certificate`,
    ],
    [
      'for an unnamed reason',
      'UNSPECIFIED',
      { message: 'certificate verification error' },
      `the server ${HOST} is not trusted: its certificate is not acceptable; the server needs another certificate`,
    ],
    [
      'for a name that is not known there',
      'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
      {},
      `${NO_SESSION}it does not serve the host gateway.test: correct the host name (ERR_SSL_TLSV1_UNRECOGNIZED_NAME)`,
    ],
  ])('%s', (_what, code, { message, ...more }, words) => {
    vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    expect(failed(withCode(code, message), { secure: true, ...more })).toMatchObject({
      name: 'TlsError',
      outcome: 'not-sent',
      operation,
      message: `${operation}: ${words}; nothing was sent`,
      cause: { name: 'Error' },
    });
  });

  it.each([
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /^it supports no version of TLS that minVersion allows \(ERR_SSL_TLSV1_/],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', /^it supports no version of TLS that minVersion allows \(ERR_SSL_UNSUPPORTED/],
    [
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
      /^it supports none of the offered ciphers, or requires a client certificate \(/,
    ],
  ])('for %s has a specific hint', (code, hint) => {
    expect(tlsHint(code, 'gateway.test')).toMatch(hint);
  });
});

describe('a request that could not be made', () => {
  it.each<[string, unknown, string]>([
    ['for its code', withCode('ERR_INVALID_CHAR'), 'ERR_INVALID_CHAR'],
    [
      'for an agent of another protocol',
      withCode('ERR_INVALID_PROTOCOL'),
      'the agent does not support the protocol of the url',
    ],
    ['for an error without a code', new Error('x'), 'the agent or the pool refused it'],
    ['for a value that is not an error', 'x', 'the agent or the pool refused it'],
  ])('says why, and is not repeated: %s', (_what, thrown, why) => {
    expect(refusedRequest(thrown, operation)).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      retryable: false,
      operation,
      message: `${operation}: the request could not be made: ${why}; nothing was sent`,
      cause: { name: 'Error' },
    });
  });
});

it('an error of this library stays as it is', () => {
  const error = new DecodeError('x');
  expect(refusedRequest(error, operation)).toBe(error);
  expect(failed(error, { stop: { kind: 'closed' } })).toBe(error);
});

describe('the code of an error', () => {
  const PARSER = Object.assign(new Error('x'), { name: 'HTTPParserError', code: 'OTHER' });
  const openssl =
    'write EPROTO 40E7:error:0A000410:SSL routines:ssl3_read_bytes:sslv3 alert handshake failure:rec.c:1\n';

  it.each<[string, unknown, string]>([
    ['is that of Node.js', withCode('ECONNRESET'), 'ECONNRESET'],
    ['is empty if it is not a string', Object.assign(new Error('x'), { code: 5 }), ''],
    ['is empty for a value that is not an error', { code: 'ECONNRESET' }, ''],
    ['is HPE_INVALID for a parser error of undici', PARSER, 'HPE_INVALID'],
    [
      'is taken from the message of OpenSSL for EPROTO',
      withCode('EPROTO', openssl),
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
    ],
    ['is that of Node.js where OpenSSL says nothing', withCode('EPROTO', 'write EPROTO'), 'EPROTO'],
  ])('%s', (_what, error, code) => {
    expect(codeOf(error)).toBe(code);
  });
});
