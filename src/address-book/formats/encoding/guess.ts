import { isUtf8 } from 'node:buffer';
import { begunBytes, decoderOf, lineAt } from './decoders.js';

/** Those that address books of this gateway come in; the likeliest first. */
const CANDIDATES = ['windows-1250', 'iso-8859-2', 'windows-1252'] as const;
const CYRILLIC = 'windows-1251';
const POLISH = /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻ]/g;
/** The high half of an encoding, where only letters and what stands between words are likely. */
const UNLIKELY = /[^\0-\x7f\p{L}\u00a0„”“’‘–—…€°§]/u;
/** The letters of Latin alphabets that are two bytes in UTF-8, and what stands between words. */
const NOT_LATIN = /[^\0-\x7f\u00c0-\u017f„”“’‘–—…€]/u;

/** The encodings that a line may be in, which is not in the one that it was taken for; none where nothing fits. */
export function likelyEncodings(line: Uint8Array): readonly string[] {
  const high = line.filter((byte) => byte >= 0x80);
  if (high.length === 0) return [];
  const letters = line.filter((byte) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a && byte < 0x80);
  if (high.length > 2 && high.length > letters.length && high.every((byte) => byte >= 0xc0)) return [CYRILLIC];
  const fitting = CANDIDATES.flatMap((encoding) => {
    const { text, fault } = decoderOf(encoding).decode(high);
    return fault !== undefined || UNLIKELY.test(text)
      ? []
      : [{ encoding, text, polish: text.match(POLISH)?.length ?? 0 }];
  });
  const [best] = fitting.toSorted((one, other) => other.polish - one.polish);
  return fitting
    .filter(({ text }) => text === best?.text)
    .map(({ encoding }) => encoding)
    .slice(0, 2);
}

/** Finds the first line with other bytes than those of ASCII. */
export function firstHighLine(bytes: Uint8Array): Uint8Array | undefined {
  const at = bytes.findIndex((byte) => byte >= 0x80);
  return at === -1 ? undefined : lineAt(bytes, at);
}

/** Tells whether a line that is taken for another encoding is UTF-8: its high bytes are whole letters of UTF-8. */
export function isPlainlyUtf8(line: Uint8Array): boolean {
  const whole = line.subarray(0, line.length - begunBytes(line));
  return whole.some((byte) => byte >= 0x80) && isUtf8(whole) && !NOT_LATIN.test(Buffer.from(whole).toString('utf8'));
}
