/**
 * Callbacks of the gateway: delivery reports, messages that come in, clicks and results of lookups.
 *
 * @module
 */

export {
  type FieldsFirstLogger,
  type FieldsLastLogger,
  type Logger,
  structuredLogger,
} from '../calls/events/logger.js';
export type { CloseOptions } from '../calls/lifetime.js';
export { type SignOptions, signedNotifyUrl } from '../domain/notify-url/signed-notify-url.js';
export { CallbackError, IncomingError, type IncomingErrorCode, StoreError } from '../errors/incoming-error.js';
export type { CallbackLimitOptions } from './body/limits.js';
export type {
  BulkStartedEvent,
  CallbackEvent,
  CallbackFile,
  CallbackKind,
  HlrResultEvent,
  IncomingMmsEvent,
  IncomingSmsEvent,
  LinkClickEvent,
  MmsReportEvent,
  ReportEvent,
  SmsReportEvent,
  UnknownFields,
  VmsReportEvent,
} from './description/events.js';
export type { BulkMessageType, BulkOrigin, HlrStatus } from './description/other-kinds.js';
export type { ReportedStatusName } from './description/reports.js';
export type { PathSecret, QuerySecret } from './handler/admission/secret.js';
export type { LambdaAnswer } from './handler/answer.js';
export { type CallbackHandler, callbackHandler, type FetchFacts } from './handler/callback-handler.js';
export type { CallbackHandlerOptions } from './handler/handler-options.js';
export type { InboxOptions, OnGivenUp } from './handler/inbox/inbox-options.js';
export type { OnInvalid } from './handler/invalid.js';
export type {
  AnsweredNotice,
  CallbackNotice,
  FailedNotice,
  GivenUpNotice,
  HandledNotice,
  OverdueNotice,
} from './handler/running/notices.js';
export type { EventContext, OnError, OnEvent } from './handler/running/on-event.js';
export { mergeStatus, type StatusAt } from './merge-status.js';
export type { RawCallback } from './reading/arrived.js';
export type { EventKey } from './reading/event-key.js';
export type { FetchRequest } from './reading/from-fetch.js';
export type { LambdaEvent } from './reading/from-lambda.js';
export type { NodeRequest } from './reading/from-node.js';
export { type CallbackRequest, type ParseCallbackOptions, parseCallback } from './reading/parse-callback.js';
export type { CallbackRecorder, ReceivedCallback } from './recording/recorder.js';
export { type MemoryStore, type MemoryStoreOptions, memoryStore } from './stores/memory-store.js';
export type { CallbackInbox, CallbackStore, InboxEntry, InboxStep } from './stores/store.js';
