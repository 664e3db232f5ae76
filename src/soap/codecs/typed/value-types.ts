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
