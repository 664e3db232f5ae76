import { at, Problem } from '../../../errors/problem.js';
import {
  type AnswerField,
  type AnswerRecord,
  isJsonObject,
  momentField,
  numberField,
  readNumber,
  recordReader,
  sometimes,
  textField,
  writeRecord,
} from '../parts/answer-field.js';
import type { Answer, RequestValues } from '../parts/endpoint.js';
import {
  errorField,
  INVALID_NUMBER,
  type InvalidNumberRecord,
  readErrorText,
  readInvalidNumbers,
  writeErrorText,
} from '../parts/errors.js';

/** The delivery statuses that are known; the list is open. */
export type MessageStatus = 'QUEUE' | 'SENT' | 'DELIVERED' | 'UNDELIVERED' | 'FAILED' | 'REJECTED' | (string & {});

/** The fields of a message in the answer to a send (section 2.1). */
const MESSAGE = {
  /** The id in delivery reports; may be empty for a test. */
  id: textField('id', { section: '2.1' }),
  /** Points charged. */
  points: numberField('points', { section: '2.1', aliases: ['price'] }),
  /** With its country prefix. */
  number: textField('number', { section: '2.1', isNumber: true }),
  /** The time of sending, or the scheduled time. */
  dateSent: momentField('date_sent', { section: '2.1' }),
  /** The recipient's number as it was sent. */
  submittedNumber: textField('submitted_number', { section: '2.1', isNumber: true }),
  /** The delivery status, initially `QUEUE`; the list is open. */
  status: textField('status', { section: '2.1' }) as AnswerField<MessageStatus>,
  /** Your own value, returned in reports. */
  idx: textField('idx', { section: '2.1' }),
  /** Set if this message was refused although the send succeeded. */
  error: errorField('error', { section: '2.1' }),
  /** With `details`: the text. */
  message: sometimes(textField('message', { section: '4.1' })),
  /** With `details`: the length of the text. */
  length: sometimes(numberField('length', { section: '4.1' })),
  /** With `details`: the parts that the text needs. */
  parts: sometimes(numberField('parts', { section: '4.1' })),
};

/** A message in the answer to a send. */
export interface MessageRecord extends AnswerRecord<typeof MESSAGE> {}

/** The answer to a send. */
export interface SendRecords {
  /** The number of messages that the gateway counted. */
  readonly count: number;
  readonly messages: readonly MessageRecord[];
  readonly invalidNumbers: readonly InvalidNumberRecord[];
  /** The messages that went out in another way, by that: `vms`. */
  readonly fallbacks?: Readonly<Record<string, readonly MessageRecord[]>>;
}

const readMessage = recordReader(MESSAGE);

/** Fields that some gateways put beside the list, for all messages in it. */
const DETAILS = ['message', 'length', 'parts'] as const;

const NAMED_BY = ['id', 'number', 'submittedNumber', 'idx', 'error'] as const;

/** The answer to a send (sections 2.1 and 2.2). */
export const SEND_ANSWER: Answer<SendRecords> = {
  json: '`{count, list: [message]}`, with `fallbacks` if there are any; a single message may be returned without a list',
  text: '`OK:<ID>:<POINTS>`; for several recipients `OK:<ID>:<POINTS>:<PHONE>`, separated by `;`',
  records: { 'list[]': MESSAGE, 'invalid_numbers[]': INVALID_NUMBER },
  readJson,
  readText,
  writeJson,
  writeText,
};

function readJson(json: unknown): SendRecords {
  if (!isJsonObject(json)) throw new Problem('must be an object');
  const messages = readMessages(json);
  const count = readNumber(json.count) ?? messages.length;
  const invalidNumbers = readInvalidNumbers(json.invalid_numbers);
  const fallbacks = readFallbacks(json.fallbacks);
  return { count, messages, invalidNumbers, ...(fallbacks === undefined ? {} : { fallbacks }) };
}

