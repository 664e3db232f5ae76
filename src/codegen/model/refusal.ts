export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The error for a document that is invalid or not supported: `FILE:LINE:COL: construct: why`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly place: Place;
  readonly construct: string;

  constructor(place: Place, construct: string, why: string) {
    super(`${place.file}:${place.line}:${place.column}: ${construct}: ${why}`);
    this.place = place;
    this.construct = construct;
  }
}

/** Collects constructs of a document that were skipped or approximated: each once, in the order of the document. */
export class Warnings {
  readonly #texts = new Set<string>();

  add({ message }: Refusal): void {
    this.#texts.add(message);
  }

  get texts(): readonly string[] {
    return [...this.#texts];
  }
}
