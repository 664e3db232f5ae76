import { RESERVED_WORDS, toWord } from '../model/words.js';

/** Words that name no type, constant or method of the generated code, beside the reserved ones. */
const UNUSABLE: ReadonlySet<string> = new Set(
  [
    // Names that no interface may have.
    'any unknown never string number bigint boolean symbol object',
    // A type of this name would hide the global one that fields of binary types have.
    'Uint8Array',
    // As methods of the stub they would be its constructor, its prototype, or make it look like a promise.
    'constructor __proto__ then',
  ]
    .join(' ')
    .split(' '),
);

/**
 * Makes an identifier of a wire name: characters outside `A-Z a-z 0-9 _ $` become `_`, a leading digit gets a `_`
 * in front, a reserved word one behind. Any other name stays as it is.
 */
export function toIdentifier(name: string): string {
  const word = toWord(name);
  return RESERVED_WORDS.has(word) || UNUSABLE.has(word) ? `${word}_` : word;
}

/** The identifiers of one generated scope. */
export class IdentifierScope {
  readonly #taken: Set<string>;

  /** @param taken - the names that are not free from the beginning */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  claim(wanted: string): string {
    let identifier = wanted;
    for (let count = 2; this.#taken.has(identifier); count += 1) identifier = `${wanted}_${count}`;
    this.#taken.add(identifier);
    return identifier;
  }

  /** Returns true if an identifier is already used. */
  has(identifier: string): boolean {
    return this.#taken.has(identifier);
  }
}
