import type { Codec, StructCodec } from '../../decoder/codec.js';
import type { RecordMaker } from '../struct.js';
import { CheckedTable } from './checked-table.js';
import type { NamedMember } from './checks.js';
import { MemberTable } from './member-table.js';
import { type Member, type Members, memberOf } from './members.js';

const NO_NAME = 'xsd:anyType';

/**
 * Creates the codec of a struct with required fields, repeated elements or attributes. For a struct of optional
 * elements only, use `struct`.
 *
 * @typeParam T - inferred from the expected type of the result, so that the fields are checked against it
 * @param type - its `xsi:type`, with the service's prefix; empty for a type without a name
 * @param members - the fields, in the order in which they are written
 * @param maker - creates a record from the values of the fields in that order; written by the generator
 *
 * @example
 * ```ts
 * import { int, optional, record, repeated, required, type StructCodec, string } from 'sms-service-client/soap';
 *
 * interface Order {
 *   readonly id: number;
 *   readonly note?: string | undefined;
 *   readonly lines: readonly string[];
 * }
 * const OrderCodec: StructCodec<Order> = record('ns1:Order', {
 *   id: required(int),
 *   note: optional(string),
 *   lines: repeated(string),
 * });
 * ```
 */
export function record<T>(type: string, members: NoInfer<Members<T>>, maker?: NoInfer<RecordMaker<T>>): StructCodec<T> {
  const given = Object.entries<Member<unknown> | Codec<unknown>>(members as never);
  const named = given.map(([name, member]): NamedMember => ({ ...memberOf(member), name }));
  const start = type === '' ? '' : ` xsi:type="${type}"`;
  const common = { type: type === '' ? NO_NAME : type, isArray: false };
  if (named.every(({ place }) => place === 'element')) {
    const fields = new CheckedTable<T>(named, maker);
    return {
      ...common,
      fields,
      write: (name, value) => `<${name}${start}>${fields.write(value, false)}</${name}>`,
      read: (decoder, { map }) => fields.read(decoder, map),
    };
  }
  const fields = new MemberTable<T>(named, maker);
  return {
    ...common,
    fields,
    write: (name, value) => {
      const { attributes, content } = fields.write(value);
      return `<${name}${start}${attributes}>${content}</${name}>`;
    },
    read: (decoder, attributes) => fields.read(decoder, attributes),
  };
}
