/** A text of JSON as a whole, or a number. */
const TOKEN = /"(?:[^"\\]|\\[^])*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The least digits of a whole number that a number of JavaScript may not tell from its neighbours. */
const LONG = /^-?\d{16,}$/;

/**
 * Reads JSON, in which a whole number beyond 2^53 becomes the text of its digits: it is an id, which counts no points
 * and would be another one by its last digits.
 *
 * @throws SyntaxError for what is none
 */
export function parsedJson(text: string): unknown {
  const json: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return json;
  const quoted = text.replace(TOKEN, (token) =>
    LONG.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return JSON.parse(quoted) as unknown;
}
