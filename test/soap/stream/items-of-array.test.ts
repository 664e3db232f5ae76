import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/errors/problem.js';
import { HEAD, numbersOf, readItems, TAIL } from '../../support/item-stream.js';

const item = (n: number, attributes = ''): string => `<i${attributes}><n>${n}</n></i>`;
const items = (...numbers: number[]): string => numbers.map((n) => item(n)).join('');
const at = (position: number): string => ` enc:position="[${position}]"`;
const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, index) => from + index);

const BEFORE = `${HEAD}<listResponse><result>0</result>`;
const AFTER = '</listResponse>';
/** A document with a list, in one piece. */
const document = (content: string, attributes = '', behind = ''): string =>
  `${BEFORE}<items${attributes}>${content}</items>${AFTER}${behind}${TAIL}`;
/** The same, cut at each "|". */
const pieces = (content: string, attributes = '', behind = ''): string[] =>
  document(content, attributes, behind).split('|');

describe('the items of a list', () => {
  it('that have come together are given together, before more is waited for', async () => {
    const { batches, pulled } = await readItems(pieces(`${items(1, 2)}|${items(3)}|<i><n>4|</n></i>${items(5)}|`));
    expect(batches.filter((batch) => batch.length > 0)).toEqual([[1, 2], [3], [4, 5]]);
    expect(pulled.slice(0, 3)).toEqual([1, 2, 4]);
  });

  it('are never repeated in a later batch', async () => {
    const all = range(40);
    const cut = all.map((n) => (n % 7 === 3 ? `${item(n)}|` : item(n))).join('');
    expect(await numbersOf(pieces(cut))).toEqual(all);
    const inside = all.map((n) => (n % 5 === 2 ? item(n).replace('<n>', '<n>|') : item(n))).join('');
    expect(await numbersOf(pieces(inside))).toEqual(all);
  });

  it('are not requested without a reader', async () => {
    const { batches, pulled, isClosed } = await readItems(pieces(`${items(1)}|${items(2)}|${items(3)}`), {
      batches: 2,
    });
    expect([batches, pulled, isClosed]).toEqual([[[1], [2]], [1, 2], true]);
  });

  it('may be left out by who converts them', async () => {
    const convert = (one: unknown): unknown => (JSON.stringify(one).includes('2') ? undefined : { item: one });
    expect(await numbersOf(pieces(`${items(1, 2)}|${items(3)}`), { stream: { convert } })).toEqual([1, 3]);
  });
});

describe('a list with something wrong is refused after the items before it, with its path', () => {
  it.each([
    ['an item that cannot be read', `${items(1, 2)}<i><n>x</n></i>`, [1, 2], 'items[2].n'],
    ['an item that cannot be read, the first of a piece', `${items(1, 2)}|<i><n>x</n></i>`, [1, 2], 'items[2].n'],
    ['an item that cannot be read, cut', `${items(1, 2)}<i>|<n>x</n></i>`, [1, 2], 'items[2].n'],
    ['text between items', `${items(1, 2)}x${items(3)}`, [1, 2], 'items'],
    ['a position that cannot be', `${items(1)}<i enc:position="x"/>`, [1], 'items'],
    ['a reference to nothing', `${items(1)}|<i href="#x"/>`, [1], 'items[1]'],
    [
      'an item that cannot be read, after one out of order',
      `${items(1)}${item(5, at(3))}<i><n>x</n></i>`,
      [1],
      'items[4].n',
    ],
    ['text after an item out of order', `${items(1)}${item(5, at(3))}x`, [1], 'items'],
    ['a duplicate position', `${items(1)}${item(5, at(3))}${item(6, at(3))}`, [1], 'items'],
    ['a position that was given out', `${items(1, 2)}${item(5, at(0))}`, [1, 2], 'items'],
  ])('%s', async (_name, content, given, path) => {
    const { batches, error } = await readItems(pieces(content));
    expect(batches.flat()).toEqual(given);
    expect(error).toMatchObject({ name: 'DecodeError', path });
  });

  it.each([
    ['in their order', `${items(1, 2, 3)}|${items(4)}`, [1, 2], 'items[2].why'],
    ['out of their order', `${items(1)}${item(3, at(2))}${item(2, at(1))}`, [1, 2], 'items[2].why'],
    ['in the last batch', `${items(1)}|${items(3)}`, [1], 'items[1].why'],
  ])('an item that cannot be used: %s', async (_name, content, given, path) => {
    const convert = (one: unknown): unknown => {
      if (JSON.stringify(one).includes('3')) throw new Problem('cannot be used').prepend('why');
      return { item: one };
    };
    const { batches, error } = await readItems(pieces(content), { stream: { convert } });
    expect(batches.flat()).toEqual(given);
    expect(error).toMatchObject({ name: 'DecodeError', path });
  });
});

