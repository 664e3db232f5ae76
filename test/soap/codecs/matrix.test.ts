import { describe, expect, it } from 'vitest';
import { matrix } from '../../../src/soap/codecs/matrix.js';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import { list } from '../../../src/soap/codecs/simple-types.js';
import { readElement } from '../../support/read-element.js';

const problem = (message: string, path: string): object => expect.objectContaining({ message, path });
const GRID = matrix<readonly (number | null)[]>('ns1:Grid', int, 2);
const ITEMS = (...numbers: number[]): string => numbers.map((n) => `<i>${n}</i>`).join('');

describe('an array of two dimensions', () => {
  it('is written row by row, with its sizes', () => {
    expect(
      GRID.write('g', [
        [1, 2, 3],
        [4, null, 6],
      ]),
    ).toBe(
      '<g SOAP-ENC:arrayType="xsd:int[2,3]" xsi:type="ns1:Grid"><item xsi:type="xsd:int">1</item>' +
        '<item xsi:type="xsd:int">2</item><item xsi:type="xsd:int">3</item><item xsi:type="xsd:int">4</item>' +
        '<item xsi:type="xsd:int" xsi:nil="true"/><item xsi:type="xsd:int">6</item></g>',
    );
    expect(GRID.write('g', [])).toBe('<g SOAP-ENC:arrayType="xsd:int[0,0]" xsi:type="ns1:Grid"></g>');
    expect(GRID.write('g', [[], []])).toBe('<g SOAP-ENC:arrayType="xsd:int[2,0]" xsi:type="ns1:Grid"></g>');
  });

  it.each([
    [
      'xsd:int[2,3]',
      ITEMS(1, 2, 3, 4, 5, 6),
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    [' ns1:Other [ 3 , 1 ] ', ITEMS(1, 2, 3), [[1], [2], [3]]],
    ['xsd:int[0,0]', '', []],
    ['xsd:int[2,0]', '', [[], []]],
    ['xsd:int[0,7]', '', []],
  ])('with %s and %s is read', (arrayType, items, wanted) => {
    expect(readElement(GRID, `<g SOAP-ENC:arrayType="${arrayType}">${items}</g>`)).toEqual(wanted);
  });

  it('is read if its rows are arrays', () => {
    const rows = `<r>${ITEMS(1, 2)}</r><r>${ITEMS(3)}</r>`;
    expect(readElement(GRID, `<g>${rows}</g>`)).toEqual([[1, 2], [3]]);
    expect(readElement(GRID, `<g SOAP-ENC:arrayType="xsd:int[][2]">${rows}</g>`)).toEqual([[1, 2], [3]]);
    expect(readElement(GRID, '<g xsi:nil="true"/>')).toEqual([]);
  });

  it.each([
    ['xsd:int[2,3]', ITEMS(1, 2, 3, 4, 5), 'an array of 2 × 3 items with 5 items'],
    ['xsd:int[9999999999,9999999999]', ITEMS(1), 'an array of 9999999999 × 9999999999 items with 1 items'],
    ['xsd:int[9999999999,0]', '', 'arrays that omit more than 65536 members'],
    ['xsd:int[2,-1]', ITEMS(1, 2), 'an array of several dimensions without their sizes'],
    ['xsd:int[1,1,1]', ITEMS(1), 'has 3 dimensions instead of 2'],
  ])('with %s and %s is refused', (arrayType, items, message) => {
    expect(() => readElement(GRID, `<g SOAP-ENC:arrayType="${arrayType}">${items}</g>`)).toThrow(problem(message, ''));
  });

  it('is ignored if it announces too many dimensions', () => {
    const sizes = Array.from({ length: 100_000 }, () => '1').join(',');
    expect(() => readElement(GRID, `<g SOAP-ENC:arrayType="xsd:int[${sizes}]">${ITEMS(1)}</g>`)).toThrow(
      problem('text where elements are expected', '[0]'),
    );
  });

  it.each<[unknown, string, string]>([
    [[[1], [1, 2]], 'has 2 items, but the first of its row has 1', '[1]'],
    [5, 'must be an array', ''],
    [
      [
        [1, 2],
        [3, 'x'],
      ],
      'must be a whole number',
      '[1][1]',
    ],
    [[[1, undefined]], 'is missing', '[0][1]'],
  ])('%j is not written: %s', (value, message, path) => {
    expect(() => GRID.write('g', value as never)).toThrow(problem(message, path));
  });

  it('has as many dimensions as it is made for', () => {
    const cube = matrix<readonly (readonly (string | null)[])[]>('ns1:Cube', string, 3);
    const value = [[['a', 'b']], [['c', 'd']]];
    const written = cube.write('c', value);
    expect(written).toContain('arrayType="xsd:string[2,1,2]"');
    expect(readElement(cube, written)).toEqual(value);
  });
});

describe('a list in one text', () => {
  const sizes = list('ns1:Sizes', int);

  it('is written with a space between its items, and read with any white space', () => {
    expect(sizes.write('s', [1, 2, -3])).toBe('<s>1 2 -3</s>');
    expect(readElement(sizes, '<s>\n 1\t2  -3 </s>')).toEqual([1, 2, -3]);
    expect(readElement(sizes, '<s/>')).toEqual([]);
    expect(sizes.write('s', [])).toBe('<s></s>');
  });

  it('names the item that is wrong', () => {
    expect(() => readElement(sizes, '<s>1 x</s>')).toThrow(problem('must be a whole number', '[1]'));
    expect(() => sizes.write('s', [1, 1.5])).toThrow(problem('must be a whole number', '[1]'));
    expect(() => sizes.write('s', 5 as never)).toThrow(problem('must be an array', ''));
  });

  it.each(['', 'a b', ' ', 'a\r'])('has no item %j, which would be another number of them', (item) => {
    const words = list('ns1:Words', string);
    expect(() => words.write('s', ['x', item])).toThrow(problem('is empty or contains white space', '[1]'));
  });
});
