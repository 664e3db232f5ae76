import { numberKey } from '../../../domain/phone-number.js';
import { idxKey } from '../../../domain/sending/limits.js';
import { jsonOf } from '../../../http-client/answers/read-answer.js';
import { isOwnIdx } from '../../../http-client/requests/own-idx.js';
import { type GivenAgain, withNumbers } from '../../contract/given-again.js';

/**
 * Gives a response with the numbers and the idx of the request that it is played for. An idx that the library
 * generated is another one each time: beside a number it is left out, so that the number names the message.
 */
export function playedText(text: string, given: GivenAgain): string {
  if (given.texts.size === 0 && !text.includes('"idx"')) return text;
  const json = jsonOf(text);
  return json === undefined ? withNumbers(text, given) : JSON.stringify(inJson(given, json));
}

const NUMBERS: ReadonlySet<string> = new Set(['number', 'submitted_number']);

function inJson(given: GivenAgain, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((one: unknown) => (typeof one === 'object' ? inJson(given, one) : numberIn(given, one)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const hasNumber = Object.keys(value).some((name) => NUMBERS.has(name));
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [name, fieldIn(given, name, part)] as const)
      .filter(([name, part]) => !(name === 'idx' && hasNumber && isRecordedIdx(given, part))),
  );
}

function fieldIn(given: GivenAgain, name: string, part: unknown): unknown {
  if (NUMBERS.has(name)) return numberIn(given, part);
  if (name === 'idx' && typeof part === 'string') return given.idx.get(idxKey(part)) ?? part;
  return inJson(given, part);
}

/** Tells whether the library generated an idx for the recorded request, and not for the one that is played for. */
function isRecordedIdx({ idx }: GivenAgain, part: unknown): boolean {
  return typeof part === 'string' && isOwnIdx(part) && ![...idx.values()].includes(part);
}

function numberIn({ texts, numbers }: GivenAgain, given: unknown): unknown {
  if (typeof given !== 'string' && typeof given !== 'number') return given;
  const text = String(given);
  return texts.get(text) ?? numbers.get(numberKey(text)) ?? given;
}
