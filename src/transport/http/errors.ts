import {
  AbortedError,
  ConnectionError,
  type ErrorContext,
  SmsServiceError,
  TimeoutError,
  TlsError,
  type TransportError,
} from '../../errors/errors.js';
import { aborterOf } from '../../errors/transport-errors.js';
import { safeCause } from '../cause.js';
import { ProxyProblem, type ProxyUse, refusedByProxy } from '../proxy/problem.js';
import { type BodyFailure, bodyError } from '../request-body.js';
import { noAnswerOfTestTool } from '../test-tool.js';
import { certificateProblem, wantsClientCertificate } from '../tls/certificate-problem.js';

export type Stop =
  | { readonly kind: 'aborted'; readonly reason: unknown }
  | { readonly kind: 'closed' }
  | { readonly kind: 'body'; readonly failure: BodyFailure }
  | { readonly kind: 'timeout'; readonly what: string; readonly timeoutMs: number };

export interface FailureContext {
  readonly operation: string | undefined;
  readonly outcome: 'not-sent' | 'unknown';
  readonly secure: boolean;
  readonly stop: Stop | undefined;
  readonly reused: boolean;
  readonly host: string;
  readonly proxy?: ProxyUse | undefined;
}

const LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

const POOL_IS_GONE: ReadonlySet<string> = new Set(['UND_ERR_CLOSED', 'UND_ERR_DESTROYED']);

const MAYBE = 'the request may have been carried out';

const NOT_MADE: ReadonlySet<string> = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

export function refusedRequest(error: unknown, operation: string | undefined): SmsServiceError {
  if (error instanceof SmsServiceError) return error;
  const noAnswer = noAnswerOfTestTool(error, operation);
  if (noAnswer !== undefined) return noAnswer;
  const cause = safeCause(error);
  const code = codeOf(cause);
  const hint = code === 'ERR_INVALID_PROTOCOL' ? 'the agent does not support the protocol of the url' : code;
  const what = `the request could not be made: ${hint || 'the agent or the pool refused it'}; nothing was sent`;
  return new ConnectionError(what, 'not-sent', { operation, cause, retryable: false });
}

export function transportError(error: unknown, context: FailureContext): SmsServiceError {
  if (error instanceof SmsServiceError) return error;
  const { operation, outcome, secure, stop, reused, proxy, host } = context;
  if (stop !== undefined) return stopError(stop, outcome, operation);
  if (error instanceof ProxyProblem) return noTunnel(error, context);
  const noAnswer = noAnswerOfTestTool(error, operation);
  if (noAnswer !== undefined) return noAnswer;
  const cause = error === undefined ? undefined : safeCause(error);
  const details: ErrorContext = { operation, cause };
  const code = codeOf(cause);
  if (outcome === 'not-sent' && NOT_MADE.has(code)) return refusedRequest(cause, operation);
  const network = networkProblem(code);
  if (secure && wantsClientCertificate(code)) {
    // In TLS 1.3 the server reports this after the handshake, before it reads the request.
    const what = 'requires a client certificate, or rejects the one in cert; nothing was sent';
    return new TlsError(`${peer(context)} ${what}`, details);
  }
  if (outcome === 'not-sent') {
    if (secure && network === undefined && isOfTls(code)) return tlsError(code, context, details);
    const why = network ?? (code.startsWith('HPE_') ? `the response is not HTTP (${code})` : code || 'no connection');
    const way = proxy?.role === 'forward' ? peer(context) : (elsewhere(cause, context) ?? host);
    const through = proxy?.role === 'tunnel' ? ` through the proxy ${proxy.name}` : '';
    const more = POOL_IS_GONE.has(code) ? { retryable: false } : {};
    return new ConnectionError(`could not connect to ${way}${through}: ${why}; nothing was sent`, outcome, {
      ...details,
      ...more,
    });
  }
  if (reused && LOST.has(code)) {
    const what = 'the server closed the idle connection while the request was sent';
    return new ConnectionError(`the connection was lost: ${what}; ${MAYBE}`, outcome, details);
  }
  const why = code.startsWith('HPE_') ? `the response is not HTTP (${code})` : (network ?? (code || 'it was closed'));
  return new ConnectionError(`the connection was lost: ${why}; ${MAYBE}`, outcome, details);
}

function isOfTls(code: string): boolean {
  return /^(?:ERR_(?:SSL|TLS|OSSL|CRYPTO)|EPROTO$)/.test(code) || certificateProblem(code) !== undefined;
}

function peer({ proxy, host }: FailureContext): string {
  if (proxy === undefined) return `the server ${host}`;
  if (proxy.role === 'forward') return `the proxy ${proxy.name} on the way to ${host}`;
  return `the server ${host} (through the proxy ${proxy.name})`;
}

