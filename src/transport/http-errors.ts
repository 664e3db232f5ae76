import {
  AbortedError,
  ConnectionError,
  type ErrorContext,
  type Outcome,
  SmsServiceError,
  TimeoutError,
  TlsError,
  type TransportError,
} from '../errors/errors.js';

/** Why a call was ended from this side. */
export type Stop =
  | { readonly kind: 'aborted'; readonly reason: unknown }
  | { readonly kind: 'closed' }
  | { readonly kind: 'timeout'; readonly what: string; readonly timeoutMs: number };

/** What is known when something goes wrong. */
export interface FailureContext {
  readonly operation: string;
  /** `not-sent` until the connection stands, `unknown` afterwards. */
  readonly outcome: Outcome;
  readonly secure: boolean;
  /** Set when the call was ended from this side. */
  readonly stop: Stop | undefined;
  /** Whether an earlier call had used the connection. */
  readonly reused: boolean;
}

/** Codes that say what is wrong on the way to the server, before any TLS. */
const NETWORK_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOTFOUND', 'the host name is not known'],
  ['EAI_AGAIN', 'the host name could not be looked up'],
  ['ETIMEDOUT', 'the host does not answer'],
  ['EHOSTUNREACH', 'there is no route to the host'],
  ['ENETUNREACH', 'the network cannot be reached'],
  ['ECONNRESET', 'the connection was reset'],
  ['EPIPE', 'the connection was closed'],
  ['EADDRNOTAVAIL', 'no local address or port is free'],
  ['EMFILE', 'this process has too many open files'],
  ['EACCES', 'the system forbids it'],
]);

const CERTIFICATE_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet; check the clock of this machine'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is signed by itself; give its CA in the ca option'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its root certificate is not known here; give it in the ca option'],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'its chain is not complete, or its authority not known here; give it in the ca option',
  ],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its root certificate is not known here; give it in the ca option'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host'],
]);

/** Alerts of TLS by which a server refuses a client for its certificate. */
const CLIENT_CERTIFICATE_WANTED =
  /^ERR_SSL_(?:TLSV1\d?_ALERT|SSLV3_ALERT)_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_EXPIRED|CERTIFICATE_REVOKED|UNKNOWN_CA|ACCESS_DENIED)$/;

/** How a connection ends that the other side has closed. */
const LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

const MAYBE = 'the request may have been carried out';

/** Makes the typed error for whatever `node:http` raised. */
export function transportError(error: unknown, context: FailureContext): SmsServiceError {
  if (error instanceof SmsServiceError) return error;
  const { operation, outcome, secure, stop, reused } = context;
  const details: ErrorContext = { operation, cause: error };
  if (stop !== undefined) return stopError(stop, outcome, operation);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const network = NETWORK_PROBLEMS.get(code);
  if (outcome === 'not-sent') {
    if (secure && network === undefined) {
      const why = CERTIFICATE_PROBLEMS.get(code);
      if (why !== undefined) return new TlsError(`the server is not trusted: ${why}; nothing was sent`, details);
      const hint = 'does it speak https on this port, and no older TLS than 1.2?';
      return new TlsError(
        `no TLS session could be agreed on (${code || 'no code'}): ${hint} Nothing was sent`,
        details,
      );
    }
    const why = network ?? (code || 'no connection');
    return new ConnectionError(`could not connect: ${why}; nothing was sent`, outcome, details);
  }
  if (secure && CLIENT_CERTIFICATE_WANTED.test(code)) {
    // By TLS 1.3 the server says so after the connection stood on this side, and before it reads any of the request.
    const what = 'the server wants a certificate of the client, or does not accept the one in cert; nothing was sent';
    return new TlsError(what, details);
  }
  if (reused && LOST.has(code)) {
    const what = 'the server closed the kept connection just as the request went out';
    return new ConnectionError(`the connection was lost: ${what}; ${MAYBE}`, outcome, details);
  }
  const why = code.startsWith('HPE_') ? `the answer is not HTTP (${code})` : (network ?? (code || 'it was closed'));
  return new ConnectionError(`the connection was lost: ${why}; ${MAYBE}`, outcome, details);
}

function stopError(stop: Stop, outcome: Outcome, operation: string): TransportError {
  const sent = outcome === 'not-sent' ? 'nothing was sent' : MAYBE;
  if (stop.kind === 'aborted') {
    return new AbortedError(`aborted by the caller; ${sent}`, outcome, { operation, cause: stop.reason });
  }
  if (stop.kind === 'closed') {
    return new AbortedError(`the transport was closed; ${sent}`, outcome, { operation });
  }
  const { what, timeoutMs } = stop;
  return new TimeoutError(`${what} took longer than ${timeoutMs} ms; ${sent}`, timeoutMs, outcome, {
    operation,
  });
}
