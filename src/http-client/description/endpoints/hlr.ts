import { Problem } from '../../../errors/problem.js';
import {
  type AnswerRecord,
  isJsonObject,
  numberField,
  readNumber,
  recordReader,
  textField,
  writeRecord,
} from '../parts/answer-field.js';
import type { Answer, Endpoint, RequestValues } from '../parts/endpoint.js';
import { errorField, readErrorText, writeErrorText } from '../parts/errors.js';
import { numbers, text } from '../parts/kinds.js';

/** The fields of the immediate answer to a lookup (section 4.8 leaves them open). */
const LOOKUP = {
  /** The id in the result callback. */
  id: textField('id', { section: '4.8' }),
  /** With its country prefix. */
  number: textField('number', { section: '4.8', isNumber: true }),
  /** `OK` if the lookup was started; the list is open. */
  status: textField('status', { section: '4.8' }),
  /** Points charged. */
  points: numberField('price', { section: '4.8', aliases: ['points'] }),
  /** This number was refused. */
  error: errorField('error', { section: '4.8' }),
};

const readLookup = recordReader(LOOKUP);

/** A lookup that was begun. */
export interface LookupRecord extends AnswerRecord<typeof LOOKUP> {}

const HLR_PARAMETERS = {
  /** The numbers. */
  numbers: numbers('number', { section: '4.8', limits: ['20'] }),
  /** Your own value, returned with the result. */
  idx: text('idx', { section: '4.8', limits: ['255 digits and letters a–z (27)'] }),
};

const ENTRY = /^OK\s*:\s*([^\s:;<>]+)\s*(?::\s*([^\s:;]+)\s*)?(?::\s*(\+?\d{1,20})\s*)?$/i;

function readLookups(json: unknown): readonly LookupRecord[] {
  const all: readonly unknown[] = Array.isArray(json)
    ? json
    : isJsonObject(json) && Array.isArray(json.list)
      ? json.list
      : [json];
  return all.map((one) => {
    if (!isJsonObject(one)) throw new Problem('contains an entry that is not a lookup');
    const record = readLookup(one);
    if (record.id === null && record.number === null && record.error === undefined)
      throw new Problem('is not a lookup');
    return record;
  });
}

/** Looks up numbers; the results are sent to the HLR callback. */
export const CHECK_HLR: Endpoint<typeof HLR_PARAMETERS, Answer<readonly LookupRecord[]>> = {
  path: 'hlr.do',
  method: 'POST',
  section: '4.8',
  variants: ['earlier'],
  title: 'Looks up numbers; the results are sent to the HLR callback',
  isRead: false,
  parameters: HLR_PARAMETERS,
  answer: {
    json: '`{status, number, id, price}`; a list for several numbers',
    text: '`OK:<ID>:<POINTS>`; for several numbers `OK:<ID>:<POINTS>:<PHONE>`, separated by `;`',
    records: { '[]': LOOKUP },
    readJson: readLookups,
    readText: (value, request) => {
      const entries = value
        .split(/[;\r\n]/)
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
      if (entries.length === 0) throw new Problem('contains no entry');
      return entries.map((entry) => {
        const error = readErrorText(entry);
        if (error !== undefined) return { id: null, number: null, status: null, points: null, error };
        const [, id, points, number = onlyOf(request)] = ENTRY.exec(entry) ?? [];
        if (id === undefined) throw new Problem('contains an invalid entry');
        return { id, number, status: 'OK', points: readNumber(points) };
      });
    },
    writeJson: (lookups) => {
      const all = lookups.map((one) => writeRecord(LOOKUP, one));
      return all.length === 1 ? all[0] : all;
    },
    writeText: (lookups) =>
      lookups
        .map(({ id, number, points, error }) => {
          if (error !== undefined) return writeErrorText(error);
          return lookups.length === 1 ? `OK:${id}:${points}` : `OK:${id}:${points}:${number ?? ''}`;
        })
        .join(';'),
  },
};

function onlyOf({ numbers }: RequestValues): string | null {
  return Array.isArray(numbers) && numbers.length === 1 ? String(numbers[0]) : null;
}
