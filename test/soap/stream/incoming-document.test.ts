import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, type DecodeSettings } from '../../../src/soap/decoder/limits.js';
import { IncomingDocument } from '../../../src/soap/stream/incoming-document.js';

/** Pieces that arrive one by one, and how many were asked for. */
class Pieces implements AsyncIterator<Uint8Array> {
  pulled = 0;
  readonly #pieces: Iterator<string>;

  constructor(pieces: Iterable<string>) {
    this.#pieces = pieces[Symbol.iterator]();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const { value, done } = this.#pieces.next();
    if (done === true) return { value: undefined, done };
    this.pulled += 1;
    return { value: Buffer.from(value, 'utf8'), done: false };
  }
}

function* split(text: string, size: number): Generator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

function* endless(first: string, more: string): Generator<string> {
  yield first;
  for (;;) yield more;
}

async function opened(
  pieces: Iterable<string>,
  limits: Partial<DecodeSettings> = {},
): Promise<{ document: IncomingDocument; pieces: Pieces }> {
  const arriving = new Pieces(pieces);
  return { document: await IncomingDocument.open(arriving, { ...DEFAULT_LIMITS, ...limits }), pieces: arriving };
}

describe('the beginning of a document', () => {
  it.each([1000, 1500])('is at most maxBufferedBytes and the current piece: %d bytes', async (maxBufferedBytes) => {
    const pieces = new Pieces(endless('<?xml ', ' '.repeat(100)));
    await expect(IncomingDocument.open(pieces, { ...DEFAULT_LIMITS, maxBufferedBytes })).rejects.toThrow(
      'the XML declaration is not well-formed',
    );
    expect(pieces.pulled).toBeLessThanOrEqual((4 * maxBufferedBytes) / 100);
  });
});

describe('something of a document', () => {
  it('is looked at with every piece while it is short, and then when twice as much of it has come', async () => {
    const { document } = await opened(split(`<a>${'x'.repeat(200_000)}</a>`, 4096));
    const { xml } = document.decoder;
    await document.attempt(() => xml.next());
    const sizes: number[] = [];
    const text = await document.attempt(() => {
      sizes.push(document.head.length);
      return xml.readText();
    });
    expect(text).toHaveLength(200_000);
    // The first piece begins with the three bytes of the tag; those after it do not. The last one has all the rest.
    expect(sizes).toEqual([4096, 8189, 12_285, 16_381, 20_477, 40_957, 81_917, 163_837, 200_004]);
  });
});
