import type { Codec } from '../../decoder/codec.js';
import { isXsd, SOAP_ENCODING } from '../../decoder/names.js';
import {
  anyURI,
  base64Binary,
  boolean,
  byte,
  date,
  dateTime,
  decimal,
  double,
  duration,
  ENTITIES,
  ENTITY,
  float,
  gDay,
  gMonth,
  gMonthDay,
  gYear,
  gYearMonth,
  hexBinary,
  ID,
  IDREF,
  IDREFS,
  int,
  integer,
  language,
  long,
  Name,
  NCName,
  NMTOKEN,
  NMTOKENS,
  negativeInteger,
  nonNegativeInteger,
  nonPositiveInteger,
  normalizedString,
  positiveInteger,
  QName,
  short,
  string,
  time,
  token,
  unsignedByte,
  unsignedInt,
  unsignedLong,
  unsignedShort,
} from '../scalars.js';
import type { TypeName } from './type-name.js';

const SCALARS: readonly Codec<unknown>[] = [
  string,
  normalizedString,
  token,
  anyURI,
  QName,
  decimal,
  dateTime,
  date,
  time,
  duration,
  gYear,
  gYearMonth,
  gMonth,
  gMonthDay,
  gDay,
  language,
  Name,
  NCName,
  NMTOKEN,
  NMTOKENS,
  ID,
  IDREF,
  IDREFS,
  ENTITY,
  ENTITIES,
  int,
  short,
  byte,
  unsignedInt,
  unsignedShort,
  unsignedByte,
  long,
  unsignedLong,
  integer,
  nonNegativeInteger,
  positiveInteger,
  nonPositiveInteger,
  negativeInteger,
  float,
  double,
  boolean,
  base64Binary,
  hexBinary,
] as readonly unknown[] as readonly Codec<unknown>[];

/** The simple types by name: `xsd:int`. */
const BY_NAME: ReadonlyMap<string, Codec<unknown>> = new Map(SCALARS.map((codec) => [codec.type, codec]));

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
