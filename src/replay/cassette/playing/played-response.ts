import { numberKey } from '../../../domain/phone-number.js';
import { idxKey } from '../../../domain/sending/limits.js';
import type { DecodedRequest } from '../../contract/contract.js';
import { withNumbers } from '../../contract/given-again.js';
import { type Leaf, leavesOf } from '../../contract/values.js';
import type { RecordedResponse } from '../../har/recording.js';

/**
 * Gives a recorded response in the words of the request that it is played for. The recorded request may have had
 * pseudonyms, another idx, or fields that are not compared, and the client compares what a response names with what it
 * has sent. So telephone numbers and idx of the recorded request become those of the request in the same place.
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
  const given = { texts, numbers, idx };
  const { text } = response;
  return { ...response, text: contract.playedText?.(text, given) ?? withNumbers(text, given) };
}
