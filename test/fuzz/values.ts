import fc, { type Arbitrary } from 'fast-check';
import type { Shape } from './shapes.js';

/** Texts that an encoder or a parser could change. */
const AWKWARD = [
  '',
  ...[' ', '  a  ', '\r', '\r\n', '\n', '\t', ']]>', '&amp;', '<![CDATA[x]]>', '<!-- -->', '&#13;', '"', "'"],
  ...['\u0085', '\u2028', '\ufeff', '\u00a0', '\u007f', '\ufffd', '😀', '\u{10ffff}', '007', '+48500', 'true'],
  ...['null', 'NaN', '__proto__'],
] as const;

const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Any text that XML can carry. */
function texts(): Arbitrary<string> {
  const any = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replace(FORBIDDEN, '\t'));
  const awkward = fc.array(fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ maxLength: 3 })), { maxLength: 4 });
  return fc.oneof(
    fc.string({ maxLength: 12 }),
    any,
    awkward.map((pieces) => pieces.join('')),
  );
}

/** Any text, including control characters and lone surrogates. */
export function anyTexts(): Arbitrary<string> {
  const units = fc.array(fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff })), {
    maxLength: 12,
  });
  return fc.oneof(
    texts(),
    units.map((codes) => String.fromCharCode(...codes)),
  );
}

const integers = (bits: number): Arbitrary<number> => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const naturals = (bits: number): Arbitrary<number> => fc.integer({ min: 0, max: 2 ** bits - 1 });
/** Text without white space that a decoder may collapse. */
const words = (): Arbitrary<string> => texts().map((text) => text.replace(/[ \t\r\n]+/g, ''));
const bytes = (): Arbitrary<Uint8Array> => fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array));

/** Any value of each simple type that a round trip preserves. White space that a decoder may change is excluded. */
const SCALARS: Readonly<Record<string, Arbitrary<unknown>>> = {
  string: texts(),
  normalizedString: texts().map((text) => text.replace(/[\t\r\n]/g, ' ')),
  token: words(),
  anyURI: words(),
  QName: words(),
  decimal: words(),
  dateTime: words(),
  date: words(),
  time: words(),
  duration: words(),
  byte: integers(8),
  short: integers(16),
  int: integers(32),
  unsignedByte: naturals(8),
  unsignedShort: naturals(16),
  unsignedInt: naturals(32),
  float: fc.double(),
  double: fc.double(),
  long: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  unsignedLong: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  integer: fc.bigInt(),
  nonNegativeInteger: fc.bigInt({ min: 0n }),
  positiveInteger: fc.bigInt({ min: 1n }),
  nonPositiveInteger: fc.bigInt({ max: 0n }),
  negativeInteger: fc.bigInt({ max: -1n }),
  boolean: fc.boolean(),
  base64Binary: bytes(),
  hexBinary: bytes(),
};

/** The names of all simple types with generated values. */
export const SCALAR_NAMES: readonly string[] = Object.keys(SCALARS);

/** Any value of a shape. Fields may be nil or absent. Items may be nil unless they are lists. */
export function valuesOf(shape: Shape): Arbitrary<unknown> {
  switch (shape.kind) {
    case 'scalar': {
      const scalar = SCALARS[shape.codec];
      if (scalar === undefined) throw new Error(`no values are known for the type ${shape.codec}`);
      return scalar;
    }
    case 'struct':
      return fc.record(Object.fromEntries([...shape.fields].map(([name, field]) => [name, maybe(valuesOf(field))])));
    default: {
      const item = valuesOf(shape.item);
      const items = fc.array(shape.item.kind === 'array' ? item : fc.option(item, { freq: 9 }), { maxLength: 12 });
      return shape.item.kind === 'struct' ? fc.oneof(items, alike(shape.item.fields)) : items;
    }
  }
}

/** Any input of an operation. Every part is sent, if necessary as nil. */
export function inputsOf(shape: Shape): Arbitrary<unknown> {
  if (shape.kind !== 'struct') throw new Error('the parts of a message are a struct');
  const parts = [...shape.fields].map(([name, part]) => [name, fc.option(valuesOf(part), { freq: 9 })]);
  return fc.record(Object.fromEntries(parts));
}

function maybe(value: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(null, undefined) });
}

/** Many records with the same absent and nil fields, as from one server. */
function alike(fields: ReadonlyMap<string, Shape>): Arbitrary<unknown> {
  const values = fc.record(Object.fromEntries([...fields].map(([name, field]) => [name, valuesOf(field)])));
  const missing = fc.record(
    Object.fromEntries([...fields].map(([name]) => [name, fc.constantFrom('there', 'there', 'nil', 'absent')])),
  );
  return fc
    .tuple(missing, fc.array(values, { minLength: 3, maxLength: 25 }))
    .map(([plan, records]) =>
      records.map((record) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => [
            name,
            plan[name] === 'there' ? value : plan[name] === 'nil' ? null : undefined,
          ]),
        ),
      ),
    );
}

/** Returns the decoded form of a value: it has every field, and a nil or absent list is empty. */
export function arrived(shape: Shape, value: unknown): unknown {
  if (shape.kind === 'array') return isList(value) ? value.map((item) => arrived(shape.item, item)) : [];
  if (shape.kind === 'scalar' || value === null || value === undefined) return value;
  const record = new Map(Object.entries(value));
  return Object.fromEntries([...shape.fields].map(([name, field]) => [name, arrived(field, record.get(name))]));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
