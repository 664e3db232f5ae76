import { Problem } from '../errors/problem.js';
import { fewDigits, HASH, isXmlCharacter } from './chars.js';

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const NUMERIC = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/;
/** The number of pieces that are kept before they are put together: a text may be nothing but references. */
const MAX_PIECES = 4096;

/**
 * Replaces the character references and the five predefined entities of XML 1.0 in a text.
 *
 * @param text - character data or an attribute value
 * @param offset - its position in the document, for errors
 * @param acceptSurrogates - joins two references to the halves of a surrogate pair, which XML 1.0 forbids
 * @throws Problem for any other `&`: without a DTD there are no other entities
 */
export function expandReferences(text: string, offset: number, acceptSurrogates: boolean = false): string {
  // A loop, because `replace` finds every reference of a hostile text before it looks at the first one.
  let expanded = '';
  let pieces: string[] = [];
  let from = 0;
  for (let start = text.indexOf('&'); start !== -1; start = text.indexOf('&', from)) {
    const end = text.indexOf(';', start);
    const name = end === -1 ? '' : text.slice(start + 1, end);
    if (start > from) pieces.push(text.slice(from, start));
    from = end + 1;
    const pair = acceptSurrogates ? surrogatePair(text, name, from) : undefined;
    pieces.push(pair ?? PREDEFINED.get(name) ?? character(name, offset, acceptSurrogates));
    if (pair !== undefined) from = text.indexOf(';', from) + 1;
    if (pieces.length > MAX_PIECES) {
      expanded += pieces.join('');
      pieces = [];
    }
  }
  return expanded + pieces.join('') + text.slice(from);
}

/** The character of a first half and of the second half that follows at once. */
function surrogatePair(text: string, name: string, next: number): string | undefined {
  const first = codeOf(name);
  if (first === undefined || first < 0xd800 || first > 0xdbff || text[next] !== '&') return undefined;
  const end = text.indexOf(';', next);
  const second = end === -1 ? undefined : codeOf(text.slice(next + 1, end));
  if (second === undefined || second < 0xdc00 || second > 0xdfff) return undefined;
  return String.fromCharCode(first, second);
}

/** The code point that a reference names by its number. */
function codeOf(name: string): number | undefined {
  const few = name.charCodeAt(0) === HASH ? fewDigits(name, 1) : -1;
  if (few !== -1) return few;
  const digits = NUMERIC.exec(name);
  if (digits === null) return undefined;
  const [, hex, decimal = ''] = digits;
  return hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
}

function character(name: string, offset: number, acceptSurrogates: boolean): string {
  const code = codeOf(name);
  if (code === undefined) throw new Problem('"&" begins no reference that XML knows', { offset });
  if (isXmlCharacter(code)) return String.fromCodePoint(code);
  if (code < 0xd800 || code > 0xdfff) {
    throw new Problem('a reference to a character that XML cannot carry', { offset });
  }
  throw new Problem(
    acceptSurrogates
      ? 'a reference to half a character, without the other half'
      : 'a reference to half a character, which XML cannot carry (acceptSurrogateReferences takes pairs of them)',
    { offset },
  );
}
