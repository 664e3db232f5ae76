import { HONEST_BODY, HOSTILE_BODIES, type HostileBody } from './hostile-bodies.js';
import { readHostile } from './read-body.js';

/** The cost of a kind of callback. */
interface BodyCost {
  readonly bytes: number;
  /** Processor time in milliseconds, the shortest of several runs. */
  readonly ms: number;
  /** Time for the double size as a multiple of the time for the single size. */
  readonly growth: number;
  readonly outcome: string;
}

const RUNS = 4;
/** Maximum growth of the time for the double size. A quadratic path has a growth of 4. */
const MAX_GROWTH = 3.5;
/** Times below this limit, in milliseconds, are not compared. */
const NEGLIGIBLE_MS = 20;
const ATTEMPTS = 3;

/**
 * Measures hostile callbacks and prints a table. Without limits each takes linear time.
 *
 * @returns the number of failures
 */
export async function measureBodies(bytes: number, print: (line: string) => void): Promise<number> {
  print(`\n${'hostile callbacks'.padEnd(70)}   growth       ms  size MB`);
  let wrong = 0;
  for (const kind of [HONEST_BODY, ...HOSTILE_BODIES]) {
    let cost = await costOf(kind, bytes);
    for (let attempt = 1; attempt < ATTEMPTS && cost.growth > MAX_GROWTH; attempt++) cost = await costOf(kind, bytes);
    const figures = [cost.growth.toFixed(1), cost.ms.toFixed(1), (cost.bytes / 1e6).toFixed(2)];
    const isGood = cost.growth <= MAX_GROWTH;
    const line = `${kind.name.padEnd(70)}${figures.map((figure) => figure.padStart(9)).join('')}  ${cost.outcome}`;
    print(`${line}${isGood ? '' : '  WRONG'}`);
    if (!isGood) wrong += 1;
  }
  return wrong;
}

/** Measures a kind of hostile callback at a size and at half of it. */
async function costOf(kind: HostileBody, bytes: number): Promise<BodyCost> {
  const [half, whole] = [bytes / 2, bytes].map((size) => Buffer.from(kind.build(size), 'latin1'));
  if (half === undefined || whole === undefined) throw new Error('has no body');
  let outcome = '';
  let [halfMs, wholeMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const read = async (body: Buffer): Promise<void> => {
    outcome = await readHostile(kind, body);
  };
  for (let run = 0; run < RUNS; run++) {
    halfMs = Math.min(halfMs, await timeOf(() => read(half)));
    wholeMs = Math.min(wholeMs, await timeOf(() => read(whole)));
  }
  return { bytes: whole.length, ms: wholeMs, growth: wholeMs < NEGLIGIBLE_MS ? 1 : wholeMs / halfMs, outcome };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
