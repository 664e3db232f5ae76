import fc, { type Arbitrary } from 'fast-check';
import type {
  Field,
  Part,
  ServiceModel,
  StructDefinition,
  TypeDefinition,
  TypeReference,
} from '../../../../src/codegen/model/model.js';
import type { Scalar } from '../../../../src/codegen/model/scalars.js';
import { isXmlCharacter } from '../../../../src/xml/chars.js';

/** Texts that are difficult for XML and its parsers. */
const STUMBLING_BLOCKS = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '&',
    '<',
    '>',
    '"',
    "'",
    ']]>',
    '<![CDATA[',
    '<!--',
    '-->',
    '&amp;',
    '&#13;',
    '<a/>',
  ],
  ...[
    'ż',
    '😀',
    '👩‍👩‍👧',
    'e\u0301',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\ufffd',
    '\ud7ff',
    '\ue000',
    '\u{1fffe}',
    '\u{10ffff}',
  ],
];

/** Any text that XML 1.0 can carry. */
const anyText: Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...STUMBLING_BLOCKS),
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 4 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => [...pieces.join('')].filter((character) => isXmlCharacter(character.codePointAt(0) ?? 0)).join(''));

const int: Arbitrary<number> = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.constantFrom(0, 1, -1, 2 ** 31 - 1, -(2 ** 31)),
);
/** Any float except NaN, which PHP writes as `NAN`. */
const anyFloat: Arbitrary<number> = fc.oneof(
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 0.1, 0.16, 1e21, 5e-324, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);

/** The maximum depth of a value, unless its type requires more. */
const DEPTH = 3;

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const positive = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
const between = (min: number, max: number): Arbitrary<number> => fc.integer({ min, max });
const oneOf = <T>(...all: readonly T[]): Arbitrary<T> => fc.constantFrom(...all);
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
const zone = oneOf('', 'Z', '+02:00', '-11:30');
const day = oneOf('2026-11-24', '1999-12-31', '2000-02-29', '0001-01-01');
const clock = oneOf('00:00:00', '23:59:59', '12:00:00.5', '07:08:09.123456789');

/** libxml2 drops a text that consists of white space and contains a carriage return: see `wsdls.test.ts`. */
const text = anyText.filter((each) => !/^[ \t\r\n]*$/.test(each) || !each.includes('\r'));

/** PHP first parses "-0" as an integer, which has no negative zero. */
const float = anyFloat.filter((each) => !Object.is(each, -0));

/** Values of each simple type, by its codec. Integers without bounds have 64 bits, the maximum of PHP. */
const SCALARS: Readonly<Record<string, Arbitrary<unknown>>> = {
  string: text,
  normalizedString: text.map((each) => each.replace(/[\t\r\n]/g, ' ')),
  token: words,
  anyURI: oneOf('http://a/b?c=d&e', 'urn:x', 'mailto:a@b', '#'),
  QName: oneOf('xsd:int', 'SOAP-ENC:Array', 'local'),
  decimal: oneOf('0', '-1', '1.50', '123456789012345678901234567890.123456789', '.5', '+7'),
  dateTime: fc.tuple(day, clock, zone).map(([a, b, c]) => `${a}T${b}${c}`),
  date: fc.tuple(day, zone).map((both) => both.join('')),
  time: fc.tuple(clock, zone).map((both) => both.join('')),
  gYear: oneOf('2026', '1999Z'),
  gYearMonth: oneOf('2026-11', '1999-12Z'),
  gMonth: oneOf('--11', '--12Z'),
  gMonthDay: oneOf('--11-24', '--02-29Z'),
  gDay: oneOf('---24', '---01Z'),
  language: oneOf('pl', 'en-GB'),
  Name: word,
  NCName: word,
  NMTOKEN: word,
  NMTOKENS: words,
  ID: word,
  IDREF: word,
  IDREFS: words,
  ENTITY: word,
  ENTITIES: words,
  duration: oneOf('P1Y2M3DT4H5M6.7S', '-PT1H', 'P0D'),
  byte: between(-128, 127),
  short: between(-32_768, 32_767),
  int: int,
  unsignedByte: between(0, 255),
  unsignedShort: between(0, 65_535),
  unsignedInt: between(0, 4_294_967_295),
  float,
  double: float,
  long: int64,
  integer: int64,
  unsignedLong: positive,
  nonNegativeInteger: positive,
  positiveInteger: positive,
  nonPositiveInteger: positive.map((each) => -each),
  negativeInteger: positive.map((each) => -each),
  boolean: fc.boolean(),
  base64Binary: fc.uint8Array({ maxLength: 6 }),
  hexBinary: fc.uint8Array({ maxLength: 6 }),
};

function scalarValues({ codec }: Scalar): Arbitrary<unknown> {
  const found = SCALARS[codec];
  if (found === undefined) throw new Error(`no values for ${codec}`);
  return found;
}

/** Values of the types of a service, in the form of its generated code. */
export class ModelValues {
  readonly #types: ReadonlyMap<string, TypeDefinition>;

  constructor({ types }: Pick<ServiceModel, 'types'>) {
    this.#types = new Map(types.map((type) => [type.identifier, type]));
  }

