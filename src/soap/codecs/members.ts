import { at, Problem } from '../../errors/problem.js';
import type { Codec } from '../decoder/codec.js';

/** A field of a record: the codec of its value, its place and its cardinality. */
export interface Member<T> {
  /**
   * `element`: one element; `elements`: any number of elements with one name; `attribute`; `content`: the text of the
   * element.
   */
  readonly place: 'element' | 'elements' | 'attribute' | 'content';
  readonly codec: Codec<unknown>;
  readonly isRequired: boolean;
  readonly isNillable: boolean;
  /** The name on the wire, if it differs from the field name. */
  readonly wireName?: string | undefined;
  /** Never set. Declares the type of the field's values for the compiler. */
  readonly values?: T | undefined;
}

/** The member for each field of `T`. A bare codec is a field that may be absent or nil. */
export type Members<T> = { readonly [K in keyof T]-?: Member<NonNullable<T[K]>> | Codec<NonNullable<T[K]>> };

/**
 * A required field that is never nil.
 *
 * @example
 * ```ts
 * import { required, string } from 'sms-service-client/soap';
 *
 * const member = required(string);
 * ```
 */
export function required<T>(codec: Codec<T>): Member<T> {
  return { place: 'element', codec, isRequired: true, isNillable: false };
}

/**
 * A required field that may be nil.
 *
 * @example
 * ```ts
 * import { nillable, string } from 'sms-service-client/soap';
 *
 * const member = nillable(string);
 * ```
 */
export function nillable<T>(codec: Codec<T>): Member<T> {
  return { place: 'element', codec, isRequired: true, isNillable: true };
}

/**
 * An optional field that is never nil.
 *
 * @example
 * ```ts
 * import { optional, string } from 'sms-service-client/soap';
 *
 * const member = optional(string);
 * ```
 */
export function optional<T>(codec: Codec<T>): Member<T> {
  return { place: 'element', codec, isRequired: false, isNillable: false };
}

/**
 * A list with one element per item. No item is nil.
 *
 * @example
 * ```ts
 * import { repeated, string } from 'sms-service-client/soap';
 *
 * const member = repeated(string);
 * ```
 */
export function repeated<T>(codec: Codec<T>): Member<readonly T[]> {
  return { place: 'elements', codec, isRequired: false, isNillable: false };
}

/**
 * A list with one element per item. Items may be nil.
 *
 * @example
 * ```ts
 * import { repeatedNillable, string } from 'sms-service-client/soap';
 *
 * const member = repeatedNillable(string);
 * ```
 */
export function repeatedNillable<T>(codec: Codec<T>): Member<readonly (T | null)[]> {
  return { place: 'elements', codec, isRequired: false, isNillable: true };
}

/**
 * An optional attribute.
 *
 * @param wireName - the attribute name, if it differs from the field name
 *
 * @example
 * ```ts
 * import { attribute, string } from 'sms-service-client/soap';
 *
 * const member = attribute(string);
 * ```
 */
export function attribute<T>(codec: Codec<T>, wireName?: string): Member<T> {
  return { place: 'attribute', codec, isRequired: false, isNillable: false, wireName };
}

/**
 * A required attribute.
 *
 * @param wireName - the attribute name, if it differs from the field name
 *
 * @example
 * ```ts
 * import { requiredAttribute, string } from 'sms-service-client/soap';
 *
 * const member = requiredAttribute(string);
 * ```
 */
export function requiredAttribute<T>(codec: Codec<T>, wireName?: string): Member<T> {
  return { place: 'attribute', codec, isRequired: true, isNillable: false, wireName };
}

/**
 * The text content of the element, which has no child elements.
 *
 * @example
 * ```ts
 * import { content, string } from 'sms-service-client/soap';
 *
 * const member = content(string);
 * ```
 */
export function content<T>(codec: Codec<T>): Member<T> {
  return { place: 'content', codec, isRequired: true, isNillable: false };
}

export function memberOf(input: Member<unknown> | Codec<unknown>): Member<unknown> {
  return 'place' in input ? input : { place: 'element', codec: input, isRequired: false, isNillable: true };
}

export interface NamedMember extends Member<unknown> {
  readonly name: string;
}

/**
 * Checks a decoded record against the WSDL. Nil is treated as absent if the field may be absent but not nil (SOAP 1.1
 * section 5.1): Axis writes null fields as nil.
 */
export function checkRead(members: readonly NamedMember[], values: readonly unknown[]): readonly unknown[] {
  let checked: unknown[] | undefined;
  for (let index = 0; index < members.length; index++) {
    const { name, isRequired, isNillable, codec } = members[index] as NamedMember;
    const value = values[index];
    if (value === undefined && isRequired) throw at(name, new Problem('is missing', { xsdType: codec.type }));
    if (value !== null || isNillable) continue;
    if (isRequired) throw at(name, new Problem('must not be nil', { xsdType: codec.type }));
    checked ??= [...values];
    checked[index] = undefined;
  }
  return checked ?? values;
}

/** Checks a record against the WSDL before it is written. */
export function checkWritten(members: readonly NamedMember[], record: object): void {
  for (const { name, isRequired, isNillable } of members) {
    const value = Object.hasOwn(record, name) ? (record as Record<string, unknown>)[name] : undefined;
    if (value === undefined && isRequired) throw at(name, new Problem('is missing'));
    if (value === null && !isNillable) throw at(name, new Problem('must not be null'));
  }
}
