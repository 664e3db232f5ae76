import { describe, expect, it } from 'vitest';
import { array } from '../../../src/soap/codecs/array.js';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import { struct } from '../../../src/soap/codecs/struct.js';
import { readElement } from '../../support/read-element.js';

const TEXTS = array('ns1:ArrayOfString', string);
const ROWS = array('ns1:ArrayOfParam', TEXTS);
const RECORDS = array('ns1:ArrayOfGroup', struct<{ n: number }>('ns1:Group', { n: int }));
const problem = (message: string, path: string): object => expect.objectContaining({ message, path });

describe('an array is written', () => {
  it('with its count and the types of its items', () => {
    expect(TEXTS.write('a', ['x', null, '<'])).toBe(
      '<a SOAP-ENC:arrayType="xsd:string[3]" xsi:type="ns1:ArrayOfString"><item xsi:type="xsd:string">x</item>' +
        '<item xsi:type="xsd:string" xsi:nil="true"/><item xsi:type="xsd:string">&lt;</item></a>',
    );
    expect(ROWS.write('a', [['x'], []])).toBe(
      '<a SOAP-ENC:arrayType="ns1:ArrayOfString[2]" xsi:type="ns1:ArrayOfParam">' +
        '<item SOAP-ENC:arrayType="xsd:string[1]" xsi:type="ns1:ArrayOfString"><item xsi:type="xsd:string">x</item></item>' +
        '<item SOAP-ENC:arrayType="xsd:string[0]" xsi:type="ns1:ArrayOfString"></item></a>',
    );
  });

  it.each<[unknown, string, string]>([
    ['abc', 'must be an array', ''],
    [{ length: 0 }, 'must be an array', ''],
    [null, 'must be an array', ''],
    [['a', undefined], 'is missing', '[1]'],
    [['a', 'b', 5], 'must be a string', '[2]'],
  ])('not of %j: %s', (value, message, path) => {
    expect(() => TEXTS.write('a', value as string[])).toThrow(problem(message, path));
  });

  it('not of a list whose list is wrong, and says where', () => {
    expect(() => ROWS.write('a', [['x'], ['y', 5 as never]])).toThrow(problem('must be a string', '[1][1]'));
  });
});

describe('an array is read', () => {
  it.each<[string, string, readonly (string | null)[]]>([
    ['empty', '', []],
    ['in its order', '<i>a</i><i>b</i>', ['a', 'b']],
    ['with nil items', '<i>a</i><i xsi:nil="1"/>', ['a', null]],
    [
      'with items in any order',
      '<i SOAP-ENC:position="[2]">c</i><i SOAP-ENC:position="[0]">a</i><i>b</i>',
      ['a', 'b', 'c'],
    ],
    ['with holes', '<i>a</i><i SOAP-ENC:position="[3]">d</i>', ['a', null, null, 'd']],
    ['with positions that count on', '<i SOAP-ENC:position="[0]">a</i><i SOAP-ENC:position="[1]">b</i>', ['a', 'b']],
  ])('%s', (_name, items, values) => {
    expect(readElement(TEXTS, `<a>${items}</a>`)).toEqual(values);
  });

  it('with holes that are lists if its items are lists', () => {
    expect(readElement(ROWS, '<a SOAP-ENC:offset="[2]"><i><i>x</i></i></a>')).toEqual([[], [], ['x']]);
  });

  it('of an Apache Map with any keys', () => {
    const entries = (count: number): string =>
      Array.from({ length: count }, (_, key) => `<item><key>${key}</key><value>v${key}</value></item>`).join('');
    const element = (count: number): string => `<a xsi:type="apache:Map">${entries(count)}</a>`;
    expect(readElement(TEXTS, element(3), { maxArrayItems: 3 })).toEqual(['v0', 'v1', 'v2']);
    expect(() => readElement(TEXTS, element(4), { maxArrayItems: 3 })).toThrow(
      problem('more than 3 items in one array', ''),
    );
  });

  it.each<[string, string, string, string]>([
    ['an item that is wrong', '<i><n>1</n></i><i><n>x</n></i>', 'must be a whole number', '[1].n'],
    [
      'an item that is wrong at its position',
      '<i SOAP-ENC:position="[4]"><n>x</n></i>',
      'must be a whole number',
      '[4].n',
    ],
    [
      'an item that is wrong after one with a position',
      '<i SOAP-ENC:position="[4]"><n>1</n></i><i><n>x</n></i>',
      'must be a whole number',
      '[5].n',
    ],
    ['text between items', '<i><n>1</n></i>x', 'text where elements are expected', ''],
    ['a duplicate position', '<i/><i/><i SOAP-ENC:position="[1]"/>', 'a duplicate array position', ''],
    [
      'a position that is taken by the next item',
      '<i SOAP-ENC:position="[1]"/><i SOAP-ENC:position="[0]"/><i/>',
      'a duplicate array position',
      '',
    ],
  ])('not with %s', (_name, items, message, path) => {
    expect(() => readElement(RECORDS, `<a>${items}</a>`)).toThrow(problem(message, path));
  });

  it('with no more items than are allowed, holes included', () => {
    const read = (items: string): unknown => readElement(TEXTS, `<a>${items}</a>`, { maxArrayItems: 3 });
    expect(read('<i/><i/><i/>')).toHaveLength(3);
    expect(read('<i SOAP-ENC:position="[2]"/>')).toHaveLength(3);
    const tooMany = expect.objectContaining({ message: 'more than 3 items in one array', offset: expect.any(Number) });
    expect(() => read('<i/><i/><i/><i/>')).toThrow(tooMany);
    expect(() => read('<i SOAP-ENC:position="[3]"/>')).toThrow(tooMany);
  });

  it('with no more than 65,536 holes in a document', () => {
    const read = (position: number): unknown =>
      readElement(ROWS, `<a><i><i/><i SOAP-ENC:position="[9]"/></i><i><i SOAP-ENC:position="[${position}]"/></i></a>`);
    // Eight holes in the first row.
    expect(read(65_528)).toHaveLength(2);
    expect(() => read(65_529)).toThrow(problem('arrays that omit more than 65536 members', '[1]'));
  });
});
