/** A simple type of XML Schema: the runtime codec that carries it and the TypeScript type of its values. */
export interface Scalar {
  readonly codec: string;
  readonly type: 'string' | 'number' | 'bigint' | 'boolean' | 'Uint8Array';
}

const CODECS_BY_TYPE: Readonly<Record<Scalar['type'], string>> = {
  // A decimal stays text: no number type of JavaScript holds every decimal. So do the dates, whose time
  // zone and precision a Date would lose.
  string: [
    'string normalizedString token anyURI QName decimal dateTime date time duration',
    'gYear gYearMonth gMonth gMonthDay gDay',
    'language Name NCName NMTOKEN NMTOKENS ID IDREF IDREFS ENTITY ENTITIES',
  ].join(' '),
  number: 'byte short int unsignedByte unsignedShort unsignedInt float double',
  bigint: 'long unsignedLong integer nonNegativeInteger positiveInteger negativeInteger nonPositiveInteger',
  boolean: 'boolean',
  Uint8Array: 'base64Binary hexBinary',
};

const SCALARS: ReadonlyMap<string, Scalar> = new Map(
  Object.entries(CODECS_BY_TYPE).flatMap(([type, codecs]) =>
    codecs.split(' ').map((codec): [string, Scalar] => [codec, { codec, type: type as Scalar['type'] }]),
  ),
);

/** The names that the drafts of XML Schema gave to some types, and SOAP encoding's own for base64Binary. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['base64', 'base64Binary'],
  ['timeInstant', 'dateTime'],
  ['timeDuration', 'duration'],
  ['uriReference', 'anyURI'],
  ['uri', 'anyURI'],
  ['uri-reference', 'anyURI'],
  ['binary', 'base64Binary'],
  ['CDATA', 'normalizedString'],
  ['year', 'gYear'],
  ['month', 'gYearMonth'],
  ['recurringDate', 'gMonthDay'],
  ['recurringDay', 'gDay'],
  ['non-negative-integer', 'nonNegativeInteger'],
  ['positive-integer', 'positiveInteger'],
  ['non-positive-integer', 'nonPositiveInteger'],
  ['negative-integer', 'negativeInteger'],
  ['unsigned-long', 'unsignedLong'],
  ['unsigned-int', 'unsignedInt'],
  ['unsigned-short', 'unsignedShort'],
  ['unsigned-byte', 'unsignedByte'],
]);

/** Finds a simple type of XML Schema or SOAP encoding by its local name; `undefined` for others, such as `anyType`. */
export function findScalar(localName: string): Scalar | undefined {
  return SCALARS.get(OTHER_NAMES.get(localName) ?? localName);
}
