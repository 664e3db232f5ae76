/** Every Polish letter, in both cases. */
export const POLISH = 'Zażółć gęślą jaźń: ąćęłńóśźż ĄĆĘŁŃÓŚŹŻ';
/** The special characters and constructs of XML, as text. */
export const MARKUP = `Ala & kot <b>"cytat"</b> 'apostrof' &amp; &#38; &ąę; ]]> <![CDATA[x]]> <!-- y --> <?z?>`;
/** Leading and trailing white space, and several kinds of white space inside. */
export const SPACES = '  \t dwa  odstępy\u00a0i tabulator \t\n ';
/** Every kind of line end. XML converts an unescaped \r to \n. */
export const LINES = '\r\nwiersz\r\nwiersz\rwiersz\nkoniec\r\n';
/** Supplementary, joined and combining characters, and the first and last characters that XML allows. */
export const EXOTIC = '😀 👩‍👩‍👧 𝕊 e\u0301 \u0085\u2028\ufeff\ud7ff\ue000\ufffd\u{10ffff}';
/** Only white space. */
export const BLANKS: readonly string[] = [' ', '   ', '\t', '\n', '\r\n', ' \n\t ', '\u00a0'];
/** All texts in one value. */
export const AWKWARD: string = SPACES + POLISH + MARKUP + LINES + EXOTIC + SPACES;
/** Strings that look like values of other types. */
export const LOOKALIKES: readonly string[] = ['007', '+48', '0x10', '1e3', 'true', 'NaN', 'null', '', '-0'];