  /** Values of all parts of a message; any of them may be `null`. */
  parts(parts: readonly Part[]): Arbitrary<Readonly<Record<string, unknown>>> {
    return record(
      parts.map(({ name, type }) => [name, orNull(this.#of(type, DEPTH))] as const),
      new Set(),
    );
  }

  #of(type: TypeReference, depth: number): Arbitrary<unknown> {
    switch (type.kind) {
      case 'scalar':
        return scalarValues(type.scalar);
      case 'array':
        return this.#items(type.item, type.dimensions, depth);
      case 'list':
        return fc.array(this.#listItem(type.item), { maxLength: 3 });
      default: {
        const definition = this.#types.get(type.identifier);
        if (definition === undefined) throw new Error(`no type ${type.identifier}`);
        return this.#defined(definition, depth);
      }
    }
  }

  #defined(definition: TypeDefinition, depth: number): Arbitrary<unknown> {
    switch (definition.kind) {
      case 'alias':
        return this.#of(definition.base, depth);
      case 'array':
        return this.#items(definition.item, definition.dimensions, depth);
      case 'list':
        return fc.array(this.#listItem(definition.item), { maxLength: 3 });
      case 'any':
        return anyValue(depth);
      case 'union':
        return fc.oneof(...definition.members.map((member) => this.#member(member, depth)));
      default:
        return this.#struct(definition, depth);
    }
  }

  #struct({ fields: all }: StructDefinition, depth: number): Arbitrary<object> {
    // At the maximum depth, a struct has only its required fields.
    const fields = all.filter(({ optional }) => depth > 0 || !optional);
    return record(
      fields.map((field) => [field.name, this.#field(field, depth)] as const),
      new Set(fields.flatMap(({ name, optional }) => (optional ? [name] : []))),
    );
  }

  #field({ type, nillable, optional, repeated }: Field, depth: number): Arbitrary<unknown> {
    // Only nil ends a struct that requires a field of its own type.
    if ((depth <= 0 && nillable) || depth < -DEPTH) return fc.constant(null);
    const value = this.#of(type, depth - 1);
    const one = nillable ? orNull(value) : value;
    return repeated ? fc.array(one, { minLength: optional ? 0 : 1, maxLength: 3 }) : one;
  }

  /** A value of a derived type has `$type`. */
  #member(member: TypeReference, depth: number): Arbitrary<unknown> {
    const definition = member.kind === 'named' ? this.#types.get(member.identifier) : undefined;
    if (definition?.kind !== 'struct') throw new Error('a union of what is no struct');
    return this.#struct(definition, depth).map((value) => ({ $type: definition.tag, ...value }));
  }

  #items(item: TypeReference, dimensions: number, depth: number): Arbitrary<unknown> {
    if (depth <= 0) return fc.constant([]);
    const value = this.#of(item, depth - 1);
    const one = isList(item) ? value : orNull(value);
    if (dimensions === 1) return fc.array(one, { maxLength: 3 });
    const lengths = fc.array(between(1, 2), { minLength: dimensions, maxLength: dimensions });
    return lengths.chain((sizes) =>
      sizes.reduceRight(
        (inner: Arbitrary<unknown>, size) => fc.array(inner, { minLength: size, maxLength: size }),
        one,
      ),
    );
  }

  #listItem(item: TypeReference): Arbitrary<unknown> {
    return item.kind === 'scalar' && item.scalar.type === 'string' ? word : this.#of(item, 0);
  }
}

/** Any value, with the types that PHP assigns to untyped values. */
function anyValue(depth: number): Arbitrary<unknown> {
  const scalars = [
    text.map((value) => ({ $type: 'xsd:string', value })),
    int.map((value) => ({ $type: 'xsd:int', value })),
    float.map((value) => ({ $type: 'xsd:float', value })),
    fc.boolean().map((value) => ({ $type: 'xsd:boolean', value })),
  ];
  if (depth <= 0) return fc.oneof(...scalars);
  const inner = orNull(anyValue(depth - 1));
  const key = word.map((value) => ({ $type: 'xsd:string', value }));
  const distinct = { minLength: 1, maxLength: 3, selector: ([name]: readonly [unknown, unknown]) => shownKey(name) };
  return fc.oneof(
    ...scalars,
    fc.array(inner, { maxLength: 3 }).map((items) => ({ $type: 'Array', items })),
    fc.uniqueArray(fc.tuple(key, inner), distinct).map((entries) => ({ $type: 'Map', entries })),
    fc.uniqueArray(fc.tuple(word, inner), distinct).map((fields) => ({ $type: 'Struct', fields })),
  );
}

function shownKey(name: unknown): string {
  return JSON.stringify(name);
}

function isList(type: TypeReference): boolean {
  return type.kind === 'array' || (type.kind === 'named' && type.of === 'array');
}

const orNull = (value: Arbitrary<unknown>): Arbitrary<unknown> => fc.option(value, { freq: 8 });

/** Creates an object with fields of any name, including `__proto__`. */
function record(
  fields: readonly (readonly [name: string, value: Arbitrary<unknown>])[],
  optional: ReadonlySet<string>,
): Arbitrary<Readonly<Record<string, unknown>>> {
  const absent = Symbol('absent');
  const values = fields.map(([name, value]) =>
    optional.has(name)
      ? fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: fc.constant(absent) })
      : value,
  );
  return fc.tuple(...values).map((tuple) => {
    const object: Record<string, unknown> = {};
    for (const [index, [name]] of fields.entries()) {
      if (tuple[index] === absent) continue;
      Object.defineProperty(object, name, {
        value: tuple[index],
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return object;
  });
}
