import { dirname } from 'node:path';
import { PER_FILE, type Reached } from './job.js';
import type { Mutant } from './sandbox.js';

/** By test file: the tests that each mutant is tried against. */
export type Plan = Record<string, { warm: Record<string, number[]>; cold: Record<string, number[]> }>;

/** What one mutant may cost: at first the nearest tests, then more of them. */
const BUDGETS = {
  1: {
    near: { files: 3, tests: 250, ms: 700 },
    far: { files: 1, tests: 25, ms: 100 },
    cold: { files: 3, tests: 400, ms: 1500 },
  },
  2: {
    near: { files: 4, tests: 600, ms: 6000 },
    far: { files: 4, tests: 40, ms: 600 },
    cold: { files: 4, tests: 600, ms: 1500 },
  },
};

interface Budget {
  readonly tests: number;
  readonly ms: number;
}

/** The quickest of some tests, for a time. */
function quickest(places: readonly number[], { tests }: Reached, budget: Budget): number[] {
  const msOf = (place: number): number => 1 + (tests[place]?.ms ?? 0);
  const chosen: number[] = [];
  let sum = 0;
  for (const place of [...places].sort((one, other) => msOf(one) - msOf(other)).slice(0, budget.tests)) {
    sum += msOf(place);
    if (sum > budget.ms) break;
    chosen.push(place);
  }
  return chosen.sort((one, other) => one - other);
}

const roomOf = (path: string): string => path.split('/')[1] ?? '';
/** The folder of the sources that the tests in a folder are of. */
const mirrorOf = (path: string): string => dirname(path).replace(/^test\//, 'src/');
const nameOf = (path: string): string => (path.split('/').at(-1) ?? '').replace(/(\.test)?\.ts$/, '');

interface Nearby {
  readonly file: string;
  /** Numbers of mutants of the source, by the place of a test. */
  readonly tests: Map<number, ReadonlySet<number>>;
  readonly reached: Reached;
}

/** The test files that reach a source file: those that are about it first. */
function nearbyOf(source: string, files: ReadonlyMap<string, Reached>): Nearby[] {
  const found: (Nearby & { near: number })[] = [];
  for (const [file, reached] of files) {
    const tests = new Map<number, ReadonlySet<number>>();
    let [own, all] = [0, 1];
    for (const [place, test] of reached.tests.entries()) {
      if (!test.passes) continue;
      for (const numbers of Object.values(test.mutants)) all += numbers.length;
      const numbers = test.mutants[source] ?? [];
      own += numbers.length;
      if (numbers.length > 0) tests.set(place, new Set(numbers));
    }
    const hasName = nameOf(file) === nameOf(source);
    const isMirror = mirrorOf(file) === dirname(source);
    const near = own / all + (roomOf(file) === roomOf(source) ? 1 : 0) + (isMirror ? 1 : 0) + (hasName ? 2 : 0);
    const importsOnly = (reached.atLoad[source]?.length ?? 0) > 0 ? 0.01 : 0;
    // Those of its folder or name may notice what they do not run: constants, by what is made of them.
    if (tests.size > 0 || importsOnly > 0 || hasName || isMirror)
      found.push({ file, tests, reached, near: near + importsOnly });
  }
  return found.sort((one, other) => other.near - one.near);
}

export function planOf(
  mutants: readonly Mutant[],
  files: ReadonlyMap<string, Reached>,
  sources: readonly string[],
  atLoad: Reached['atLoad'],
  depth: 1 | 2,
  wasTried: (mutant: Mutant, file: string, cold: boolean, count: number) => boolean,
  isUnreached: (mutant: Mutant) => boolean,
): Plan {
  const budget = BUDGETS[depth];
  const plan: Plan = {};
  const cost = new Map<string, number>();
  const nearby = new Map<string, Nearby[]>();
  for (const mutant of mutants) {
    const { source, number } = mutant;
    const near = nearby.get(source) ?? nearbyOf(source, files);
    nearby.set(source, near);
    const id = String(sources.indexOf(source) * PER_FILE + number);
    const triesOf = (file: string): Plan[string] => (plan[file] ??= { warm: {}, cold: {} });
    const costs = (file: string, chosen: readonly number[], { tests }: Reached): void => {
      const ms = chosen.reduce((sum, place) => sum + 1 + (tests[place]?.ms ?? 0), 0);
      cost.set(file, (cost.get(file) ?? 0) + ms);
    };
    let count = 0;
    for (const { file, tests, reached } of near) {
      const places = [...tests].filter(([, numbers]) => numbers.has(number)).map(([place]) => place);
      const chosen = quickest(places, reached, count < budget.near.files ? budget.near : budget.far);
      if (chosen.length === 0) continue;
      if (!wasTried(mutant, file, false, chosen.length)) {
        triesOf(file).warm[id] = chosen;
        costs(file, chosen, reached);
      }
      count += 1;
      if (count >= budget.near.files + budget.far.files) break;
    }
    const isAtLoad = atLoad[source]?.includes(number) === true;
    if (!isUnreached(mutant) && (!isAtLoad || (count > 0 && depth === 1))) continue;
    // Run while modules are loaded, or only once: all modules are loaded anew with the mutant on.
    let coldFiles = 0;
    for (const { file, reached } of near) {
      // What is made while modules are loaded, each test can see.
      const passing = [...reached.tests.keys()].filter((place) => reached.tests[place]?.passes === true);
      const chosen = quickest(passing, reached, budget.cold);
      if (chosen.length === 0) continue;
      if (!wasTried(mutant, file, true, chosen.length)) {
        triesOf(file).cold[id] = chosen;
        costs(file, chosen, reached);
      }
      coldFiles += 1;
      if (coldFiles >= budget.cold.files) break;
    }
  }
  // What is quick kills most, and leaves less for what is slow.
  const sizeOf = (file: string): number =>
    Object.values(plan[file] ?? {}).reduce((sum, tries) => sum + Object.keys(tries).length, 0);
  const costOf = (file: string): number => (cost.get(file) ?? 0) / (1 + sizeOf(file));
  const order = Object.keys(plan).sort((one, other) => costOf(one) - costOf(other));
  return Object.fromEntries(order.map((file) => [file, plan[file] ?? { warm: {}, cold: {} }]));
}
