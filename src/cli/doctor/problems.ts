import {
  type AnySmsServiceError,
  ConnectionError,
  DecodeError,
  GatewayError,
  HttpStatusError,
  InsufficientPointsError,
  NotAllowedError,
  RateLimitError,
  SoapFaultError,
  TimeoutError,
  TlsError,
  type TrustReport,
  ValidationError,
} from '../../client/index.js';
import { CODES } from '../../domain/codes.js';
import { codeOf, networkProblem } from '../../transport/http/errors.js';
import { certificateProblem } from '../../transport/tls/certificate-problem.js';
import { type Finding, NAMES, type Problem, type Target, valuesOf, wrong } from './findings.js';

const OUTCOME = /; (?:nothing was sent|the request may have been carried out)(?=;|$)/;
/** The gateway accepts nothing over plain HTTP. */
const HTTPS_ONLY = 997;
/** A connection that ends as the TLS session begins: the server may speak plain HTTP. */
const RESET_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);
/** Statuses by which a proxy answers an http request that it cannot pass on. */
const OF_PROXY: ReadonlySet<number> = new Set([407, 502, 504]);
/** Codes of Faults that blame the request (SOAP 1.1 section 4.4.1). */
const OF_THE_REQUEST = /^(?:Client|Sender|VersionMismatch|MustUnderstand)\b/;

export function trustProblem(report: TrustReport, target: Target): Finding | undefined {
  const { reason, code = '', status, certificate, problem = '' } = report;
  const found = (row: Problem): Finding => wrong(row, problem.replace(/\.$/, ''), valuesOf(target));
  if (target.url.protocol === 'http:') {
    if (reason === 'no-route' && !RESET_CODES.has(code)) return found('no-connection');
    if (['tls', 'no-route', 'timeout'].includes(reason) && !isAlert(code)) return undefined;
    return wrong('needs-https', `${target.name} uses TLS, and the URL begins with http://`);
  }
  switch (reason) {
    case 'trusted':
    case 'unexpected-response':
    case 'no-response':
      return undefined;
    case 'timeout':
      return certificate === undefined ? found('timeout') : undefined;
    case 'no-route':
      return found('no-connection');
    case 'proxy':
      return found(status === undefined ? proxyProblem(code) : refusalBy(status));
    case 'tls':
      return found(isAlert(code) ? 'tls-refused' : 'no-tls');
    default:
      return found(reason);
  }
}

export function problemOf(error: AnySmsServiceError, target: Target): Finding {
  const { operation, message } = error;
  const isPage = error instanceof HttpStatusError;
  const isResponse = isPage || error instanceof DecodeError;
  const before = isResponse ? `${target.name} answers, but not as the ${NAMES[target.over].interface}: ` : '';
  const text = before + message.replace(`${operation}: `, '').replace(OUTCOME, '');
  const waitMs = 'retryAfterMs' in error ? error.retryAfterMs : undefined;
  return wrong(rowOf(error, target), text, {
    ...valuesOf(target),
    later: waitMs === undefined ? 'later' : `in ${Math.ceil(waitMs / 1000)} s`,
    // Over HTTP an endpoint leads there, and the URL is above it.
    location: (isPage && error.location?.replace(target.over === 'http' ? /(?:profile|user\.do)$/ : '', '')) || '',
  });
}

function rowOf(error: AnySmsServiceError, { url, proxy }: Target): Problem {
  const isPlain = url.protocol === 'http:';
  if (error instanceof HttpStatusError) {
    const { status, location } = error;
    if (isPlain && proxy !== undefined && OF_PROXY.has(status)) return refusalBy(status);
    if (location !== undefined) return 'redirect';
    if (status === 429) return 'rate-limit';
    return status >= 500 || status === 408 ? 'endpoint-fails' : 'other-service';
  }
  if (error instanceof SoapFaultError) return OF_THE_REQUEST.test(error.faultCode) ? 'other-service' : 'endpoint-fails';
  if (error instanceof TimeoutError) return error.outcome === 'not-sent' ? 'timeout' : 'no-response';
  if (error instanceof TlsError) return isPlain ? 'proxy-unreachable' : 'tls-refused';
  if (error instanceof ConnectionError) {
    const code = codeOf(error.cause);
    if (error.proxyStatus !== undefined) return refusalBy(error.proxyStatus);
    if (error.outcome !== 'not-sent') return code.startsWith('HPE_') ? 'other-service' : 'no-response';
    return proxy === undefined ? 'no-connection' : proxyProblem(code);
  }
  if (error instanceof ValidationError) return 'invalid-credentials';
  if (error instanceof InsufficientPointsError) return 'no-points';
  if (error instanceof RateLimitError) return 'rate-limit';
  if (error instanceof NotAllowedError) {
    if (error.result === CODES.addressNotAllowed) return 'ip-filter';
    return error.result === HTTPS_ONLY ? 'needs-https' : 'not-allowed';
  }
  return error instanceof GatewayError ? 'endpoint-fails' : 'other-service';
}

function refusalBy(status: number): Problem {
  return status >= 500 || status === 408 || status === 429 ? 'proxy-fails' : 'proxy-refuses';
}

function proxyProblem(code: string): Problem {
  const isReached = networkProblem(code) === undefined && certificateProblem(code) === undefined;
  return isReached ? 'not-a-proxy' : 'proxy-unreachable';
}

function isAlert(code: string): boolean {
  return code.includes('_ALERT_') || code.endsWith('_UNRECOGNIZED_NAME') || code.includes('PROTOCOL_VERSION');
}
