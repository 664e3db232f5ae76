import { describe, expect, it } from 'vitest';
import { runCase, tallyOf } from './kind.js';
import { allKinds } from './kinds/all.js';

/** Fixed, so that each run has the same result. `npm run test:slow -- fuzz` uses other seeds. */
const FIRST_SEED = 1;
const CASES = 250;

/** Outcomes that must occur in each kind. Without them, its cases would test nothing. */
const USUAL_OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  responses: ['value', 'fault', 'refused', 'not-soap', 'no text'],
  requests: ['value', 'refused'],
  documents: ['read', 'refused'],
  streams: ['items', 'refused'],
  graphs: ['items', 'refused'],
  alike: ['value', 'refused'],
  values: ['kept'],
};

describe('fuzzing finds nothing wrong with', () => {
  it.each(allKinds().map((kind) => [kind.name, kind] as const))('%s', async (name, kind) => {
    const tally = tallyOf(kind);
    for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) await runCase(kind, seed, tally);
    expect(tally.failures).toEqual([]);
    expect([...tally.outcomes.keys()]).toEqual(expect.arrayContaining([...(USUAL_OUTCOMES[name] ?? ['?'])]));
  });
});
