import { describe } from 'vitest';
import { expectRefusals } from './expect-refusals.js';
import { arrayOf, structOf } from './given.js';

const PART = (attributes: string) => `<wsdl:part name="p" ${attributes}/>`;
const FIELD = '<xsd:element name="f" type="xsd:string"/>';

describe('arrays and simple types that cannot be generated for are refused at their place', () => {
  expectRefusals({
    'anyType as an item': {
      given: { schema: arrayOf('T', 'xsd:anyType[]').replace('<xsd:attribute', '¦<xsd:attribute') },
      wanted:
        'xsd:attribute "enc:arrayType": its type, xsd:anyType, may be anything, so nothing can be generated for it',
    },
    'ur-type as an item': {
      given: { schema: arrayOf('T', 'xsd:ur-type[]').replace('<xsd:attribute', '¦<xsd:attribute') },
      wanted:
        'xsd:attribute "enc:arrayType": its type, xsd:ur-type, may be anything, so nothing can be generated for it',
    },
    'an untyped array as a part': {
      given: { input: `¦${PART('type="enc:Array"')}` },
      wanted: 'wsdl:part "p": SOAP-ENC:Array does not say what its items are',
    },
    'an array that does not name its items': {
      given: {
        schema:
          '¦<xsd:complexType name="T"><xsd:complexContent><xsd:restriction base="enc:Array"/></xsd:complexContent></xsd:complexType>',
      },
      wanted: 'xsd:complexType "T": does not say what its items are',
    },
    'an array of two dimensions': {
      given: { schema: arrayOf('T', 'xsd:int[,]').replace('<xsd:attribute', '¦<xsd:attribute') },
      wanted:
        'xsd:attribute "enc:arrayType": wsdl:arrayType="xsd:int[,]": arrays of several dimensions are not supported',
    },
    'an array type without brackets': {
      given: { schema: arrayOf('T', 'xsd:int').replace('<xsd:attribute', '¦<xsd:attribute') },
      wanted: 'xsd:attribute "enc:arrayType": wsdl:arrayType="xsd:int" is not a type followed by []',
    },
    'an array with items of two kinds': {
      given: {
        schema: `<xsd:complexType name="T"><xsd:complexContent><xsd:restriction base="enc:Array"><xsd:sequence>${FIELD}¦<xsd:element name="g" type="xsd:int"/></xsd:sequence></xsd:restriction></xsd:complexContent></xsd:complexType>`,
      },
      wanted: 'xsd:element "g": an array has items of one kind only',
    },
    'an array whose items are any element': {
      given: {
        schema: `<xsd:complexType name="T"><xsd:complexContent><xsd:restriction base="enc:Array"><xsd:sequence>¦<xsd:any/></xsd:sequence></xsd:restriction></xsd:complexContent></xsd:complexType>`,
      },
      wanted: 'xsd:any: does not say what the items of the array are',
    },
    'a simple type without content': {
      given: { schema: '¦<xsd:simpleType name="T"/>' },
      wanted: 'xsd:simpleType "T": has no xsd:restriction',
    },
    'a list': {
      given: { schema: '<xsd:simpleType name="T">¦<xsd:list itemType="xsd:int"/></xsd:simpleType>' },
      wanted: 'xsd:list: in xsd:simpleType "T": only restrictions of simple types are supported',
    },
    'a union': {
      given: { schema: '<xsd:simpleType name="T">¦<xsd:union memberTypes="xsd:int"/></xsd:simpleType>' },
      wanted: 'xsd:union: in xsd:simpleType "T": only restrictions of simple types are supported',
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
