/**
 * Callbacks of the gateway: delivery reports, messages that come in, clicks and results of lookups.
 *
 * @module
 */

export { type Logger } from '../calls/events/reporter.js';
export type { CloseOptions } from '../calls/lifetime.js';
export { type SignOptions, signedNotifyUrl } from '../domain/sending/notify-url.js';
export { CallbackError, IncomingError, type IncomingErrorCode, StoreError } from '../errors/incoming-error.js';
export type { CallbackLimitOptions } from './body/limits.js';
export type {
  BulkMessageType,
  BulkOrigin,
  BulkStartedEvent,
  CallbackEvent,
  CallbackFile,
  CallbackKind,
  HlrResultEvent,
  HlrStatus,
  IncomingMmsEvent,
  IncomingSmsEvent,
  LinkClickEvent,
  MmsReportEvent,
  ReportEvent,
  ReportedStatusName,
  SmsReportEvent,
  UnknownFields,
  VmsReportEvent,
} from './description/events.js';
export type { PathSecret, QuerySecret } from './handler/admission/secret.js';
export type { LambdaAnswer } from './handler/answer.js';
export { type CallbackHandler, callbackHandler, type FetchFacts } from './handler/callback-handler.js';
export type {
  CallbackHandlerOptions,
  CallbackRecorder,
  InboxOptions,
  OnGivenUp,
  OnInvalid,
  ReceivedCallback,
} from './handler/handler-options.js';
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
export type { FetchRequest } from './reading/from-fetch.js';
export type { LambdaEvent } from './reading/from-lambda.js';
export type { NodeRequest } from './reading/from-node.js';
export { type CallbackRequest, type ParseCallbackOptions, parseCallback } from './reading/parse-callback.js';
export { type MemoryStore, type MemoryStoreOptions, memoryStore } from './stores/memory-store.js';
export type { CallbackInbox, CallbackStore, EventKey, InboxEntry, InboxStep } from './stores/store.js';
