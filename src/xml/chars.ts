import { Problem } from '../errors/problem.js';

/** A Name of XML 1.0 (fifth edition) section 2.3. The first test settles nearly every name that occurs. */
const ASCII_NAME = /^[A-Za-z_:][\w:.-]*$/;
const START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NAME = new RegExp(`^[${START}][${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*$`, 'u');

/** Whether a text is a Name (XML 1.0 section 2.3). */
export function isName(text: string): boolean {
  return ASCII_NAME.test(text) || NAME.test(text);
}

/** What XML 1.0 section 2.2 leaves out of its characters: most controls, U+FFFE, U+FFFF and lone surrogates. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/** The first character of a text that no XML 1.0 document can carry, as `U+0001`; `undefined` where there is none. */
export function forbiddenCharacter(text: string): string | undefined {
  const code = FORBIDDEN.exec(text)?.[0].codePointAt(0);
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Whether a code point is a Char (XML 1.0 section 2.2). */
export function isXmlCharacter(code: number): boolean {
  return (
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff) ||
    code === 0x9 ||
    code === 0xa ||
    code === 0xd
  );
}

/** What UTF-8 read as one character a byte may not hold: most controls, and the bytes of U+FFFE and U+FFFF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN_BYTES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\u00ef\u00bf[\u00be\u00bf]/;

/**
 * Refuses what no XML 1.0 document can carry.
 *
 * @param raw - valid UTF-8, one character a byte
 * @param offset - where it begins
 * @throws Problem at the character
 */
export function refuseForbidden(raw: string, offset: number): void {
  const index = raw.search(FORBIDDEN_BYTES);
  if (index !== -1) throw new Problem('a character that XML cannot carry', { offset: offset + index });
}
