import type { Transform } from 'node:stream';
import { Pieces } from './pieces.js';

/** The content codings that are understood (RFC 9110 section 8.4.1); x-gzip is another name of gzip. */
export type Coding = 'gzip' | 'deflate';

/** Compressed data that is cut or broken, or cut up so that unpacking it costs more than what it holds is worth. */
export class BrokenData extends Error {
  constructor(what: string = 'the compressed body is broken') {
    super(what);
  }
}

/**
 * A member of gzip data costs as much as unpacking some kilobytes: besides the first ones there may be one for so many
 * bytes. Those who cut their data into members put 64 kB into each.
 */
const [FREE_MEMBERS, BYTES_PER_MEMBER] = [16, 4096];

/** So much is read of what follows compressed data; a connection on which there is more is closed. */
const MAX_IGNORED_BYTES = 65_536;

/**
 * Unpacks a body as it arrives, in pieces of 16 kB at most, off the event loop. Bytes that follow the compressed data
 * and are none (padding, the output of a script) are not looked at.
 *
 * @throws BrokenData when the data is cut or broken
 */
export async function* decompress(
  coding: Coding,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = new Pieces(source);
  const [first] = await pieces.peek(1);
  if (first === undefined) return;
  if (coding === 'gzip') yield* gunzipped(pieces);
  else {
    // Loaded here: most calls never need it.
    const zlib = process.getBuiltinModule('node:zlib');
    // "deflate" means zlib data by the standard and raw data on some servers; zlib data begins with method 8.
    yield* through((first & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw(), pieces);
  }
  let ignored = 0;
  while (ignored <= MAX_IGNORED_BYTES) {
    const piece = await pieces.next();
    if (piece === undefined) return;
    ignored += piece.length;
  }
}

/**
 * Unpacks the members of gzip data (RFC 1952). The gunzip of Node.js takes whatever follows a member for another one,
 * and loses the end of the first when it is none.
 */
async function* gunzipped(pieces: Pieces): AsyncGenerator<Uint8Array, void, undefined> {
  const zlib = process.getBuiltinModule('node:zlib');
  let members = 0;
  let total = 0;
  do {
    members += 1;
    if (members > FREE_MEMBERS + total / BYTES_PER_MEMBER) {
      throw new BrokenData('the compressed body consists of too many gzip members for what they hold');
    }
    await skipHead(pieces);
    let checksum = 0;
    let size = 0;
    for await (const piece of through(zlib.createInflateRaw(), pieces)) {
      checksum = zlib.crc32(piece, checksum);
      size = (size + piece.length) >>> 0;
      total += piece.length;
      yield piece;
    }
    const trailer = Buffer.from(await exactly(pieces, 8));
    if (trailer.readUInt32LE(0) !== checksum || trailer.readUInt32LE(4) !== size) throw new BrokenData();
  } while (isMember(await pieces.peek(2)));
}

function isMember([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

/** Bits of the flags of a member (RFC 1952 section 2.3.1). */
const [HAS_CHECKSUM, HAS_EXTRA, HAS_NAME, HAS_COMMENT, RESERVED] = [0x02, 0x04, 0x08, 0x10, 0xe0];

async function skipHead(pieces: Pieces): Promise<void> {
  const head = await exactly(pieces, 10);
  const [, , method = 0, flags = 0] = head;
  if (!isMember(head) || method !== 8 || (flags & RESERVED) !== 0) throw new BrokenData();
  if ((flags & HAS_EXTRA) !== 0) {
    const [low = 0, high = 0] = await exactly(pieces, 2);
    await exactly(pieces, low + 256 * high);
  }
  if ((flags & HAS_NAME) !== 0) await skipText(pieces);
  if ((flags & HAS_COMMENT) !== 0) await skipText(pieces);
  if ((flags & HAS_CHECKSUM) !== 0) await exactly(pieces, 2);
}

async function skipText(pieces: Pieces): Promise<void> {
  for (;;) {
    const piece = await pieces.next();
    if (piece === undefined) throw new BrokenData();
    const end = piece.indexOf(0);
    if (end === -1) continue;
    pieces.putBack(piece.subarray(end + 1));
    return;
  }
}

async function exactly(pieces: Pieces, count: number): Promise<Uint8Array> {
  const bytes = await pieces.take(count);
  if (bytes.length < count) throw new BrokenData();
  return bytes;
}

/** Sends pieces through a decompressor of `node:zlib` until it has found the end of its data; the rest stays. */
async function* through(
  inflate: Transform & { readonly bytesWritten: number },
  pieces: Pieces,
): AsyncGenerator<Uint8Array, void, undefined> {
  /** The piece that is being unpacked, and what there was before it. */
  let piece: Uint8Array = new Uint8Array();
  let before = 0;
  const feed = async (): Promise<void> => {
    for (;;) {
      const next = await pieces.next();
      if (next === undefined) {
        inflate.end();
        return;
      }
      piece = next;
      // One at a time, so that the rest of the one in which the data ends can be given back.
      const error = await new Promise<unknown>((resolve) => inflate.write(next, resolve));
      if (error || inflate.bytesWritten < before + next.length) return;
      before += next.length;
      piece = new Uint8Array();
    }
  };
  const fail = (error: Error): void => {
    inflate.destroy(error);
  };
  feed().catch(fail);
  yield* inflate;
  pieces.putBack(piece.subarray(inflate.bytesWritten - before));
}
