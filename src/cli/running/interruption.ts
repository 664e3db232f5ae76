import { EXIT } from './exit-codes.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** What SIGINT and SIGTERM do: the first one asks the command to end, the second one ends the process. */
export class Interruption {
  readonly #controller = new AbortController();
  /** Shown at the first signal. */
  #notice = '';

  /** Listens to the signals, until the process ends. */
  constructor() {
    for (const name of SIGNALS) process.on(name, () => this.#interrupt());
  }

  /** Aborted at the first signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Says what is shown at the first signal. */
  announce(notice: string): void {
    this.#notice = notice;
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
    if (this.#notice !== '') process.stderr.write(`\n${this.#notice}\n`);
    this.#controller.abort(new Error('interrupted by a signal'));
  }
}
