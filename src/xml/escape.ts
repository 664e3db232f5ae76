import { Problem } from '../errors/problem.js';
import { forbiddenCharacter } from './chars.js';

const NEEDS_WORK = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

const SPACE_ONLY = /^[ \t\n]+$/;

/**
 * PHP's server loses a text of white space alone, unless it is a CDATA section. Most texts begin with something else.
 */
function isSpace(text: string): boolean {
  return text.charCodeAt(0) <= 0x20 && SPACE_ONLY.test(text);
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
};

/**
 * Writes a text so that every parser reads it unchanged. White space alone becomes a CDATA section.
 *
 * @throws Problem for a character that XML 1.0 does not allow
 */
export function escapeText(text: string): string {
  if (!NEEDS_WORK.test(text)) return isSpace(text) ? `<![CDATA[${text}]]>` : text;
  const forbidden = forbiddenCharacter(text);
  if (forbidden !== undefined) throw new Problem(`contains ${forbidden}, which XML does not allow`);
  return text.replace(/[&<>\r]/g, (character) => REFERENCES[character] ?? character);
}

/** Writes the value of an attribute in double quotes, unchanged by the normalisation that a parser does there. */
export function escapeAttribute(value: string): string {
  const forbidden = forbiddenCharacter(value);
  if (forbidden !== undefined) throw new Problem(`contains ${forbidden}, which XML does not allow`);
  return value.replace(/[&<>"\t\n\r]/g, (character) => REFERENCES[character] ?? character);
}
