import { describe } from 'vitest';
import { expectRefusals } from './expect-refusals.js';
import { structOf } from './given.js';

const FIELD = '<xsd:element name="f" type="xsd:string"/>';

describe('structs that make no sense are refused at their place', () => {
  expectRefusals({
    'an element that XML Schema does not have there': {
      given: {
        schema: `<xsd:complexType name="T">\n  ¦<xsd:struct>${FIELD}</xsd:struct>\n</xsd:complexType>`,
      },
      wanted: 'xsd:struct: is not supported in a struct',
    },
    'an element of another namespace': {
      given: { schema: '<xsd:complexType name="T"><xsd:sequence>¦<wsdl:part/></xsd:sequence></xsd:complexType>' },
      wanted: 'wsdl:part: is not supported in a struct',
    },
    'a model group that is not there': {
      given: { schema: '<xsd:complexType name="T">¦<xsd:group ref="tns:G"/></xsd:complexType>' },
      wanted: 'xsd:group "tns:G": is not defined',
    },
    'a model group that contains itself': {
      given: {
        schema:
          '<xsd:complexType name="T"><xsd:group ref="tns:G"/></xsd:complexType>' +
          '<xsd:group name="G"><xsd:sequence>¦<xsd:group ref="tns:G"/></xsd:sequence></xsd:group>',
      },
      wanted: 'xsd:group "tns:G": contains itself',
    },
    'a group of attributes that is not there': {
      given: { schema: '<xsd:complexType name="T">¦<xsd:attributeGroup ref="tns:G"/></xsd:complexType>' },
      wanted: 'xsd:attributeGroup "tns:G": is not defined',
    },
    'a group of attributes that contains itself': {
      given: {
        schema:
          '<xsd:complexType name="T"><xsd:attributeGroup ref="tns:G"/></xsd:complexType>' +
          '<xsd:attributeGroup name="G">¦<xsd:attributeGroup ref="tns:G"/></xsd:attributeGroup>',
      },
      wanted: 'xsd:attributeGroup "tns:G": contains itself',
    },
    'a struct that extends itself': {
      given: {
        schema:
          '¦<xsd:complexType name="T"><xsd:complexContent><xsd:extension base="tns:U"/></xsd:complexContent></xsd:complexType>' +
          '<xsd:complexType name="U"><xsd:complexContent><xsd:extension base="tns:T"/></xsd:complexContent></xsd:complexType>',
      },
      wanted: 'xsd:complexType "T": is derived from itself',
    },
    'a field that stands twice with two types': {
      given: { schema: structOf('T', `${FIELD}\n ¦${FIELD.replace('string', 'int')}`) },
      wanted: 'xsd:element "f": a second field of this name in xsd:complexType "T", of another type',
    },
    'a field that the base has with another type': {
      given: {
        schema: `${structOf('B', FIELD)}<xsd:complexType name="T"><xsd:complexContent><xsd:extension base="tns:B"><xsd:all>¦${FIELD.replace('string', 'int')}</xsd:all></xsd:extension></xsd:complexContent></xsd:complexType>`,
      },
      wanted: 'xsd:element "f": a second field of this name in xsd:complexType "T", of another type',
    },
    'xsd:Array as a field': {
      given: { schema: structOf('T', '¦<xsd:element name="f" type="xsd:Array"/>') },
      wanted: 'xsd:element "f": its type, xsd:Array, does not exist. Use a restriction of SOAP-ENC:Array',
    },
  });
});
