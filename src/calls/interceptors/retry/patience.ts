import type { TransportRequest } from '../../../transport/transport.js';
import { askedPauseMs } from '../../response/error-response.js';
import { notesOf } from '../attempt-notes.js';
import { leastMs } from '../deadline.js';
import { isAddressFailure } from '../failed-attempt.js';

const MAX_ATTEMPTS = 3;
const MAX_TOTAL_MS = 120_000;
/** An outage of some seconds, such as a restart, is waited out. */
const OUTAGE_MS = 10_000;
/** A pause that is not waited out counts as much at least: else there might be no end of them. */
const LEAST_SKIPPED_MS = 250;

/** The limits within which a call is tried again. */
export interface PatienceSettings {
  readonly attempts: number | undefined;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxTotalMs: number | undefined;
  /** From 0 to below 1, for the jitter. */
  readonly random: () => number;
}

/** Decides whether a call that has failed is tried once more, and after which pause. */
export class Patience {
  readonly #settings: PatienceSettings;
  /** By `performance.now()`: no attempt begins from here on. Of the caller's time, and of `maxTotalMs`. */
  readonly #callersEnd: number;
  readonly #end: number;
  /** Until here, an outage is waited out; known when there is one. */
  #outageEnd: number | undefined;
  #failures = 0;
  /** The pauses that were not waited out: the call goes on as if they had been. */
  #skippedMs = 0;

  /**
   * @param start - when the call came, by `performance.now()`
   * @param beganAt - when its first attempt began
   */
  constructor(request: TransportRequest, start: number, beganAt: number, settings: PatienceSettings) {
    const { timeoutMs = Number.POSITIVE_INFINITY } = request;
    const { attempts, maxTotalMs } = settings;
    this.#settings = settings;
    this.#callersEnd = start + timeoutMs - leastMs(request);
    this.#end = Math.min(this.#callersEnd, beganAt + (maxTotalMs ?? MAX_TOTAL_MS));
    if (attempts !== undefined) this.#outageEnd = Number.NEGATIVE_INFINITY;
    else if (maxTotalMs !== undefined) this.#outageEnd = this.#end;
  }

  /** The pause after a further failure, in milliseconds; `undefined` where no attempt is to follow. */
  pauseAfter(error: unknown): number | undefined {
    const { attempts = MAX_ATTEMPTS } = this.#settings;
    const now = performance.now() + this.#skippedMs;
    // A request refused as too much waits as long as all do, however long it takes until the gateway takes it.
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

  /** A pause was not waited out: no gateway had to be spared. */
  skipped(pauseMs: number): void {
    this.#skippedMs += Math.max(pauseMs, LEAST_SKIPPED_MS);
  }

  /** A little later than asked: many clients that were refused together would otherwise come back together. */
  #backOffMs(): number {
    const { baseDelayMs, maxDelayMs, random } = this.#settings;
    return Math.ceil(Math.min(maxDelayMs, baseDelayMs * 2 ** (this.#failures - 1)) * (0.5 + random() / 2));
  }
}
