import { Problem } from '../../errors/problem.js';
import { fewDigits } from '../../xml/chars.js';
import { escapeText } from '../../xml/escape.js';
import type { Codec } from '../decoder/codec.js';
import { bytesOfBase64, textOfBase64 } from './base64.js';
import { MAX_INT, MIN_INT } from './int-range.js';

interface Lexical<T> {
  format(value: T): string;
  parse(text: string): T;
  readonly ofDigits?: (value: number) => T;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x9 || code === 0xa || code === 0xd;
}

/** White space `collapse` of XML Schema, for types without inner white space. */
function collapse(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end - start === text.length ? text : text.slice(start, end);
}

function scalar<T>(type: string, { format, parse, ofDigits }: Lexical<T>): Codec<T> {
  const text = (value: T): string => {
    try {
      return format(value);
    } catch (error) {
      throw error instanceof Problem ? new Problem(error.message, { xsdType: type }) : error;
    }
  };
  return {
    type,
    isArray: false,
    parse,
    ...(ofDigits !== undefined && { ofDigits }),
    text,
    write: (name, value) => `<${name} xsi:type="${type}">${text(value)}</${name}>`,
    read: ({ xml }, { base64 }) => {
      const { offset } = xml;
      const text = xml.readText();
      try {
        return parse(base64 && isTextual(type) ? textOfBase64(text) : text);
      } catch (error) {
        throw error instanceof Problem ? new Problem(error.message, { xsdType: type, offset }) : error;
      }
    },
  };
}

function isTextual(type: string): boolean {
  return type !== 'xsd:base64Binary' && type !== 'xsd:hexBinary';
}

function textual(type: string, tidy: (text: string) => string): Codec<string> {
  return scalar<string>(type, {
    format: (value) => {
      if (typeof value !== 'string') throw new Problem('must be a string');
      return escapeText(value);
    },
    parse: tidy,
  });
}

const INTEGER = /^[+-]?\d+$/;

/** Creates the problem for a text that is not an integer. The problem does not contain the text. */
function notInteger(lexical: string): Problem {
  return new Problem(lexical === '' ? 'is empty, not a whole number' : 'must be a whole number');
}

function inRange<N extends number | bigint>(value: N, min: N | undefined, max: N | undefined): N {
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    throw new Problem(`is outside ${min ?? '…'} to ${max ?? '…'}`);
  }
  return value;
}

function boundedInteger(type: string, min: number, max: number): Codec<number> {
  const ofDigits = (value: number): number => inRange(value, min, max);
  return scalar<number>(type, {
    ofDigits,
    format: (value) => {
      if (typeof value !== 'number' || !Number.isInteger(value)) throw new Problem('must be a whole number');
      return String(inRange(value, min, max));
    },
    parse: (raw) => {
      const few = fewDigits(raw);
      if (few !== -1) return ofDigits(few);
      const lexical = collapse(raw);
      if (!INTEGER.test(lexical)) throw notInteger(lexical);
      // `+ 0` converts -0 to 0.
      return inRange(Number(lexical), min, max) + 0;
    },
  });
}

