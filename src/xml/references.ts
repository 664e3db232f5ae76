import { Problem } from '../errors/problem.js';
import { isXmlCharacter } from './chars.js';

const REFERENCE = /&(?:#x([0-9a-fA-F]+);|#([0-9]+);|(lt|gt|amp|quot|apos);)?/g;

const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Replaces the character references and the five predefined entities of XML 1.0 in a text.
 *
 * @param text - character data or an attribute value
 * @param offset - where it stands, for the error
 * @throws Problem when `&` begins anything else: without a DTD there are no other entities
 */
export function expandReferences(text: string, offset: number): string {
  return text.replace(REFERENCE, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return PREDEFINED[name] ?? '';
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal ?? '', 10);
    if (whole === '&') throw new Problem('"&" begins no reference that XML knows', { offset });
    if (!isXmlCharacter(code)) throw new Problem('a reference to a character that XML cannot carry', { offset });
    return String.fromCodePoint(code);
  });
}
