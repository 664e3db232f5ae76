import { verdictOnResponse } from '../decoding.js';
import type { Hostile } from './document.js';
import { HONEST } from './kinds.js';
import type { Way } from './ways.js';

/** The cost of a kind of document. */
export interface Cost {
  /** Size of the larger document, in bytes. */
  readonly bytes: number;
  /** Time for the larger document in milliseconds, the shortest of several runs. */
  readonly ms: number;
  /** Time as a multiple of that for valid records of this size, read without optimisations. */
  readonly multiple: number;
  /** Time for the larger document as a multiple of the time for one of half its size. */
  readonly growth: number;
  /** The result. */
  readonly outcome: string;
}

/** Maximum growth for the double size. A quadratic path has 4; noise and garbage collection rarely have 3.5. */
export const MAX_GROWTH = 3.5;

/** Maximum cost of a hostile document, as a multiple of a valid one of its size. */
const MAX_MULTIPLE = 5;

/** Maximum cost of a kind of document in one way of decoding. */
export function maxMultipleOf(kind: Hostile, way: Way): number {
  return Math.max(kind.maxMultiple ?? MAX_MULTIPLE, way.maxMultiple ?? MAX_MULTIPLE);
}

/** Times below this limit, in milliseconds, are not compared: the document is rejected at once or is cheap. */
const NEGLIGIBLE_MS = 4;
const ATTEMPTS = 8;
/** Growth is certain above this time in milliseconds. */
const HOPELESS_MS = 1000;

/**
 * Measures a kind of hostile document at a size and at half of it. Returns `undefined` if the way does not apply.
 *
 * Quadratic growth appears at every size. It is therefore searched at a small size first, and confirmed at twice the
 * size, at which the growth of tables no longer appears.
 *
 * @throws any error of decoding that is not a typed error
 */
export async function measureCost(kind: Hostile, way: Way, size: number): Promise<Cost | undefined> {
  const bytes = Math.max(size, kind.minBytes ?? 0);
  const small = await measure(kind, way, bytes / 16);
  if (small === undefined || (small.growth > MAX_GROWTH && small.ms > 5)) return small;
  const cost = await measure(kind, way, bytes);
  if (cost === undefined || cost.growth <= MAX_GROWTH || cost.ms > HOPELESS_MS) return cost;
  const twice = await measure(kind, way, bytes * 2);
  return twice !== undefined && twice.growth < cost.growth ? twice : cost;
}

async function measure(kind: Hostile, way: Way, bytes: number): Promise<Cost | undefined> {
  const [half, whole] = [decodable(kind, way, bytes / 2), decodable(kind, way, bytes)];
  if (half === undefined || whole === undefined) return undefined;
  const outcome = await half.decode();
  const honest = honestRecords(bytes);
  let [halfMs, wholeMs, honestMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [growth, multiple] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const enough = maxMultipleOf(kind, way) / 2;
  for (let attempt = 0; attempt < ATTEMPTS && (growth > 2.6 || multiple > enough); attempt++) {
    if (attempt > 0 && wholeMs > HOPELESS_MS && growth > MAX_GROWTH) break;
    // The runs alternate, so that a temporary slowdown of the machine affects all three.
    halfMs = Math.min(halfMs, await timeOf(half.decode));
    wholeMs = Math.min(wholeMs, await timeOf(whole.decode));
    honestMs = Math.min(honestMs, await timeOf(honest.decode));
    growth = wholeMs < NEGLIGIBLE_MS ? 1 : wholeMs / halfMs;
    multiple = wholeMs < NEGLIGIBLE_MS ? 0 : wholeMs / whole.bytes / (honestMs / honest.bytes);
  }
  return { bytes: whole.bytes, ms: wholeMs, multiple, growth, outcome };
}

/** Maximum size of the valid records for comparison, in bytes. Their cost is proportional to their size. */
const MAX_HONEST_BYTES = 300_000;

/** Valid records, read without optimisations, because these help valid records ten times as much as others. */
function honestRecords(bytes: number): Decodable {
  const { operation, text } = HONEST.build(Math.min(bytes, MAX_HONEST_BYTES));
  const document = Buffer.from(text, 'utf8');
  const decode = (): string => verdictOnResponse(operation, document, { shortcuts: 'none' }).kind;
  return { bytes: document.length, decode };
}

interface Decodable {
  readonly bytes: number;
  readonly decode: () => string | Promise<string>;
}

function decodable(kind: Hostile, way: Way, size: number): Decodable | undefined {
  const document = kind.build(size);
  if (!way.fits(document)) return undefined;
  const bytes = Buffer.from(document.text, 'utf8');
  return { bytes: bytes.length, decode: () => way.decode(bytes, document.operation, kind) };
}

async function timeOf(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
