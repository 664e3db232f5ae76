import type { MappedText } from './mapped-text.js';

/** Nothing that is escaped goes without one of these. */
const MAY_BE_ESCAPED = /[&%\\<]/;

const HEX = '[\\da-fA-F]';

function hexBytes(prefix: string): string {
  const next = `${prefix}[89abAB]${HEX}`;
  const long = `${prefix}[eE]${HEX}(?:${next}){2}|${prefix}[fF][0-7](?:${next}){3}`;
  return `(?:${prefix}[cdCD]${HEX}${next}|${long}|${prefix}${HEX}{2})`;
}

const CONTROL = '[nrtbfvzNRTBFVZ]';
const ESCAPED_CONTROL = new RegExp(`\\\\${CONTROL}`, 'g');

const ESCAPE = new RegExp(
  [
    `&#[xX]0*(${HEX}{1,6});?`,
    '&#0*(\\d{1,7});?',
    '&([a-zA-Z][\\da-zA-Z]{1,31});',
    `%[uU](${HEX}{4})`,
    `\\\\+[uU](${HEX}{4})`,
    `\\\\+[uU]\\{(${HEX}{1,6})\\}`,
    `(${hexBytes('%')}|${hexBytes('\\\\+[xX]')})`,
    '\\\\+([0-3][0-7]{2})',
    '(<[bB][rR]\\s{0,8}/?>)',
    // A complete run, so that it is examined once, except the last one of a possible control character.
    `\\\\+(?!${CONTROL})`,
  ].join('|'),
  'g',
);

/** Names that are not those of a letter with a mark on it. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ...pairs('amp & lt < gt > quot " apos \' excl ! num # dollar $ percnt % lpar ( rpar ) ast * midast * plus +'),
  ...pairs('comma , period . sol / bsol \\ colon : semi ; equals = quest ? commat @ lsqb [ lbrack [ rsqb ] rbrack ]'),
  ...pairs('hat ^ lowbar _ underbar _ grave ` lcub { lbrace { rcub } rbrace } vert | verbar | verticalline | szlig ß'),
  ...pairs('aelig æ oelig œ thorn þ eth ð inodot ı euro € laquo « raquo » ldquo “ rdquo ” bdquo „ lsquo ‘ rsquo ’'),
  ...pairs('sbquo ‚ ndash – mdash — hellip … dash - hyphen - tilde ~'),
  ['nbsp', ' '],
  ['tab', ' '],
  ['newline', ' '],
  ['shy', ''],
]);

/** Before a letter that has a mark: `&aogon;` is no part of an escape around it, as `a` would be in `%&aogon;1`. */
const SOME_MARK = '\u0301';

const MARKED_LETTER = /^([a-z])(?:acute|grave|circ|uml|tilde|ring|cedil|slash|caron|ogon|strok|dot|breve|macr|dblac)$/;

function pairs(list: string): readonly (readonly [string, string])[] {
  const words = list.split(' ');
  return words.flatMap((name, index) => (index % 2 === 0 ? [[name, words[index + 1] ?? ''] as const] : []));
}

/**
 * Undoes the escapes in a text, once: what was escaped twice is escaped once afterwards. An escape may have been
 * written in any case; one that is not known becomes U+FFFD.
 *
 * @returns `undefined` when there is nothing to undo
 */
export function unescaped(from: MappedText): MappedText | undefined {
  return MAY_BE_ESCAPED.test(from.text) ? from.replaced(ESCAPE, meaningOf) : undefined;
}

/**
 * Takes every backslash with a letter for a control character: a space.
 *
 * @returns `undefined` when there is none
 */
export function withoutControls(from: MappedText): MappedText | undefined {
  return from.text.includes('\\') ? from.replaced(ESCAPED_CONTROL, () => ' ') : undefined;
}

const SOFT_BREAK = '=[ \\t]{0,8}\\r?\\n';
/** A character of quoted-printable, whose bytes soft line breaks may separate, or a soft line break. */
const QUOTED_PRINTABLE = new RegExp(`(${hexBytes(`(?:${SOFT_BREAK})?=`)})|${SOFT_BREAK}`, 'g');

/**
 * Decodes quoted-printable of mail gateways and vCards. It is not one of the escapes above, because `=` before two
 * hexadecimal digits often precedes a value.
 *
 * @returns `undefined` if there is nothing to decode
 */
export function withoutQuotedPrintable(from: MappedText): MappedText | undefined {
  if (!from.text.includes('=')) return undefined;
  return from.replaced(QUOTED_PRINTABLE, ([, bytes]) => (bytes === undefined ? '' : textOfBytes(bytes)));
}

function meaningOf(match: RegExpExecArray): string {
  const [, hex, decimal, name, percentUnit, unit, codePoint, bytes, octal, lineBreak] = match;
  const unitOfHex = percentUnit ?? unit;
  if (unitOfHex !== undefined) return String.fromCharCode(Number.parseInt(unitOfHex, 16));
  const hexOfPoint = hex ?? codePoint;
  if (hexOfPoint !== undefined) return character(Number.parseInt(hexOfPoint, 16));
  if (decimal !== undefined) return character(Number(decimal));
  if (name !== undefined) return named(name.toLowerCase());
  if (bytes !== undefined) return textOfBytes(bytes);
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  return lineBreak === undefined ? '' : ' ';
}

function character(codePoint: number): string {
  return codePoint <= 0x10_ffff ? String.fromCodePoint(codePoint) : '\ufffd';
}

function named(name: string): string {
  const letter = MARKED_LETTER.exec(name)?.[1];
  return NAMED.get(name) ?? (letter === undefined ? '\ufffd' : SOME_MARK + letter);
}

function textOfBytes(escapes: string): string {
  const bytes = Buffer.from(escapes.replace(/[%=\\xX\s]/g, ''), 'hex');
  return bytes.toString(bytes.length === 1 ? 'latin1' : 'utf8');
}