function elsewhere(cause: unknown, { host, secure, proxy }: FailureContext): string | undefined {
  const { address, port } = (cause ?? {}) as { readonly address?: string; readonly port?: number };
  const { port: text } = new URL(`http${secure ? 's' : ''}://${host}`);
  const usualPort = text === '' ? (secure ? 443 : 80) : Number(text);
  if (proxy !== undefined || port === undefined || port === usualPort) return undefined;
  return `${address?.includes(':') ? `[${address}]` : address}:${port} on the way to ${host}`;
}

function tlsError(code: string, context: FailureContext, details: ErrorContext): TlsError {
  const { cause } = details;
  const problem = certificateProblem(code, cause instanceof Error ? cause.message : '');
  const who = peer(context);
  if (problem !== undefined) {
    return new TlsError(`${who} is not trusted: ${problem.what}; ${problem.remedy}; nothing was sent`, details);
  }
  const { proxy, host } = context;
  const name = proxy?.role === 'forward' ? proxy.name : host;
  return new TlsError(`no TLS session with ${who}: ${tlsHint(code, bareName(name))}; nothing was sent`, details);
}

function bareName(host: string): string {
  return host.replace(/:\d+$/, '');
}

function noTunnel(problem: ProxyProblem, context: FailureContext): SmsServiceError {
  const { proxy: name, secure, status, cause } = problem;
  if (status !== undefined) return refusedByProxy(name, status, context);
  return transportError(cause, { ...context, outcome: 'not-sent', secure, proxy: { name, role: 'forward' } });
}

function stopError(stop: Stop, outcome: FailureContext['outcome'], operation: string | undefined): TransportError {
  if (stop.kind === 'body') return bodyError(stop.failure, outcome, operation);
  const sent = outcome === 'not-sent' ? 'nothing was sent' : MAYBE;
  if (stop.kind === 'aborted') {
    return new AbortedError(`${aborterOf(stop.reason)}; ${sent}`, outcome, { operation, cause: stop.reason });
  }
  if (stop.kind === 'closed') {
    return new AbortedError(`the transport was closed; ${sent}`, outcome, { operation, reason: 'closed' });
  }
  const { what, timeoutMs } = stop;
  return new TimeoutError(`${what} took longer than ${timeoutMs} ms; ${sent}`, timeoutMs, outcome, {
    operation,
  });
}

const NETWORK_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'no server listens on this port'],
  ['ENOTFOUND', 'the host name is unknown'],
  ['EAI_AGAIN', 'the host name could not be looked up'],
  ['ETIMEDOUT', 'the host does not answer'],
  ['EHOSTUNREACH', 'there is no route to the host'],
  ['ENETUNREACH', 'the network cannot be reached'],
  ['ECONNRESET', 'the connection was reset'],
  ['EPIPE', 'the connection was closed'],
  ['EADDRNOTAVAIL', 'no local address or port is free'],
  ['EMFILE', 'this process has too many open files and connections (ulimit -n)'],
  ['ENFILE', 'this system has too many open files and connections'],
  ['EACCES', 'the system does not permit it'],
  // The codes of undici.
  ['UND_ERR_SOCKET', 'the connection was closed'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the host does not answer'],
  ['UND_ERR_CLOSED', 'the pool is closed'],
  ['UND_ERR_DESTROYED', 'the pool is closed'],
]);

export function networkProblem(code: string): string | undefined {
  return NETWORK_PROBLEMS.get(code);
}

const OPENSSL = /:SSL routines:[^:]*:([^:\n]+)/;

/**
 * Returns the Node.js code of an error, or an empty text. If a TLS session fails while data is waiting to be written,
 * the code is always `EPROTO`; the reason is then taken from the message.
 */
export function codeOf(error: unknown): string {
  // undici gives parser errors only a name.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'HPE_INVALID';
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return '';
  const reason = error.code === 'EPROTO' ? OPENSSL.exec(error.message)?.[1] : undefined;
  return reason === undefined ? error.code : `ERR_SSL_${reason.trim().toUpperCase().replaceAll(' ', '_')}`;
}

/** Explains a failed TLS handshake with the server `name`. */
export function tlsHint(code: string, name: string): string {
  if (code.endsWith('_UNRECOGNIZED_NAME')) return `it does not serve the host ${name}: correct the host name (${code})`;
  if (code.includes('PROTOCOL_VERSION') || code === 'ERR_SSL_UNSUPPORTED_PROTOCOL') {
    return `it supports no version of TLS that minVersion allows (${code})`;
  }
  if (code.endsWith('_ALERT_HANDSHAKE_FAILURE')) {
    return `it supports none of the offered ciphers, or requires a client certificate (${code})`;
  }
  return `check that this port uses https (${code || 'no code'})`;
}
