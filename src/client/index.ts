/**
 * The client: `SmsServiceClient`, its option and result types, and every error class.
 *
 * @module
 */

export type { NamedNumber, NewNumber } from '../batches/add-numbers.js';
export type { BatchDone, BatchFailed, BatchOptions, BatchResult, SendManyOptions } from '../batches/batch.js';
export type { SendManyResult, SentItem, UnsentItem } from '../batches/send-many.js';
export type { Attempt, AttemptResult, Interceptor, StreamFailure } from '../calls/attempts/interceptor.js';
export type { CallOptions } from '../calls/call-options.js';
export type {
  DoneEvent,
  ErrorEvent,
  LimitEvent,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  SmsServiceEvent,
} from '../calls/events/events.js';
export { type Logger } from '../calls/events/reporter.js';
export type { RetryOptions } from '../calls/interceptors/retry.js';
export type { CloseOptions, Load } from '../calls/lifetime.js';
export { isPhoneNumber, normalizePhoneNumber } from '../domain/phone-number.js';
export type { BatchRecipient } from '../domain/recipients/batch-recipient.js';
export type { RecipientStatus, SentRecipient } from '../domain/recipients/sent-recipients.js';
export { countMessageParts, type InterfaceVariant, type MessageParts } from '../domain/sending/message-parts.js';
export type { ValidationRules } from '../domain/sending/rules.js';
export type {
  AcceptedMessage,
  RejectedMessage,
  SentMessage,
  UnknownMessage,
} from '../domain/sending/sent-messages.js';
export type { StatusName } from '../domain/statuses.js';
export {
  AbortedError,
  type AnySmsServiceError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  CredentialsError,
  DecodeError,
  type ErrorCode,
  type FaultDetail,
  FileLockedError,
  GatewayError,
  type GatewayErrorCode,
  GatewayInternalError,
  HttpStatusError,
  InsufficientPointsError,
  type InvalidNumber,
  InvalidRequestError,
  isSmsServiceError,
  NotAllowedError,
  NotFoundError,
  type Outcome,
  RateLimitError,
  type ReplayDifference,
  ReplayMissError,
  type ReplayNearest,
  RequestBodyError,
  SmsServiceError,
  SoapFaultError,
  TimeoutError,
  TlsError,
  TransportError,
  ValidationError,
} from '../errors/errors.js';
export type { DecodeLimits } from '../soap/decoder/limits.js';
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
export { type SmsServiceApi, SmsServiceClient } from './client.js';
export type {
  SmsServiceAccountOptions,
  SmsServiceClientOptions,
  SmsServiceGatewayOptions,
} from './client-options.js';
export { SmsServiceGateway } from './gateway.js';
export type {
  Contact,
  Credentials,
  CredentialsSource,
  DateRange,
  Group,
  MultiSendResult,
  NewContact,
  NewGroup,
  OutgoingBatch,
  OutgoingMulti,
  OutgoingSms,
  OutgoingSmsExt,
  RemovedContact,
  SendResult,
  SmsRecord,
} from './types.js';
