import { describe, expect, it } from 'vitest';
import { type Line, lines } from '../../../../src/address-book/formats/records/lines.js';
import { collect } from '../../../support/collect.js';
import { inTurn } from '../given.js';

function linesOf(...chunks: readonly (string | Uint8Array)[]): Promise<Line[]> {
  return collect(lines(inTurn(chunks)));
}

async function textsOf(...chunks: readonly (string | Uint8Array)[]): Promise<string[]> {
  return (await linesOf(...chunks)).map(({ text }) => text);
}

describe('a file is cut into lines', () => {
  it('in chunks of any size', async () => {
    // The first and the last character of each length.
    const ends = '\u0080\u07ff\u0800\uffff\u{10000}\u{10ffff}\n';
    const bytes = Buffer.from(`Łódź 😀\n${ends}`, 'utf8');
    for (let at = 0; at <= bytes.length; at++) {
      expect(await textsOf(bytes.subarray(0, at), bytes.subarray(at))).toEqual(['Łódź 😀\n', ends]);
    }
  });

  it('whether it comes as bytes, as text, or as both', async () => {
    expect(await textsOf(Buffer.from('a\nŁ'), 'ó\nb', Buffer.from('c\n'))).toEqual(['a\n', 'Łó\n', 'bc\n']);
    await expect(linesOf('\ud83d', '\ude00')).rejects.toThrow('file: has a piece that ends within a character');
  });

  it('without a byte order mark, and with one in another place', async () => {
    expect(await textsOf(Uint8Array.of(0xef), Uint8Array.of(0xbb, 0xbf, 0x61))).toEqual(['a']);
    expect(await textsOf('', '\ufeffa\n\ufeffb')).toEqual(['a\n', '\ufeffb']);
    expect(await textsOf('a', '\ufeffb')).toEqual(['a\ufeffb']);
    expect(await textsOf('a\ufeffb')).toEqual(['a\ufeffb']);
  });
});

describe('a file that is not UTF-8 is refused', () => {
  it.each([
    [
      'in a later line',
      [
        [0x61, 0x0a, 0x62, 0x0a],
        [0x63, 0x0a, 0xb3, 0x0a, 0x64],
      ],
      'line 4: is not UTF-8',
    ],
    [
      'in a character that has begun in another chunk',
      [
        [0x0a, 0xc5],
        [0x41, 0x0a],
      ],
      'line 2: is not UTF-8',
    ],
    ['with one byte of a mark of UTF-16', [[0xff, 0x00]], 'line 1: is not UTF-8'],
    ['in a character that is too long', [[0xf0, 0x80, 0x80, 0x80]], 'line 1: is not UTF-8'],
  ])('%s', async (_, chunks, message) => {
    const given = chunks.map((bytes) => Uint8Array.from(bytes));
    const found = collect(lines(inTurn(given), 'utf-8'));
    await expect(found).rejects.toMatchObject({ code: 'VALIDATION', message });
  });

  it('for a text after an incomplete character', async () => {
    await expect(linesOf(Uint8Array.of(0xc5), 'a')).rejects.toThrow('line 1: is not UTF-8');
  });
});

it('of a line that is too long the beginning is kept, and the next line is read', async () => {
  const most = 'x'.repeat(4 * 1024 * 1024);
  const [first, second, third] = await linesOf(most.slice(1), '\n', most, 'yz\n', 'b');
  expect([first?.isTooLong, first?.text.length]).toEqual([false, most.length]);
  expect([second?.isTooLong, second?.text.length]).toEqual([true, most.length]);
  expect(third).toEqual({ line: 3, text: 'b', isTooLong: false });
});

it('a file with a line above 16 MiB is refused', async () => {
  const piece = 'x'.repeat(4 * 1024 * 1024);
  await expect(linesOf('a\n', piece, piece, piece, piece)).resolves.toHaveLength(2);
  await expect(linesOf('a\n', piece, piece, piece, piece, 'x')).rejects.toMatchObject({
    code: 'VALIDATION',
    message: 'line 2: is longer than 4194304 characters',
  });
});
