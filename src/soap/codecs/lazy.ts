import type { Codec } from '../decoder/codec.js';

/**
 * Creates a codec that delegates to a codec defined later, for types that contain themselves.
 *
 * @example
 * ```ts
 * import { lazy, type StructCodec, string, struct } from 'sms-service-client/soap';
 *
 * interface Person {
 *   readonly name: string;
 *   readonly boss?: Person | null | undefined;
 * }
 * const PersonCodec: StructCodec<Person> = struct('ns1:Person', { name: string, boss: lazy(() => PersonCodec) });
 * ```
 */
export function lazy<T>(codec: () => Codec<T>): Codec<T> {
  return {
    get type() {
      return codec().type;
    },
    get isArray() {
      return codec().isArray;
    },
    get isUntyped() {
      return codec().isUntyped;
    },
    get text() {
      return codec().text;
    },
    get parse() {
      return codec().parse;
    },
    get ofDigits() {
      return codec().ofDigits;
    },
    get item() {
      return codec().item;
    },
    get fields() {
      return codec().fields;
    },
    get steps() {
      return codec().steps;
    },
    get inner() {
      return codec().inner ?? codec();
    },
    write: (name, value) => codec().write(name, value),
    read: (decoder, attributes) => codec().read(decoder, attributes),
  };
}

/**
 * Creates a codec on first use. A service with hundreds of types loads without creating the codecs that a program never
 * uses.
 *
 * @example
 * ```ts
 * import { later, type StructCodec, string, struct } from 'sms-service-client/soap';
 *
 * const GroupCodec: StructCodec<{ name: string }> = later(() => struct('ns1:Group', { name: string }));
 * ```
 */
export function later<T>(make: () => Codec<T>): Codec<T> {
  let made: Codec<T> | undefined;
  return lazy(() => (made ??= make()));
}
