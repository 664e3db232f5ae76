import { Random } from '../../fuzz/random.js';

/** A send of a run. */
export interface Send {
  readonly call: number;
  readonly to: readonly string[];
  readonly message: string;
  readonly timeoutMs: number;
}

/** Stands in each message, and nowhere else. */
export const WORD = 'Sekretny';

/** A send that has to end, on a busy machine, with many attempts that get no answer at all. */
const TIMEOUT_MS = 60_000;

/** A send, by the seed and its number alone: to one recipient, or to some. */
export function sendOf(seed: number, call: number): Send {
  const random = new Random(seed * 1_000_003 + call);
  const count = random.chance(0.7) ? 1 : 2 + random.below(4);
  const first = random.below(900_000);
  const to = Array.from({ length: count }, (_, index) => `500${String(first + index).padStart(6, '0')}`);
  return { call, to, message: `${WORD} list ${call}`, timeoutMs: TIMEOUT_MS };
}
