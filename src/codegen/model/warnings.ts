import type { Refusal } from './refusal.js';

/** Collects constructs of a document that were skipped or approximated: each once, in the order of the document. */
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
