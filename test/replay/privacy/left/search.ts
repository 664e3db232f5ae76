import { createHash } from 'node:crypto';

/**
 * Searches recordings for private values. It shares no code with the redaction: it decodes nested encodings anywhere in
 * a text, and searches all results.
 */

const MAX_READINGS = 400;
const MAX_DEPTH = 3;

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

function bytesOf(hex: string): readonly string[] {
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : hex.slice(1), 'hex');
  return [
    bytes.toString('utf8'),
    bytes.toString('latin1'),
    bytes.toString('utf16le'),
    bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString('utf16le') : '',
  ];
}

function base64Of(run: string): readonly string[] {
  return ['', 'A', 'AA', 'AAA'].flatMap((cut) => {
    const bytes = Buffer.from(cut + run, 'base64');
    const even = bytes.subarray(0, bytes.length & ~1);
    return [
      bytes.toString('utf8'),
      bytes.toString('latin1').replaceAll('\0', ''),
      Buffer.from(even).swap16().toString('utf16le'),
    ];
  });
}

/** All decodings of a text by one step. */
function* stepsOf(text: string): Iterable<string> {
  yield text.replace(/<[^>]*>/g, '');
  yield text.replace(/&#x([0-9a-f]+);?/gi, (_all, hex: string) => character(Number.parseInt(hex, 16)));
  yield text.replace(/&#(\d+);?/g, (_all, code: string) => character(Number(code)));
  yield text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&');
  yield text.replace(/\+/g, ' ').replace(/(?:%[0-9a-f]{2})+/gi, (run) => bytesOf(run.replaceAll('%', ''))[0] ?? '');
  yield text.replace(/\\u\{?([0-9a-f]{4,6})\}?/gi, (_all, hex: string) => character(Number.parseInt(hex, 16)));
  yield text.replace(/(?:\\x[0-9a-f]{2})+/gi, (run) => bytesOf(run.replaceAll('\\x', ''))[0] ?? '');
  yield text.replace(/(?:\\[0-3][0-7]{2})+/g, (run) =>
    Buffer.from(
      run
        .split('\\')
        .slice(1)
        .map((octal) => Number.parseInt(octal, 8)),
    ).toString('utf8'),
  );
  yield text.replace(/\\0{0,4}([0-9a-f]{2,6}) ?/gi, (_all, hex: string) => character(Number.parseInt(hex, 16)));
  yield text.replace(/\\(["'\\/])/g, '$1');
  yield text.replace(/(?:=[0-9a-f]{2})+/gi, (run) => bytesOf(run.replaceAll('=', ''))[0] ?? '');
  for (const run of text.match(/(?:(?:0x)?[0-9a-f]{2}[ :,]{0,2}){7,}/gi) ?? [])
    yield* bytesOf(run.replace(/0x|[ :,]/gi, ''));
  for (const run of text.match(/[A-Za-z0-9+/_-]{8,}={0,2}/g) ?? []) yield* base64Of(run);
}

/** All decodings of a text. */
export function readingsOf(text: string): ReadonlySet<string> {
  const all = new Set([text]);
  let last: readonly string[] = [text];
  for (let depth = 0; depth < MAX_DEPTH && last.length > 0; depth++) {
    const next = new Set<string>();
    for (const one of last) {
      for (const step of stepsOf(one)) if (step.length >= 6 && !all.has(step)) next.add(step);
    }
    for (const one of next) if (all.size < MAX_READINGS) all.add(one);
    last = [...next].slice(0, MAX_READINGS);
  }
  return all;
}

const ZEROS = [0x660, 0x6f0, 0x966, 0xff10, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6];

/** The digits and letters of a text. */
function digitsOf(text: string): string {
  const plain = text.normalize('NFKC').replace(/[^\0-\x7f]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const zero = ZEROS.find((one) => code >= one && code < one + 10);
    return zero === undefined ? sign : String(code - zero);
  });
  return plain.replace(/[^\p{L}\d]+/gu, '');
}

const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512'];

function digestsOf(values: readonly string[]): readonly string[] {
  return values.flatMap((value) =>
    DIGESTS.flatMap((name) => {
      const digest = createHash(name).update(value, 'utf8').digest();
      return [digest.toString('hex'), digest.toString('base64').replace(/=+$/, ''), digest.toString('base64url')];
    }),
  );
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns true if a text contains a Polish number, which is given without its prefix. */
export function holdsNumber(readings: ReadonlySet<string>, number: string): boolean {
  return [...readings].some((reading) => digitsOf(reading).includes(number));
}

/** Returns true if a text contains another one in any form. */
export function holdsText(readings: ReadonlySet<string>, text: string): boolean {
  const wanted = folded(text);
  const digests = digestsOf([text]);
  for (const reading of readings) {
    if (folded(reading).includes(wanted)) return true;
    if (digests.some((digest) => reading.includes(digest))) return true;
  }
  return false;
}
