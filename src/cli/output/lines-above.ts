import type { Output } from './output.js';
import type { Progress } from './progress.js';

/** Prints lines above the progress, one after the other. */
export class LinesAbove {
  readonly #output: Output;
  readonly #progress: Progress;
  #printing: Promise<void> = Promise.resolve();

  constructor(output: Output, progress: Progress) {
    this.#output = output;
    this.#progress = progress;
  }

  print(value: unknown, text: () => string): void {
    const print = (): Promise<void> => this.#output.result(value, text);
    this.#printing = this.#printing.then(() => this.#progress.above(print));
  }

  /** Waits until all are printed. */
  finish(): Promise<void> {
    return this.#printing;
  }
}
