import { EXIT } from './exit-codes.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** What SIGINT and SIGTERM do: the first one asks the command to end, the second one ends the process. */
export class Interruption {
  readonly #controller = new AbortController();
  #announce: () => void = () => undefined;

  /** Listens to the signals, until the process ends. */
  constructor() {
    for (const name of SIGNALS) process.on(name, () => this.#interrupt());
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

  #interrupt(): void {
    if (this.signal.aborted) process.exit(EXIT.interrupted);
    this.#announce();
    this.#controller.abort(new Error('interrupted by a signal'));
  }
}
