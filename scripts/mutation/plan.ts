import { PER_FILE, type Reached } from './job.js';
import type { Mutant } from './sandbox.js';

/** By test file: the tests that each mutant is tried against. */
export type Plan = Record<string, { warm: Record<string, number[]>; cold: Record<string, number[]> }>;

/** What one mutant may cost: at first the nearest tests, then more of them. */
const BUDGETS = {
  1: { files: 8, testsOfFile: 25, fileMs: 400, ms: 1200, coldFiles: 2, coldMs: 400 },
  2: { files: 30, testsOfFile: 50, fileMs: 1500, ms: 6000, coldFiles: 4, coldMs: 1500 },
};

const roomOf = (path: string): string => path.split('/')[1] ?? '';
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
    const near = own / all + (roomOf(file) === roomOf(source) ? 1 : 0) + (nameOf(file) === nameOf(source) ? 2 : 0);
    const importsOnly = (reached.atLoad[source]?.length ?? 0) > 0 ? 0.01 : 0;
    if (tests.size > 0 || importsOnly > 0) found.push({ file, tests, reached, near: near + importsOnly });
  }
  return found.sort((one, other) => other.near - one.near);
}

export function planOf(
  mutants: readonly Mutant[],
  files: ReadonlyMap<string, Reached>,
  sources: readonly string[],
  depth: 1 | 2,
  before: (mutant: Mutant) => string | undefined,
): Plan {
  const budget = BUDGETS[depth];
  const plan: Plan = {};
  const firsts = new Map<string, number>();
  const nearby = new Map<string, Nearby[]>();
  for (const mutant of mutants) {
    const { source, number } = mutant;
    const near = nearby.get(source) ?? nearbyOf(source, files);
    nearby.set(source, near);
    const id = String(sources.indexOf(source) * PER_FILE + number);
    const triesOf = (file: string): Plan[string] => (plan[file] ??= { warm: {}, cold: {} });
    let [ms, count] = [0, 0];
    for (const { file, tests, reached } of near) {
      const msOf = (place: number): number => 1 + (reached.tests[place]?.ms ?? 0);
      const places = [...tests].filter(([, numbers]) => numbers.has(number)).map(([place]) => place);
      if (places.length === 0) continue;
      const chosen: number[] = [];
      let fileMs = 0;
      for (const place of places.sort((one, other) => msOf(one) - msOf(other)).slice(0, budget.testsOfFile)) {
        fileMs += msOf(place);
        if (fileMs > budget.fileMs && (chosen.length > 0 || msOf(place) > 6000)) break;
        chosen.push(place);
      }
      if (chosen.length === 0) continue;
      triesOf(file).warm[id] = chosen.sort((one, other) => one - other);
      if (count === 0) firsts.set(file, (firsts.get(file) ?? 0) + 1);
      count += 1;
      ms += fileMs;
      if (count >= budget.files || ms > budget.ms) break;
    }
    if (count > 0 && depth === 1 && before(mutant) === undefined) continue;
    // Run while modules are loaded, or only once: all modules are loaded anew with the mutant on.
    const atLoad = near.filter(({ tests }) => tests.size > 0).slice(0, budget.coldFiles);
    for (const { file, tests, reached } of atLoad) {
      const byMutants = [...tests].sort(([, one], [, other]) => other.size - one.size).map(([place]) => place);
      const own = byMutants.filter((place) => tests.get(place)?.has(number) === true);
      const chosen: number[] = [];
      let fileMs = 0;
      for (const place of [...own, ...byMutants.filter((place) => !own.includes(place))]) {
        fileMs += 1 + (reached.tests[place]?.ms ?? 0);
        if (fileMs > budget.coldMs && chosen.length > 0) continue;
        chosen.push(place);
      }
      triesOf(file).cold[id] = chosen.sort((one, other) => one - other);
    }
  }
  const order = Object.keys(plan).sort((one, other) => (firsts.get(other) ?? 0) - (firsts.get(one) ?? 0));
  return Object.fromEntries(order.map((file) => [file, plan[file] ?? { warm: {}, cold: {} }]));
}
