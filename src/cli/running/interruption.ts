import type { EXIT } from './exit-codes.js';

/** Nothing is loaded for it: this stands before all else. */
const INTERRUPTED: (typeof EXIT)['interrupted'] = 130;

/**
 * Handles signals: the first one asks the command to end, a second SIGINT or SIGTERM ends the process. SIGHUP comes
 * when the terminal is closed, often twice: it never ends the process at once, and what is in flight is not in doubt.
 */
export class Interruption {
  readonly #controller = new AbortController();
  #announce: () => void = () => undefined;

  /** Listens to the signals, until the process ends. */
  constructor() {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => this.#interrupt(true));
    process.on('SIGHUP', () => this.#interrupt(false));
  }

  /** Aborted at the first signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** @param announce - tells the person who runs the command what the first signal does */
  onFirst(announce: () => void): void {
    this.#announce = announce;
  }

  /** Waits for the first signal. */
  async asked(): Promise<void> {
    if (this.signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  #interrupt(isUrgent: boolean): void {
    if (!this.signal.aborted) {
      this.#announce();
      this.#controller.abort(new Error('interrupted by a signal'));
    } else if (isUrgent) process.exit(INTERRUPTED);
  }
}
