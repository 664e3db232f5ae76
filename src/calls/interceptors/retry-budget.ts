import type { TransportRequest } from '../../transport/transport.js';
import { askedPauseMs } from '../response/error-response.js';
import { leastMs } from './deadline.js';
import { isAddressFailure, notesOf } from './failed-attempt.js';

const MAX_ATTEMPTS = 3;
const MAX_TOTAL_MS = 120_000;
const OUTAGE_MS = 10_000;
/** The least that a skipped pause counts: otherwise retries without pauses might never end. */
const MIN_SKIPPED_MS = 250;

export interface RetryBudgetSettings {
  readonly attempts: number | undefined;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxTotalMs: number | undefined;
}

export class RetryBudget {
  readonly #settings: RetryBudgetSettings;
  readonly #callersEnd: number;
  readonly #end: number;
  #outageEnd: number | undefined;
  #failures = 0;
  #skippedMs = 0;

  /**
   * @param start - when the call started
   * @param beganAt - when its first attempt started
   */
  constructor(request: TransportRequest, start: number, beganAt: number, settings: RetryBudgetSettings) {
    const { timeoutMs = Number.POSITIVE_INFINITY } = request;
    const { attempts, maxTotalMs } = settings;
    this.#settings = settings;
    this.#callersEnd = start + timeoutMs - leastMs(request);
    this.#end = Math.min(this.#callersEnd, beganAt + (maxTotalMs ?? MAX_TOTAL_MS));
    if (attempts !== undefined) this.#outageEnd = Number.NEGATIVE_INFINITY;
    else if (maxTotalMs !== undefined) this.#outageEnd = this.#end;
  }

  /** Returns the pause after a further failure, in milliseconds; `undefined` if the call is not retried. */
  pauseAfter(error: unknown): number | undefined {
    const { attempts = MAX_ATTEMPTS } = this.#settings;
    const now = performance.now() + this.#skippedMs;
    // A request rejected because of a limit waits with all others, without counting its attempts.
    const heldMs = notesOf(error)?.heldMs;
    const isHopeless = this.#skippedMs >= MAX_TOTAL_MS;
    if (heldMs !== undefined) return now + heldMs < this.#callersEnd && !isHopeless ? heldMs : undefined;
    this.#failures += 1;
    const pauseMs = askedPauseMs(error) + this.#backOffMs();
    if (now + pauseMs >= this.#end) return undefined;
    this.#outageEnd ??= now + OUTAGE_MS;
    const goesOn = this.#failures < attempts || (isAddressFailure(error) && now + pauseMs < this.#outageEnd);
    return goesOn ? pauseMs : undefined;
  }

  skipped(pauseMs: number): void {
    this.#skippedMs += Math.max(pauseMs, MIN_SKIPPED_MS);
  }

  /** Jitter, so that clients that failed together do not retry together. */
  #backOffMs(): number {
    const { baseDelayMs, maxDelayMs } = this.#settings;
    return Math.ceil(Math.min(maxDelayMs, baseDelayMs * 2 ** (this.#failures - 1)) * (0.5 + Math.random() / 2));
  }
}
