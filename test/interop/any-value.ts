import fc, { type Arbitrary } from 'fast-check';
import type * as types from '../../generated/types.js';
import { isXmlCharacter } from '../../src/xml/chars.js';

/** A field of a struct as it may be: left out, nil or with a value. */
type Fields<T> = { readonly [K in keyof T]-?: Arbitrary<NonNullable<T[K]>> };

function struct<T extends object>(fields: Fields<T>): Arbitrary<T> {
  const nullable = Object.fromEntries(
    Object.entries<Arbitrary<unknown>>(fields).map(([name, field]) => [name, fc.option(field, { freq: 8 })]),
  );
  return fc.record(nullable, { requiredKeys: [] }) as unknown as Arbitrary<T>;
}

const list = <T>(item: Arbitrary<T>): Arbitrary<(T | null)[]> =>
  fc.array(fc.option(item, { freq: 8 }), { maxLength: 4 });

/** What XML or a parser of it may stumble over. */
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
export const text: Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...STUMBLING_BLOCKS),
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 4 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => [...pieces.join('')].filter((character) => isXmlCharacter(character.codePointAt(0) ?? 0)).join(''));

export const int: Arbitrary<number> = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.constantFrom(0, 1, -1, 2 ** 31 - 1, -(2 ** 31)),
);
/** Any float but NaN, which PHP writes in a form of its own. */
export const float: Arbitrary<number> = fc.oneof(
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 0.1, 0.16, 1e21, 5e-324, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);

export const texts: Arbitrary<types.ArrayOfString> = list(text);
export const client: Arbitrary<types.Client> = fc.record({ username: text, password: text });
export const number: Arbitrary<types.Number> = struct<types.Number>({ number: text, name: text, id_group: int });
export const group: Arbitrary<types.Group> = struct<types.Group>({ id: text, name: text, info: text, num_count: int });

const common = {
  from: text,
  message: text,
  eco: int,
  date: int,
  single: int,
  no_unicode: int,
  datacoding: text,
  id_partner: int,
  test: int,
} satisfies Partial<Fields<types.sms_param>>;
const one = { ...common, to: text, arParam: texts, idx: text };

export const smsParam: Arbitrary<types.sms_param> = struct<types.sms_param>(one);
export const smsParamExt: Arbitrary<types.sms_param_ext> = struct<types.sms_param_ext>({
  ...one,
  priority: int,
  udh: text,
});
export const smsMultiParam: Arbitrary<types.sms_multi_param> = struct<types.sms_multi_param>({
  ...common,
  arTo: texts,
  arParams: fc.array(texts, { maxLength: 3 }),
  arIdx: texts,
});

export const groups: Arbitrary<types.ArrayOfGroup> = list(group);
export const numbers: Arbitrary<types.ArrayOfNumber> = list(number);
export const messages: Arbitrary<types.ArrayOfSms> = list(
  struct<types.Sms>({
    id: text,
    to: text,
    from: text,
    message: text,
    flash: int,
    eco: int,
    date: int,
    status: int,
    submitdate: int,
    donedate: int,
  }),
);
export const response: Arbitrary<types.Response> = struct<types.Response>({
  result: int,
  response: texts,
  count: int,
  points: float,
  description: text,
});
