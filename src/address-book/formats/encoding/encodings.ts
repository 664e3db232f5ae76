import { checkFilled, invalid } from '../../../options/check.js';
import { decoderOf } from './decoders.js';

/** The encodings that a byte order mark tells. */
export type Unicode = 'utf-8' | 'utf-16le' | 'utf-16be';

/** UTF-32 is named to be refused: its mark begins as that of UTF-16 does. */
const MARKS: readonly (readonly [Unicode | 'utf-32', readonly number[]])[] = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-32', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The number of bytes at the beginning of a file that tell its encoding, as far as they do. */
export const HEAD = 64;

/** The encoding whose byte order mark a file begins with. */
export function markOf(head: Uint8Array): Unicode | 'utf-32' | undefined {
  return MARKS.find(([, mark]) => mark.every((byte, index) => head[index] === byte))?.[0];
}

/** The UTF-16 that a file is in, by all that can be seen, without a mark: every other byte of its titles is 0. */
export function unmarkedUtf16(head: Uint8Array): Unicode | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < Math.max(2, head.length / 4) || Math.min(even, odd) > 0) return undefined;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

/** The name that the Encoding Standard has for a label; `undefined` for one that this Node.js does not know. */
function encodingOf(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === 'iso-8859-1' ? 'windows-1252' : encoding;
  } catch {
    return undefined;
  }
}

/** Checks the name of an encoding. @returns the name that the Encoding Standard has for it */
export function checkEncoding(value: string, path: string): string {
  const known = encodingOf(checkFilled(value, path));
  return known ?? invalid(path, 'is no encoding that is known: utf-8, utf-16le, windows-1250 and iso-8859-2 are some');
}

/** Decodes bytes as a whole; `undefined` where they are not in this encoding, or it is not known. */
export function textIn(bytes: Uint8Array, label: string): string | undefined {
  const encoding = encodingOf(label);
  if (encoding === undefined) return undefined;
  const decoder = decoderOf(encoding);
  const [decoded, rest] = [decoder.decode(bytes), decoder.end()];
  return decoded.fault === undefined && rest.fault === undefined ? decoded.text + rest.text : undefined;
}
