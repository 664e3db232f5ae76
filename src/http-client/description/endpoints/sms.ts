import { Problem } from '../../../errors/problem.js';
import { type AnswerRecord, isJsonObject, recordReader, textField, writeRecord } from '../parts/answer-field.js';
import type { Answer, Endpoint } from '../parts/endpoint.js';
import {
  flag,
  listOfType,
  messageText,
  moment,
  numbers,
  openWord,
  rows,
  text,
  texts,
  wholeNumber,
} from '../parts/kinds.js';
import { SEND_ANSWER, type SendRecords } from './send-answer.js';

/** The parameters of a message's date, its repetition and its reports, which all kinds of messages have. */
export const COMMON = {
  /** When to send, in whole seconds; a past date sends at once. */
  date: moment('date', { section: '4.1', limits: ['at most 3 months ahead (50)'] }),
  /** Rejects a date with an invalid format (54). */
  dateValidate: flag('date_validate', { section: '4.1' }),
  /** Refuses an idx that was used in the last 24 hours, or is scheduled (53). */
  checkIdx: flag('check_idx', { section: '4.1' }),
  /** The address for the delivery reports of this message. Default: the account's. */
  notifyUrl: text('notify_url', { section: '4.1' }),
  /** Nothing is sent; the gateway only responds. */
  test: flag('test', { section: '4.1' }),
};

/** The recipients, which all kinds of messages have. */
export const RECIPIENTS = {
  /** The recipients' numbers: `48xxxxxxxxx` or `xxxxxxxxx`. Recommended maximum: 10,000 in a call. */
  to: numbers('to', { section: '4.1', excludes: ['group'] }),
  /** The name of a contact group: all its numbers get the message. */
  group: text('group', { section: '4.1', excludes: ['to'] }),
};

/** Your own value for each recipient. */
export const IDX = {
  /**
   * Your own value, returned in reports; a list for several recipients. Upper and lower case letters are equal.
   */
  idx: texts('idx', '|', {
    section: '4.1',
    limits: ['255 digits and letters a–z (27)', 'one for each recipient (18)'],
  }),
};

/** The values of `time_restriction` (section 4.1). */
export const TIME_RESTRICTIONS = ['follow', 'ignore', 'nearest_available'] as const;

/** The parameters of an SMS (section 4.1). */
export const SMS_PARAMETERS = {
  ...RECIPIENTS,
  /** The text, or the result of `text`: one part has up to 160 characters, or 70 with any special character. */
  message: messageText('message', {
    section: '4.1',
    excludes: ['template'],
    isText: true,
    limits: ['10 parts, in the earlier variant 6 (12)'],
  }),
  /** The name of a template to send instead of a message. */
  template: text('template', { section: '4.1', excludes: ['message'] }),
  /** A verified sender name, or `2way`. Default: the account's. */
  from: text('from', { section: '4.1', limits: ['11 characters (14)'] }),
  /** A flash message, shown at once and not kept. */
  flash: flag('flash', { section: '4.1' }),
  ...COMMON,
  /** Adds text, length, number of parts and refused numbers to the response. */
  details: flag('details', { section: '4.1' }),
  /** The behaviour outside the sending hours of the account. */
  timeRestriction: openWord('time_restriction', TIME_RESTRICTIONS, {
    section: '4.1',
    variants: ['current'],
    limits: ['one of its values (28)'],
  }),
  /** Skips numbers that are not Polish. */
  skipForeign: flag('skip_foreign', { section: '4.1' }),
  /** Sends to a repeated number several times. */
  allowDuplicates: flag('allow_duplicates', { section: '4.1' }),
  ...IDX,
  /** Refuses a text with special characters (11). */
  noUnicode: flag('nounicode', { section: '4.1', limits: ['no special characters in the message (11)'] }),
  /** Replaces special characters by base letters. */
  normalize: flag('normalize', { section: '4.1' }),
  /** The fast channel; points are multiplied by 1.5. Not for mass sends. */
  fast: flag('fast', { section: '4.1' }),
  /** A partner code. */
  partnerId: wholeNumber('partner_id', { section: '4.1' }),
  /** The maximum number of parts; more are refused (12). Default: the account's. */
  maxParts: wholeNumber('max_parts', { section: '4.1', limits: ['10, in the earlier variant 6 (12)'] }),
  /** The time after which the message is not delivered. */
  expirationDate: moment('expiration_date', {
    section: '4.1',
    limits: ['more than 15 minutes and less than 72 hours after the date (56)'],
  }),
  /** The name of a group of discount codes. `[%kod%]` in the text is replaced by a code. */
  discountGroup: text('discount_group', { section: '4.1' }),
  /** Sends a voice message to a landline number. */
  fallback: listOfType('fallback', ['vms'], { section: '4.1', variants: ['current'], limits: ['one recipient'] }),
  /** The values for `[%1%]` to `[%4%]` in the message, for each recipient. */
  params: rows({
    section: '4.1',
    isText: true,
    limits: ['one row for each recipient (18)', 'four values (18)', '100 recipients (19)'],
  }),
  /** Refuses a template message that is longer than one part (12). */
  single: flag('single', { section: '4.1' }),
  /** A binary message: `message` and `udh` are hex strings. */
  datacoding: openWord('datacoding', ['bin'], { section: '4.1', variants: ['earlier'], limits: ['with udh (30)'] }),
  /** The user data header of a binary message, as a hex string. */
  udh: text('udh', { section: '4.1', variants: ['earlier'] }),
};

