import type { FormFields } from '../../http-message/form.js';
import {
  BULK_STARTED,
  type CallbackEvent,
  type CallbackKind,
  HLR_RESULT,
  INCOMING_MMS,
  INCOMING_SMS,
  LINK_CLICK,
  MMS_REPORT,
  SMS_REPORT,
  VMS_REPORT,
} from './events.js';
import type { CallbackField, CallbackTable } from './field.js';

/** A kind of callback: how the service sends it, and its fields (section 6). */
export interface CallbackDescription {
  readonly title: string;
  /** By the specification; either is read. */
  readonly method: 'GET' | 'POST';
  readonly hasFiles: boolean;
  readonly fields: CallbackTable;
}

const get = (title: string, fields: CallbackTable): CallbackDescription => ({
  title,
  method: 'GET',
  hasFiles: false,
  fields,
});

const post = (title: string, fields: CallbackTable, hasFiles: boolean = false): CallbackDescription => ({
  title,
  method: 'POST',
  hasFiles,
  fields,
});

export const CALLBACKS: Readonly<Record<CallbackKind, CallbackDescription>> = {
  'sms-report': get('The status of an SMS has changed', SMS_REPORT),
  'mms-report': get('The status of an MMS has changed', MMS_REPORT),
  'vms-report': get('The status of a voice message has changed', VMS_REPORT),
  'bulk-started': get('A bulk send begins', BULK_STARTED),
  'link-click': get('A short link is opened', LINK_CLICK),
  'incoming-sms': post('An SMS to a dedicated number, or a reply to a 2way message', INCOMING_SMS),
  'incoming-mms': post('An MMS was received', INCOMING_MMS, true),
  'hlr-result': post('A lookup is finished', HLR_RESULT),
};

/** The names that section 6 gives to fields, of all kinds. */
export const FIELD_NAMES: ReadonlySet<string> = new Set(
  Object.values(CALLBACKS).flatMap(({ fields }) => Object.values(fields).map(({ name }) => name)),
);

const MMS_NAMES: readonly string[] = Object.values(MMS_REPORT).map(({ name }) => name);

export function kindOf(names: ReadonlySet<string>): CallbackKind | undefined {
  const has = (...wanted: readonly string[]): boolean => wanted.some((name) => names.has(name));
  if (has('sms_from')) return 'incoming-sms';
  if (has('mms_from')) return 'incoming-mms';
  if (has('click_date')) return 'link-click';
  if (has('ported') || (has('number') && has('info'))) return 'hlr-result';
  if (has('all') && has('type')) return 'bulk-started';
  if (has('pressed', 'hangup_time')) return 'vms-report';
  if (has('status_name', 'points', 'mcc')) return 'sms-report';
  return has(...MMS_NAMES) ? 'mms-report' : undefined;
}

/**
 * Writes a callback as the service does: every field of its kind, and of several messages the values of each field
 * separated by commas. Files are not among them.
 */
export function writeCallback(events: readonly [CallbackEvent, ...CallbackEvent[]]): FormFields {
  const [first] = events;
  const { fields } = CALLBACKS[first.type];
  return Object.entries(fields).map(([property, given]) => {
    const field: CallbackField = given;
    const of = field.isPerMessage ? events : [first];
    const values = of.map((event) => field.write((event as unknown as Readonly<Record<string, unknown>>)[property]));
    return [field.name, values.every((value) => value === '') ? '' : values.join(',')];
  });
}
