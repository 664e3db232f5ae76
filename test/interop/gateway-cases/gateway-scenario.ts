import type { Response } from '../../../generated/index.js';
import type { Step } from '../cases/scenario.js';

/** Successive calls on a new embedded gateway. {@link NOW} is its time. */
export interface GatewayScenario {
  readonly name: string;
  readonly steps: readonly Step[];
  /** The expected state at the end, for each named account: only the listed fields. */
  readonly kept?: Readonly<Record<string, unknown>>;
}

/** Time of a scenario's first step (2025-06-15T15:06:40Z) in Unix seconds. Each further step is 10 seconds later. */
export const NOW = 1_750_000_000;
/** Within the three months that the gateway allows. */
export const LATER = 1_755_000_000;

/** Matches any non-empty text: foreign clients do not depend on the wording of the gateway. */
export const ANY_TEXT = '(any text)';

/** The parts of every response. */
export interface Verdict {
  readonly result: number;
  readonly description: string;
}

/** Success. */
export const done: Verdict = { result: 0, description: ANY_TEXT };

/** A refusal with a code of section 7. */
export function no(result: number): Verdict {
  return { result, description: ANY_TEXT };
}

/** The response to a refused send. */
export function unsent(result: number): Response {
  return { ...no(result), response: [], count: 0, points: 0 };
}
