import type { Codec } from '../../decoder/codec.js';
import { isXsd, SOAP_ENCODING } from '../../decoder/names.js';
import * as scalars from '../scalars.js';
import type { TypeName } from './known-types.js';

/** A value of a simple XML Schema type, with the name of its type. */
export type ScalarValue =
  | { readonly $type: `xsd:${TextType}`; readonly value: string }
  | { readonly $type: `xsd:${NumberType}`; readonly value: number }
  | { readonly $type: `xsd:${BigType}`; readonly value: bigint }
  | { readonly $type: 'xsd:boolean'; readonly value: boolean }
  | { readonly $type: 'xsd:base64Binary' | 'xsd:hexBinary'; readonly value: Uint8Array };

type TextType =
  | 'string'
  | 'normalizedString'
  | 'token'
  | 'anyURI'
  | 'QName'
  | 'decimal'
  | 'dateTime'
  | 'date'
  | 'time'
  | 'duration'
  | 'gYear'
  | 'gYearMonth'
  | 'gMonth'
  | 'gMonthDay'
  | 'gDay'
  | 'language'
  | 'Name'
  | 'NCName'
  | 'NMTOKEN'
  | 'NMTOKENS'
  | 'ID'
  | 'IDREF'
  | 'IDREFS'
  | 'ENTITY'
  | 'ENTITIES';
type NumberType = 'byte' | 'short' | 'int' | 'unsignedByte' | 'unsignedShort' | 'unsignedInt' | 'float' | 'double';
type BigType =
  | 'long'
  | 'unsignedLong'
  | 'integer'
  | 'nonNegativeInteger'
  | 'positiveInteger'
  | 'nonPositiveInteger'
  | 'negativeInteger';

/**
 * A value of an element for which the WSDL allows any type. `$type` identifies the type. A nil value is `null`.
 *
 * `Text` is a value without child elements whose type is missing or unknown. `Struct` is such a value with child
 * elements, whose names may repeat. `name` is the announced type: `{namespace}local`.
 *
 * @typeParam Known - the types of the WSDL: `{ $type: 'Group', value: Group }`
 */
export type GenericValue<Known = never> =
  | ScalarValue
  | { readonly $type: 'Text'; readonly name?: string | undefined; readonly value: string }
  | { readonly $type: 'Array'; readonly items: readonly (GenericValue<Known> | null)[] }
  | {
      readonly $type: 'Map';
      readonly entries: readonly (readonly [GenericValue<Known> | null, GenericValue<Known> | null])[];
    }
  | {
      readonly $type: 'Struct';
      readonly name?: string | undefined;
      readonly fields: readonly (readonly [name: string, value: GenericValue<Known> | null])[];
    }
  | Known;

const BY_NAME: ReadonlyMap<string, Codec<unknown>> = new Map(
  Object.values<unknown>(scalars)
    .filter((one): one is Codec<unknown> => typeof one === 'object')
    .map((codec) => [codec.type, codec]),
);

/** Names from drafts of XML Schema, and the name of bytes in SOAP encoding. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['base64', 'base64Binary'],
  ['timeInstant', 'dateTime'],
  ['timeDuration', 'duration'],
  ['uriReference', 'anyURI'],
  ['uri', 'anyURI'],
  ['binary', 'base64Binary'],
  ['CDATA', 'normalizedString'],
  ['year', 'gYear'],
  ['month', 'gYearMonth'],
  ['recurringDate', 'gMonthDay'],
  ['recurringDay', 'gDay'],
]);

export function scalarNamed(name: string): Codec<unknown> | undefined {
  return BY_NAME.get(name);
}

/** Returns the codec of a simple type of XML Schema, or of SOAP encoding, which redefines all of them. */
export function announcedScalar({ uri, local }: TypeName): Codec<unknown> | undefined {
  if (uri !== SOAP_ENCODING && !isXsd(uri)) return undefined;
  return BY_NAME.get(`xsd:${OTHER_NAMES.get(local) ?? local}`);
}
