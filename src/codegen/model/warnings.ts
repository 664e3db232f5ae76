import type { Refusal } from './refusal.js';

/**
 * What was left out, or taken for something else than it says, while a document was read: each once, in the order in
 * which it was met.
 */
export class Warnings {
  readonly #texts = new Set<string>();

  /** Takes note of a refusal that stops nothing. */
  add({ message }: Refusal): void {
    this.#texts.add(message);
  }

  /** The warnings, each as `FILE:LINE:COL: construct: why`. */
  get texts(): readonly string[] {
    return [...this.#texts];
  }
}
