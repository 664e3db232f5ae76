import { describe, expect, it } from 'vitest';
import { array } from '../../../src/soap/codecs/array.js';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import { FieldTable, struct } from '../../../src/soap/codecs/struct.js';
import type { Codec, StructCodec } from '../../../src/soap/decoder/codec.js';
import { Decoder } from '../../../src/soap/decoder/decoder.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import { type Operation, operation } from '../../../src/soap/messages/operation.js';
import { atOnce } from '../../../src/xml/reading-time.js';
import { XmlSource } from '../../../src/xml/source.js';
import { readElement } from '../../support/read-element.js';
import { AlwaysDue, countTurns } from '../../support/turns.js';

interface Item {
  readonly n?: number | null | undefined;
  readonly texts?: readonly (string | null)[] | null | undefined;
}
const FIELDS = { n: int, texts: array('ns1:ArrayOfString', string) };
const ITEM = struct<Item>('ns1:Item', FIELDS);
const problem = (message: string, path: string): object => expect.objectContaining({ message, path });

describe('a struct is written', () => {
  it('with its type, in the order of its fields, without those that are absent', () => {
    expect(ITEM.write('a', { texts: [], n: 5 })).toBe(
      '<a xsi:type="ns1:Item"><n xsi:type="xsd:int">5</n>' +
        '<texts SOAP-ENC:arrayType="xsd:string[0]" xsi:type="ns1:ArrayOfString"></texts></a>',
    );
    expect(ITEM.write('a', { n: null })).toBe('<a xsi:type="ns1:Item"><n xsi:type="xsd:int" xsi:nil="true"/></a>');
    expect(ITEM.write('a', {})).toBe('<a xsi:type="ns1:Item"></a>');
    // Inherited properties are not fields.
    expect(ITEM.write('a', Object.create({ n: 5 }) as Item)).toBe('<a xsi:type="ns1:Item"></a>');
  });

  it.each<[unknown, string, string]>([
    [undefined, 'must be an object', ''],
    [null, 'must be an object', ''],
    [{ n: 1, m: 2 }, 'is unknown. Known names: n, texts', 'm'],
    [{ N: 1 }, 'is unknown. Known names: n, texts. Did you mean n?', 'N'],
    [{ toString: 1 }, 'is unknown. Known names: n, texts', 'toString'],
    [{ n: 'x' }, 'must be a whole number', 'n'],
    [{ texts: ['a', 5] }, 'must be a string', 'texts[1]'],
  ])('not of %j: %s', (value, message, path) => {
    expect(() => ITEM.write('a', value as Item)).toThrow(problem(message, path));
  });

  it('with every field, where all are required', () => {
    const table = new FieldTable<Item>(FIELDS);
    expect(table.write({ n: null, texts: [] }, true)).toContain('nil="true"');
    expect(() => table.write({ n: 1 }, true)).toThrow(problem('is missing', 'texts'));
  });
});

