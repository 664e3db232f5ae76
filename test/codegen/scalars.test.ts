import { describe, expect, it } from 'vitest';
import { readSlots, structOf } from './given.js';

const BY_TYPE = {
  string: {
    own: 'string normalizedString token anyURI QName decimal dateTime date time duration',
    asToken: 'language Name NCName NMTOKEN ID IDREF gYear gYearMonth gMonth gMonthDay gDay',
  },
  number: { own: 'byte short int unsignedByte unsignedShort unsignedInt float double', asToken: '' },
  bigint: {
    own: 'long unsignedLong integer nonNegativeInteger positiveInteger negativeInteger nonPositiveInteger',
    asToken: '',
  },
  boolean: { own: 'boolean', asToken: '' },
  Uint8Array: { own: 'base64Binary hexBinary', asToken: '' },
};

const rows = Object.entries(BY_TYPE).flatMap(([type, { own, asToken }]) => [
  ...own.split(' ').map((name) => ({ name, codec: name, type })),
  ...asToken.split(' ').flatMap((name) => (name === '' ? [] : [{ name, codec: 'token', type }])),
]);

describe('simple types', () => {
  it.each(rows)('$name is read by the codec $codec as $type', ({ name, codec, type }) => {
    for (const prefix of ['xsd', 'enc']) {
      expect(fieldType(`${prefix}:${name}`)).toEqual({ kind: 'scalar', scalar: { codec, type } });
    }
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
