/**
 * The path of requests to the gateway: the {@link Transport} interface, the transports over HTTP, and the interceptors
 * around every call.
 *
 * @module
 */

export { type FetchTransportOptions, fetchTransport } from '../transport/fetch/fetch.js';
export { httpTransport } from '../transport/http/http.js';
export type { HttpTransportOptions } from '../transport/http/http-options.js';
export type {
  RequestBody,
  RequestBodySource,
  TimeLimit,
  Transport,
  TransportBody,
  TransportBodySource,
  TransportRequest,
  TransportResponse,
} from '../transport/transport.js';
export { type CheckTrustOptions, checkTrust } from '../transport/trust/check-trust.js';
export type { CertificateSummary, TrustReason, TrustReport } from '../transport/trust/report.js';
export { type UndiciDispatcher, type UndiciTransportOptions, undiciTransport } from '../transport/undici/undici.js';
export type { Attempt, AttemptResult, Interceptor, StreamFailure } from './attempts/interceptor.js';
export type {
  DoneEvent,
  ErrorEvent,
  LimitEvent,
  ObserveOptions,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  SmsServiceEvent,
} from './events/events.js';
export type { AttemptTracing, CallTracing, WaitTracing } from './events/observe.js';
export { observe } from './events/observe.js';
export { type Logger } from './events/reporter.js';
export { type FailoverOptions, failover } from './interceptors/failover.js';
export { type RateLimitOptions, rateLimit } from './interceptors/rate-limit.js';
export { type RetryOptions, retry } from './interceptors/retry.js';
