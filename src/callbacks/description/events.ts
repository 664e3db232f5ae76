import type { CallbackRecord } from './field.js';
import type { BULK_STARTED, HLR_RESULT, INCOMING_MMS, INCOMING_SMS, LINK_CLICK } from './other-kinds.js';
import type { MMS_REPORT, SMS_REPORT, StatusFacts, VMS_REPORT } from './reports.js';

/** Fields that the specification does not name, by name. A repeated field has a list of values. */
export type UnknownFields = Readonly<Record<string, string | readonly string[]>>;

interface EventBase<Type extends string> {
  /** The kind of callback. */
  readonly type: Type;
  /** Fields that the specification does not name, as they were sent. */
  readonly unknownFields: UnknownFields;
}

/** The status of an SMS has changed (specification section 6). */
export interface SmsReportEvent
  extends EventBase<'sms-report'>,
    Omit<CallbackRecord<typeof SMS_REPORT>, 'statusName'>,
    StatusFacts {}

/** The status of an MMS has changed (specification section 6). */
export interface MmsReportEvent extends EventBase<'mms-report'>, CallbackRecord<typeof MMS_REPORT>, StatusFacts {}

/** The status of a voice message has changed (specification section 6). */
export interface VmsReportEvent extends EventBase<'vms-report'>, CallbackRecord<typeof VMS_REPORT>, StatusFacts {}

/** A bulk send has begun (specification section 6). */
export interface BulkStartedEvent extends EventBase<'bulk-started'>, CallbackRecord<typeof BULK_STARTED> {}

/** A short link was opened (specification section 6). */
export interface LinkClickEvent extends EventBase<'link-click'>, CallbackRecord<typeof LINK_CLICK> {}

/** An SMS came to a dedicated number, or as the answer to a 2way message (specification section 6). */
export interface IncomingSmsEvent extends EventBase<'incoming-sms'>, CallbackRecord<typeof INCOMING_SMS> {}

/** An MMS came in (specification section 6). */
export interface IncomingMmsEvent extends EventBase<'incoming-mms'>, CallbackRecord<typeof INCOMING_MMS> {
  /** Its files, in their order. */
  readonly files: readonly CallbackFile[];
}

/** A lookup has its result (specification section 6). */
export interface HlrResultEvent extends EventBase<'hlr-result'>, CallbackRecord<typeof HLR_RESULT> {}

/** A file of an MMS. */
export interface CallbackFile {
  /** The name given by the sender; empty if there is none. Do not use it as a path. */
  readonly name: string;
  /** Its media type, in lower case, by the word of the sender. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** The path of the file in `filesFolder`, with a random name. Absent without `filesFolder`. */
  readonly path?: string;
  /** The content. Absent with `filesFolder`. */
  readonly bytes?: Uint8Array;
}

/** The delivery reports. */
export type ReportEvent = SmsReportEvent | MmsReportEvent | VmsReportEvent;

/** An event that the gateway reports. `type` identifies its kind. */
export type CallbackEvent =
  | ReportEvent
  | BulkStartedEvent
  | LinkClickEvent
  | IncomingSmsEvent
  | IncomingMmsEvent
  | HlrResultEvent;

/** The kinds of callbacks. */
export type CallbackKind = CallbackEvent['type'];
