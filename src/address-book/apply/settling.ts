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
   * @param doubtfulMs - how long ago the last request of an earlier run went out that is in doubt; `undefined` for none
   */
  constructor(
    settleMs: number,
    signal: AbortSignal | undefined,
    tell: (ms: number) => void,
    doubtfulMs: number = Number.POSITIVE_INFINITY,
  ) {
    this.#settleMs = settleMs;
    this.#signal = signal;
    this.#tell = tell;
    this.#lastDoubtMs = performance.now() - doubtfulMs;
  }

  /** Notes that a request is in doubt. */
  doubt(): void {
    this.#lastDoubtMs = performance.now();
  }

  /** True where a request may be on its way now. */
  get isInDoubt(): boolean {
    return this.#lastDoubtMs + this.#settleMs > performance.now();
  }

  /** Waits until none can be on its way any more. @throws Stop when it is ended */
  async wait(): Promise<void> {
    const ms = Math.ceil(this.#lastDoubtMs + this.#settleMs - performance.now());
    if (ms <= 0) return;
    this.#tell(ms);
    if (!(await pause(ms, { signal: this.#signal }))) throw new Stop('interrupted', this.#signal?.reason);
  }
}
