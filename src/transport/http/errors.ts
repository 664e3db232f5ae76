import {
  AbortedError,
  ConnectionError,
  type ErrorContext,
  type Outcome,
  SmsServiceError,
  TimeoutError,
  TlsError,
  type TransportError,
} from '../../errors/errors.js';
import { safeCause } from '../cause.js';
import { ProxyProblem, type ProxyUse, refusedByProxy } from '../proxy/problem.js';
import { certificateProblem, wantsClientCertificate } from '../tls/certificate-problem.js';

/** Why a call was ended from this side. */
export type Stop =
  | { readonly kind: 'aborted'; readonly reason: unknown }
  | { readonly kind: 'closed' }
  | { readonly kind: 'timeout'; readonly what: string; readonly timeoutMs: number };

/** What is known when something goes wrong. */
export interface FailureContext {
  readonly operation: string | undefined;
  /** `not-sent` until the connection stands, `unknown` afterwards. */
  readonly outcome: Outcome;
  readonly secure: boolean;
  /** Set when the call was ended from this side. */
  readonly stop: Stop | undefined;
  /** Whether an earlier call had used the connection. */
  readonly reused: boolean;
  /** Where the request was to go: host and port. */
  readonly host: string;
  /** The proxy on the way. */
  readonly proxy?: ProxyUse | undefined;
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
  // What undici says.
  ['UND_ERR_SOCKET', 'the connection was closed'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the host does not answer'],
  ['UND_ERR_CLOSED', 'the pool is closed'],
  ['UND_ERR_DESTROYED', 'the pool is closed'],
]);

/** What is wrong on the way, where a code says so. */
export function networkProblem(code: string): string | undefined {
  return NETWORK_PROBLEMS.get(code);
}

/** What OpenSSL says, where it stands in a message only. */
const OPENSSL = /:SSL routines:[^:]*:([^:\n]+)/;

/**
 * The code that Node.js gave an error; empty for none. A session that fails while something waits to be written has the
 * code `EPROTO` whatever the reason: then the reason is taken from the message, and written as Node.js writes it
 * elsewhere.
 */
export function codeOf(error: unknown): string {
  // undici gives what its parser cannot read a name only.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'HPE_INVALID';
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return '';
  const reason = error.code === 'EPROTO' ? OPENSSL.exec(error.message)?.[1] : undefined;
  return reason === undefined ? error.code : `ERR_SSL_${reason.trim().toUpperCase().replaceAll(' ', '_')}`;
}

/** How a connection ends that the other side has closed. */
const LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

/** A pool of undici that was closed stays so. */
const POOL_IS_GONE: ReadonlySet<string> = new Set(['UND_ERR_CLOSED', 'UND_ERR_DESTROYED']);

const MAYBE = 'the request may have been carried out';

/** What undici says of a request that it refuses to make. */
const NOT_MADE: ReadonlySet<string> = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

/** Makes the typed error for a request that was refused before any of it was sent: no retry makes it better. */
export function refusedRequest(error: unknown, operation: string | undefined): SmsServiceError {
  if (error instanceof SmsServiceError) return error;
  const cause = safeCause(error);
  const code = codeOf(cause);
  const hint = code === 'ERR_INVALID_PROTOCOL' ? 'the agent is not made for the protocol of the url' : code;
  const what = `the request could not be made: ${hint || 'the agent or the pool refused it'}; nothing was sent`;
  return new ConnectionError(what, 'not-sent', { operation, cause, retryable: false });
}

/** Makes the typed error for whatever `node:http`, undici, an agent or a pool raised. */
export function transportError(error: unknown, context: FailureContext): SmsServiceError {
  if (error instanceof SmsServiceError) return error;
  const { operation, outcome, secure, stop, reused, proxy, host } = context;
  if (stop !== undefined) return stopError(stop, outcome, operation);
  if (error instanceof ProxyProblem) return noTunnel(error, context);
  const cause = error === undefined ? undefined : safeCause(error);
  const details: ErrorContext = { operation, cause };
  const code = codeOf(cause);
  if (outcome === 'not-sent' && NOT_MADE.has(code)) return refusedRequest(cause, operation);
  const network = networkProblem(code);
  if (secure && wantsClientCertificate(code)) {
    // By TLS 1.3 the server says so after the connection stood on this side, and before it reads any of the request.
    const what = 'wants a certificate of the client, or does not accept the one in cert; nothing was sent';
    return new TlsError(`${peer(proxy)} ${what}`, details);
  }
  if (outcome === 'not-sent') {
    if (secure && network === undefined) return tlsError(code, proxy, details);
    const why = network ?? (code.startsWith('HPE_') ? `the response is not HTTP (${code})` : code || 'no connection');
    const way = proxy?.role === 'forward' ? `the proxy ${proxy.name}` : host;
    const through = proxy?.role === 'tunnel' ? ` through the proxy ${proxy.name}` : '';
    const more = POOL_IS_GONE.has(code) ? { retryable: false } : {};
    return new ConnectionError(`could not connect to ${way}${through}: ${why}; nothing was sent`, outcome, {
      ...details,
      ...more,
    });
  }
  if (reused && LOST.has(code)) {
    const what = 'the server closed the kept connection just as the request went out';
    return new ConnectionError(`the connection was lost: ${what}; ${MAYBE}`, outcome, details);
  }
  const why = code.startsWith('HPE_') ? `the response is not HTTP (${code})` : (network ?? (code || 'it was closed'));
  return new ConnectionError(`the connection was lost: ${why}; ${MAYBE}`, outcome, details);
}

/** Who is at the other end of TLS. */
function peer(proxy: ProxyUse | undefined): string {
  if (proxy === undefined) return 'the server';
  return proxy.role === 'forward' ? `the proxy ${proxy.name}` : `the server (through the proxy ${proxy.name})`;
}

function tlsError(code: string, proxy: ProxyUse | undefined, details: ErrorContext): TlsError {
  const problem = certificateProblem(code);
  if (problem !== undefined) {
    return new TlsError(`${peer(proxy)} is not trusted: ${problem.what}; ${problem.remedy}; nothing was sent`, details);
  }
  return new TlsError(`no TLS session with ${peer(proxy)}: ${tlsHint(code)}; nothing was sent`, details);
}

/** What is known when the two sides could not agree on a TLS session. */
export function tlsHint(code: string): string {
  if (code.includes('PROTOCOL_VERSION') || code === 'ERR_SSL_UNSUPPORTED_PROTOCOL') {
    return `it speaks no version of TLS that minVersion allows (${code})`;
  }
  if (code.endsWith('_ALERT_HANDSHAKE_FAILURE')) {
    return `it found nothing to agree on, or wants a certificate of the client (${code})`;
  }
  return `does it speak https on this port? (${code || 'no code'})`;
}

/** The request never left: the tunnel that it was to go through did not come about. */
function noTunnel(problem: ProxyProblem, context: FailureContext): SmsServiceError {
  const { proxy: name, secure, status, cause } = problem;
  if (status !== undefined) return refusedByProxy(name, status, context.operation);
  return transportError(cause, { ...context, outcome: 'not-sent', secure, proxy: { name, role: 'forward' } });
}

function stopError(stop: Stop, outcome: Outcome, operation: string | undefined): TransportError {
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