function bigInteger(type: string, min?: bigint, max?: bigint): Codec<bigint> {
  return scalar<bigint>(type, {
    format: (value) => {
      if (typeof value !== 'bigint') throw new Problem('is not a bigint');
      return String(inRange(value, min, max));
    },
    parse: (raw) => {
      const lexical = collapse(raw);
      if (!INTEGER.test(lexical) || lexical.length > 400) throw notInteger(lexical);
      return inRange(BigInt(lexical), min, max);
    },
  });
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const SPECIAL_FLOATS: ReadonlyMap<string, number> = new Map([
  ['INF', Number.POSITIVE_INFINITY],
  ['-INF', Number.NEGATIVE_INFINITY],
  ['NaN', Number.NaN],
  // The spelling of PHP.
  ['NAN', Number.NaN],
]);

function floating(type: string): Codec<number> {
  return scalar<number>(type, {
    ofDigits: (value) => value,
    format: (value) => {
      if (typeof value !== 'number') throw new Problem('must be a number');
      // `String(-0)` loses the sign, which xsd:float has.
      if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
      return Number.isNaN(value) ? 'NaN' : value > 0 ? 'INF' : '-INF';
    },
    parse: (raw) => {
      const lexical = collapse(raw);
      const special = SPECIAL_FLOATS.get(lexical);
      if (special !== undefined) return special;
      if (!DECIMAL.test(lexical)) throw new Problem(lexical === '' ? 'is empty, not a number' : 'must be a number');
      return Number(lexical);
    },
  });
}

function binary(type: string, encoding: 'base64' | 'hex', parse: (raw: string) => Uint8Array): Codec<Uint8Array> {
  return scalar<Uint8Array>(type, {
    format: (value) => {
      if (!(value instanceof Uint8Array)) throw new Problem('is not a Uint8Array');
      return Buffer.from(value.buffer, value.byteOffset, value.length).toString(encoding);
    },
    parse,
  });
}

const keep = (value: string): string => value;
const collapseWords = (value: string): string => collapse(value).replace(/[ \t\r\n]+/g, ' ');

export const string: Codec<string> = textual('xsd:string', keep);
export const normalizedString: Codec<string> = textual('xsd:normalizedString', (value) =>
  value.replace(/[\t\r\n]/g, ' '),
);
export const token: Codec<string> = textual('xsd:token', collapseWords);
export const anyURI: Codec<string> = textual('xsd:anyURI', collapseWords);
export const QName: Codec<string> = textual('xsd:QName', collapseWords);
export const decimal: Codec<string> = textual('xsd:decimal', collapseWords);
export const dateTime: Codec<string> = textual('xsd:dateTime', collapseWords);
export const date: Codec<string> = textual('xsd:date', collapseWords);
export const time: Codec<string> = textual('xsd:time', collapseWords);
export const duration: Codec<string> = textual('xsd:duration', collapseWords);
export const gYear: Codec<string> = textual('xsd:gYear', collapseWords);
export const gYearMonth: Codec<string> = textual('xsd:gYearMonth', collapseWords);
export const gMonth: Codec<string> = textual('xsd:gMonth', collapseWords);
export const gMonthDay: Codec<string> = textual('xsd:gMonthDay', collapseWords);
export const gDay: Codec<string> = textual('xsd:gDay', collapseWords);
export const language: Codec<string> = textual('xsd:language', collapseWords);
export const Name: Codec<string> = textual('xsd:Name', collapseWords);
export const NCName: Codec<string> = textual('xsd:NCName', collapseWords);
export const NMTOKEN: Codec<string> = textual('xsd:NMTOKEN', collapseWords);
export const NMTOKENS: Codec<string> = textual('xsd:NMTOKENS', collapseWords);
export const ID: Codec<string> = textual('xsd:ID', collapseWords);
export const IDREF: Codec<string> = textual('xsd:IDREF', collapseWords);
export const IDREFS: Codec<string> = textual('xsd:IDREFS', collapseWords);
export const ENTITY: Codec<string> = textual('xsd:ENTITY', collapseWords);
export const ENTITIES: Codec<string> = textual('xsd:ENTITIES', collapseWords);

export const int: Codec<number> = boundedInteger('xsd:int', MIN_INT, MAX_INT);
export const short: Codec<number> = boundedInteger('xsd:short', -32_768, 32_767);
export const byte: Codec<number> = boundedInteger('xsd:byte', -128, 127);
export const unsignedInt: Codec<number> = boundedInteger('xsd:unsignedInt', 0, 4_294_967_295);
export const unsignedShort: Codec<number> = boundedInteger('xsd:unsignedShort', 0, 65_535);
export const unsignedByte: Codec<number> = boundedInteger('xsd:unsignedByte', 0, 255);

export const long: Codec<bigint> = bigInteger('xsd:long', -(2n ** 63n), 2n ** 63n - 1n);
export const unsignedLong: Codec<bigint> = bigInteger('xsd:unsignedLong', 0n, 2n ** 64n - 1n);
export const integer: Codec<bigint> = bigInteger('xsd:integer');
export const nonNegativeInteger: Codec<bigint> = bigInteger('xsd:nonNegativeInteger', 0n);
export const positiveInteger: Codec<bigint> = bigInteger('xsd:positiveInteger', 1n);
export const nonPositiveInteger: Codec<bigint> = bigInteger('xsd:nonPositiveInteger', undefined, 0n);
export const negativeInteger: Codec<bigint> = bigInteger('xsd:negativeInteger', undefined, -1n);

export const float: Codec<number> = floating('xsd:float');
export const double: Codec<number> = floating('xsd:double');

export const boolean: Codec<boolean> = scalar<boolean>('xsd:boolean', {
  format: (value) => {
    if (typeof value !== 'boolean') throw new Problem('must be a boolean');
    return String(value);
  },
  parse: (raw) => {
    const lexical = collapse(raw);
    if (!/^(?:true|false|0|1)$/.test(lexical)) throw new Problem('must be a boolean');
    return lexical === 'true' || lexical === '1';
  },
});

export const base64Binary: Codec<Uint8Array> = binary('xsd:base64Binary', 'base64', bytesOfBase64);
export const hexBinary: Codec<Uint8Array> = binary('xsd:hexBinary', 'hex', (raw) => {
  const lexical = collapse(raw);
  if (lexical.length % 2 === 1 || /[^0-9a-fA-F]/.test(lexical)) throw new Problem('is not hexadecimal');
  return Buffer.from(lexical, 'hex');
});
