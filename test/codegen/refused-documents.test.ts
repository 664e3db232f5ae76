import { describe } from 'vitest';
import { expectRefusals } from './expect-refusals.js';

const PART = (attributes: string) => `<wsdl:part name="p" ${attributes}/>`;

const OF_ANOTHER_FILE = '<wsdl:input message="tns:other"/><wsdl:output message="tns:out"/>';
const OF_ANOTHER_SCHEMA = '<wsdl:part name="p" xmlns:u="urn:u" type="u:T"/>';

describe('documents that cannot be followed or parsed are refused at their place', () => {
  expectRefusals({
    'an import from a network': {
      given: {
        schema: '¦<xsd:import namespace="urn:u" schemaLocation="https://t.example/u.xsd"/>',
        input: OF_ANOTHER_SCHEMA,
      },
      wanted: 'xsd:import: "https://t.example/u.xsd" is not a local file, and nothing is fetched from a network',
    },
    'an import of a file that is not there': {
      given: { schema: '¦<xsd:import namespace="urn:u" schemaLocation="u.xsd"/>', input: OF_ANOTHER_SCHEMA },
      wanted: 'xsd:import: cannot be read: no such file',
    },
    'an import with a query': {
      given: { top: '¦<wsdl:import namespace="urn:u" location="t.wsdl?wsdl=1"/>', messages: OF_ANOTHER_FILE },
      wanted: 'wsdl:import: its location "t.wsdl?wsdl=1" has a query, which a file cannot have',
    },
    'an import without a location': {
      given: { top: '¦<wsdl:import namespace="urn:u"/>', messages: OF_ANOTHER_FILE },
      wanted: 'wsdl:import: has no location',
    },
    'an import from another computer': {
      given: { top: '¦<wsdl:import namespace="urn:u" location="//t.example/u.wsdl"/>', messages: OF_ANOTHER_FILE },
      wanted: 'wsdl:import: its location "//t.example/u.wsdl" is not a local file',
    },
    'an import of no address': {
      given: { top: '¦<wsdl:import namespace="urn:u" location="http://["/>', messages: OF_ANOTHER_FILE },
      wanted: 'wsdl:import: its location "http://[" is not a URL',
    },
    'xsd:redefine': {
      given: { schema: '¦<xsd:redefine schemaLocation="u.xsd"/>' },
      wanted: 'xsd:redefine: is not supported',
    },
    'WSDL 2.0': {
      given: '¦<description xmlns="http://www.w3.org/ns/wsdl"/>',
      wanted: 'description: is not the wsdl:definitions of WSDL 1.1',
    },
    'a prefix bound to nothing, in a value': {
      given: { input: `¦${PART('type="x:int"')}` },
      wanted: 'wsdl:part "p": "x:int" has an unbound prefix',
    },
  });
});
