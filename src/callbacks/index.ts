/**
 * Callbacks of the gateway: delivery reports, messages that come in, clicks and results of lookups.
 *
 * @module
 */
export { type SignOptions, signedNotifyUrl } from '../domain/notify-url/signed-notify-url.js';
export { CallbackError, IncomingError, type IncomingErrorCode } from '../errors/incoming-error.js';
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
export { mergeStatus, type StatusAt } from './merge-status.js';
export type { CallbackRecorder, ReceivedCallback } from './recorder.js';
