import { describe, expect, it } from 'vitest';
import { array } from '../../../src/soap/codecs/array.js';
import {
  attribute,
  content,
  nillable,
  optional,
  repeated,
  repeatedNillable,
  required,
  requiredAttribute,
} from '../../../src/soap/codecs/members.js';
import { record } from '../../../src/soap/codecs/record.js';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import type { Codec } from '../../../src/soap/decoder/codec.js';
import { readElement } from '../../support/read-element.js';

const problem = (message: string, path: string): object => expect.objectContaining({ message, path });

interface Strict {
  readonly must: number;
  readonly nil: string | null;
  readonly may?: number | undefined;
  readonly both?: string | null | undefined;
  readonly list: readonly (string | null)[];
}
const STRICT = record<Strict>(
  'ns1:Strict',
  {
    must: required(int),
    nil: nillable(string),
    may: optional(int),
    both: string,
    list: required(array('ns1:L', string)),
  },
  (must, nil, may, both, list) => ({ must, nil, may, both, list }),
);

describe('a record whose fields must be there, or must not be nil', () => {
  it('is read', () => {
    expect(readElement(STRICT, '<a><must>1</must><nil xsi:nil="1"/></a>')).toEqual({
      must: 1,
      nil: null,
      may: undefined,
      both: undefined,
      list: [],
    });
  });

  // Axis writes every field that is null so, and SOAP 1.1 section 5.1 takes both for one.
  it('reads nil as absent for an optional field', () => {
    expect(readElement(STRICT, '<a><must>1</must><nil/><may xsi:nil="true"/></a>')).toEqual({
      must: 1,
      nil: '',
      may: undefined,
      both: undefined,
      list: [],
    });
    const items = '<item><must>1</must><nil>x</nil><may xsi:nil="1"/></item>'.repeat(50);
    expect(readElement(array('ns1:A', STRICT), `<a>${items}</a>`)).toEqual(
      Array.from({ length: 50 }, () => ({ must: 1, nil: 'x', may: undefined, both: undefined, list: [] })),
    );
  });

  it.each([
    ['<a><nil>x</nil></a>', 'is missing', 'must'],
    ['<a><must xsi:nil="1"/><nil>x</nil></a>', 'must not be nil', 'must'],
    ['<a><must>1</must></a>', 'is missing', 'nil'],
  ])('%s is refused: %s', (element, message, path) => {
    expect(() => readElement(STRICT, element)).toThrow(problem(message, path));
  });

  it('is refused with its place among thousands, which patterns read', () => {
    const good = '<item><must>1</must><nil>x</nil></item>';
    const bad = '<item><must xsi:nil="1"/><nil>x</nil></item>';
    const list = array('ns1:A', STRICT);
    const read = (items: readonly string[]) => readElement(list, `<a>${items.join('')}</a>`);
    expect(read(Array.from({ length: 50 }, () => good))).toHaveLength(50);
    const missing = Array.from({ length: 50 }, () => '<item><nil>x</nil></item>');
    expect(() => read([...Array.from({ length: 20 }, () => good), ...missing])).toThrow(
      problem('is missing', '[20].must'),
    );
    expect(() => read([...Array.from({ length: 20 }, () => good), bad])).toThrow(
      problem('must not be nil', '[20].must'),
    );
  });
  it.each<[unknown, string, string]>([
    [{ nil: null, list: [] }, 'is missing', 'must'],
    [{ must: null, nil: null, list: [] }, 'must not be null', 'must'],
    [{ must: 1, nil: null, may: null, list: [] }, 'must not be null', 'may'],
    [{ must: 1, nil: null }, 'is missing', 'list'],
    [{ must: 1, nil: null, list: [], more: 1 }, 'is unknown. Known names: must, nil, may, both, list', 'more'],
    ['text', 'must be an object', ''],
  ])('%j is not written: %s', (value, message, path) => {
    expect(() => STRICT.write('a', value as Strict)).toThrow(problem(message, path));
  });
});

interface Order {
  readonly $id: string;
  readonly id: number;
  readonly lang?: string | undefined;
  readonly lines: readonly number[];
  readonly notes: readonly (string | null)[];
}
const ORDER = record<Order>('ns1:Order', {
  $id: requiredAttribute(string, 'id'),
  id: required(int),
  lang: attribute(string, 'xml:lang'),
  lines: repeated(int),
  notes: repeatedNillable(string),
});

