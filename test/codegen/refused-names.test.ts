import { describe } from 'vitest';
import { expectRefusals } from './expect-refusals.js';
import { structOf, wsdl } from './given.js';

const PART = (attributes: string) => `<wsdl:part name="p" ${attributes}/>`;
const FIELD = '<xsd:element name="f" type="xsd:string"/>';

describe('names that are missing, doubled or taken are refused at their place', () => {
  expectRefusals({
    'a missing type': {
      given: { input: `¦${PART('type="tns:Client"')}` },
      wanted: 'wsdl:part "p": its type "{urn:t}Client" is not defined',
    },
    'a missing type in the namespace of XML Schema': {
      given: { input: `¦${PART('type="xsd:strnig"')}` },
      wanted: 'wsdl:part "p": its type "{http://www.w3.org/2001/XMLSchema}strnig" is not defined',
    },
    'a type that is defined twice': {
      given: { schema: `${structOf('T', FIELD)}\n¦${structOf('T', FIELD)}` },
      wanted: 'xsd:complexType "T": "{urn:t}T" is defined twice',
    },
    'a simple and a complex type of one name': {
      given: {
        schema: `${structOf('T', FIELD)}¦<xsd:simpleType name="T"><xsd:restriction base="xsd:int"/></xsd:simpleType>`,
      },
      wanted: 'xsd:simpleType "T": "{urn:t}T" is defined twice',
    },
    'two types that TypeScript cannot tell apart': {
      given: { schema: `${structOf('a-b', FIELD)}¦${structOf('a.b', FIELD)}` },
      wanted: 'xsd:complexType "a.b": its name in TypeScript, a_b, is taken by xsd:complexType "a-b"',
    },
    'types of one name in two namespaces': {
      given: {
        schema: `${structOf('T', FIELD)}</xsd:schema><xsd:schema targetNamespace="urn:u">¦${structOf('T', FIELD)}`,
      },
      wanted: 'xsd:complexType "T": its name in TypeScript, T, is taken by xsd:complexType "T"',
    },
    'a type called like the parts of an operation': {
      given: wsdl({ schema: structOf('opInput', FIELD) }).replace('<wsdl:operation', '¦<wsdl:operation'),
      wanted: 'wsdl:operation "op": its name in TypeScript, opInput, is taken by xsd:complexType "opInput"',
    },
    'a type called like an export of the index': {
      given: { schema: `¦${structOf('StubOptions', FIELD)}` },
      wanted:
        'xsd:complexType "StubOptions": its name in TypeScript, StubOptions, is taken by an export of the generated index',
    },
    'a struct without a namespace': {
      given: { schema: `</xsd:schema><xsd:schema>¦${structOf('T', FIELD)}` },
      wanted: 'xsd:complexType "T": its schema has no target namespace, so its name cannot be written as xsi:type',
    },
    'what is no part of a schema': {
      given: { schema: '¦<xsd:struct name="T"/>' },
      wanted: 'xsd:struct "T": is not known in a schema',
    },
  });
});
