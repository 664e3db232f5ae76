/**
 * The HTTP interface of the gateway: messages, the account, sub-users, sender names and lookups; and every error class,
 * which are those of `sms-service-client`.
 *
 * @module
 */

export type { SendManyOptions } from '../batches/batch.js';
export type { SendManyResult, SentItem, UnsentItem } from '../batches/send-many.js';
export type { CallOptions } from '../calls/call-options.js';
export { type Logger } from '../calls/events/reporter.js';
export type { CloseOptions, Load } from '../calls/lifetime.js';
export { isPhoneNumber, normalizePhoneNumber } from '../domain/phone-number.js';
export type { BatchRecipient } from '../domain/recipients/batch-recipient.js';
export type { RecipientStatus, SentRecipient } from '../domain/recipients/sent-recipients.js';
export { countMessageParts, type InterfaceVariant, type MessageParts } from '../domain/sending/message-parts.js';
export { MessageText, type TextValue, text } from '../domain/sending/message-text.js';
export { MessageToken, type TokenOptions, tokens } from '../domain/sending/tokens.js';
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
export { type SmsServiceHttpApi, SmsServiceHttpClient } from './client.js';
export type { PointsRecord, Profile } from './description/endpoints/account.js';
export type { MessageStatus } from './description/endpoints/send-answer.js';
export type { SenderRecord } from './description/endpoints/senders.js';
export type { DeletedRecords } from './description/endpoints/sms.js';
export type { SubUser } from './description/endpoints/users.js';
export type { FileGiven, FileToUpload } from './description/parts/kinds.js';
export type { HttpRules } from './description/rules.js';
export { SmsServiceHttpGateway } from './gateway.js';
export type { PointsRequests, ProfileRequests } from './groups/account.js';
export type { HlrRequests, Lookup } from './groups/hlr.js';
export type { MmsOrder, MmsRequests, VmsOrder, VmsRequests } from './groups/mms-vms.js';
export type { SenderRequests } from './groups/senders.js';
export type { SmsBatchOrder, SmsOrder, SmsRequests } from './groups/sms.js';
export type { EditOptions, GetUserOptions, NewSubUser, SubUserChanges, UserRequests } from './groups/users.js';
export type {
  SmsServiceHttpAccountOptions,
  SmsServiceHttpClientOptions,
  SmsServiceHttpGatewayOptions,
  TokenSource,
} from './requests/client-options.js';
export type { NotifyOption, OnceOption, SendOptions } from './sending/send-options.js';
export type { SendResult, SentMessage } from './sending/send-result.js';
export { type SmilContent, type SmilImage, smil } from './smil.js';
