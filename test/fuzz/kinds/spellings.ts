import { disagreements } from '../agreement.js';
import type { Corpus } from '../corpus.js';
import { VARIANTS, verdictOnResponse } from '../decoding.js';
import type { Kind } from '../kind.js';
import { Random } from '../random.js';
import { respell } from '../respell.js';
import { utf8Of } from './utf8.js';

/** Responses of the corpus written in other words that mean the same: the value stays. */
export function otherSpellings({ responses }: Corpus): Kind {
  const sound = responses.flatMap(({ operation, body }) => {
    const document = body.length < 20_000 ? utf8Of(body) : undefined;
    if (document === undefined) return [];
    const verdict = verdictOnResponse(operation, document);
    return verdict.kind === 'value' || verdict.kind === 'fault'
      ? [{ operation, text: Buffer.from(document).toString('utf8'), verdict }]
      : [];
  });
  return {
    name: 'spellings',
    run: (seed) => {
      const random = new Random(seed);
      const one = random.pick(sound);
      if (one === undefined) throw new Error('the corpus has no sound response');
      const spelled = Buffer.from(respell(one.text, random), 'utf8');
      const verdicts = VARIANTS.map(({ name, settings }) => ({
        name,
        verdict: verdictOnResponse(one.operation, spelled, settings),
      }));
      const failures = disagreements([{ name: 'as it was', verdict: one.verdict }, ...verdicts]);
      return { outcome: verdicts[0]?.verdict.kind ?? 'nothing', failures: failures.slice(0, 1) };
    },
  };
}
