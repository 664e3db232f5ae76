import { disagreements } from '../agreement.js';
import type { Corpus } from '../corpus.js';
import { decodeRequest, VARIANTS } from '../decoding.js';
import type { Kind } from '../kind.js';
import { mutate } from '../mutations.js';
import { Random } from '../random.js';
import { utf8Of } from './utf8.js';

/** Mutated requests to the embedded gateway: decoded or rejected, with the same result in every way of decoding. */
export function mutatedRequests({ requests }: Corpus): Kind {
  return {
    name: 'requests',
    run: (seed) => {
      const random = new Random(seed);
      const { bytes, applied } = mutate(random.pick(requests), random, () => random.pick(requests));
      const document = utf8Of(bytes);
      if (document === undefined) return { outcome: 'no text', made: applied, failures: [] };
      const verdicts = VARIANTS.map(({ name, settings }) => ({ name, verdict: decodeRequest(document, settings) }));
      return {
        outcome: verdicts[0]?.verdict.kind ?? 'nothing',
        made: applied,
        failures: disagreements(verdicts).slice(0, 1),
      };
    },
  };
}
