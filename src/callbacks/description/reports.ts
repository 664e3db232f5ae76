import { isFinalStatus, type StatusName, statusName, statusNumber } from '../../domain/statuses.js';
import {
  type CallbackField,
  type CallbackRecord,
  each,
  idField,
  idxField,
  momentField,
  numberField,
  requiredText,
  secondsField,
  textField,
  withCommas,
} from './field.js';

/** The name of a delivery status: those that are known, and any other text. */
export type ReportedStatusName = StatusName | (string & {});

/** The fields that the reports of all kinds have (section 6). */
const REPORT = {
  /** The id of the message, at most 32 characters: the one that the send gave back. */
  messageId: each(idField('MsgId')),
  /** The status as it was sent, for example `404`. docs/gateway.md section 3 lists statuses; the list is open. */
  status: each(requiredText('status')),
  /** The value that the send gave the message. */
  idx: each(idxField()),
  /** The moment of the status. */
  doneAt: each(momentField('donedate')),
  /** The account that sent the message. */
  username: each(textField('username')),
  /** The recipient's number, with its country prefix. */
  to: each(textField('to', { privacy: 'number' })),
};

/** The fields of an SMS delivery report. */
export const SMS_REPORT = {
  ...REPORT,
  /** The name of the status, as it was sent, or that of the number: `DELIVERED`; `null` where neither is known. */
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
  /** The key that the recipient has pressed. */
  pressed: withCommas(each(textField('pressed'))),
  /** The length of the call, in seconds. */
  durationSeconds: each(secondsField('hangup_time')),
};

/** What follows from the status of a report. */
export interface StatusFacts {
  /** The name of the status, as it was sent, or that of the number: `DELIVERED`; `null` where neither is known. */
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
