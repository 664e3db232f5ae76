import { describe, expect, it } from 'vitest';
import { arrayOf, readGiven, readWarned, structOf, wsdl } from './given.js';

/** A WSDL whose schema is of a draft of XML Schema. */
function early(uri: string, schema: string, part = 'tns:T'): string {
  return wsdl({ schema, output: `<wsdl:part name="p" type="${part}"/>` }).replace(
    'http://www.w3.org/2001/XMLSchema',
    uri,
  );
}

const DRAFTS = ['http://www.w3.org/1999/XMLSchema', 'http://www.w3.org/2000/10/XMLSchema'];

describe.each(DRAFTS)('a schema of %s', (uri) => {
  it('is read like one of 2001', () => {
    const { model, warnings } = readWarned(
      early(uri, structOf('T', '<xsd:element name="f" type="xsd:int"/>') + arrayOf('L', 'tns:T[]'), 'tns:L'),
    );
    expect(model.types).toMatchObject([
      { kind: 'struct', name: 'T', fields: [{ name: 'f', type: { scalar: { codec: 'int' } } }] },
      { kind: 'array', name: 'L', item: { identifier: 'T' } },
    ]);
    expect(warnings).toEqual([]);
  });

  it('may have the base of a type in an attribute, and its fields without a group', () => {
    const { types } = readGiven(
      early(
        uri,
        `<xsd:complexType name="A"><xsd:annotation><xsd:documentation>Doc.</xsd:documentation></xsd:annotation>
           <xsd:element name="a" type="xsd:int" nullable="true"/><xsd:element name="b" type="xsd:int"/></xsd:complexType>
         <xsd:complexType name="T" base="tns:A" derivedBy="extension"><xsd:element name="c" type="tns:L"/></xsd:complexType>
         <xsd:complexType name="L" base="enc:Array" derivedBy="restriction">
           <xsd:attribute ref="enc:arrayType" wsdl:arrayType="tns:S[]"/></xsd:complexType>
         <xsd:simpleType name="S" base="xsd:string"><xsd:enumeration value="x"/></xsd:simpleType>`,
      ),
    );
    const T = types.find(({ name }) => name === 'T');
    expect(T).toMatchObject({
      fields: [
        { name: 'a', nillable: true },
        { name: 'b', nillable: false },
        { name: 'c', type: { identifier: 'L' } },
      ],
    });
    expect(types.find(({ name }) => name === 'L')).toMatchObject({ kind: 'array', item: { identifier: 'S' } });
    expect(types.find(({ name }) => name === 'S')?.documentation).toBe('Allowed values: "x".');
  });
});

describe('names of no namespace, or the wrong one', () => {
  it('find a type of a schema without a target namespace', () => {
    const schema = `</xsd:schema><xsd:schema>${structOf('T', '')}`;
    expect(readGiven(wsdl({ schema, output: '<wsdl:part name="p" type="tns:T"/>' })).types).toMatchObject([
      { name: 'T', namespace: '' },
    ]);
  });

  it('find what has a colon in its name', () => {
    const given = wsdl().replace('"tns:binding"', '"tns:a:b"').replace('name="binding"', 'name="a:b"');
    expect(readWarned(given)).toMatchObject({ model: { operations: [{ name: 'op' }] }, warnings: [] });
  });

  it('find messages and port types that have a unique name', () => {
    const given = wsdl().replaceAll('"tns:', '"');
    expect(readWarned(given)).toMatchObject({ model: { operations: [{ name: 'op' }] }, warnings: [] });
  });
});
