import { Refusal } from '../model/refusal.js';
import { RESERVED_WORDS, toWord } from '../model/words.js';
import { describe, type XmlElement } from './documents/xml-tree.js';

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

/** The identifiers of one generated scope and what claimed them. */
export type IdentifierScope = Map<string, string>;

/**
 * Notes an identifier as taken.
 *
 * @param owner - what the identifier stands for, for the message of a later collision
 * @throws {@link Refusal} when it was taken before
 */
export function claimIdentifier(
  scope: IdentifierScope,
  identifier: string,
  element: XmlElement,
  owner: string = describe(element),
): void {
  const earlier = scope.get(identifier);
  if (earlier !== undefined) {
    throw new Refusal(element.place, owner, `its name in TypeScript, ${identifier}, is taken by ${earlier}`);
  }
  scope.set(identifier, owner);
}
