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

  /** Prints what was not asked for: where only errors are said, machines alone get it. */
  say(value: unknown, text: () => string): void {
    if (!this.#output.isQuiet) this.print(value, text);
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
