import { isFinalStatus, type StatusName, statusName, statusNumber } from '../../domain/statuses.js';
import {
  type CallbackField,
  type CallbackRecord,
  contentField,
  countField,
  each,
  flagField,
  idField,
  idxField,
  nullableText,
  numberField,
  optionalId,
  requiredText,
  textField,
  timeField,
  withCommas,
} from './field.js';

/** The name of a delivery status: those that are known, and any other text. */
export type ReportedStatusName = StatusName | (string & {});

/** The fields that the reports of all kinds have (section 6). */
const REPORT = {
  /** The id of the message, as in the result of the send; at most 32 characters. */
  messageId: each(idField('MsgId')),
  /** The status as it was sent, for example `404`. docs/gateway-results.md section 3 lists statuses; the list is open. */
  status: each(requiredText('status')),
  /** The idx of the send. */
  idx: each(idxField()),
  /** The time of the status. */
  doneAt: each(timeField('donedate')),
  /** The account that sent the message. */
  username: each(textField('username')),
  /** The recipient's number, with its country prefix. */
  to: each(textField('to', { privacy: 'number' })),
};

/** The fields of an SMS delivery report. */
export const SMS_REPORT = {
  ...REPORT,
  /** The name of the status as sent, otherwise the name of its number: `DELIVERED`; `null` if neither is known. */
  statusName: each(textField('status_name')) as CallbackField<ReportedStatusName | null>,
  /** Points charged. */
  points: each(numberField('points')),
  /** The sender of the message. */
  from: each(textField('from', { privacy: 'number' })),
  /** The country of the recipient's network (mobile country code). */
  mcc: each(textField('mcc')),
  /** The recipient's network (mobile network code). */
  mnc: each(textField('mnc')),
};

/** The fields of an MMS delivery report. */
export const MMS_REPORT = REPORT;

/** The fields of a VMS delivery report. */
export const VMS_REPORT = {
  ...REPORT,
  /** The key that the recipient pressed. */
  pressed: withCommas(each(textField('pressed'))),
  /** The length of the call, in seconds. */
  durationSeconds: each(numberField('hangup_time')),
};

/** Facts derived from the status of a report. */
export interface StatusFacts {
  /** The name of the status as sent, otherwise the name of its number: `DELIVERED`; `null` if neither is known. */
  readonly statusName: ReportedStatusName | null;
  /** True if no other status follows. An unknown status is not final. */
  readonly isFinal: boolean;
}

export function statusFacts(
  record: Pick<CallbackRecord<typeof REPORT>, 'status'> & { readonly statusName?: string | null },
): StatusFacts {
  const { status } = record;
  const number = numberOfStatus(status);
  const named = number === undefined ? undefined : statusName(number);
  return { statusName: record.statusName ?? named ?? null, isFinal: number !== undefined && isFinalStatus(number) };
}

export function numberOfStatus(status: string): number | undefined {
  return /^\d{1,9}$/.test(status) ? Number(status) : statusNumber(status);
}

/** The kind of messages of a bulk send; the list is open. */
export type BulkMessageType = 'SMS' | 'MMS' | 'VMS' | (string & {});

/** The source of the numbers of a bulk send; the list is open. */
export type BulkOrigin = 'csv' | 'csv_and_text' | 'phonebook' | (string & {});

/** The fields of a started bulk send (section 6). */
export const BULK_STARTED = {
  /** The kind of its messages. */
  messageType: requiredText('type') as CallbackField<BulkMessageType>,
  /** The number of its messages. */
  all: countField('all'),
  points: numberField('points'),
  /** The source of its numbers. */
  origin: textField('to') as CallbackField<BulkOrigin | null>,
  /** The groups of a send to contact groups. */
  info: textField('info'),
  /** The text of its messages. */
  text: contentField('text'),
};

/** The fields of a click on a short link (section 6). */
export const LINK_CLICK = {
  /** The id of the message with the link. */
  messageId: idField('MsgId'),
  /** The recipient's number. */
  to: textField('to', { privacy: 'number' }),
  /** The time when the link was first opened. */
  clickedAt: timeField('click_date'),
  device: textField('device'),
  operatingSystem: textField('operating_system'),
  browser: textField('browser'),
  /** The account that sent the message. */
  username: textField('username'),
  /** The visitor's IP address. */
  ip: textField('ip'),
  /** The end of the link, different for each recipient. */
  suffix: textField('sufix'),
};

/** The fields of an incoming SMS (section 6). */
export const INCOMING_SMS = {
  /** The sender's number. */
  from: requiredText('sms_from', { privacy: 'number' }),
  /** The number that it was sent to. */
  to: requiredText('sms_to', { privacy: 'number' }),
  text: contentField('sms_text'),
  receivedAt: timeField('sms_date'),
  /** The receiving account. */
  username: textField('username'),
  /** The id of the 2way message that it replies to; `null` for a message to a dedicated number. */
  messageId: optionalId('MsgId'),
};

/** The fields of an incoming MMS, without its files (section 6). */
export const INCOMING_MMS = {
  /** The sender's number. */
  from: requiredText('mms_from', { privacy: 'number' }),
  /** The number that it was sent to. */
  to: requiredText('mms_to', { privacy: 'number' }),
  subject: contentField('mms_subject'),
  receivedAt: timeField('mms_date'),
};

/** The result of a lookup; the list is open. */
export type HlrStatus = 'OK' | 'FAIL' | (string & {});

/** The fields of the result of a lookup (section 6). */
export const HLR_RESULT = {
  /** The id in the response of the lookup. */
  lookupId: requiredText('id'),
  /** The number that was looked up. */
  number: requiredText('number', { privacy: 'number' }),
  /** The country of its network (mobile country code). */
  mcc: textField('mcc'),
  /** Its network (mobile network code). */
  mnc: textField('mnc'),
  /** The name of its network, or the text of an error. */
  info: textField('info'),
  /** The result as sent: a name or a number. */
  status: requiredText('status') as CallbackField<HlrStatus>,
  /** The time of the lookup. */
  checkedAt: timeField('date'),
  /** True if the number was ported from another network. */
  ported: flagField('ported'),
  /** The original network. */
  portedFrom: nullableText('ported_from'),
  /** The idx of the lookup. */
  idx: idxField(),
};

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

/** A bulk send was started (specification section 6). */
export interface BulkStartedEvent extends EventBase<'bulk-started'>, CallbackRecord<typeof BULK_STARTED> {}

/** A short link was opened (specification section 6). */
export interface LinkClickEvent extends EventBase<'link-click'>, CallbackRecord<typeof LINK_CLICK> {}

/** An SMS to a dedicated number, or a reply to a 2way message (specification section 6). */
export interface IncomingSmsEvent extends EventBase<'incoming-sms'>, CallbackRecord<typeof INCOMING_SMS> {}

/** An incoming MMS (specification section 6). */
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
  /** Its media type in lower case, as stated by the sender. */
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

/** An event of the gateway. `type` identifies its kind. */
export type CallbackEvent =
  | ReportEvent
  | BulkStartedEvent
  | LinkClickEvent
  | IncomingSmsEvent
  | IncomingMmsEvent
  | HlrResultEvent;

/** The kinds of callbacks. */
export type CallbackKind = CallbackEvent['type'];
