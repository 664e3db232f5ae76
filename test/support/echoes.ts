/** An encoding in which a server may echo received text, with its decoder. */
export interface Encoder {
  readonly name: string;
  encode(text: string): string;
  /** Ignores characters outside of the encoding, and cut text. */
  undo(text: string): string;
}

const same = (text: string): string => text;
const hex = (text: string, digits: number): string => text.charCodeAt(0).toString(16).padStart(digits, '0');
const eachByte = (text: string, write: (byte: number) => string): string =>
  [...Buffer.from(text, 'utf8')].map(write).join('');
const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
const unreserved = /[A-Za-z0-9_.-]/;

const undoUrl = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
const undoJson = (text: string): string =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrt]/gi, ' ')
    .replace(/\\(.)/gs, '$1');
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  ...{
    oacute: 'ó',
    lstrok: 'ł',
    aogon: 'ą',
    eogon: 'ę',
    sacute: 'ś',
    zdot: 'ż',
    zacute: 'ź',
    cacute: 'ć',
    nacute: 'ń',
  },
};
const undoHtml = (text: string): string =>
  text.replace(/&(#x?[0-9a-f]+|[a-z]+);/gi, (whole, name: string) => {
    const lower = name.toLowerCase();
    if (lower.startsWith('#x')) return String.fromCodePoint(Number.parseInt(lower.slice(2), 16));
    return lower.startsWith('#') ? String.fromCodePoint(Number(lower.slice(1))) : (ENTITIES[lower] ?? whole);
  });
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => {
    return { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' }[character] ?? '';
  });
const addSlashes = (text: string): string => text.replace(/[\\'"]/g, '\\$&');
const jsonEncode = (text: string): string => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/');

/** Encodings of PHP servers, character by character. */
export const ENCODERS: readonly Encoder[] = [
  { name: 'nothing', encode: same, undo: same },
  { name: 'addslashes', encode: addSlashes, undo: (text) => text.replace(/\\(.)/gs, '$1') },
  { name: 'quotes doubled', encode: (text) => text.replaceAll("'", "''"), undo: (text) => text.replaceAll("''", "'") },
  { name: 'htmlspecialchars', encode: escapeHtml, undo: undoHtml },
  {
    name: 'htmlentities',
    encode: (text) =>
      escapeHtml(text).replace(/[^\0-\x7f]/g, (letter) => {
        const name = Object.keys(ENTITIES).find((known) => ENTITIES[known] === letter);
        return name === undefined ? letter : `&${name};`;
      }),
    undo: undoHtml,
  },
  {
    name: 'decimal references',
    encode: (text) => text.replace(/[^a-z ]/giu, (letter) => `&#${letter.codePointAt(0)};`),
    undo: undoHtml,
  },
  {
    name: 'hexadecimal references',
    encode: (text) => text.replace(/[^a-z ]/giu, (letter) => `&#x${letter.codePointAt(0)?.toString(16)};`),
    undo: undoHtml,
  },
  {
    name: 'urlencode',
    encode: (text) =>
      eachByte(text, (byte) => {
        const character = String.fromCharCode(byte);
        return character === ' ' ? '+' : unreserved.test(character) ? character : percent(byte);
      }),
    undo: (text) => undoUrl(text.replaceAll('+', ' ')),
  },
  {
    name: 'rawurlencode',
    encode: (text) =>
      eachByte(text, (byte) =>
        unreserved.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : percent(byte),
      ),
    undo: undoUrl,
  },
  {
    name: 'json_encode',
    encode: (text) => jsonEncode(text).replace(/[^\0-\x7f]/g, (unit) => `\\u${hex(unit, 4)}`),
    undo: undoJson,
  },
  { name: 'json_encode, unescaped unicode', encode: jsonEncode, undo: undoJson },
  { name: 'upper case', encode: (text) => text.toUpperCase(), undo: same },
  { name: 'lower case', encode: (text) => text.toLowerCase(), undo: same },
  {
    name: 'transliteration',
    encode: (text) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ł/g, 'l').replace(/Ł/g, 'L'),
    undo: same,
  },
  {
    name: 'base64',
    encode: (text) => Buffer.from(text, 'utf8').toString('base64'),
    undo: (text) =>
      // Text around the encoded part is not decoded.
      text.replace(/[A-Za-z0-9+/=]{8,}/g, (run) =>
        ['', 'A', 'AA', 'AAA'].map((cut) => `\0${Buffer.from(cut + run, 'base64').toString('utf8')}\0`).join(''),
      ),
  },
];

/** Normalizes a text for the comparison. */
function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\\]/gu, '')
    .replaceAll('ł', 'l')
    .replace(/[\s+]+/g, ' ')
    .replace(/(['"`])\1+/g, '$1');
}

/**
 * Finds seven characters of a secret in a text, in any of some encodings.
 *
 * @param chain - the encoders that the secret went through, the first one first
 */
export function shownOf(secret: string, text: string, chain: readonly Encoder[]): string | undefined {
  const readings = [text.replaceAll('[redacted]', '\x01')];
  for (const { undo } of chain.toReversed()) readings.push(undo(readings.at(-1) ?? ''));
  const wanted = comparable(secret).trim();
  for (const reading of readings.map(comparable)) {
    for (let start = 0; start + 7 <= wanted.length; start++) {
      const window = wanted.slice(start, start + 7);
      if (reading.includes(window)) return window;
    }
  }
  return undefined;
}
