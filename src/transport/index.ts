/**
 * The way to the gateway: the {@link Transport} interface, the transports over HTTP, and wrappers around any of them.
 *
 * @module
 */

export { httpTransport } from './http/http.js';
export type { HttpTransportOptions } from './http/options.js';
export { type UndiciDispatcher, type UndiciTransportOptions, undiciTransport } from './http/undici.js';
export type {
  Transport,
  TransportBody,
  TransportBodySource,
  TransportRequest,
  TransportResponse,
} from './transport.js';
export { type CheckTrustOptions, checkTrust } from './trust/check-trust.js';
export type { CertificateSummary, TrustReason, TrustReport } from './trust/report.js';
export {
  type ErrorEvent,
  type Logger,
  type ObserveOptions,
  type RequestEvent,
  type ResponseEvent,
  type RetryEvent,
  type SmsServiceEvent,
} from './wrappers/events.js';
export { type FailoverOptions, failoverTransport } from './wrappers/failover.js';
export { observeTransport } from './wrappers/observe.js';
export { type PaceOptions, paceTransport } from './wrappers/pace.js';
export { READING_OPERATIONS } from './wrappers/reading-operations.js';
export { type Retry, type RetryOptions, retryTransport } from './wrappers/retry.js';
