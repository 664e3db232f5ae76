/** Every Polish letter, in both cases. */
export const POLISH = 'Zażółć gęślą jaźń: ąćęłńóśźż ĄĆĘŁŃÓŚŹŻ';
/** Everything that XML gives a meaning to, written as text. */
export const MARKUP = `Ala & kot <b>"cytat"</b> 'apostrof' &amp; &#38; &ąę; ]]> <![CDATA[x]]> <!-- y --> <?z?>`;
/** White space at both ends, and of several kinds inside. */
export const SPACES = '  \t dwa  odstępy\u00a0i tabulator \t\n ';
/** Every kind of line end; XML would turn a bare \r into \n. */
export const LINES = '\r\nwiersz\r\nwiersz\rwiersz\nkoniec\r\n';
/** Beyond the Basic Multilingual Plane, joined, combined, and the first and last characters that XML allows. */
export const EXOTIC = '😀 👩‍👩‍👧 𝕊 e\u0301 \u0085\u2028\ufeff\ud7ff\ue000\ufffd\u{10ffff}';
/** Only white space. */
export const BLANKS: readonly string[] = [' ', '   ', '\t', '\n', '\r\n', ' \n\t ', '\u00a0'];
/** All of it in one value. */
export const AWKWARD: string = SPACES + POLISH + MARKUP + LINES + EXOTIC + SPACES;
/** Strings that look like something else. */
export const LOOKALIKES: readonly string[] = ['007', '+48', '0x10', '1e3', 'true', 'NaN', 'null', '', '-0'];
