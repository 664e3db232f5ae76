import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/errors/problem.js';
import * as scalars from '../../../src/soap/codecs/scalars.js';
import type { Codec } from '../../../src/soap/decoder/codec.js';
import { Decoder } from '../../../src/soap/decoder/decoder.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import { XmlSource } from '../../../src/xml/source.js';

/** Reads one element's text as a value of a type. */
function read<T>(codec: Codec<T>, content: string): T | null {
  const document = `<a xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</a>`;
  return readElement(codec, document);
}

function readElement<T>(codec: Codec<T>, document: string): T | null {
  const input = new Decoder(new XmlSource(Buffer.from(document, 'utf8')), DEFAULT_LIMITS);
  input.xml.next();
  return input.value(codec);
}

describe('lexical spaces (XML Schema part 2)', () => {
  it.each<[string, string, unknown]>([
    ['int', '5', 5],
    ['int', ' +5\n', 5],
    ['int', '007', 7],
    ['int', '-0', 0],
    ['int', '&#13;&#9;5&#10;&#13;', 5],
    ['float', '.5', 0.5],
    ['float', '5.', 5],
    ['float', '1e3', 1000],
    ['float', '-1.5E-2', -0.015],
    ['float', 'INF', Number.POSITIVE_INFINITY],
    ['float', '-INF', Number.NEGATIVE_INFINITY],
    ['float', ' NaN ', Number.NaN],
    ['integer', '+123456789012345678901234567890', 123456789012345678901234567890n],
    ['decimal', ' 1.50 ', '1.50'],
    ['dateTime', ' 2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z'],
    ['normalizedString', 'a\tb', 'a b'],
    ['token', ' a \n b ', 'a b'],
    ['hexBinary', '00fF', Buffer.from([0, 255])],
    ['base64Binary', ' AP8= ', Buffer.from([0, 255])],
  ])('xsd:%s reads "%s"', (type, text, value) => {
    expect(read(scalars[type as 'int'], text)).toEqual(value);
  });

  it.each([
    ['int', '0abc'],
    ['int', '0x10'],
    ['int', '1.0'],
    ['int', '5 5'],
    ['int', '\u00a05'],
    ['int', '٣'],
    ['int', '--5'],
    ['float', 'Infinity'],
    ['float', 'inf'],
    ['boolean', 'yes'],
    ['base64Binary', 'A'],
  ])('xsd:%s refuses "%s"', (type, text) => {
    expect(() => read(scalars[type as 'int'], text)).toThrow(Problem);
  });

  it('a refusal never shows the value', () => {
    expect(() => read(scalars.int, '48500100200')).toThrow(expect.not.stringContaining('48500100200'));
  });
});

/** The minimum and maximum of each integer type (XML Schema part 2, 3.3.13 to 3.3.25). */
const EDGES: readonly (readonly [string, bigint | undefined, bigint | undefined])[] = [
  ['int', -2147483648n, 2147483647n],
  ['short', -32768n, 32767n],
  ['byte', -128n, 127n],
  ['unsignedInt', 0n, 4294967295n],
  ['unsignedShort', 0n, 65535n],
  ['unsignedByte', 0n, 255n],
  ['long', -9223372036854775808n, 9223372036854775807n],
  ['unsignedLong', 0n, 18446744073709551615n],
  ['integer', undefined, undefined],
  ['nonNegativeInteger', 0n, undefined],
  ['positiveInteger', 1n, undefined],
  ['nonPositiveInteger', undefined, 0n],
  ['negativeInteger', undefined, -1n],
];

describe.each(EDGES)('xsd:%s', (type, min, max) => {
  const codec = scalars[type as 'int'] as unknown as Codec<number | bigint>;
  const isBig = !/^(?:int|short|byte|unsignedInt|unsignedShort|unsignedByte)$/.test(type);
  const native = (value: bigint): number | bigint => (isBig ? value : Number(value));
  const outside = { message: `is outside ${min ?? '…'} to ${max ?? '…'}`, xsdType: `xsd:${type}` };
  const far = 10n ** 30n;
  const inside = [
    min ?? -far,
    max ?? far,
    ...(min === undefined ? [] : [min + 1n]),
    ...(max === undefined ? [] : [max - 1n]),
  ];
  const beyond = [...(min === undefined ? [] : [min - 1n]), ...(max === undefined ? [] : [max + 1n])];

  it('holds all from its least to its greatest, in both directions', () => {
    for (const value of inside) {
      expect(read(codec, `${value}`)).toBe(native(value));
      expect(read(codec, ` ${value < 0n ? value : `+${value}`} `)).toBe(native(value));
      expect(read(codec, `${value < 0n ? '-' : ''}${'0'.repeat(20)}${value < 0n ? -value : value}`)).toBe(
        native(value),
      );
      expect(codec.write('a', native(value))).toBe(`<a xsi:type="xsd:${type}">${value}</a>`);
    }
  });

  it('refuses values beyond the range in both directions, and names the range', () => {
    for (const value of beyond) {
      for (const text of [`${value}`, ` ${value} `]) {
        expect(() => read(codec, text)).toThrow(expect.objectContaining({ ...outside, offset: expect.any(Number) }));
      }
      expect(() => codec.write('a', native(value))).toThrow(expect.objectContaining(outside));
    }
  });

  it('writes only numbers of its kind', () => {
    for (const value of [1.5, Number.NaN, '5', null, isBig ? 5 : 5n, true]) {
      expect(() => codec.write('a', value as number)).toThrow(
        expect.objectContaining({
          message: isBig ? 'is not a bigint' : 'must be a whole number',
          xsdType: `xsd:${type}`,
        }),
      );
    }
  });
});

