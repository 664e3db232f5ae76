import { Problem } from '../../../errors/problem.js';
import { type AnswerRecord, isJsonObject, recordReader, textField, writeRecord } from '../parts/answer-field.js';
import type { Answer, Endpoint } from '../parts/endpoint.js';
import { flag, listOfType, messageText, moment, numbers, openWord, rows, text, texts, whole } from '../parts/kinds.js';
import { SEND_ANSWER, type SendRecords } from './send-answer.js';

/** The parameters of a message's date, its repetition and its reports, which all kinds of messages have. */
export const COMMON = {
  /** When to send, in whole seconds; a past date sends at once. */
  date: moment('date', { section: '4.1', limits: ['at most 3 months ahead (50)'] }),
  /** Refuses a date that is in no form of a date (54). */
  dateValidate: flag('date_validate', { section: '4.1' }),
  /** Refuses an idx that was used in the last 24 hours, or is scheduled (53). */
  checkIdx: flag('check_idx', { section: '4.1' }),
  /** The address for the delivery reports of this message, before that of the account. */
  notifyUrl: text('notify_url', { section: '4.1' }),
  /** Nothing is sent: only the answer is given. */
  test: flag('test', { section: '4.1' }),
};

/** The recipients, which all kinds of messages have. */
export const RECIPIENTS = {
  /** The recipients' numbers: `48xxxxxxxxx` or `xxxxxxxxx`. 10,000 in a call are recommended as the most. */
  to: numbers('to', { section: '4.1', excludes: ['group'] }),
  /** The name of a contact group, whose numbers all get the message. */
  group: text('group', { section: '4.1', excludes: ['to'] }),
};

/** Your own value for each recipient. */
export const IDX = {
  /**
   * Your own value, returned in reports; of several recipients a list, one for each. At most 255 digits and letters
   * a–z, in which capitals count as small letters.
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
  /** The text, also one made by `text`: one part up to 160 characters, or 70 with any special character. */
  message: messageText('message', {
    section: '4.1',
    excludes: ['template'],
    isText: true,
    limits: ['10 parts, in the earlier variant 6 (12)'],
  }),
  /** The name of a template, in place of the message. */
  template: text('template', { section: '4.1', excludes: ['message'] }),
  /** A verified sender name, or `2way`. Default: the account's. */
  from: text('from', { section: '4.1', limits: ['11 characters (14)'] }),
  /** A flash message, shown at once and not kept. */
  flash: flag('flash', { section: '4.1' }),
  ...COMMON,
  /** Adds text, length, number of parts and refused numbers to the answer. */
  details: flag('details', { section: '4.1' }),
  /** The behaviour outside of the hours that are set on the account. */
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
  partnerId: whole('partner_id', { section: '4.1' }),
  /** The most parts that the message may have; more are refused (12). Default: the account's. */
  maxParts: whole('max_parts', { section: '4.1', limits: ['10, in the earlier variant 6 (12)'] }),
  /** The moment after which the message is not delivered any more. */
  expirationDate: moment('expiration_date', {
    section: '4.1',
    limits: ['more than 15 minutes and less than 72 hours after the date (56)'],
  }),
  /** The name of a group of discount codes; the text contains one of them: `[%kod%]`. */
  discountGroup: text('discount_group', { section: '4.1' }),
  /** Sends a voice message to a landline number. */
  fallback: listOfType('fallback', ['vms'], { section: '4.1', variants: ['current'], limits: ['one recipient'] }),
  /** For each recipient the values for `[%1%]` to `[%4%]` in the message. */
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
  /** That of a message that was deleted. */
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
