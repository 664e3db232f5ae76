/** How much longer than an honest document of its size a case may take. */
const MULTIPLE = 100;
/** What an interruption by the machine costs at most, in milliseconds. */
const INTERRUPTION_MS = 30;
const SMALL_BYTES = 1000;

/** A bound for the time of one decoding, made from how long honest documents take here and now. */
export class TimeLimit {
  readonly #msPerByte: number;

  /** @param honest - sizes of documents, and how to decode them */
  constructor(honest: readonly (readonly [bytes: number, decode: () => unknown])[]) {
    const rates = honest.map(([bytes, decode]) => {
      const times = Array.from({ length: 5 }, () => timeOf(decode));
      return Math.min(...times) / Math.max(bytes, SMALL_BYTES);
    });
    this.#msPerByte = rates.sort((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0;
  }

  /** Decodes something; says so if it takes too long, every time. */
  exceeded(bytes: number, decode: () => unknown): string | undefined {
    const limit = INTERRUPTION_MS + MULTIPLE * this.#msPerByte * Math.max(bytes, SMALL_BYTES);
    let best = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 4; attempt++) {
      best = Math.min(best, timeOf(decode));
      if (best <= limit) return undefined;
    }
    return `${bytes} bytes took ${best.toFixed(0)} ms, more than ${limit.toFixed(0)} ms`;
  }
}

function timeOf(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
