import { numberKey } from '../../../domain/phone-number.js';
import { idxKey } from '../../../domain/sending/limits.js';
import type { DecodedRequest } from '../../contract/contract.js';
import { withNumbers } from '../../contract/submitted-values.js';
import { type Leaf, leavesOf } from '../../contract/values.js';
import type { RecordedResponse } from '../../har/recording.js';

/**
 * Returns a recorded response with the telephone numbers and idx of the request. The recorded request may contain
 * pseudonyms, another idx or other values in fields that are not compared, but the client accepts only responses that
 * name its own recipients. Values are replaced by those in the same place of the request.
 *
 * @param recorded - the values of the recorded request
 */
export function playedResponse(
  response: RecordedResponse,
  { input, contract }: DecodedRequest,
  recorded: readonly Leaf[],
): RecordedResponse {
  if (response.encoding !== undefined) return response;
  const asked = new Map([...leavesOf(input)].map(({ path, value }) => [path, String(value)]));
  const texts = new Map<string, string>();
  const numbers = new Map<string, string>();
  const idx = new Map<string, string>();
  for (const { path, name, value } of recorded) {
    const [was, is] = [String(value), asked.get(path)];
    if (is === undefined || was === is) continue;
    if (contract.kindOf(name) === 'number') {
      texts.set(was, is);
      numbers.set(numberKey(was), numberKey(is));
    } else if (name === 'idx') idx.set(idxKey(was), is);
  }
  const submitted = { texts, numbers, idx };
  const { text } = response;
  return { ...response, text: contract.playedText?.(text, submitted) ?? withNumbers(text, submitted) };
}
