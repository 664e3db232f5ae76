import type { EXIT } from './failure.js';

/** The exit code is not imported, so that signals are handled before other modules are loaded. */
const INTERRUPTED: (typeof EXIT)['interrupted'] = 130;

/**
 * Handles signals: the first one asks the command to end, and a second SIGINT or SIGTERM ends the process. SIGHUP,
 * which a closed terminal often sends twice, never ends the process at once.
 */
export class Interruption {
  readonly #controller = new AbortController();
  #announce: () => void = () => undefined;

  /** Listens to signals until the process ends. */
  constructor() {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => this.#interrupt(true));
    process.on('SIGHUP', () => this.#interrupt(false));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  onFirst(announce: () => void): void {
    this.#announce = announce;
  }

  async wait(): Promise<void> {
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
