import { describe } from 'vitest';
import { expectRefusals } from './expect-refusals.js';
import { wsdl } from './given.js';

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
      wanted: 'wsdl:import: its location "t.wsdl?wsdl=1" has a query, which no file has',
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
      wanted: 'wsdl:import: its location "http://[" is no address',
    },
    'the same attribute under two prefixes': {
      given: { schema: '¦<xsd:complexType xmlns:a="urn:a" xmlns:b="urn:a" a:x="1" b:x="2" name="T"/>' },
      wanted: 'xsd:complexType: has the attribute b:x twice',
    },
    'a document type declaration': {
      given: `<?xml version="1.0"?>\n<!-- <!DOCTYPE x> -->\n ¦<!DOCTYPE definitions [<!ENTITY a "b">]>\n${wsdl()}`,
      wanted: 'DOCTYPE: document type declarations are not read',
    },
    'an entity that XML does not know': {
      given: { input: `¦${PART('type="xsd:int&nbsp;"')}` },
      wanted: '&nbsp;: no such entity or character',
    },
    'a bare ampersand in an attribute': {
      given: { input: `¦${PART('type="xsd:int" x="a & b"')}` },
      wanted: '&: no such entity or character',
    },
    'WSDL 2.0': {
      given: '¦<description xmlns="http://www.w3.org/ns/wsdl"/>',
      wanted: 'description: is not the wsdl:definitions of WSDL 1.1',
    },
    'a prefix bound to nothing, in a value': {
      given: { input: `¦${PART('type="x:int"')}` },
      wanted: 'wsdl:part "p": "x:int" has a prefix that is bound to no namespace',
    },
    'a prefix bound to nothing, in a tag': {
      given: { schema: '¦<x:complexType name="T"/>' },
      wanted: '"x:complexType": its prefix is bound to no namespace',
    },
  });
});
