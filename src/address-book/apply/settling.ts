import { pause } from '../../transport/wait.js';
import { Stop } from './failed-step.js';

/** Knows until when a request that is in doubt may be on its way. */
export class Settling {
  readonly #settleMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #tell: (ms: number) => void;
  /** When the last request that is in doubt went out, by `performance.now()`. */
  #lastDoubtMs: number;

  /**
   * @param tell - takes how long is waited
   * @param lastRunMs - when an earlier run was at work, in milliseconds since 1970: its requests may still arrive
   */
  constructor(
    settleMs: number,
    signal: AbortSignal | undefined,
    tell: (ms: number) => void,
    lastRunMs: number = Number.NEGATIVE_INFINITY,
  ) {
    this.#settleMs = settleMs;
    this.#signal = signal;
    this.#tell = tell;
    this.#lastDoubtMs = performance.now() - Math.max(0, Date.now() - lastRunMs);
  }

  /** Notes that a request is in doubt. */
  doubt(): void {
    this.#lastDoubtMs = performance.now();
  }

  /** Waits until none can be on its way any more. @throws Stop when it is ended */
  async wait(): Promise<void> {
    const ms = Math.ceil(this.#lastDoubtMs + this.#settleMs - performance.now());
    if (ms <= 0) return;
    this.#tell(ms);
    if (!(await pause(ms, { signal: this.#signal }))) throw new Stop('interrupted', this.#signal?.reason);
  }
}
