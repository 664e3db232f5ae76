import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/errors/problem.js';
import type { Codec } from '../../src/soap/codec.js';
import { DEFAULT_LIMITS, SoapInput } from '../../src/soap/input.js';
import * as scalars from '../../src/soap/scalars.js';
import { XmlSource } from '../../src/xml/source.js';

/** Reads one element's text as a value of a type. */
function read<T>(codec: Codec<T>, content: string): T | null {
  const document = `<a xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</a>`;
  return readElement(codec, document);
}

function readElement<T>(codec: Codec<T>, document: string): T | null {
  const input = new SoapInput(new XmlSource(Buffer.from(document, 'utf8')), DEFAULT_LIMITS);
  input.xml.next();
  return input.value(codec);
}

describe('lexical spaces (XML Schema part 2)', () => {
  it.each<[string, string, unknown]>([
    ['int', '5', 5],
    ['int', ' +5\n', 5],
    ['int', '007', 7],
    ['int', '-0', 0],
    ['int', '2147483647', 2_147_483_647],
    ['int', '-2147483648', -2_147_483_648],
    ['float', '.5', 0.5],
    ['float', '5.', 5],
    ['float', '1e3', 1000],
    ['float', '-1.5E-2', -0.015],
    ['float', 'INF', Number.POSITIVE_INFINITY],
    ['float', '-INF', Number.NEGATIVE_INFINITY],
    ['float', ' NaN ', Number.NaN],
    ['boolean', '1', true],
    ['boolean', 'false', false],
    ['long', '-9223372036854775808', -(2n ** 63n)],
    ['integer', '+123456789012345678901234567890', 123456789012345678901234567890n],
    ['decimal', ' 1.50 ', '1.50'],
    ['dateTime', ' 2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z'],
    ['normalizedString', 'a\tb', 'a b'],
    ['token', ' a \n b ', 'a b'],
    ['unsignedByte', '255', 255],
    ['hexBinary', '00fF', Buffer.from([0, 255])],
    ['base64Binary', ' AP8= ', Buffer.from([0, 255])],
  ])('xsd:%s reads "%s"', (type, text, value) => {
    expect(read(scalars[type as 'int'], text)).toEqual(value);
  });

  it.each([
    ['int', ''],
    ['int', '0abc'],
    ['int', '0x10'],
    ['int', '1,5'],
    ['int', '1.0'],
    ['int', '1e3'],
    ['int', '5 5'],
    ['int', '\u00a05'],
    ['int', '٣'],
    ['int', '2147483648'],
    ['int', '-2147483649'],
    ['int', '--5'],
    ['float', ''],
    ['float', 'Infinity'],
    ['float', '1,5'],
    ['float', '.'],
    ['float', '0x10'],
    ['float', 'inf'],
    ['boolean', 'yes'],
    ['boolean', 'TRUE'],
    ['byte', '128'],
    ['unsignedInt', '-1'],
    ['unsignedLong', '18446744073709551616'],
    ['positiveInteger', '0'],
    ['hexBinary', '0'],
    ['base64Binary', 'A'],
  ])('xsd:%s refuses "%s"', (type, text) => {
    expect(() => read(scalars[type as 'int'], text)).toThrow(Problem);
  });

  it('a refusal never shows the value', () => {
    expect(() => read(scalars.int, '48500100200')).toThrow(expect.not.stringContaining('48500100200'));
  });
});

describe('writing', () => {
  it.each<[string, unknown]>([
    ['int', 1.5],
    ['int', 2 ** 31],
    ['int', '5'],
    ['int', Number.NaN],
    ['float', '1'],
    ['string', 5],
    ['string', 'a\u0000'],
    ['boolean', 1],
    ['long', 5],
    ['base64Binary', 'AA=='],
  ])('xsd:%s refuses %j', (type, value) => {
    expect(() => scalars[type as 'int'].write('a', value as number)).toThrow(Problem);
  });

  it('an element says its type', () => {
    expect(scalars.float.write('points', 0.16)).toBe('<points xsi:type="xsd:float">0.16</points>');
    expect(scalars.float.write('points', Number.NEGATIVE_INFINITY)).toBe('<points xsi:type="xsd:float">-INF</points>');
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

  it('any number of the right kind', () => {
    const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(int32, (value) => {
        expect(back(scalars.int, value)).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.double(), (value) => {
        expect(back(scalars.double, value)).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(back(scalars.integer, value)).toBe(value);
      }),
    );
  });

  it('bytes by the megabyte', () => {
    const large = Buffer.alloc(6_000_000, 'bytes');
    expect(back(scalars.base64Binary, large)?.length).toBe(large.length);
    expect(() => read(scalars.base64Binary, `${'A'.repeat(8_000_000)}=A==`)).toThrow(Problem);
  });

  it('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (value) => {
        expect(back(scalars.base64Binary, value)).toEqual(Buffer.from(value));
        expect(back(scalars.hexBinary, value)).toEqual(Buffer.from(value));
      }),
    );
  });
});
