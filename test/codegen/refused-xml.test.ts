import { describe, expect, it } from 'vitest';
import { expectRefusals } from './expect-refusals.js';
import { readGiven, structOf, wsdl } from './given.js';

const PART = '<wsdl:part name="p" type="xsd:int"/>';
const WHOLE = wsdl({
  top: '<!-- a > b --><?target <x?><wsdl:documentation>a <![CDATA[<b>]]> &amp; &#x63;</wsdl:documentation>',
  schema: structOf('T', '<xsd:element name="f" type=\'xsd:int\'/>'),
  input: PART,
}).trimEnd();

// The cases of the XML reader itself are in test/xml/ and test/conformance/.
describe('a document that is not well-formed is refused at its place', () => {
  expectRefusals({
    'cut off in text': { given: '<a>\n<b>te¦', wanted: 'XML: the document ends inside an element, in <b>' },
    'cut off in a comment': { given: '<a>\n¦<!-- b', wanted: 'XML: a comment without an end, in <a>' },
    'an element that is not closed': {
      given: { schema: '<xsd:complexType name="T">\n  <xsd:all>\n ¦</xsd:complexType>' },
      wanted: 'XML: an end tag that does not match its start tag, in <xsd:all>',
    },
    'an attribute without quotes': { given: '<a¦ b=c/>', wanted: 'XML: the tag is not well-formed' },
    'an attribute twice': { given: '<a b="c"¦ b="d"/>', wanted: 'XML: a duplicate attribute in one tag' },
    'the same attribute under two prefixes': {
      given: '<t xmlns:a="urn:a" xmlns:b="urn:a" a:x="1"¦ b:x="2"/>',
      wanted: 'XML: a duplicate attribute in one tag, by its namespace',
    },
    'a prefix that is not declared': {
      given: { schema: '¦<x:complexType name="T"/>' },
      wanted: 'XML: a namespace prefix is not declared: x in <x:complexType>',
    },
    'an unknown entity': {
      given: { input: '<wsdl:part name="p" type="¦xsd:int&nbsp;"/>' },
      wanted: 'XML: "&" does not begin a known reference, in <wsdl:message>',
    },
    'a character that XML does not have, behind letters of several bytes': {
      given: '<a>ąć\nżó ¦\u0001</a>',
      wanted: 'XML: a character that XML does not allow, in <a>',
    },
    'two root elements': { given: '<a/>\n ¦<b/>', wanted: 'XML: a second root element' },
    'an empty file': { given: '¦', wanted: 'XML: the document has no root element' },
    'a file that is not XML': { given: '¦{"a": 1}', wanted: 'XML: text outside the root element' },
    'a document type declaration': {
      given: `<?xml version="1.0"?>\n<!-- <!DOCTYPE x> -->\n ¦<!DOCTYPE definitions [<!ENTITY a "b">]>\n${wsdl()}`,
      wanted: 'XML: a DOCTYPE is refused',
    },
    'elements nested too deep': {
      given: `${'<a>'.repeat(100)}¦${'<a>'.repeat(100)}${'</a>'.repeat(200)}`,
      wanted: 'XML: more than 100 nested elements, in <a>',
    },
  });

  it('for each cut', () => {
    expect(readGiven(WHOLE).name).toBe('S');
    for (let length = 1; length < WHOLE.length; length++) {
      expect(() => readGiven(WHOLE.slice(0, length))).toThrow(/^t\.wsdl:\d+:\d+: XML: /);
    }
  });
});
