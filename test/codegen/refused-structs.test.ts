import { describe } from 'vitest';
import { expectRefusals } from './expect-refusals.js';
import { structOf } from './given.js';

const FIELD = '<xsd:element name="f" type="xsd:string"/>';

describe('structs that SOAP encoding does not have are refused at their place', () => {
  expectRefusals({
    'a choice': {
      given: {
        schema: `<xsd:complexType name="T">\n  ¦<xsd:choice>${FIELD}</xsd:choice>\n</xsd:complexType>`,
      },
      wanted: 'xsd:choice: a struct has each of its fields, not one of several',
    },
    'a choice in a sequence': {
      given: {
        schema: `<xsd:complexType name="T"><xsd:sequence>${FIELD}¦<xsd:choice/></xsd:sequence></xsd:complexType>`,
      },
      wanted: 'xsd:choice: a struct has each of its fields, not one of several',
    },
    'a sequence in a sequence': {
      given: {
        schema: '<xsd:complexType name="T"><xsd:sequence>¦<xsd:sequence/></xsd:sequence></xsd:complexType>',
      },
      wanted: 'xsd:sequence: a group within a group is not supported',
    },
    'any content': {
      given: {
        schema: '<xsd:complexType name="T"><xsd:sequence>¦<xsd:any/></xsd:sequence></xsd:complexType>',
      },
      wanted: 'xsd:any: content that is not declared cannot be generated for',
    },
    'a model group': {
      given: { schema: '<xsd:complexType name="T">¦<xsd:group ref="tns:G"/></xsd:complexType>' },
      wanted: 'xsd:group "tns:G": model groups are not supported',
    },
    'an attribute of a struct': {
      given: {
        schema: '<xsd:complexType name="T"><xsd:all/>¦<xsd:attribute name="a" type="xsd:int"/></xsd:complexType>',
      },
      wanted: 'xsd:attribute "a": SOAP encoding carries a struct in elements, not in attributes',
    },
    'text with attributes': {
      given: { schema: '<xsd:complexType name="T">¦<xsd:simpleContent/></xsd:complexType>' },
      wanted: 'xsd:simpleContent: text with attributes is no struct of SOAP encoding',
    },
    'mixed content': {
      given: { schema: '¦<xsd:complexType name="T" mixed="true"/>' },
      wanted: 'xsd:complexType "T": mixed content is no struct of SOAP encoding',
    },
    'a restriction of a struct': {
      given: {
        schema: `${structOf('B', FIELD)}<xsd:complexType name="T"><xsd:complexContent>¦<xsd:restriction base="tns:B"/></xsd:complexContent></xsd:complexType>`,
      },
      wanted: 'xsd:restriction: only SOAP-ENC:Array may be restricted; structs can be extended',
    },
    'an extension of what is not there': {
      given: {
        schema:
          '<xsd:complexType name="T"><xsd:complexContent>¦<xsd:extension base="tns:B"/></xsd:complexContent></xsd:complexType>',
      },
      wanted: 'xsd:extension: its base "tns:B" is not a struct that the schema defines',
    },
    'an extension of an array': {
      given: {
        schema:
          '<xsd:complexType name="T"><xsd:complexContent>¦<xsd:extension base="enc:Array"/></xsd:complexContent></xsd:complexType>',
      },
      wanted: 'xsd:extension: its base "enc:Array" is not a struct that the schema defines',
    },
    'a struct that extends itself': {
      given: {
        schema:
          '¦<xsd:complexType name="T"><xsd:complexContent><xsd:extension base="tns:T"/></xsd:complexContent></xsd:complexType>',
      },
      wanted: 'xsd:complexType "T": is derived from itself',
    },
    'a field that stands twice': {
      given: { schema: structOf('T', `${FIELD}\n ¦${FIELD}`) },
      wanted: 'xsd:element "f": a second field of this name in xsd:complexType "T"',
    },
    'a field that the base has': {
      given: {
        schema: `${structOf('B', FIELD)}<xsd:complexType name="T"><xsd:complexContent><xsd:extension base="tns:B"><xsd:all>¦${FIELD}</xsd:all></xsd:extension></xsd:complexContent></xsd:complexType>`,
      },
      wanted: 'xsd:element "f": a second field of this name in xsd:complexType "T"',
    },
    'a repeated field': {
      given: { schema: structOf('T', '¦<xsd:element name="f" type="xsd:int" maxOccurs="unbounded"/>') },
      wanted: 'xsd:element "f": a field occurs at most once; a list is a SOAP-ENC:Array',
    },
    'a repeated group': {
      given: { schema: '<xsd:complexType name="T">¦<xsd:sequence maxOccurs="2"/></xsd:complexType>' },
      wanted: 'xsd:sequence: a field occurs at most once; a list is a SOAP-ENC:Array',
    },
    'a reference to an element': {
      given: { schema: structOf('T', '¦<xsd:element ref="tns:e"/>') },
      wanted: 'xsd:element "tns:e": references to global elements are not supported',
    },
    'a type without a name': {
      given: { schema: structOf('T', '<xsd:element name="f">¦<xsd:complexType/></xsd:element>') },
      wanted: 'xsd:complexType: a type without a name is not supported: name it',
    },
    'a field without a type': {
      given: { schema: structOf('T', '¦<xsd:element name="f"/>') },
      wanted: 'xsd:element "f": has no type, so it may be anything',
    },
    'anyType as a field': {
      given: { schema: structOf('T', '¦<xsd:element name="f" type="xsd:anyType"/>') },
      wanted: 'xsd:element "f": its type, xsd:anyType, may be anything, so nothing can be generated for it',
    },
    'a redefinition': {
      given: { schema: '¦<xsd:redefine schemaLocation="x.xsd"/>' },
      wanted: 'xsd:redefine: redefinition is not supported',
    },
  });
});
