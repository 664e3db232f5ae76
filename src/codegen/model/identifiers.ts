/** The words that TypeScript lets name no variable or parameter of a module. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  [
    'await break case catch class const continue debugger default delete do else enum export extends false',
    'finally for function if import in instanceof new null return super switch this throw true try typeof',
    'var void while with yield arguments eval implements interface let package private protected public',
    'static undefined globalThis',
  ]
    .join(' ')
    .split(' '),
);

/** Replaces characters that identifiers cannot contain by `_`. The result may be a reserved word. */
export function toWord(name: string): string {
  return name.replace(/[^A-Za-z0-9_$]/gu, '_').replace(/^[0-9]/, '_$&');
}

const TAKEN_TAGS: ReadonlySet<string> = new Set(['Array', 'Map', 'Struct', 'Text']);

export function tagOf(identifier: string): string {
  return TAKEN_TAGS.has(identifier) ? `${identifier}_` : identifier;
}

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

/** Converts a wire name to an identifier. Reserved words get a `_` at the end. */
export function toIdentifier(name: string): string {
  const word = toWord(name);
  return RESERVED_WORDS.has(word) || UNUSABLE.has(word) ? `${word}_` : word;
}

export class IdentifierScope {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  claim(wanted: string): string {
    let identifier = wanted;
    for (let count = 2; this.#taken.has(identifier); count += 1) identifier = `${wanted}_${count}`;
    this.#taken.add(identifier);
    return identifier;
  }

  has(identifier: string): boolean {
    return this.#taken.has(identifier);
  }
}
