import { describe } from 'vitest';
import { expectRefusals } from './expect-refusals.js';
import { structOf, wsdl } from './given.js';

const FIELD = '<xsd:element name="f" type="xsd:string"/>';

describe('names that are missing, doubled or taken are refused at their place', () => {
  expectRefusals({
    'a type that is defined twice with different content': {
      given: { schema: `${structOf('T', FIELD)}\n¦${structOf('T', '')}` },
      wanted: 'xsd:complexType "T": is defined twice with different content',
    },
    'a simple and a complex type of one name': {
      given: {
        schema: `${structOf('T', FIELD)}¦<xsd:simpleType name="T"><xsd:restriction base="xsd:int"/></xsd:simpleType>`,
      },
      wanted: 'xsd:simpleType "T": is defined twice with different content',
    },
    'an element whose name no tag can have': {
      given: { schema: structOf('T', '¦<xsd:element name="a b" type="xsd:int"/>') },
      wanted: 'xsd:element "a b": its name is not a valid XML name',
    },
    'an element without a name': {
      given: { schema: structOf('T', '¦<xsd:element name="" type="xsd:int"/>') },
      wanted: 'xsd:element "": its name is not a valid XML name',
    },
    'an attribute that would be markup': {
      given: { schema: `<xsd:complexType name="T">¦<xsd:attribute name='a="" b' type="xsd:int"/></xsd:complexType>` },
      wanted: 'xsd:attribute "a="" b": its name is not a valid XML name',
    },
    'a part that would be markup': {
      given: { input: '¦<wsdl:part name="a&gt;&lt;b/" type="xsd:int"/>' },
      wanted: 'wsdl:part "a><b/": its name is not a valid XML name',
    },
    'an operation with a colon': {
      given: wsdl().replaceAll('name="op"', 'name="a:b"').replace('<wsdl:operation', '¦<wsdl:operation'),
      wanted: 'wsdl:operation "a:b": its name is not a valid XML name',
    },
  });
});
