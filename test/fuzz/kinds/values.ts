import type { Kind } from '../kind.js';
import { roundTripLaws } from '../round-trip.js';

const RUNS = 20;

/** Values of all types are encoded and decoded. Each case checks one property with several values. */
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
