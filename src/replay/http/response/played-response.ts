import { CODES } from '../../../domain/codes.js';
import { internationalNumber, numberKey } from '../../../domain/phone-number.js';
import { idxKey } from '../../../domain/sending/limits.js';
import { jsonOf } from '../../../http-client/answers/read-answer.js';
import { isJsonObject } from '../../../http-client/description/parts/answer-field.js';
import { readErrorJson } from '../../../http-client/description/parts/errors.js';
import { isOwnIdx } from '../../../http-client/requests/own-idx.js';
import type { ReadRequest } from '../../contract/contract.js';
import { leavesOf } from '../../contract/values.js';
import type { RecordedResponse } from '../../har/recording.js';
import type { Pseudonyms } from '../../privacy/pseudonyms.js';
import { kindOf } from '../request/field-kinds.js';

/**
 * Gives back what a 53 lists in the words of the request that it is played for: its caller goes on by them, and sends
 * what is not listed once more. Pseudonyms become the numbers and idx of the request again; an idx that the library had
 * made, which is another one by now, gives way to the number beside it.
 */
export function playedResponse(
  response: RecordedResponse,
  request: ReadRequest,
  pseudonyms: Pseudonyms,
): RecordedResponse {
  // Most answers are not looked at.
  if (response.encoding !== undefined || !response.text.includes(String(CODES.idxUsed))) return response;
  const json = jsonOf(response.text);
  if (!isJsonObject(json) || readErrorJson(json)?.code !== CODES.idxUsed) return response;
  const given = givenBy(request, pseudonyms);
  const lists = Object.entries(json).map(([name, list]) => [
    name,
    Array.isArray(list) ? list.map((one: unknown) => inWordsOf(given, one)) : list,
  ]);
  return { ...response, text: JSON.stringify(Object.fromEntries(lists)) };
}

/** The numbers and the idx of a request by what stands for them in a recording. */
interface Given {
  readonly numbers: ReadonlyMap<string, string>;
  readonly idx: ReadonlyMap<string, string>;
}

function givenBy({ input }: ReadRequest, pseudonyms: Pseudonyms): Given {
  const numbers = new Map<string, string>();
  const idx = new Map<string, string>();
  for (const { name, value } of leavesOf(input)) {
    const text = String(value);
    if (kindOf(name) === 'number') {
      const number = internationalNumber(text) ?? text;
      numbers.set(numberKey(pseudonyms.number(number)), number);
    } else if (name === 'idx') idx.set(idxKey(pseudonyms.others(text)), text);
  }
  return { numbers, idx };
}

function inWordsOf({ numbers, idx: own }: Given, one: unknown): unknown {
  const numberOf = (given: unknown): unknown => numbers.get(numberKey(String(given))) ?? given;
  if (!isJsonObject(one)) return numberOf(one);
  const { number, submitted_number, idx, ...others } = one;
  const numbered = {
    ...(number === undefined ? {} : { number: numberOf(number) }),
    ...(submitted_number === undefined ? {} : { submitted_number: numberOf(submitted_number) }),
  };
  const hasNumber = Object.keys(numbered).length > 0;
  if (typeof idx !== 'string') return { ...numbered, ...(idx === undefined ? {} : { idx }), ...others };
  if (hasNumber && isOwnIdx(idx)) return { ...numbered, ...others };
  return { ...numbered, idx: own.get(idxKey(idx)) ?? idx, ...others };
}
