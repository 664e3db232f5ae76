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

export interface CallbackDescription {
  /** By the specification; either is read. */
  readonly method: 'GET' | 'POST';
  readonly hasFiles: boolean;
  readonly fields: CallbackTable;
}

const get = (fields: CallbackTable): CallbackDescription => ({ method: 'GET', hasFiles: false, fields });

const post = (fields: CallbackTable, hasFiles: boolean = false): CallbackDescription => ({
  method: 'POST',
  hasFiles,
  fields,
});

export const CALLBACKS: Readonly<Record<CallbackKind, CallbackDescription>> = {
  'sms-report': get(SMS_REPORT),
  'mms-report': get(MMS_REPORT),
  'vms-report': get(VMS_REPORT),
  'bulk-started': get(BULK_STARTED),
  'link-click': get(LINK_CLICK),
  'incoming-sms': post(INCOMING_SMS),
  'incoming-mms': post(INCOMING_MMS, true),
  'hlr-result': post(HLR_RESULT),
};

/** The names of the fields of all kinds (section 6). */
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
 * Writes the fields of a callback as the service does: all fields of its kind. The values of several messages are
 * separated by commas. Files are not included.
 */
export function writeCallback(events: readonly [CallbackEvent, ...CallbackEvent[]]): FormFields {
  const [first] = events;
  const { fields } = CALLBACKS[first.type];
  return Object.entries(fields).map(([property, field]: readonly [string, CallbackField]) => {
    const described = field.isPerMessage ? events : [first];
    const values = described.map((event) =>
      field.write((event as unknown as Readonly<Record<string, unknown>>)[property]),
    );
    return [field.name, values.every((value) => value === '') ? '' : values.join(',')];
  });
}
