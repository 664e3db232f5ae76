import type { Codec } from '../../decoder/codec.js';

/** A field of a record: the codec of its value, where it stands, and how often. */
export interface Member<T> {
  /** `element`, one; `elements`, any number of one name; `attribute`; `content`, the text of the element itself. */
  readonly place: 'element' | 'elements' | 'attribute' | 'content';
  /** Of one value. */
  readonly codec: Codec<unknown>;
  readonly isRequired: boolean;
  readonly isNillable: boolean;
  /** The name on the wire, where it is not that of the field. */
  readonly wireName?: string | undefined;
  /** Is never there: it holds the values that the field has, for the compiler. */
  readonly values?: T | undefined;
}

/** For each field of `T` its member; a codec alone may be absent as well as nil. */
export type Members<T> = { readonly [K in keyof T]-?: Member<NonNullable<T[K]>> | Codec<NonNullable<T[K]>> };

/**
 * A field that has to be there, and is not nil.
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
 * A field that has to be there, and may be nil.
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
 * A field that may be absent, but is not nil.
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
 * A list: an element for each item, none of which is nil.
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
 * A list: an element for each item, each of which may be nil.
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
 * An attribute that may be absent.
 *
 * @param wireName - where it is not the field's
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
 * An attribute that has to be there.
 *
 * @param wireName - where it is not the field's
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
 * The text of the element itself, which then has no child elements.
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

/** Makes a member of what stands in a table of them. */
export function memberOf(given: Member<unknown> | Codec<unknown>): Member<unknown> {
  return 'place' in given ? given : { place: 'element', codec: given, isRequired: false, isNillable: true };
}
