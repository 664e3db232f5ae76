import { describe, expect, it } from 'vitest';
import * as scalars from '../../src/soap/codecs/scalars.js';
import { readSlots, structOf } from './given.js';

const BY_TYPE = {
  string: [
    'string normalizedString token anyURI QName decimal dateTime date time duration',
    'language Name NCName NMTOKEN NMTOKENS ID IDREF IDREFS ENTITY ENTITIES',
    'gYear gYearMonth gMonth gMonthDay gDay',
  ].join(' '),
  number: 'byte short int unsignedByte unsignedShort unsignedInt float double',
  bigint: 'long unsignedLong integer nonNegativeInteger positiveInteger negativeInteger nonPositiveInteger',
  boolean: 'boolean',
  Uint8Array: 'base64Binary hexBinary',
};

const rows = Object.entries(BY_TYPE).flatMap(([type, names]) => names.split(' ').map((name) => ({ name, type })));

describe('simple types', () => {
  it.each(rows)('$name is read by a codec of its name, as $type, and writes its name', ({ name, type }) => {
    for (const prefix of ['xsd', 'enc']) {
      expect(fieldType(`${prefix}:${name}`)).toEqual({ kind: 'scalar', scalar: { codec: name, type } });
    }
    expect(scalars[name as keyof typeof scalars]).toMatchObject({ type: `xsd:${name}` });
  });

  it('base64 of SOAP encoding is base64Binary', () => {
    expect(fieldType('enc:base64')).toEqual({
      kind: 'scalar',
      scalar: { codec: 'base64Binary', type: 'Uint8Array' },
    });
  });
});

function fieldType(name: string) {
  const [type] = readSlots({ schema: structOf('T', `<xsd:element name="f" type="${name}"/>`) }).types;
  return type?.kind === 'struct' ? type.fields[0]?.type : undefined;
}
