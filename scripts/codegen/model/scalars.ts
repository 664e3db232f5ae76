/** A simple type of XML Schema: the runtime codec that carries it and the TypeScript type of its values. */
export interface Scalar {
  /** Name of the codec in the runtime entry. */
  readonly codec: string;
  readonly type: 'string' | 'number' | 'bigint' | 'boolean' | 'Uint8Array';
}

const CODECS_BY_TYPE: Readonly<Record<Scalar['type'], string>> = {
  // A decimal stays text: no number type of JavaScript holds every decimal. So do the dates, whose time
  // zone and precision a Date would lose.
  string: 'string normalizedString token anyURI QName decimal dateTime date time duration',
  number: 'byte short int unsignedByte unsignedShort unsignedInt float double',
  bigint: 'long unsignedLong integer nonNegativeInteger positiveInteger negativeInteger nonPositiveInteger',
  boolean: 'boolean',
  Uint8Array: 'base64Binary hexBinary',
};

// The rarer kinds of text differ from a token only in which characters they allow.
const TOKENS =
  'language Name NCName NMTOKEN NMTOKENS ID IDREF IDREFS ENTITY ENTITIES gYear gYearMonth gMonth gMonthDay gDay';

const SCALARS: ReadonlyMap<string, Scalar> = new Map([
  ...Object.entries(CODECS_BY_TYPE).flatMap(([type, codecs]) =>
    codecs.split(' ').map((codec): [string, Scalar] => [codec, { codec, type: type as Scalar['type'] }]),
  ),
  ...TOKENS.split(' ').map((name): [string, Scalar] => [name, { codec: 'token', type: 'string' }]),
  // SOAP encoding's own name for base64Binary.
  ['base64', { codec: 'base64Binary', type: 'Uint8Array' }],
]);

/**
 * Finds a simple type by its local name in the XML Schema namespace, or in the SOAP encoding namespace, which
 * repeats them all.
 *
 * @returns undefined for a name that is no simple type or one without values of its own, such as `anyType`
 */
export function findScalar(localName: string): Scalar | undefined {
  return SCALARS.get(localName);
}