describe('a struct is read', () => {
  it.each([
    ['all absent', '', { n: undefined, texts: [] }],
    ['nil', '<n xsi:nil="1"/><texts xsi:nil="1"/>', { n: null, texts: [] }],
    ['in any order, among others', '<x><n>7</n></x><texts><i>a</i></texts><y/><n>5</n>', { n: 5, texts: ['a'] }],
    ['by their own names alone', '<N>5</N>', { n: undefined, texts: [] }],
    ['never under another name', '<x>5</x>', { n: undefined, texts: [] }],
  ])('with its fields: %s', (_name, fields, value) => {
    expect(readElement(ITEM, `<a>${fields}</a>`)).toEqual(value);
  });

  it('from an Apache Map, by its keys', () => {
    const map = '<item><key>n</key><value>5</value></item><item><key>x</key><value>6</value></item>';
    expect(readElement(ITEM, `<a xsi:type="apache:Map">${map}</a>`)).toEqual({ n: 5, texts: [] });
  });

  it.each([
    ['<n>1</n><n>2</n>', 'occurs twice', 'n'],
    ['<n xsi:nil="1"/><n>2</n>', 'occurs twice', 'n'],
    ['<texts/><texts/>', 'occurs twice', 'texts'],
    ['<n>x</n>', 'must be a whole number', 'n'],
    ['<n>1</n>text', 'text where elements are expected', ''],
  ])('not from %s', (fields, message, path) => {
    expect(() => readElement(ITEM, `<a>${fields}</a>`)).toThrow(problem(message, path));
  });
});
describe('the parts of a message', () => {
  const parts = (table: FieldTable<object>): Codec<object> => ({
    type: '',
    isArray: false,
    write: () => '',
    read: (input) => atOnce(table.readParts(input)),
  });

  /** Reads with a pause after each step. Returns the value and the number of pauses. */
  function stepped(table: FieldTable<object>, content: string): readonly [object, number] {
    const source = new XmlSource(Buffer.from(`<a>${content}</a>`));
    const decoder = new Decoder(source, DEFAULT_LIMITS, false, new AlwaysDue());
    decoder.xml.next();
    return countTurns(table.readParts(decoder));
  }

  it('are read in steps if they are lists', () => {
    const table = new FieldTable<object>({ ...FIELDS, more: string });
    const content = '<texts><i>a</i><i>b</i><i>c</i></texts><n>5</n><more>x</more>';
    expect(stepped(table, content)).toEqual([{ n: 5, texts: ['a', 'b', 'c'], more: 'x' }, 3]);
    expect(readElement(parts(table), `<a>${content}</a>`)).toEqual({ n: 5, texts: ['a', 'b', 'c'], more: 'x' });
  });

  it('must not occur twice, in steps and at once', () => {
    for (const content of ['<n>5</n><n>5</n>', '<texts/><texts/>']) {
      const refusal = problem('occurs twice', content.startsWith('<n>') ? 'n' : 'texts');
      expect(() => stepped(new FieldTable<object>(FIELDS), content)).toThrow(refusal);
      expect(() => readElement(parts(new FieldTable<object>(FIELDS)), `<a>${content}</a>`)).toThrow(refusal);
    }
  });
});

describe('an element that may be something else', () => {
  const table = new FieldTable<Item>(FIELDS);
  const only: Codec<Item> = { type: '', isArray: false, write: () => '', read: (input) => table.readFieldsOnly(input) };

  it('is read if it has only fields', () => {
    expect(readElement(only, '<a><texts><i>x</i></texts><n>5</n></a>')).toEqual({ n: 5, texts: ['x'] });
  });

  it.each([
    ['<a></a>', 'has no fields', ''],
    ['<a><n>5</n><m/></a>', 'contains an element that is not a field', ''],
    ['<a><n>5</n><n>5</n></a>', 'occurs twice', 'n'],
  ])('is refused otherwise: %s', (element, message, path) => {
    expect(() => readElement(only, element)).toThrow(problem(message, path));
  });
});

describe('what the compiler checks of the codecs that the generator writes', () => {
  interface Pair {
    readonly a: string;
    readonly b?: number | null | undefined;
  }
  interface Message {
    readonly pair: Pair | null;
  }

  it('is taken from the type that is wanted', () => {
    const right: StructCodec<Pair> = struct('ns1:Pair', { a: string, b: int }, (a, b) => ({ a, b }));
    // @ts-expect-error a field has the codec of another type
    const wrong: StructCodec<Pair> = struct('ns1:Pair', { a: string, b: string }, (a, b) => ({ a, b }));
    // @ts-expect-error a field is missing
    const short: StructCodec<Pair> = struct('ns1:Pair', { a: string }, (a, b) => ({ a, b }));
    // @ts-expect-error a field is not of the type
    const long: StructCodec<Pair> = struct('ns1:Pair', { a: string, b: int, c: int }, (a, b) => ({ a, b }));
    // @ts-expect-error a field is missing from the record
    const poor: StructCodec<Pair> = struct('ns1:Pair', { a: string, b: int }, (_a, b) => ({ b }));
    const names = { name: 'op', namespace: 'urn:t', soapAction: '' };
    const send: Operation<Message, object> = operation({ ...names, input: { pair: right }, output: {} });
    // @ts-expect-error a part has the codec of another type
    const bad: Operation<Message, object> = operation({ ...names, input: { pair: string }, output: {} });
    expect([right, wrong, short, long, poor].map(({ type }) => type)).toEqual(Array(5).fill('ns1:Pair'));
    expect(right.isArray).toBe(false);
    expect(right.write('p', { a: 'x', b: null })).toBe(
      '<p xsi:type="ns1:Pair"><a xsi:type="xsd:string">x</a><b xsi:type="xsd:int" xsi:nil="true"/></p>',
    );
    expect(readElement(right, '<p><b>1</b><a>x</a></p>')).toEqual({ a: 'x', b: 1 });
    expect([send, bad].map(({ name }) => name)).toEqual(['op', 'op']);
  });
});
