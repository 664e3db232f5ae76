import { gzipSync } from 'node:zlib';
import type { Random } from '../../random.js';

type BytesMutation = (bytes: Buffer, random: Random) => Buffer;

const MARK = Buffer.from('\ufeff', 'utf8');
const MAX_RANDOM = 2000;

/** Mutations of bytes. Most results are not valid UTF-8. */
const CHANGES: Readonly<Record<string, BytesMutation>> = {
  flippedBit: (bytes, random) => changedAt(bytes, random, (byte) => byte ^ (1 << random.below(8))),
  otherByte: (bytes, random) => changedAt(bytes, random, () => random.below(256)),
  highByte: (bytes, random) => changedAt(bytes, random, () => 128 + random.below(128)),
  surrogateBytes: (bytes, random) => insertedAt(bytes, random, Buffer.from([0xed, 0xa0, 0x80])),
  marked: (bytes) => Buffer.concat([MARK, bytes]),
  markedTwice: (bytes) => Buffer.concat([MARK, MARK, bytes]),
  markInside: (bytes, random) => insertedAt(bytes, random, MARK),
  utf16: (bytes) => Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le'),
  utf16Unmarked: (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  utf16Swapped: (bytes) => Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le').swap16(),
  latin1: (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
  cut: (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  zeros: (bytes, random) => Buffer.concat([bytes.subarray(0, random.below(bytes.length + 1)), Buffer.alloc(200)]),
  empty: () => Buffer.alloc(0),
  anything: (_bytes, random) => Buffer.from(Array.from({ length: random.below(MAX_RANDOM) }, () => random.below(256))),
  compressed: (bytes) => gzipSync(bytes),
};

const WAYS: readonly string[] = Object.keys(CHANGES);

/** Changes the bytes of a file without regard to its format. */
export function mutateBytes(bytes: Buffer, random: Random): readonly [bytes: Buffer, way: string] {
  const way = random.pick(WAYS) ?? '';
  return [CHANGES[way]?.(bytes, random) ?? bytes, way];
}

function changedAt(bytes: Buffer, random: Random, change: (byte: number) => number): Buffer {
  const at = random.below(bytes.length);
  const byte = bytes[at];
  if (byte === undefined) return bytes;
  const changed = Buffer.from(bytes);
  changed[at] = change(byte);
  return changed;
}

function insertedAt(bytes: Buffer, random: Random, inserted: Buffer): Buffer {
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]);
}
