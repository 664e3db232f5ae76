import { describe, expect, it } from 'vitest';
import { Pieces } from '../../../src/transport/http/pieces.js';

/** A source of pieces that says how many of them have been asked for. */
function piecesOf(...texts: readonly string[]): { readonly pieces: Pieces; asked(): number } {
  let asked = 0;
  async function* source(): AsyncGenerator<Uint8Array> {
    for (const text of texts) {
      asked += 1;
      yield Buffer.from(text);
    }
  }
  return { pieces: new Pieces(source()), asked: () => asked };
}

const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString();

async function restOf(pieces: Pieces): Promise<string[]> {
  const all: string[] = [];
  for (let piece = await pieces.next(); piece !== undefined; piece = await pieces.next()) all.push(textOf(piece) ?? '');
  return all;
}

describe('bytes that arrive in pieces', () => {
  it('are given as they come, without the pieces that are empty', async () => {
    const { pieces } = piecesOf('', 'ab', '', '', 'c', '');
    expect(await restOf(pieces)).toEqual(['ab', 'c']);
    expect(await pieces.next()).toBeUndefined();
  });

  it.each<[string, readonly string[], number, string, readonly string[]]>([
    ['a part of a piece', ['abc', 'd'], 2, 'ab', ['c', 'd']],
    ['a whole piece', ['abc', 'd'], 3, 'abc', ['d']],
    ['several pieces and a part of the last', ['ab', 'c', 'def'], 4, 'abcd', ['ef']],
    ['all there is', ['ab', 'c'], 3, 'abc', []],
    ['no more than there is', ['ab', 'c'], 9, 'abc', []],
    ['nothing at all', ['ab'], 0, '', ['ab']],
    ['nothing where there is nothing', [], 1, '', []],
  ])('can be taken by their number: %s', async (_what, texts, count, taken, rest) => {
    const { pieces } = piecesOf(...texts);
    expect(textOf(await pieces.take(count))).toBe(taken);
    expect(await restOf(pieces)).toEqual(rest);
  });

  it('are not waited for when enough have come', async () => {
    const { pieces, asked } = piecesOf('abc', 'd');
    await pieces.take(3);
    expect(asked()).toBe(1);
    await pieces.take(0);
    expect(asked()).toBe(1);
  });

  it.each<[string, readonly string[], number, string]>([
    ['a part of a piece', ['abc', 'd'], 2, 'ab'],
    ['a whole piece', ['ab', 'cd'], 2, 'ab'],
    ['parts of several', ['a', 'bc', 'd'], 2, 'ab'],
    ['all there is', ['a'], 2, 'a'],
  ])('are read again after they were only looked at: %s', async (_what, texts, count, seen) => {
    const { pieces } = piecesOf(...texts);
    expect(textOf(await pieces.peek(count))).toBe(seen);
    expect(textOf(await pieces.peek(count))).toBe(seen);
    expect((await restOf(pieces)).join('')).toBe(texts.join(''));
  });

  it('come again once where they were given back', async () => {
    const { pieces } = piecesOf('abc', 'd');
    const piece = await pieces.next();
    pieces.putBack(Buffer.from(piece ?? []).subarray(1));
    expect(textOf(await pieces.take(2))).toBe('bc');
    expect(await restOf(pieces)).toEqual(['d']);
  });
});
