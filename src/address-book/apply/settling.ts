import { pause } from '../../transport/wait.js';
import { Stop } from './step-failure.js';

/** Waits until no request with unknown outcome can be executed any more. */
export class Settling {
  readonly #settleMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #onWait: (ms: number) => void;
  /** When the last request with unknown outcome was sent at the latest, by `performance.now()`. */
  #lastUnknownMs: number;

  /** @param hasUnknown - whether an earlier run has sent a request with unknown outcome */
  constructor(settleMs: number, signal: AbortSignal | undefined, onWait: (ms: number) => void, hasUnknown: boolean) {
    this.#settleMs = settleMs;
    this.#signal = signal;
    this.#onWait = onWait;
    this.#lastUnknownMs = hasUnknown ? performance.now() : Number.NEGATIVE_INFINITY;
  }

  /** Notes that a request has just got an unknown outcome. */
  restart(): void {
    this.#lastUnknownMs = performance.now();
  }

  /** @throws Stop if it is interrupted */
  async wait(): Promise<void> {
    const ms = Math.ceil(this.#lastUnknownMs + this.#settleMs - performance.now());
    if (ms <= 0) return;
    this.#onWait(ms);
    if (!(await pause(ms, { signal: this.#signal }))) throw new Stop('interrupted', this.#signal?.reason);
  }
}
