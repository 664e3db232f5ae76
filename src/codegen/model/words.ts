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

/**
 * Makes a word of a wire name: characters outside `A-Z a-z 0-9 _ $` become `_`, a leading digit gets a `_` in front.
 * The word may be a reserved one.
 */
export function toWord(name: string): string {
  return name.replace(/[^A-Za-z0-9_$]/gu, '_').replace(/^[0-9]/, '_$&');
}

/** The names that `$type` has for values of no type of the WSDL. */
const TAKEN_TAGS: ReadonlySet<string> = new Set(['Array', 'Map', 'Struct', 'Text']);

/** The `$type` of the values of a type, by its name in TypeScript. */
export function tagOf(identifier: string): string {
  return TAKEN_TAGS.has(identifier) ? `${identifier}_` : identifier;
}
