import { describe, expect, it } from 'vitest';
import { int, string } from '../../../../src/soap/codecs/scalars.js';
import type { Codec } from '../../../../src/soap/decoder/codec.js';
import { Decoder } from '../../../../src/soap/decoder/decoder.js';
import { ItemReader } from '../../../../src/soap/decoder/item-reader.js';
import { DEFAULT_LIMITS, type DecodeSettings } from '../../../../src/soap/decoder/limits.js';
import { SOAP_ENCODING, XSI } from '../../../../src/soap/decoder/names.js';
import { MoreNeeded } from '../../../../src/xml/reader.js';
import { XmlSource } from '../../../../src/xml/source.js';

const TARGETS = '<m id="a">A</m><m id="b">B</m>';

/** A reader of the items of an array, with some elements to refer to behind it. */
function readerOf<T>(
  items: string,
  codec: Codec<T>,
  settings: Partial<DecodeSettings> = {},
): { reader: ItemReader<T>; decoder: Decoder } {
  const document = `<r xmlns:xsi="${XSI}" xmlns:enc="${SOAP_ENCODING}"><l>${items}</l>${TARGETS}</r>`;
  const decoder = new Decoder(new XmlSource(Buffer.from(document)), { ...DEFAULT_LIMITS, ...settings });
  decoder.xml.next();
  decoder.xml.next();
  return { reader: new ItemReader(decoder, codec), decoder };
}

/** All items: the value, the position and whether it is known to hold no id. */
function read<T>(items: string, codec: Codec<T>, settings?: Partial<DecodeSettings>): unknown[] {
  const { reader, decoder } = readerOf(items, codec, settings);
  const seen: unknown[] = [];
  while (reader.next()) {
    expect(reader.isInside).toBe(false);
    seen.push([reader.value, reader.position, reader.hasNoId]);
  }
  // Behind the array.
  expect([reader.isInside, decoder.xml.depth]).toEqual([false, 1]);
  return seen;
}

describe('the items of an array', () => {
  it('that are alike are read by their pattern from the fifth on', () => {
    const values = ['a', 'b', 'c', 'd', 'e', 'f'];
    const items = values.map((value) => `<i>${value}</i>`).join('');
    expect(read(items, string)).toEqual(values.map((value, index) => [value, undefined, index >= 4]));
  });

  it('that are references alike are followed from the second on without their tags being read', () => {
    expect(read('<i href="#a"/><i href="#b"/><i href="#a"/><j href="#b"/><j href="#a"/>', string)).toEqual([
      ['A', undefined, false],
      ['B', undefined, true],
      ['A', undefined, true],
      ['B', undefined, false],
      ['A', undefined, true],
    ]);
  });

  it.each(['cache', 'none'] as const)('are all read by the reader where that is wanted: %s', (shortcuts) => {
    const items = `${'<i>x</i>'.repeat(6)}${'<i href="#a"/>'.repeat(2)}`;
    expect(read(items, string, { shortcuts })).toEqual([
      ...Array.from({ length: 6 }, () => ['x', undefined, false]),
      ...Array.from({ length: 2 }, () => ['A', undefined, false]),
    ]);
  });

  it.each([
    ['with an id', '<i href="#a" id="c"/>', '<i href="#b" id="d"/>', ['A', undefined, false], ['B', undefined, false]],
    [
      'that is nil',
      '<i href="#a" xsi:nil="1"/>',
      '<i href="#b" xsi:nil="1"/>',
      [null, undefined, false],
      [null, undefined, false],
    ],
    [
      'with a position',
      '<i href="#a" enc:position="[7]"/>',
      '<i href="#b" enc:position="[7]"/>',
      ['A', 7, false],
      ['B', 7, false],
    ],
    ['with an end tag', '<i href="#a"></i>', '<i href="#b"></i>', ['A', undefined, false], ['B', undefined, false]],
    ['in single quotes', "<i href='#a'/>", "<i href='#b'/>", ['A', undefined, false], ['B', undefined, false]],
    [
      'with another attribute',
      '<i x="1" href="#a"/>',
      '<i x="1" href="#b"/>',
      ['A', undefined, false],
      ['B', undefined, true],
    ],
  ])('a reference %s', (_name, first, second, ...expected) => {
    expect(read(first + second, string)).toEqual(expected);
  });

  it('are refused at the same byte, whether a tag was read or known', () => {
    for (const [before, shortcuts] of [
      ['', 'all'],
      ['<i href="#a"/>', 'all'],
      ['<i href="#a"/>', 'none'],
    ] as const) {
      const items = `${before}<i href="#nowhere"/>`;
      const { reader, decoder } = readerOf(items, string, { shortcuts });
      const start = decoder.xml.position;
      if (before !== '') reader.next();
      // Behind the tag that refers to nothing.
      expect(() => reader.next()).toThrow(expect.objectContaining({ offset: start + items.length }));
    }
  });

  it.each([1, 3, 7])('a wrong item is known to be one, after %i others', (count) => {
    const { reader } = readerOf(`${'<i enc:position="[4]">1</i>'.repeat(count)}<i enc:position="[5]">x</i>`, int);
    for (let index = 0; index < count; index++) expect([reader.next(), reader.position]).toEqual([true, 4]);
    expect(() => reader.next()).toThrow('is not a whole number');
    expect([reader.isInside, reader.position]).toEqual([true, 5]);
  });

  it('have ids that others can refer to, also in a stream', () => {
    const items = Array.from({ length: 8 }, (_, index) => `<i id="i${index}">${index}</i>`).join('');
    for (const isStream of [false, true]) {
      const source = new XmlSource(Buffer.from(`<r><l>${items}</l><x href="#i7"/></r>`));
      const decoder = new Decoder(source, DEFAULT_LIMITS, isStream);
      decoder.xml.next();
      decoder.xml.next();
      const reader = new ItemReader(decoder, string);
      const known: boolean[] = [];
      while (reader.next()) known.push(reader.hasNoId);
      decoder.xml.nextChild();
      expect(decoder.value(string)).toBe('7');
      // Of a stream each is read, so that it can be remembered.
      expect(known.filter(Boolean)).toHaveLength(isStream ? 0 : 4);
    }
  });

  it.each(['all', 'none'] as const)('may not have the id of what is around them, with shortcuts: %s', (shortcuts) => {
    const items = Array.from({ length: 8 }, (_, index) => `<i id="${index === 7 ? 'l' : index}">1</i>`).join('');
    const { reader, decoder } = readerOf(items, string, { shortcuts });
    decoder.enter('l');
    for (let index = 0; index < 7; index++) expect([reader.next(), reader.value]).toEqual([true, '1']);
    expect(() => reader.next()).toThrow('a circular reference');
  });
});

it('an item that has not come to its end is read again from its beginning', () => {
  const source = new XmlSource(Buffer.from('<l><i>a</i> <i>b'), true);
  const decoder = new Decoder(source, DEFAULT_LIMITS, true);
  decoder.xml.next();
  const reader = new ItemReader(decoder, string);
  expect(reader.next()).toBe(true);
  const { position } = decoder.xml;
  expect(() => reader.next()).toThrow(MoreNeeded);
  decoder.reset();
  expect(decoder.xml.position).toBe(position);
  decoder.continueIn(new XmlSource(Buffer.from(' <i>bc</i></l>'), false, source.scope, position));
  expect([reader.next(), reader.value, reader.next()]).toEqual([true, 'bc', false]);
});
