import type { Kind } from '../kind.js';
import { roundTripLaws } from '../round-trip.js';

const RUNS = 20;

/** Values of all types on their way out and back: each case is one law, tried with some values. */
export function anyValues(): Kind {
  const laws = roundTripLaws();
  return {
    name: 'values',
    run: (seed) => {
      const law = laws[(seed >>> 0) % laws.length];
      if (law === undefined) throw new Error('there are no laws');
      const wrong = law.check(seed, RUNS);
      return {
        outcome: wrong === undefined ? 'kept' : 'broken',
        made: [law.name],
        failures: wrong === undefined ? [] : [`${law.name}: ${wrong}`],
      };
    },
  };
}
