import { pause } from '../../transport/wait.js';
import { Stop } from './failed-step.js';

/** Knows until when a request that is in doubt may be on its way. */
export class Settling {
  readonly #settleMs: number;
  readonly #signal: AbortSignal | undefined;
  /** When the last request that is in doubt went out, by `performance.now()`. */
  #lastDoubtMs: number;

  /** @param lastRunMs - when an earlier run was at work, in milliseconds since 1970: its requests may still arrive */
  constructor(settleMs: number, signal: AbortSignal | undefined, lastRunMs: number = Number.NEGATIVE_INFINITY) {
    this.#settleMs = settleMs;
    this.#signal = signal;
    this.#lastDoubtMs = performance.now() - Math.max(0, Date.now() - lastRunMs);
  }

  /** Notes that a request is in doubt. */
  doubt(): void {
    this.#lastDoubtMs = performance.now();
  }

  /** Waits until none can be on its way any more. @param tell - takes how long @throws Stop when it is ended */
  async wait(tell: (ms: number) => void): Promise<void> {
    const ms = Math.ceil(this.#lastDoubtMs + this.#settleMs - performance.now());
    if (ms <= 0) return;
    tell(ms);
    if (!(await pause(ms, { signal: this.#signal }))) throw new Stop('interrupted', this.#signal?.reason);
  }
}
