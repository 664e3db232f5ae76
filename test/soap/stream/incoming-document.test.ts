import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/errors/problem.js';
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

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** 307 bytes that say nothing: enough for a document to be opened with what comes first. */
const PAD = `<!--${'p'.repeat(300)}-->`;

describe('the beginning of a document', () => {
  it('has come when there are 256 bytes of it', async () => {
    const { document, pieces } = await opened(split(`<a>${'x'.repeat(1000)}</a>`, 64));
    expect([document.head.length, pieces.pulled]).toEqual([256, 4]);
    expect(document.decoder.xml.isPartial).toBe(true);
  });

  it('does not begin with white space, which does not count', async () => {
    const { document } = await opened(split(' '.repeat(1000) + `<a>${'x'.repeat(1000)}</a>`, 10));
    expect(textOf(document.head)).toBe(`<a>${'x'.repeat(257)}`);
  });

  it('holds an XML declaration to its end; it is looked at again when twice as much has come', async () => {
    const declaration = `<?xml version="1.0"${' '.repeat(281)}?>`;
    const { document } = await opened(split(`${declaration}<a>${'x'.repeat(1000)}</a>`, 10));
    expect(document.head).toHaveLength(520);
    expect(await document.attempt(() => document.decoder.xml.next())).toBe('start');
  });

  it.each([1000, 1500])(
    'is at most as much as may be kept, and what came with it: %d bytes',
    async (maxBufferedBytes) => {
      const pieces = new Pieces(endless('<?xml ', ' '.repeat(100)));
      await expect(IncomingDocument.open(pieces, { ...DEFAULT_LIMITS, maxBufferedBytes })).rejects.toThrow(
        'the XML declaration is not well-formed',
      );
      expect(pieces.pulled).toBeLessThanOrEqual((4 * maxBufferedBytes) / 100);
    },
  );
});

describe('something of a document', () => {
  it('is read as soon as it has come, from the same place as before', async () => {
    const { document, pieces } = await opened([`${PAD}<a><b>1`, '2</', 'b><c', '/></a>']);
    const { xml } = document.decoder;
    expect(await document.attempt(() => xml.next())).toBe('start');
    let readings = 0;
    const read = (): string => {
      readings += 1;
      xml.nextChild();
      return xml.readText();
    };
    expect(await document.attempt(read)).toBe('12');
    expect([readings, pieces.pulled]).toEqual([3, 3]);
    expect(await document.attempt(() => xml.nextChild()?.local)).toBe('c');
    for (const token of ['end', 'end', 'eof']) expect(await document.attempt(() => xml.next())).toBe(token);
  });

  it('is refused at its byte in the document, in whatever piece that is', async () => {
    const { document } = await opened([`${PAD}<a>`, '<b>1</b>', '<c>\u0001</c>', '</a>']);
    const { xml } = document.decoder;
    await document.attempt(() => xml.next());
    await document.attempt(() => [xml.nextChild(), xml.readText()]);
    await expect(document.attempt(() => [xml.nextChild(), xml.readText()])).rejects.toMatchObject({
      message: 'a character that XML does not allow',
      // Behind 307, 3, 8 and 3 bytes.
      offset: 321,
    });
  });

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

  it('throws what reading throws', async () => {
    const { document } = await opened([`${PAD}<a>`, '</a>']);
    const error = new Error('of the caller');
    const fail = (): never => {
      throw error;
    };
    await expect(document.attempt(fail)).rejects.toBe(error);
  });
});

describe('what is kept of a document', () => {
  /**
   * A document of which three records were read: the first was let go, the second is kept, of the third it is not
   * settled.
   */
  async function records(maxBufferedBytes = 1000): Promise<{ document: IncomingDocument; pieces: Pieces }> {
    const arriving = [`${PAD}<a>`, '<i>1</i>', '<i>22</i><i>333', '</i>', '<b/>', '</a>'];
    const { document, pieces } = await opened(arriving, { maxBufferedBytes });
    const { xml } = document.decoder;
    await document.attempt(() => xml.next());
    const read = (): Promise<unknown> => document.attempt(() => [xml.nextChild(), xml.readText()]);
    await read();
    document.passRecords(xml.position, 1, false);
    await read();
    document.passRecords(xml.position, 1, true);
    await read();
    return { document, pieces };
  }

  it('is everything but the records that were let go', async () => {
    const { document } = await records();
    const kept = await document.rest();
    expect(textOf(kept.document)).toBe(`${PAD}<a><i>22</i><i>333</i><b/></a>`);
    expect([kept.isComplete, kept.records]).toEqual([true, 1]);
    expect(kept).toBe(document.kept);
  });

  it('is settled once, however often it is asked for', async () => {
    const { document } = await records();
    const { position } = document.decoder.xml;
    document.keepTo(position);
    document.keepTo(position);
    document.keepTo(0);
    expect(textOf(document.kept.document)).toBe(`${PAD}<a><i>22</i><i>333</i>`);
  });

  it('is no more than may be kept: nothing more is waited for', async () => {
    // Of 345 bytes the first record is let go, which has 8.
    expect(textOf((await (await records(337)).document.rest()).document)).toHaveLength(337);
    const { document, pieces } = await records(336);
    await expect(document.rest()).rejects.toMatchObject({
      message: expect.stringContaining('more than 336 bytes must be buffered (maxBufferedBytes)'),
    });
    expect(pieces.pulled).toBe(6);
    const early = await records(329);
    await expect(early.document.rest()).rejects.toThrow(Problem);
    expect(early.pieces.pulled).toBeLessThan(6);
  });

  it('is nothing of a document that was there as a whole', async () => {
    const document = IncomingDocument.whole(Buffer.from('<a>x</a>'), DEFAULT_LIMITS);
    const { xml } = document.decoder;
    expect([textOf(document.head), xml.isPartial]).toEqual(['<a>x</a>', false]);
    expect(await document.attempt(() => [xml.next(), xml.readText(), xml.next()])).toEqual(['start', 'x', 'eof']);
    document.keepTo(xml.position);
    expect(document.kept.isComplete).toBe(false);
    await expect(document.rest()).rejects.toThrow(Problem);
  });
});