describe('items with a position', () => {
  it.each([
    ['in another order', `${item(3, at(2))}${item(1, at(0))}${items(2)}`, [1, 2, 3]],
    ['with holes', `${item(1, at(1))}${item(2, at(3))}${items(3)}`, [null, 1, null, 2, 3]],
    ['with holes after others', `${items(7, 8)}${item(1, at(3))}${items(2)}`, [7, 8, null, 1, 2]],
    ['in pieces', `${items(7)}|${item(1, at(2))}|<i|${at(1)}><n>|5</n></i>|`, [7, 5, 1]],
  ])('are returned at the end if they are out of order: %s', async (_name, content, numbers) => {
    expect(await numbersOf(pieces(content))).toEqual(numbers);
  });

  it('are limited by maxArrayItems if they are out of order', async () => {
    const content = `${items(1)}${item(3, at(2))}${item(2, at(1))}`;
    expect(await numbersOf(pieces(content), { limits: { maxArrayItems: 3 } })).toEqual([1, 2, 3]);
    const { batches, error } = await readItems(pieces(content), { limits: { maxArrayItems: 2 } });
    expect(batches.flat()).toEqual([1]);
    expect(error).toMatchObject({ path: 'items', message: expect.stringContaining('more than 2 items in one array') });
    // In their order they may be any number.
    expect(await numbersOf(pieces(items(1, 2, 3, 4)), { limits: { maxArrayItems: 2 } })).toEqual([1, 2, 3, 4]);
  });

  it('are kept only up to maxBufferedBytes while they wait', async () => {
    const content = `${item(9, at(99))}|${range(50)
      .map((n) => `${item(n)}|`)
      .join('')}`;
    const limits = { maxBufferedBytes: HEAD.length + 500 };
    expect((await readItems(pieces(content), { limits })).error).toMatchObject({
      name: 'DecodeError',
      message: expect.stringContaining('maxBufferedBytes'),
    });
    // A document that has come to its end needs no more memory.
    expect(await numbersOf([document(content.replaceAll('|', ''))], { limits })).toHaveLength(150);
  });
});

describe('returned data is kept while something may refer to it', () => {
  /** Records and a reference to a later element, so that the kept bytes are read again. */
  async function read(record: string, maxBufferedBytes: number): Promise<unknown> {
    const content = `${record.repeat(1)}${items(...range(20, 100))}|${items(2)}<i href="#z"/>${items(3)}`;
    const { batches, error } = await readItems(pieces(content, '', '<m id="z"><n>77</n></m>'), {
      limits: { maxBufferedBytes },
    });
    return error ?? batches.flat();
  }
  const all = [1, ...range(20, 100), 2, 77, 3];
  /** All but the first piece's records, the one in question among them, and the one before the reference. */
  const rest = document(`<i href="#z"/>${items(3)}`, '', '<m id="z"><n>77</n></m>').length;
  const many = items(...range(20, 100)).length + items(2).length;

  it.each([
    ['an id', '<i id="a"><n>1</n></i>'],
    ['an id in single quotes', "<i id='a'><n>1</n></i>"],
    ['an id with white space around it', '<i\n\tid \r\n= "a"><n>1</n></i>'],
    ['an id of a field', '<i><n id="a">1</n></i>'],
    ['an id of an unknown element', '<i><n>1</n><x><y id="a"/></x></i>'],
    ['a text that looks like an id', '<i><n>1</n><s> id="a"</s></i>'],
  ])('because it holds %s', async (_name, record) => {
    expect(await read(record, rest + record.length + many)).toEqual(all);
    expect(await read(record, rest)).toMatchObject({ message: expect.stringContaining('maxBufferedBytes') });
  });

  it.each([
    ['nothing of the kind', '<i><n>1</n></i>'],
    ['another name that ends in id', '<i xid="a" x-id="a"><n>1</n></i>'],
    ['another name that begins with id', '<i ids="a"><n>1</n></i>'],
    ['a text with those letters', '<i><n>1</n><s>id id id</s></i>'],
  ])('and is let go because it holds %s', async (_name, record) => {
    expect(await read(record, rest)).toEqual(all);
  });
});
