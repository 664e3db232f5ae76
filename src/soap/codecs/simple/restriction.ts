import type { Codec } from '../../decoder/codec.js';

/**
 * Makes the codec of a simple type that restricts another one, such as an enumeration: it has the values of that.
 *
 * It is written without `xsi:type`, which every server takes: Axis and gSOAP, which make a class of an enumeration,
 * refuse the name of the base, and SOAP::Lite, which knows no schema, refuses any name but those of XML Schema. Arrays
 * announce it by its own name.
 *
 * @param type - its name, with the service's prefix; that of the base for one that has none
 * @param base - the codec of the simple type that it restricts
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
  if (text === undefined) throw new TypeError('what is restricted is no simple type');
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
