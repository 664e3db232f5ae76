import type { Codec } from '../../decoder/codec.js';

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
