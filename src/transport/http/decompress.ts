import { pipeline } from 'node:stream';

/** The supported content codings (RFC 9110 section 8.4.1); x-gzip is another name of gzip. */
export type Coding = 'gzip' | 'deflate';

/**
 * Decompresses a body as it arrives, outside the event loop. Padding after the compressed data is ignored.
 *
 * @throws Error with a `code` that starts with `Z_` if the data is truncated or invalid
 */
export async function* decompress(
  coding: Coding,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = source[Symbol.asyncIterator]();
  let first = await pieces.next();
  while (!first.done && first.value.length === 0) first = await pieces.next();
  if (first.done) return;
  const inflate = inflateFor(coding, first.value);
  // An error of the source destroys the decompressor, whose reader receives it.
  pipeline(startingWith(first.value, pieces), inflate, () => undefined);
  yield* inflate;
}

function inflateFor(coding: Coding, [start = 0]: Uint8Array): NodeJS.ReadWriteStream & AsyncIterable<Uint8Array> {
  // Loaded here: most calls never need it.
  const zlib = process.getBuiltinModule('node:zlib');
  if (coding === 'gzip') return zlib.createGunzip();
  // "deflate" is zlib data by the standard, and raw data on some servers; zlib data begins with method 8.
  return (start & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw();
}

async function* startingWith(
  first: Uint8Array,
  others: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => others };
}
