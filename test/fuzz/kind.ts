/** The result of one case. */
interface Case {
  /** The outcome, for the statistics. */
  readonly outcome: string;
  /** The mutations of the case, for the statistics. */
  readonly made?: readonly string[];
  /** The defects. */
  readonly failures: readonly string[];
}

/** A kind of cases, each determined by its seed. */
export interface Kind {
  readonly name: string;
  /** Runs one case. An exception is also a failure. */
  run(seed: number): Promise<Case> | Case;
}

/** The results of the cases of a kind. */
export interface Tally {
  readonly kind: string;
  cases: number;
  /** Number of cases with each outcome. */
  readonly outcomes: Map<string, number>;
  /** Number of uses of each mutation. */
  readonly made: Map<string, number>;
  readonly failures: { readonly seed: number; readonly reason: string }[];
}

/** Creates an empty tally. */
export function tallyOf(kind: Kind): Tally {
  return { kind: kind.name, cases: 0, outcomes: new Map(), made: new Map(), failures: [] };
}

/** Runs one case and counts it. */
export async function runCase(kind: Kind, seed: number, tally: Tally): Promise<void> {
  let result: Case;
  try {
    result = await kind.run(seed);
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    result = { outcome: 'failure', failures: [reason.slice(0, 2000)] };
  }
  tally.cases += 1;
  count(tally.outcomes, result.outcome);
  for (const way of result.made ?? []) count(tally.made, way);
  tally.failures.push(...result.failures.map((reason) => ({ seed, reason })));
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Returns a failure without positions and numbers, for grouping. */
export function mannerOf(reason: string): string {
  return reason.replace(/\d+/g, '').slice(0, 60);
}
