import { at, Problem } from '../../../errors/problem.js';
import type { Codec, Fields, StructCodec } from '../../decoder/codec.js';
import { announcedType, isUnspecific, type KnownType, KnownTypes } from './known-types.js';

interface Typed {
  readonly $type?: string | undefined;
}

/**
 * Creates the codec of a struct type with derived types: its values may be of any of these types. Reading uses
 * `xsi:type` and sets `$type`. Writing uses `$type`; without it, the declared type is written.
 *
 * @param type - the `xsi:type` of the declared type, with the service's prefix
 * @param declared - the `$type` of the declared type; `undefined` if it is abstract, then every value needs a `$type`
 * @param types - returns all types, with the declared one unless it is abstract; called on first use
 *
 * @example
 * ```ts
 * import { type Codec, derived, int, struct, tagged } from 'sms-service-client/soap';
 *
 * interface Entity {
 *   readonly $type?: 'Entity' | undefined;
 *   readonly id: number;
 * }
 * const EntityCodec: Codec<Entity> = tagged('Entity', struct('ns1:Entity', { id: int }));
 * const anyEntity: Codec<Entity> = derived('ns1:Entity', 'Entity', () => [['Entity', '{urn:x}Entity', EntityCodec]]);
 * ```
 */
export function derived<T extends Typed>(
  type: string,
  declared: string | undefined,
  types: () => readonly KnownType[],
): Codec<T> {
  let found: KnownTypes | undefined;
  const known = (): KnownTypes => (found ??= new KnownTypes(types()));
  const oneOf = (): string => `one of ${known().names.join(', ')}`;
  return {
    type,
    isArray: false,
    write: (name, value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Problem('must be an object');
      const wanted = value.$type ?? declared;
      if (wanted === undefined) throw at('$type', new Problem(`is missing; it is ${oneOf()}`));
      const chosen = known().named(wanted);
      if (chosen === undefined) throw at('$type', new Problem(`is not ${oneOf()}`));
      return chosen[2].write(name, value);
    },
    read: (decoder, attributes) => {
      const { tag, offset } = decoder.xml;
      const announced = announcedType(tag);
      const isPlain = announced === undefined || isUnspecific(announced);
      const chosen = isPlain ? declared && known().named(declared) : known().announced(announced);
      if (chosen === undefined || chosen === '') {
        const what = isPlain ? 'has no xsi:type; it must be one of ' : 'has another type than ';
        const quoted = isPlain ? undefined : announced.local;
        throw new Problem(what + known().names.join(', '), { xsdType: type, offset, quoted });
      }
      const [$type, , codec] = chosen;
      return { $type, ...(codec.read(decoder, attributes) as object) } as T;
    },
  };
}

/**
 * Creates the codec of one struct type of an inheritance hierarchy, for fields that allow only this type. Its values
 * may have the type name as `$type`, which is not written.
 *
 * @param name - the name of the type, as in `$type`
 * @param codec - the codec of its fields
 *
 * @example
 * ```ts
 * import { type Codec, int, struct, tagged } from 'sms-service-client/soap';
 *
 * interface User {
 *   readonly $type?: 'User' | undefined;
 *   readonly id: number;
 * }
 * const UserCodec: Codec<User> = tagged('User', struct('ns1:User', { id: int }));
 * ```
 */
export function tagged<T extends Typed>(name: string, codec: StructCodec<Omit<T, '$type'>>): StructCodec<T> {
  const { type, isArray, fields } = codec;
  return {
    type,
    isArray,
    fields: fields as Fields<T> | undefined,
    write: (element, value) => {
      if (typeof value !== 'object' || value === null) return codec.write(element, value);
      const { $type, ...others } = value;
      if ($type !== undefined && $type !== name) throw at('$type', new Problem(`is not ${name}`));
      return codec.write(element, others);
    },
    read: (decoder, attributes) => codec.read(decoder, attributes) as T,
  };
}
