import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/errors/problem.js';
import { toUtf8, utf8Pieces } from '../../src/xml/charset.js';
import { byteByByte, cutAt } from '../support/both-readings.js';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

async function inPieces(pieces: AsyncIterable<Uint8Array>, charset?: string): Promise<string[]> {
  const all: string[] = [];
  for await (const piece of utf8Pieces(pieces, charset)) {
    // Each for itself: none ends inside a letter.
    expect(text(piece)).not.toContain('\ufffd');
    all.push(text(piece));
  }
  return all;
}

/** The bytes of a document, by their numbers up to 255, or of a text in an encoding of Node.js. */
const bytesOf = (written: string, encoding: BufferEncoding = 'latin1'): Buffer => Buffer.from(written, encoding);
const UTF8 = (written: string): string => bytesOf(written, 'utf8').toString('latin1');
const declared = (charset: string, quote = '"'): string => `<?xml version="1.0" encoding=${quote}${charset}${quote}?>`;

/** Bytes, the charset that the transport names, and the text. */
const DOCUMENTS: readonly (readonly [string, Buffer, string | undefined, string])[] = [
  ['UTF-8', bytesOf('<a>zż€😀</a>', 'utf8'), undefined, '<a>zż€😀</a>'],
  [
    'UTF-8 that the transport names, against the declaration',
    bytesOf(declared('latin1') + UTF8('ż')),
    'utf-8',
    `${declared('latin1')}ż`,
  ],
  [
    'a mark of UTF-8, against all',
    bytesOf(`\u00ef\u00bb\u00bf${declared('latin1')}${UTF8('ż')}`),
    'latin1',
    `${declared('latin1')}ż`,
  ],
  ['a mark of UTF-16LE, against all', bytesOf('\ufeff<a>ż😀</a>', 'utf16le'), 'utf-8', '<a>ż😀</a>'],
  ['a mark of UTF-16BE, against all', bytesOf('\ufeff<a>ż😀</a>', 'utf16le').swap16(), 'utf-8', '<a>ż😀</a>'],
  ['two bytes of a mark of UTF-8', bytesOf('\u00ef\u00bb<'), 'latin1', '\u00ef\u00bb<'],
  ['US-ASCII', bytesOf('<a>z</a>'), 'us-ascii', '<a>z</a>'],
  // Windows-1252 on the web, where 0x80 is the euro sign; here as in the standard.
  ['ISO-8859-1', bytesOf('<a>\u00f3\u0080</a>'), 'iso-8859-1', '<a>\u00f3\u0080</a>'],
  ['ISO-8859-2', bytesOf('<a>\u00bf\u00b3</a>'), 'iso-8859-2', '<a>żł</a>'],
  ['ISO-8859-2 that is declared', bytesOf(`${declared('ISO-8859-2')}\u00bf`), undefined, `${declared('ISO-8859-2')}ż`],
  [
    'a declaration that is not at the beginning',
    bytesOf(`<a/>${declared('latin1')}${UTF8('ż')}`),
    undefined,
    `<a/>${declared('latin1')}ż`,
  ],
  ['nothing', bytesOf(''), undefined, ''],
  ['a long document', bytesOf(`<a>${'ż€😀'.repeat(200)}</a>`, 'utf8'), undefined, `<a>${'ż€😀'.repeat(200)}</a>`],
];

describe('a document becomes UTF-8', () => {
  it.each(DOCUMENTS)('from %s', (_name, bytes, charset, meant) => {
    expect(text(toUtf8(bytes, charset))).toBe(meant);
  });

  it.each(DOCUMENTS)('in pieces, from %s', async (_name, bytes, charset, meant) => {
    expect((await inPieces(byteByByte(bytes), charset)).join('')).toBe(meant);
    for (let cut = 0; cut <= bytes.length; cut += bytes.length > 500 ? 7 : 1) {
      expect((await inPieces(cutAt(bytes, cut), charset)).join(''), `cut at ${cut}`).toBe(meant);
    }
  });

  it('UTF-8 without a copy', () => {
    const bytes = bytesOf('<a>ż</a>', 'utf8');
    expect(toUtf8(bytes, 'utf-8')).toBe(bytes);
  });
});

describe('a document is refused', () => {
  const long = 'x'.repeat(300);
  it.each<[string, Buffer, string | undefined, string, string?]>([
    ['bytes that are no UTF-8', bytesOf(`${long}\u00ff${long}`), undefined, 'the bytes are not valid UTF-8'],
    [
      'a letter of four bytes that is cut by the end',
      bytesOf(`${long}\u00f0\u009f\u0098`),
      undefined,
      'the bytes are not valid UTF-8',
    ],
    ['a half character', bytesOf(`${long}\u00ed\u00a0\u0080`), undefined, 'the bytes are not valid UTF-8'],
    ['more than ASCII', bytesOf(`${long}\u00f3${long}`), 'us-ascii', 'the bytes are not valid US-ASCII'],
    ['half a letter of UTF-16', bytesOf(`${long}x`), 'UTF-16LE', 'the bytes are not valid utf-16le'],
    [
      'a lone surrogate of UTF-16',
      Buffer.concat([bytesOf(long, 'utf16le'), bytesOf('\u0000\u00d8x\u0000')]),
      'utf-16le',
      'the bytes are not valid utf-16le',
    ],
    ['an unknown charset', bytesOf(declared('x-none') + long), undefined, 'the charset is not supported', 'x-none'],
  ])('%s', async (_name, bytes, charset, message, quoted) => {
    expect(() => toUtf8(bytes, charset)).toThrow(new Problem(message, { quoted }));
    await expect(inPieces(byteByByte(bytes), charset)).rejects.toThrow(new Problem(message, { quoted }));
    await expect(inPieces(cutAt(bytes, 299), charset)).rejects.toThrow(new Problem(message, { quoted }));
  });
});

it('the first piece is long enough to detect the charset; later pieces are returned as they arrive', async () => {
  const pieces = await inPieces(cutAt(bytesOf('x'.repeat(1000)), 100, 255, 256, 300), 'utf-8');
  expect(pieces.map(({ length }) => length)).toEqual([256, 44, 700]);
});

it.each([
  ['utf-8', `${'x'.repeat(300)}\u00ff${'y'.repeat(9)}`, 300],
  ['utf-8', `${'x'.repeat(300)}\u00c5${'y'.repeat(9)}`, 300],
  ['windows-1257', `${'x'.repeat(300)}\u00a1${'y'.repeat(9)}`, 300],
])('text before bytes that are not %s is returned first, for each cut', async (charset, written, letters) => {
  const bytes = bytesOf(written);
  for (const cut of [[], [256], [299, 300, 301], [308]]) {
    let read = '';
    const reading = async (): Promise<void> => {
      for await (const piece of utf8Pieces(cutAt(bytes, ...cut), charset)) read += text(piece);
    };
    await expect(reading()).rejects.toThrow(
      `the bytes are not valid ${charset === 'us-ascii' ? 'US-ASCII' : charset === 'utf-8' ? 'UTF-8' : charset}`,
    );
    expect(read).toBe('x'.repeat(letters));
  }
});
