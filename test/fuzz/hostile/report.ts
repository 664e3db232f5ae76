import { MAX_GROWTH, maxMultipleOf, measureCost } from './cost.js';
import type { Hostile } from './document.js';
import { HONEST } from './kinds.js';
import { heapBroken } from './memory.js';
import { HIDDEN, STREAMED, type Way, WHOLE } from './ways.js';

/** Smaller, because a Fault is searched for every secret. */
const HIDDEN_BYTES = 100_000;
const HEAP_BYTES = 1_000_000;
const HEAP_MB = 48;

/** Number of the most expensive generated kinds that are printed, in addition to the failed ones. */
const DEAREST = 10;

/** One kind of document in one way of decoding. */
interface Measured {
  readonly line: string;
  readonly multiple: number;
  readonly isGood: boolean;
}

/**
 * Measures hostile documents and prints a table: the cost of each in each way of decoding, as a multiple of a valid
 * document of its size, and the growth from half of its size.
 *
 * @param generated - kinds that are printed only in part
 * @param bytes - size of the documents; half of it is measured too
 * @returns the number of failures
 */
export async function measureHostile(
  kinds: readonly Hostile[],
  generated: readonly Hostile[],
  bytes: number,
  print: (line: string) => void,
): Promise<number> {
  let wrong = 0;
  const told = ({ line, isGood }: Measured): void => print(`${line}${isGood ? '' : '  WRONG'}`);
  print(`\n${'hostile documents'.padEnd(70)}   growth multiple       ms  size MB`);
  for (const way of [WHOLE, STREAMED, HIDDEN]) {
    const size = way === HIDDEN ? HIDDEN_BYTES : bytes;
    for (const kind of [HONEST, ...kinds].filter((one) => way.fits(one.build(1000)))) {
      const result = await measuredAgain(kind, way, size);
      told(result);
      if (!result.isGood) wrong += 1;
    }
    const results: Measured[] = [];
    for (const kind of generated.filter((one) => way.fits(one.build(1000)))) {
      results.push(await measuredAgain(kind, way, size));
    }
    results.sort((one, other) => other.multiple - one.multiple);
    for (const [index, result] of results.entries()) if (index < DEAREST || !result.isGood) told(result);
    wrong += results.filter(({ isGood }) => !isGood).length;
  }
  const names = [...kinds, ...generated].map(({ name }) => name);
  const broken = await heapBroken(names, HEAP_BYTES, HEAP_MB);
  print(`${names.length} documents of ${HEAP_BYTES} bytes in a heap of ${HEAP_MB} MB: ${broken ?? 'all fit'}`);
  return wrong + (broken === undefined ? 0 : 1);
}

/** Measures a document, and repeats this if its cost is too high: noise does not repeat, quadratic growth does. */
async function measuredAgain(kind: Hostile, way: Way, size: number): Promise<Measured> {
  for (let attempt = 1; ; attempt++) {
    const result = await measured(kind, way, size);
    if (result.isGood || attempt === 3) return result;
  }
}

async function measured(kind: Hostile, way: Way, size: number): Promise<Measured> {
  const name = `${way.name}: ${kind.name}`;
  try {
    const cost = await measureCost(kind, way, size);
    if (cost === undefined) return { line: name, multiple: 0, isGood: true };
    const { growth, multiple, ms, bytes, outcome } = cost;
    const figures = [growth.toFixed(1), multiple.toFixed(1), ms.toFixed(1), (bytes / 1e6).toFixed(2)];
    return {
      line: `${name.padEnd(70)}${figures.map((figure) => figure.padStart(9)).join('')}  ${outcome}`,
      multiple,
      isGood: growth < MAX_GROWTH && multiple < maxMultipleOf(kind, way),
    };
  } catch (error) {
    return {
      line: `${name.padEnd(70)}  ${String(error).slice(0, 120)}`,
      multiple: Number.POSITIVE_INFINITY,
      isGood: false,
    };
  }
}
