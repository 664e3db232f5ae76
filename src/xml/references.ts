import { Problem } from '../errors/problem.js';
import { isXmlCharacter } from './chars.js';

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const NUMERIC = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/;

/**
 * Replaces the character references and the five predefined entities of XML 1.0 in a text.
 *
 * @param text - character data or an attribute value
 * @param offset - where it stands, for the error
 * @throws Problem when `&` begins anything else: without a DTD there are no other entities
 */
export function expandReferences(text: string, offset: number): string {
  // A loop, because `replace` finds every reference of a hostile text before it looks at the first one.
  let expanded = '';
  let from = 0;
  for (let start = text.indexOf('&'); start !== -1; start = text.indexOf('&', from)) {
    const end = text.indexOf(';', start);
    const name = end === -1 ? '' : text.slice(start + 1, end);
    expanded += text.slice(from, start) + (PREDEFINED.get(name) ?? character(name, offset));
    from = end + 1;
  }
  return expanded + text.slice(from);
}

function character(name: string, offset: number): string {
  const digits = NUMERIC.exec(name);
  if (digits === null) throw new Problem('"&" begins no reference that XML knows', { offset });
  const [, hex, decimal = ''] = digits;
  const code = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
  if (!isXmlCharacter(code)) throw new Problem('a reference to a character that XML cannot carry', { offset });
  return String.fromCodePoint(code);
}
