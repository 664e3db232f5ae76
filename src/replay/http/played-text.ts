import { numberKey } from '../../domain/phone-number.js';
import { idxKey } from '../../domain/sending/limits.js';
import { isOwnIdx } from '../../http-client/requests/own-idx.js';
import { jsonOf } from '../../http-client/requests/read-answer.js';
import { type SubmittedValues, withNumbers } from '../contract/submitted-values.js';

/**
 * Returns a recorded response with the numbers and idx of the request. An idx that the library generated for the
 * recorded request is removed beside a number, so that the number identifies the message.
 */
export function playedText(text: string, submitted: SubmittedValues): string {
  if (submitted.texts.size === 0 && !text.includes('"idx"')) return text;
  const json = jsonOf(text);
  return json === undefined ? withNumbers(text, submitted) : JSON.stringify(inJson(submitted, json));
}

const NUMBERS: ReadonlySet<string> = new Set(['number', 'submitted_number']);

function inJson(submitted: SubmittedValues, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((one: unknown) => (typeof one === 'object' ? inJson(submitted, one) : numberIn(submitted, one)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const hasNumber = Object.keys(value).some((name) => NUMBERS.has(name));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => !(name === 'idx' && hasNumber && isOfRecording(submitted, part)))
      .map(([name, part]) => [name, fieldIn(submitted, name, part)]),
  );
}

function fieldIn(submitted: SubmittedValues, name: string, part: unknown): unknown {
  if (NUMBERS.has(name)) return numberIn(submitted, part);
  if (name === 'idx' && typeof part === 'string') return submitted.idx.get(idxKey(part)) ?? part;
  return inJson(submitted, part);
}

function isOfRecording({ idx }: SubmittedValues, part: unknown): boolean {
  return typeof part === 'string' && isOwnIdx(part) && !idx.has(idxKey(part));
}

function numberIn({ texts, numbers }: SubmittedValues, recorded: unknown): unknown {
  if (typeof recorded !== 'string' && typeof recorded !== 'number') return recorded;
  const text = String(recorded);
  return texts.get(text) ?? numbers.get(numberKey(text)) ?? recorded;
}
