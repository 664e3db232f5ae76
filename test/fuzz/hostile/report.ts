import { MAX_GROWTH, MAX_MULTIPLE, measureCost } from './cost.js';
import type { Hostile } from './document.js';
import { HONEST } from './kinds.js';
import { heapBroken } from './memory.js';
import { HIDDEN, STREAMED, type Way, WHOLE } from './ways.js';

/** A Fault is looked through for every secret: less is enough. */
const HIDDEN_BYTES = 100_000;
const HEAP_BYTES = 1_000_000;
const HEAP_MB = 48;

/**
 * Measures hostile documents and prints a table: what each costs in each way of decoding, as a multiple of an honest
 * document of its size, and by how much half of it is cheaper.
 *
 * @param bytes - size of the documents; half of it is measured too
 * @returns how many are wrong
 */
export async function measureHostile(
  kinds: readonly Hostile[],
  bytes: number,
  print: (line: string) => void,
): Promise<number> {
  let wrong = 0;
  print(`\n${'hostile documents'.padEnd(70)}   growth multiple       ms  size MB`);
  for (const way of [WHOLE, STREAMED, HIDDEN]) {
    for (const kind of [HONEST, ...kinds].filter((one) => way.fits(one.build(1000)))) {
      const { line, isGood } = await measuredAgain(kind, way, way === HIDDEN ? HIDDEN_BYTES : bytes);
      print(`${line}${isGood ? '' : '  WRONG'}`);
      if (!isGood) wrong += 1;
    }
  }
  const names = kinds.map(({ name }) => name);
  const broken = await heapBroken(names, HEAP_BYTES, HEAP_MB);
  print(`${names.length} documents of ${HEAP_BYTES} bytes in a heap of ${HEAP_MB} MB: ${broken ?? 'all fit'}`);
  return wrong + (broken === undefined ? 0 : 1);
}

/** Measures a document, and again where it seems to cost too much: what is quadratic is so every time, noise is not. */
async function measuredAgain(kind: Hostile, way: Way, size: number): ReturnType<typeof measured> {
  for (let attempt = 1; ; attempt++) {
    const result = await measured(kind, way, size);
    if (result.isGood || attempt === 3) return result;
  }
}

async function measured(
  kind: Hostile,
  way: Way,
  size: number,
): Promise<{ readonly line: string; readonly isGood: boolean }> {
  const name = `${way.name}: ${kind.name}`;
  try {
    const cost = await measureCost(kind, way, size);
    if (cost === undefined) return { line: name, isGood: true };
    const { growth, multiple, ms, bytes, outcome } = cost;
    const figures = [growth.toFixed(1), multiple.toFixed(1), ms.toFixed(1), (bytes / 1e6).toFixed(2)];
    return {
      line: `${name.padEnd(70)}${figures.map((figure) => figure.padStart(9)).join('')}  ${outcome}`,
      isGood: growth < MAX_GROWTH && multiple < MAX_MULTIPLE,
    };
  } catch (error) {
    return { line: `${name.padEnd(70)}  ${String(error).slice(0, 120)}`, isGood: false };
  }
}
