import { describe } from 'vitest';
import { expectRefusals } from './expect-refusals.js';
import { arrayOf, structOf } from './given.js';

const PART = (attributes: string) => `<wsdl:part name="p" ${attributes}/>`;
const FIELD = '<xsd:element name="f" type="xsd:string"/>';

describe('arrays and simple types that cannot be generated for are refused at their place', () => {
  expectRefusals({
    'an array with items of two kinds': {
      given: {
        schema: `<xsd:complexType name="T"><xsd:complexContent><xsd:restriction base="enc:Array"><xsd:sequence>${FIELD}¦<xsd:element name="g" type="xsd:int"/></xsd:sequence></xsd:restriction></xsd:complexContent></xsd:complexType>`,
      },
      wanted: 'xsd:element "g": an array has items of one kind only',
    },
    'an array type that is none': {
      given: { schema: arrayOf('T', 'xsd:int[').replace('<xsd:attribute', '¦<xsd:attribute') },
      wanted: 'xsd:attribute "enc:arrayType": wsdl:arrayType="xsd:int[" is not a type followed by []',
    },
    'an array of xsd:Array, which there is not': {
      given: { schema: arrayOf('T', 'xsd:Array[]').replace('<xsd:attribute', '¦<xsd:attribute') },
      wanted: 'xsd:attribute "enc:arrayType": its type, xsd:Array, does not exist. Use a restriction of SOAP-ENC:Array',
    },
    'NOTATION as a part': {
      given: { input: `¦${PART('type="xsd:NOTATION"')}` },
      wanted: 'wsdl:part "p": its type, xsd:NOTATION, is not supported: it refers to a DTD',
    },
    'an array of groups': {
      given: {
        schema: `<xsd:complexType name="T"><xsd:complexContent><xsd:restriction base="enc:Array"><xsd:sequence>¦<xsd:choice/></xsd:sequence></xsd:restriction></xsd:complexContent></xsd:complexType>`,
      },
      wanted: 'xsd:choice: does not define the items of the array',
    },
    'a simple type of something else': {
      given: { schema: '<xsd:simpleType name="T">¦<xsd:choice/></xsd:simpleType>' },
      wanted: 'xsd:choice: is not supported in xsd:simpleType "T"',
    },
    'a list without items': {
      given: { schema: '<xsd:simpleType name="T">¦<xsd:list/></xsd:simpleType>' },
      wanted: 'xsd:list: has no itemType',
    },
    'a simple type without content': {
      given: { schema: '¦<xsd:simpleType name="T"/>' },
      wanted: 'xsd:simpleType "T": has no xsd:restriction',
    },
    'a simple type that restricts a struct': {
      given: {
        schema: `${structOf('B', FIELD)}<xsd:simpleType name="T">¦<xsd:restriction base="tns:B"/></xsd:simpleType>`,
      },
      wanted: 'xsd:restriction: its base is not a simple type',
    },
    'a simple type that restricts itself': {
      given: {
        schema:
          '¦<xsd:simpleType name="T"><xsd:restriction base="tns:U"/></xsd:simpleType><xsd:simpleType name="U"><xsd:restriction base="tns:T"/></xsd:simpleType>',
      },
      wanted: 'xsd:simpleType "T": is derived from itself',
    },
  });
});
