import {
  type CallbackField,
  contentField,
  countField,
  flagField,
  idField,
  idxField,
  momentField,
  nullableText,
  numberField,
  optionalId,
  requiredText,
  textField,
} from './field.js';

/** The kinds of messages that are sent in bulk; the list is open. */
export type BulkMessageType = 'SMS' | 'MMS' | 'VMS' | (string & {});

/** The places that the numbers of a bulk send came from; the list is open. */
export type BulkOrigin = 'csv' | 'csv_and_text' | 'phonebook' | (string & {});

/** The fields of a bulk send that has begun (section 6). */
export const BULK_STARTED = {
  /** The kind of its messages. */
  messageType: requiredText('type') as CallbackField<BulkMessageType>,
  /** The number of its messages. */
  all: countField('all'),
  points: numberField('points'),
  /** The place that its numbers came from. */
  origin: textField('to') as CallbackField<BulkOrigin | null>,
  /** The groups of a send to contact groups. */
  info: textField('info'),
  /** The text of its messages. */
  text: contentField('text'),
};

/** The fields of a click on a short link (section 6). */
export const LINK_CLICK = {
  /** The id of the message that had the link. */
  messageId: idField('MsgId'),
  /** The recipient's number. */
  to: textField('to', { privacy: 'number' }),
  /** The moment when the link was opened first. */
  clickedAt: momentField('click_date'),
  device: textField('device'),
  operatingSystem: textField('operating_system'),
  browser: textField('browser'),
  /** The account that sent the message. */
  username: textField('username'),
  /** The address that the link was opened from. */
  ip: textField('ip'),
  /** The end of the link, which is the recipient's own. */
  suffix: textField('sufix'),
};

/** The fields of an SMS that came in (section 6). */
export const INCOMING_SMS = {
  /** The sender's number. */
  from: requiredText('sms_from', { privacy: 'number' }),
  /** The number that it was sent to. */
  to: requiredText('sms_to', { privacy: 'number' }),
  text: contentField('sms_text'),
  receivedAt: momentField('sms_date'),
  /** The account that it belongs to. */
  username: textField('username'),
  /** The id of the 2way message that it answers; `null` for a message to a dedicated number. */
  messageId: optionalId('MsgId'),
};

/** The fields of an incoming MMS, without its files (section 6). */
export const INCOMING_MMS = {
  /** The sender's number. */
  from: requiredText('mms_from', { privacy: 'number' }),
  /** The number that it was sent to. */
  to: requiredText('mms_to', { privacy: 'number' }),
  subject: contentField('mms_subject'),
  receivedAt: momentField('mms_date'),
};

/** The results of a lookup; the list is open. */
export type HlrStatus = 'OK' | 'FAIL' | (string & {});

/** The fields of the result of a lookup (section 6). */
export const HLR_RESULT = {
  /** The id that the lookup gave back. */
  lookupId: requiredText('id'),
  /** The number that was looked up. */
  number: requiredText('number', { privacy: 'number' }),
  /** The country of its network (mobile country code). */
  mcc: textField('mcc'),
  /** Its network (mobile network code). */
  mnc: textField('mnc'),
  /** The name of its network, or the text of an error. */
  info: textField('info'),
  /** The result, as it was sent: a name, or a number. */
  status: requiredText('status') as CallbackField<HlrStatus>,
  /** The moment of the lookup. */
  checkedAt: momentField('date'),
  /** True if the number was ported from another network. */
  ported: flagField('ported'),
  /** The network that it was taken along from. */
  portedFrom: nullableText('ported_from'),
  /** The value that the lookup was given. */
  idx: idxField(),
};