function readMessages(json: Readonly<Record<string, unknown>>): readonly MessageRecord[] {
  const { list } = json;
  if (list === undefined && json.id !== undefined) return [readMessage(json)];
  if (!Array.isArray(list)) throw new Problem('has no list of messages');
  const shared = Object.fromEntries(
    DETAILS.map((name) => [name, json[name]]).filter(([, value]) => value !== undefined),
  );
  const hasShared = Object.keys(shared).length > 0;
  return list.map((item: unknown, index) => {
    if (!isJsonObject(item)) throw at('list', at(index, new Problem('must be an object')));
    const message = readMessage(hasShared ? { ...shared, ...item } : item);
    if (NAMED_BY.some((name) => (message[name] ?? null) !== null)) return message;
    throw at('list', at(index, new Problem('contains no message')));
  });
}

function readFallbacks(json: unknown): SendRecords['fallbacks'] {
  if (!isJsonObject(json)) return undefined;
  return Object.fromEntries(
    Object.entries(json)
      .filter((entry): entry is [string, Readonly<Record<string, unknown>>] => isJsonObject(entry[1]))
      .map(([way, sent]) => [way, readMessages(sent)]),
  );
}

const OK = /^OK$/i;
const ID = /^[^\s;<>]*$/;
const POINTS = /^[^\s;]+$/;
const NUMBER = /^\+?\d{0,20}$/;

function readText(text: string, request: RequestValues): SendRecords {
  const entries = text
    .split(/[;\r\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 0) throw new Problem('contains no entry');
  const messages = entries.map((entry, index) => readEntry(entry, index));
  const [only] = messages;
  const { to } = request;
  const isSingle = messages.length === 1 && Array.isArray(to) && to.length === 1;
  if (only !== undefined && isSingle) {
    return { count: 1, messages: [{ ...only, submittedNumber: String(to[0]) }], invalidNumbers: [] };
  }
  return { count: messages.length, messages, invalidNumbers: [] };
}

/** A message of which nothing is known. */
export const EMPTY_MESSAGE: Omit<MessageRecord, 'error'> = {
  id: null,
  points: null,
  number: null,
  dateSent: null,
  submittedNumber: null,
  status: null,
  idx: null,
};

function readEntry(entry: string, index: number): MessageRecord {
  const error = readErrorText(entry);
  if (error !== undefined) return { ...EMPTY_MESSAGE, error };
  // At most so many that it can be seen that there are too many.
  const parts = entry.split(':', 5).map((part) => part.trim());
  const [word = '', id, points = '', number = ''] = parts;
  const isEntry = OK.test(word) && parts.length < 5 && id !== undefined && ID.test(id) && NUMBER.test(number);
  // An id may stand alone, with a colon behind it.
  const isIdAlone = id !== '' && points === '' && parts.length < 4;
  if (!isEntry || !(isIdAlone || POINTS.test(points))) throw at(index, new Problem('contains an invalid entry'));
  return { ...EMPTY_MESSAGE, id, points: readNumber(points), number: number === '' ? null : number };
}

function writeJson({ count, messages, invalidNumbers, fallbacks }: SendRecords): unknown {
  const listed = (all: readonly MessageRecord[]): unknown[] => all.map((one) => writeRecord(MESSAGE, one));
  const others = Object.entries(fallbacks ?? {}).map(([way, all]) => [way, { count: all.length, list: listed(all) }]);
  return {
    count,
    list: listed(messages),
    ...(invalidNumbers.length === 0
      ? {}
      : { invalid_numbers: invalidNumbers.map((one) => writeRecord(INVALID_NUMBER, one)) }),
    ...(others.length === 0 ? {} : { fallbacks: Object.fromEntries(others) }),
  };
}

function writeText({ messages }: SendRecords, { to }: RequestValues): string {
  const isSingle = messages.length === 1 && Array.isArray(to) && to.length === 1;
  return messages
    .map(({ id, points, number, error }) => {
      if (error !== undefined) return writeErrorText(error);
      return isSingle ? `OK:${id}:${points}` : `OK:${id}:${points}:${number ?? ''}`;
    })
    .join(';');
}
