import {
  AbortedError,
  ConnectionError,
  type ErrorContext,
  SmsServiceError,
  TimeoutError,
  TlsError,
  type TransportError,
} from '../../errors/errors.js';
import { aborterOf } from '../abort-reason.js';
import { safeCause } from '../cause.js';
import { ProxyProblem, type ProxyUse, refusedByProxy } from '../proxy/problem.js';
import { type BodyFailure, bodyError } from '../request-body.js';
import { noAnswerOfTestTool } from '../test-tool.js';
import { certificateProblem, wantsClientCertificate } from '../tls/certificate-problem.js';
import { codeOf, networkProblem, tlsHint } from './codes.js';

/** The reason why a call was ended from this side. */
export type Stop =
  | { readonly kind: 'aborted'; readonly reason: unknown }
  | { readonly kind: 'closed' }
  | { readonly kind: 'body'; readonly failure: BodyFailure }
  | { readonly kind: 'timeout'; readonly what: string; readonly timeoutMs: number };

/** The facts from which the error of a failed request is made. */
export interface FailureContext {
  readonly operation: string | undefined;
  /** `not-sent` until the connection stands, `unknown` afterwards. */
  readonly outcome: 'not-sent' | 'unknown';
  readonly secure: boolean;
  /** Set when the call was ended from this side. */
  readonly stop: Stop | undefined;
  /** True where an earlier call had used the connection. */
  readonly reused: boolean;
  /** Host and port that the request was to go to. */
  readonly host: string;
  /** The proxy on the way. */
  readonly proxy?: ProxyUse | undefined;
}

/** The codes of a connection that the other side has closed. */
const LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

/** A pool of undici that was closed stays so. */
const POOL_IS_GONE: ReadonlySet<string> = new Set(['UND_ERR_CLOSED', 'UND_ERR_DESTROYED']);

const MAYBE = 'the request may have been carried out';

/** The codes of a request that undici refuses to make. */
const NOT_MADE: ReadonlySet<string> = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

/** Makes the typed error for a request that was refused before any of it was sent: no retry makes it better. */
export function refusedRequest(error: unknown, operation: string | undefined): SmsServiceError {
  if (error instanceof SmsServiceError) return error;
  const noAnswer = noAnswerOfTestTool(error, operation);
  if (noAnswer !== undefined) return noAnswer;
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
  const noAnswer = noAnswerOfTestTool(error, operation);
  if (noAnswer !== undefined) return noAnswer;
  const cause = error === undefined ? undefined : safeCause(error);
  const details: ErrorContext = { operation, cause };
  const code = codeOf(cause);
  if (outcome === 'not-sent' && NOT_MADE.has(code)) return refusedRequest(cause, operation);
  const network = networkProblem(code);
  if (secure && wantsClientCertificate(code)) {
    // By TLS 1.3 the server says so after the connection stood on this side, and before it reads any of the request.
    const what = 'wants a certificate of the client, or does not accept the one in cert; nothing was sent';
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
    const what = 'the server closed the kept connection just as the request went out';
    return new ConnectionError(`the connection was lost: ${what}; ${MAYBE}`, outcome, details);
  }
  const why = code.startsWith('HPE_') ? `the response is not HTTP (${code})` : (network ?? (code || 'it was closed'));
  return new ConnectionError(`the connection was lost: ${why}; ${MAYBE}`, outcome, details);
}

/** Tells codes of TLS from those of agents and test tools, and from errors that have none. */
function isOfTls(code: string): boolean {
  return /^(?:ERR_(?:SSL|TLS|OSSL|CRYPTO)|EPROTO$)/.test(code) || certificateProblem(code) !== undefined;
}

/** Names the other end of the connection; for a proxy also the server behind it. */
function peer({ proxy, host }: FailureContext): string {
  if (proxy === undefined) return `the server ${host}`;
  if (proxy.role === 'forward') return `the proxy ${proxy.name} on the way to ${host}`;
  return `the server ${host} (through the proxy ${proxy.name})`;
}

/** A proxy that only the pool knows, where it was this that could not be connected to. */
function elsewhere(cause: unknown, { host, secure, proxy }: FailureContext): string | undefined {
  const { address, port } = (cause ?? {}) as { readonly address?: string; readonly port?: number };
  const { port: given } = new URL(`http${secure ? 's' : ''}://${host}`);
  const own = given === '' ? (secure ? 443 : 80) : Number(given);
  if (proxy !== undefined || port === undefined || port === own) return undefined;
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

/** The request never left: the tunnel that it was to go through did not come about. */
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
    return new AbortedError(`the transport was closed; ${sent}`, outcome, { operation });
  }
  const { what, timeoutMs } = stop;
  return new TimeoutError(`${what} took longer than ${timeoutMs} ms; ${sent}`, timeoutMs, outcome, {
    operation,
  });
}
