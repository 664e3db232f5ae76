/** A text of JSON as a whole, or a number. */
const TOKEN = /"(?:[^"\\]|\\[^])*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The least digits of a whole number that a number of JavaScript may not tell from its neighbours. */
const LONG_DIGITS = 16;

const LONG = /^-?\d{16,}$/;

/**
 * Reads JSON, in which a whole number beyond 2^53 becomes the text of its digits: it is an id, which counts no points
 * and would be another one by its last digits.
 *
 * @throws SyntaxError for what is none
 */
export function parsedJson(text: string): unknown {
  const json: unknown = JSON.parse(text);
  if (!hasLongDigits(text)) return json;
  const quoted = text.replace(TOKEN, (token) =>
    LONG.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return JSON.parse(quoted) as unknown;
}

/**
 * Tells whether so many digits stand side by side: then one of them is at a multiple of their number, and only
 * those places are looked at. A regular expression takes twice as long as reading the JSON.
 */
function hasLongDigits(text: string): boolean {
  for (let at = LONG_DIGITS - 1; at < text.length; at += LONG_DIGITS) {
    if (!isDigit(text, at)) continue;
    let [start, end] = [at, at + 1];
    while (end - start < LONG_DIGITS && isDigit(text, start - 1)) start -= 1;
    while (end - start < LONG_DIGITS && isDigit(text, end)) end += 1;
    if (end - start === LONG_DIGITS) return true;
  }
  return false;
}

const [ZERO, NINE] = [0x30, 0x39];

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= ZERO && code <= NINE;
}