describe('a boolean', () => {
  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
    [' true\n', true],
  ])('is read from %j: %s', (text, value) => {
    expect(read(scalars.boolean, text)).toBe(value);
  });
});

describe('what is wrong with a text is said without showing it', () => {
  it.each([
    ['int', '', 'is empty, not a whole number'],
    ['integer', '', 'is empty, not a whole number'],
    ['integer', '7x', 'must be a whole number'],
    ['integer', '9'.repeat(401), 'must be a whole number'],
    ['float', '', 'is empty, not a number'],
    ['boolean', 'TRUE', 'must be a boolean'],
    ['boolean', '10', 'must be a boolean'],
    ['hexBinary', '0', 'is not hexadecimal'],
    ['hexBinary', '0g', 'is not hexadecimal'],
    ['base64Binary', 'AAA', 'is not base64'],
    ['base64Binary', 'A===', 'is not base64'],
  ])('xsd:%s of %j %s', (type, text, message) => {
    expect(() => read(scalars[type as 'int'], text)).toThrow(
      expect.objectContaining({ message, xsdType: `xsd:${type}` }),
    );
  });

  it.each([
    ['float', '5', 'must be a number'],
    ['string', 5, 'must be a string'],
    ['boolean', 'true', 'must be a boolean'],
    ['base64Binary', 'AA==', 'is not a Uint8Array'],
    ['hexBinary', [0], 'is not a Uint8Array'],
  ])('xsd:%s cannot be written of %j: %s', (type, value, message) => {
    expect(() => scalars[type as 'int'].write('a', value as number)).toThrow(
      expect.objectContaining({ message, xsdType: `xsd:${type}` }),
    );
  });
});

describe('bytes', () => {
  it('are written as they are, also those of a part of a larger piece of memory', () => {
    const part = new Uint8Array([9, 0, 255, 9]).subarray(1, 3);
    expect(scalars.base64Binary.write('a', part)).toBe('<a xsi:type="xsd:base64Binary">AP8=</a>');
    expect(scalars.hexBinary.write('a', part)).toBe('<a xsi:type="xsd:hexBinary">00ff</a>');
  });

  it('may have white space: of base64 anywhere, of hexadecimal around them', () => {
    expect(read(scalars.base64Binary, ' A P\n8\t= ')).toEqual(Buffer.from([0, 255]));
    expect(read(scalars.hexBinary, '\n00fF ')).toEqual(Buffer.from([0, 255]));
    expect(() => read(scalars.hexBinary, '00 ff')).toThrow(Problem);
  });
});

describe('what is written is read back', () => {
  const NAMESPACES =
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  const back = <T>(codec: Codec<T>, value: T): T | null =>
    readElement(codec, codec.write('a', value).replace('<a ', `<a ${NAMESPACES} `));

  /** Any text that XML can carry. */
  const xmlText = fc
    .string({ unit: 'grapheme' })
    .filter((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(text));

  it('any text', () => {
    fc.assert(
      fc.property(xmlText, (value) => {
        expect(back(scalars.string, value)).toBe(value);
      }),
    );
    for (const value of ['\r', '\r\n', ' x ', ']]>', '&amp;', '\t\n', '😀', '', '<![CDATA[']) {
      expect(back(scalars.string, value)).toBe(value);
    }
  });

  it('bytes by the megabyte', () => {
    const large = Buffer.alloc(6_000_000, 'bytes');
    expect(back(scalars.base64Binary, large)?.length).toBe(large.length);
    expect(() => read(scalars.base64Binary, `${'A'.repeat(8_000_000)}=A==`)).toThrow(Problem);
  });
});
