import {
  type AnswerRecord,
  isJsonObject,
  type OptionalField,
  readNumber,
  recordReader,
  textField,
  writeRecord,
} from './answer-field.js';

export const INVALID_NUMBER = {
  /** With its country prefix. */
  number: textField('number', { section: '2.1', isNumber: true }),
  /** The recipient's number as it was sent. */
  submittedNumber: textField('submitted_number', { section: '2.1', isNumber: true }),
  /** The reason, as text of the gateway. */
  message: textField('message', { section: '2.1' }),
};

const readInvalidNumber = recordReader(INVALID_NUMBER);

export interface InvalidNumberRecord extends AnswerRecord<typeof INVALID_NUMBER> {}

/** The error of one message or lookup among others: `null`, a code, or an object with code and message. */
export function errorField(name: string, facts: { readonly section: string }): OptionalField<ErrorAnswer> {
  return {
    names: [name],
    type: 'null, a gateway code, or an object with code and message',
    ...facts,
    isOptional: true,
    read: (error) => readErrorJson({ error }) ?? null,
    write: (error) => (error.message === '' ? error.code : writeErrorJson(error)),
  };
}

/** An answer that says no (section 7). */
export interface ErrorAnswer {
  readonly code: number | string;
  readonly message: string;
  readonly invalidNumbers: readonly InvalidNumberRecord[];
  /** The JSON response as it was received. */
  readonly raw?: unknown;
}

const TEXT_ERROR = /^\s*ERROR\s*:\s*(\d{1,6})\s*(?:$|[:;\s])/i;

export function readErrorText(text: string): ErrorAnswer | undefined {
  const code = Number(TEXT_ERROR.exec(text)?.[1] ?? 0);
  return code === 0 ? undefined : { code, message: '', invalidNumbers: [] };
}

export function readErrorJson(json: unknown): ErrorAnswer | undefined {
  if (!isJsonObject(json)) return undefined;
  const code = codeOf(json.error);
  if (code === undefined) return undefined;
  return { code, message: messageOf(json), invalidNumbers: readInvalidNumbers(json.invalid_numbers), raw: json };
}

export function readInvalidNumbers(json: unknown): readonly InvalidNumberRecord[] {
  return Array.isArray(json) ? json.filter(isJsonObject).map(readInvalidNumber) : [];
}

/** The code of an error: a number or numeric text, or a word. `null`, 0 and false are none. */
function codeOf(error: unknown): number | string | undefined {
  const nested = isJsonObject(error) ? (error.error ?? error.code) : error;
  const number = readNumber(nested);
  if (number !== null) return Number.isSafeInteger(number) && number > 0 ? number : undefined;
  return typeof nested === 'string' && nested.trim() !== '' ? nested.trim() : undefined;
}

function messageOf({ message, error }: Readonly<Record<string, unknown>>): string {
  const text = message ?? (isJsonObject(error) ? error.message : undefined);
  return typeof text === 'string' ? text : '';
}

export function writeErrorText({ code }: Pick<ErrorAnswer, 'code'>): string {
  return `ERROR:${code}`;
}

export function writeErrorJson({ code, message, invalidNumbers }: ErrorAnswer): Record<string, unknown> {
  const refused = invalidNumbers.map((one) => writeRecord(INVALID_NUMBER, one));
  return { error: code, message, ...(refused.length > 0 ? { invalid_numbers: refused } : {}) };
}

/** Writes an error as the profile has it (section 2.3). */
export function writeProfileError({ code, message }: Pick<ErrorAnswer, 'code' | 'message'>): Record<string, unknown> {
  return { message, error: code, developer_description: null, errors: null };
}