/** Sends an SMS. */
export const SEND_SMS: Endpoint<typeof SMS_PARAMETERS, Answer<SendRecords>> = {
  path: 'sms.do',
  method: 'POST',
  section: '4.1',
  variants: ['current', 'earlier'],
  title: 'Sends a message to one recipient, to many, or to a group',
  isRead: false,
  parameters: SMS_PARAMETERS,
  answer: SEND_ANSWER,
};

/** The parameters of deleting scheduled messages (section 4.1). */
const DELETE_PARAMETERS = {
  /** The ids of scheduled messages. */
  ids: texts('sch_del', ',', { section: '4.1' }),
};

const DELETED = {
  /** The id of a deleted message. */
  id: textField('id', { section: '4.1' }),
};

const readDeleted = recordReader(DELETED);

/** The ids of deleted records. */
export interface DeletedRecords {
  readonly ids: readonly string[];
}

const DELETE_ANSWER: Answer<DeletedRecords> = {
  json: '`{count, list: [{id}]}`',
  text: '`OK`',
  records: { 'list[]': DELETED },
  readJson: (json) => {
    if (!isJsonObject(json) || !Array.isArray(json.list)) throw new Problem('has no list of ids');
    const records: AnswerRecord<typeof DELETED>[] = json.list.filter(isJsonObject).map(readDeleted);
    return { ids: records.flatMap(({ id }) => (id === null ? [] : [id])) };
  },
  readText: (value, { ids }) => {
    if (!/^\s*OK\b/i.test(value)) throw new Problem('is not OK');
    return { ids: Array.isArray(ids) ? ids.map(String) : [] };
  },
  writeJson: ({ ids }) => ({ count: ids.length, list: ids.map((id) => writeRecord(DELETED, { id })) }),
  writeText: () => 'OK',
};

/** Deletes messages that wait for their time. */
export const DELETE_SCHEDULED: Endpoint<typeof DELETE_PARAMETERS, Answer<DeletedRecords>> = {
  path: 'sms.do',
  method: 'POST',
  section: '4.1',
  variants: ['current', 'earlier'],
  title: 'Deletes scheduled messages before they are sent',
  selector: { name: 'sch_del' },
  isRead: false,
  parameters: DELETE_PARAMETERS,
  answer: DELETE_ANSWER,
};
