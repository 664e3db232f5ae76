import { describe, expect, it } from 'vitest';
import { expectRefusals } from './expect-refusals.js';
import { readGiven, structOf, wsdl } from './given.js';

const PART = '<wsdl:part name="p" type="xsd:int"/>';
const WHOLE = wsdl({
  top: '<!-- a > b --><?target <x?><wsdl:documentation>a <![CDATA[<b>]]> &amp; &#x63;</wsdl:documentation>',
  schema: structOf('T', '<xsd:element name="f" type=\'xsd:int\'/>'),
  input: PART,
});
/** Everything before a text, with the mark at its end. */
const cutBefore = (text: string) => `${WHOLE.slice(0, WHOLE.indexOf(text))}¦`;

describe('a document that is not well-formed is refused where it breaks', () => {
  expectRefusals({
    'cut off between elements': {
      given: cutBefore('</wsdl:types>'),
      wanted: 'XML: not well-formed: the file ends inside <wsdl:types>, opened at line 6',
    },
    'cut off between elements, deeper inside': {
      given: cutBefore('<xsd:element'),
      wanted: 'XML: not well-formed: the file ends inside <xsd:all>, opened at line 8',
    },
    'cut off in text': {
      given: '<a>\n<b>te¦',
      wanted: 'XML: not well-formed: the file ends inside <b>, opened at line 2',
    },
    'cut off before the last tag': {
      given: cutBefore('</wsdl:definitions>'),
      wanted: 'XML: not well-formed: the file ends inside <wsdl:definitions>, opened at line 1',
    },
    'cut off in a tag': {
      given: '<a>\n<b c="d" ¦',
      wanted: 'XML: not well-formed: the file ends inside the tag <b …, begun at line 2',
    },
    'cut off in a value': {
      given: '<a>\n<b c="d¦',
      wanted: 'XML: not well-formed: the file ends inside the tag <b …, begun at line 2',
    },
    'cut off in a closing tag': {
      given: '<a>\n</a¦',
      wanted: 'XML: not well-formed: the file ends inside the tag </a …, begun at line 2',
    },
    'cut off at the start of a tag': {
      given: '<a>\n<¦',
      wanted: 'XML: not well-formed: the file ends inside the tag < …, begun at line 2',
    },
    'cut off in a comment': {
      given: '<a>\n<!-- b¦',
      wanted: 'XML: not well-formed: the file ends inside the comment begun at line 2',
    },
    'cut off in a CDATA section': {
      given: '<a>\n<![CDATA[ b </a>¦',
      wanted: 'XML: not well-formed: the file ends inside the CDATA section begun at line 2',
    },
    'cut off in a processing instruction': {
      given: '<?xml version="1.0"¦',
      wanted: 'XML: not well-formed: the file ends inside the processing instruction begun at line 1',
    },
    'an unclosed element': {
      given: { schema: '<xsd:complexType name="T">\n  <xsd:all>\n ¦</xsd:complexType>' },
      wanted: 'XML: not well-formed: </xsd:complexType> stands where <xsd:all>, opened at line 9, is still open',
    },
    'an element that is closed twice': {
      given: { input: `${PART}¦</wsdl:part>` },
      wanted: 'XML: not well-formed: </wsdl:part> stands where <wsdl:message>, opened at line 11, is still open',
    },
    'a closing tag after the end': {
      given: '<a></a>\n¦</a>',
      wanted: 'XML: not well-formed: </a> closes nothing',
    },
    'a closing tag with an attribute': {
      given: '<a>¦</a b="c">',
      wanted: 'XML: not well-formed: the closing tag </a has more than a name',
    },
    'a value whose quote is missing': {
      given: '<a>\n<b ¦c="d>\n<e f="g"/></b></a>',
      wanted: 'XML: not well-formed: the value of c in <b> has a "<"; is its closing quote missing?',
    },
    'a value without quotes': {
      given: '<a ¦b=c/>',
      wanted: 'XML: not well-formed: b in <a> has no value in quotes',
    },
    'an attribute without a value': {
      given: '<a ¦b/>',
      wanted: 'XML: not well-formed: b in <a> has no value in quotes',
    },
    'attributes without a space between them': {
      given: '<a b="c"¦d="e"/>',
      wanted: 'XML: not well-formed: the tag <a> cannot go on with "d"',
    },
    'a tag inside a tag': {
      given: '<a>\n<b ¦<c/></b></a>',
      wanted: 'XML: not well-formed: the tag <b> cannot go on with "<"',
    },
    'an attribute that stands twice': {
      given: '<a b="c" ¦b="d"/>',
      wanted: 'XML: not well-formed: <a> has the attribute b twice',
    },
    'a tag without a name': {
      given: '<a>¦<1/></a>',
      wanted: 'XML: not well-formed: "<" begins no tag; as text it is written &lt;',
    },
    'a bare "<"': {
      given: '<a>1 ¦< 2</a>',
      wanted: 'XML: not well-formed: "<" begins no tag; as text it is written &lt;',
    },
    'a declaration inside the document': {
      given: '<a>¦<!ELEMENT b></a>',
      wanted: 'XML: not well-formed: "<!" begins neither a comment nor a CDATA section',
    },
    'two hyphens in a comment': {
      given: '<a><!-- b ¦-- c --></a>',
      wanted: 'XML: not well-formed: "--" inside a comment',
    },
    'an XML declaration that is not at the start': {
      given: '\n¦<?xml version="1.0"?><a/>',
      wanted: 'XML: not well-formed: an XML declaration stands only at the very start',
    },
    'text before the first element': {
      given: '¦hello <a/>',
      wanted: 'XML: not well-formed: text outside the root element',
    },
    'text after the last element': {
      given: '<a/>\n ¦hello',
      wanted: 'XML: not well-formed: text outside the root element',
    },
    'a CDATA section outside the root element': {
      given: '<a/>¦<![CDATA[b]]>',
      wanted: 'XML: not well-formed: text outside the root element',
    },
    'a character that XML does not have': {
      given: '<a>\n ¦\u0001</a>',
      wanted: 'XML: not well-formed: the character U+0001 is none of XML',
    },
    'two root elements': {
      given: '<a/>\n ¦<b/>',
      wanted: 'XML: not well-formed: a second root element, <b>',
    },
    'an empty file': { given: '¦', wanted: 'XML: not well-formed: the file has no element' },
    'a file of comments': { given: '<!-- a -->\n¦', wanted: 'XML: not well-formed: the file has no element' },
    'a file that is no XML': { given: '¦{"a": 1}', wanted: 'XML: not well-formed: text outside the root element' },
    'elements nested too deep': {
      given: `${'<a>'.repeat(100)}¦${'<a>'.repeat(100)}${'</a>'.repeat(200)}`,
      wanted: 'XML: more than 100 elements inside one another',
    },
  });

  it('at its end, wherever it is cut off', () => {
    const whole = WHOLE.trimEnd();
    expect(readGiven(whole).name).toBe('S');
    for (let length = 1; length < whole.length; length++) {
      const text = whole.slice(0, length);
      const lines = text.split('\n');
      const end = `t.wsdl:${lines.length}:${(lines.at(-1) ?? '').length + 1}: XML: not well-formed: the file ends inside `;
      expect(() => readGiven(text)).toThrow(end);
    }
  });
});