describe('a record with lists and attributes', () => {
  const value: Order = { $id: 'a"<\n', id: 7, lang: 'pl', lines: [1, 2], notes: ['x', null] };
  const written =
    '<o xsi:type="ns1:Order" id="a&quot;&lt;&#10;" xml:lang="pl"><id xsi:type="xsd:int">7</id>' +
    '<lines xsi:type="xsd:int">1</lines><lines xsi:type="xsd:int">2</lines>' +
    '<notes xsi:type="xsd:string">x</notes><notes xsi:type="xsd:string" xsi:nil="true"/></o>';

  it('is written with an element for each item, and its attributes in the tag', () => {
    expect(ORDER.write('o', value)).toBe(written);
  });

  it('is read again', () => {
    expect(readElement(ORDER, written)).toEqual(value);
  });

  it('has empty lists for absent elements, and collects separate items', () => {
    expect(readElement(ORDER, '<o id=""><id>7</id></o>')).toEqual({
      $id: '',
      id: 7,
      lang: undefined,
      lines: [],
      notes: [],
    });
    expect(
      readElement(ORDER, '<o id="1"><lines>1</lines><id>7</id><other/><notes/><lines>2</lines></o>'),
    ).toMatchObject({ lines: [1, 2], notes: [''] });
  });

  it('has an empty list for a single nil, unless items may be nil', () => {
    expect(readElement(ORDER, '<o id="1"><id>7</id><lines xsi:nil="1"/></o>')).toMatchObject({ lines: [] });
    expect(readElement(ORDER, '<o id="1"><id>7</id><notes xsi:nil="1"/></o>')).toMatchObject({ notes: [null] });
  });

  it('is read at the target of a reference, with its attributes', () => {
    const list = array('ns1:Orders', ORDER);
    expect(readElement(list, '<a><item href="#x"/><b id="x" xml:lang="de"><id>1</id></b></a>')).toMatchObject([
      { $id: 'x', lang: 'de' },
      { $id: 'x', lang: 'de' },
    ]);
  });

  it.each([
    ['<o><id>7</id></o>', 'is missing', '$id'],
    ['<o id="1"><id>7</id><id>7</id></o>', 'occurs twice', 'id'],
    ['<o id="1"><id>7</id><lines>1</lines><lines>x</lines></o>', 'must be a whole number', 'lines[1]'],
    ['<o id="1"><id>7</id><lines>1</lines><lines xsi:nil="1"/></o>', 'must not be nil', 'lines[1]'],
    ['<o id="1" xml:lang="" ns1:lang=""><id>7</id></o>', 'occurs twice', 'lang'],
  ])('%s is refused: %s', (element, message, path) => {
    expect(() => readElement(ORDER, element)).toThrow(problem(message, path));
  });

  it('holds no more items than an array may', () => {
    const items = '<lines>1</lines>'.repeat(3);
    expect(() => readElement(ORDER, `<o id="1">${items}</o>`, { maxArrayItems: 2 })).toThrow(
      problem('more than 2 items in one array', 'lines'),
    );
  });

  it.each<[object, string, string]>([
    [{ lines: 1 }, 'must be an array', 'lines'],
    [{ lines: [1, null] }, 'must not be null', 'lines[1]'],
    [{ lang: 'a\u0000' }, 'contains U+0000, which XML does not allow', 'lang'],
    [{ lag: '' }, 'is unknown. Known names: $id, id, lang, lines, notes. Did you mean lang?', 'lag'],
  ])('%j is not written: %s', (wrong, message, path) => {
    expect(() => ORDER.write('o', { ...value, ...wrong })).toThrow(problem(message, path));
  });
});

interface Price {
  readonly $value: number;
  readonly unit?: string | undefined;
}
const PRICE = record<Price>('ns1:Price', { $value: content(int), unit: attribute(string) });

describe('a record that is a text with attributes', () => {
  it('is written and read', () => {
    const written = '<p xsi:type="ns1:Price" unit=" ">5</p>';
    expect(PRICE.write('p', { $value: 5, unit: ' ' })).toBe(written);
    expect(readElement(PRICE, written)).toEqual({ $value: 5, unit: ' ' });
    expect(readElement(PRICE, '<p><!-- five -->5</p>')).toEqual({ $value: 5, unit: undefined });
  });

  it.each([
    ['<p>x</p>', 'must be a whole number', '$value'],
    ['<p>1<b/></p>', 'an element where text is expected', '$value'],
  ])('%s is refused: %s', (element, message, path) => {
    expect(() => readElement(PRICE, element)).toThrow(problem(message, path));
  });
});

it('a record without a name is written without a type', () => {
  const codec: Codec<{ readonly a: number }> = record('', { a: required(int) });
  expect(codec.write('x', { a: 1 })).toBe('<x><a xsi:type="xsd:int">1</a></x>');
  expect(array('ns1:A', codec).write('x', [{ a: 1 }, null])).toBe(
    '<x SOAP-ENC:arrayType="xsd:anyType[2]" xsi:type="ns1:A"><item><a xsi:type="xsd:int">1</a></item>' +
      '<item xsi:type="xsd:anyType" xsi:nil="true"/></x>',
  );
});

it('a field may be called __proto__', () => {
  const codec = record<object>('ns1:P', { ['__proto__']: required(int), b: repeated(int) });
  const value = readElement(codec, '<x><__proto__>1</__proto__></x>');
  expect(Object.entries(value as object)).toEqual([
    ['__proto__', 1],
    ['b', []],
  ]);
});
