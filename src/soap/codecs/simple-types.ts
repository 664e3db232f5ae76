import { at, Problem } from '../../errors/problem.js';
import type { Codec } from '../decoder/codec.js';

/**
 * Creates the codec of a simple type that restricts another one, such as an enumeration. Its values are those of the
 * base type and are not checked against the restriction.
 *
 * It is written without `xsi:type`, which every server accepts. Axis and gSOAP generate a class for an enumeration and
 * reject the name of the base type. SOAP::Lite reads no schema and rejects all names except those of XML Schema. Arrays
 * announce the type by its own name.
 *
 * @param type - its name, with the service's prefix; the name of the base for an unnamed type
 * @param base - the codec of the restricted simple type
 *
 * @example
 * ```ts
 * import { restriction, string } from 'sms-service-client/soap';
 *
 * const color = restriction('ns1:Color', string);
 * ```
 */
export function restriction<T>(type: string, base: Codec<T>): Codec<T> {
  const { text } = base;
  if (text === undefined) throw new TypeError('the base of the restriction is not a simple type');
  return {
    type,
    isArray: false,
    isUntyped: true,
    text,
    parse: base.parse,
    ofDigits: base.ofDigits,
    write: (name, value) => `<${name}>${text(value)}</${name}>`,
    read: (decoder, attributes) => base.read(decoder, attributes),
  };
}

/**
 * Creates the codec of an XML Schema list (`xsd:list`): one text whose items are separated by white space. It is
 * written without `xsi:type`, like a `restriction`.
 *
 * @param type - its name, with the service's prefix
 * @param item - the codec of the items, a simple type
 *
 * @example
 * ```ts
 * import { int, list } from 'sms-service-client/soap';
 *
 * const sizes = list('ns1:Sizes', int);
 * ```
 */
export function list<T>(type: string, item: Codec<T>): Codec<readonly T[]> {
  const text = (values: readonly T[]): string => {
    if (!Array.isArray(values)) throw new Problem('must be an array', { xsdType: type });
    return values.map((value: T, index) => textOfItem(item, value, index)).join(' ');
  };
  const parse = (raw: string): readonly T[] => {
    const words = raw.split(/[ \t\r\n]+/).filter((word) => word !== '');
    return words.map((word, index) => {
      try {
        return parseItem(item, word);
      } catch (error) {
        throw at(index, error);
      }
    });
  };
  return {
    type,
    isArray: false,
    isUntyped: true,
    text,
    parse,
    write: (name, values) => `<${name}>${text(values)}</${name}>`,
    read: ({ xml }) => {
      const { offset } = xml;
      try {
        return parse(xml.readText());
      } catch (error) {
        throw error instanceof Problem && error.offset === undefined ? withOffset(error, type, offset) : error;
      }
    },
  };
}

function textOfItem<T>(item: Codec<T>, value: T, index: number): string {
  try {
    const written = item.text?.(value) ?? '';
    if (written === '' || /\s|<!\[CDATA|&#13;/.test(written)) throw new Problem('is empty or contains white space');
    return written;
  } catch (error) {
    throw at(index, error);
  }
}

function parseItem<T>(item: Codec<T>, word: string): T {
  if (item.parse === undefined) throw new TypeError('the item type of the list is not a simple type');
  return item.parse(word);
}

function withOffset(problem: Problem, xsdType: string, offset: number): Problem {
  const placed = new Problem(problem.message, { xsdType, offset });
  return problem.path === '' ? placed : placed.prepend(problem.path);
}
