import { frame, NUMBERS, PARTS, SENDERS } from '../envelopes.js';
import { fill, full, fullElement, type Hostile, within } from './document.js';

const DESCRIPTION = ['<description>', '</description>'] as const;
const BASE64 = ['<description xsi:type="xsd:base64Binary">', '</description>'] as const;
const RESULT = ['<result>', '</result>'] as const;
const POINTS = ['<points>', '</points>'] as const;
const FAULT = frame('soap_CheckPoints', '', '');

/** A number field with one text of approximately a size. */
const numberText = (
  name: string,
  [open, close]: readonly [string, string],
  text: (size: number) => string,
): Hostile => ({
  name,
  build: (size) => within(PARTS, open + text(size) + close),
});

/** A Fault in place of the response. */
const fault = (name: string, inside: (size: number) => string): Hostile => ({
  name,
  build: (size) => {
    const { operation, text } = within(FAULT, '');
    const body = `<SOAP-ENV:Fault><faultcode>x</faultcode>${inside(size)}</SOAP-ENV:Fault>`;
    return { operation, text: text.replace(/<ns1:.*Response>/, () => body) };
  },
});

/** Documents full of text. */
export const TEXTS: readonly Hostile[] = [
  fullElement('one text', PARTS, DESCRIPTION, () => 'x'),
  fullElement('carriage returns', PARTS, DESCRIPTION, () => '\r'),
  fullElement('predefined entities', PARTS, DESCRIPTION, () => '&amp;'),
  fullElement('character references', PARTS, DESCRIPTION, () => '&#9;'),
  {
    name: 'one character reference',
    build: (size) => within(PARTS, `<description>&#${'0'.repeat(size)}65;</description>`),
  },
  fullElement('unknown entities', PARTS, DESCRIPTION, () => '&lol;'),
  fullElement('"]]>"', PARTS, DESCRIPTION, () => ']]>'),
  fullElement('"]"', PARTS, DESCRIPTION, () => ']'),
  fullElement('CDATA sections', PARTS, DESCRIPTION, () => '<![CDATA[]]>'),
  fullElement('CDATA sections that end by many "]"', PARTS, DESCRIPTION, () => `<![CDATA[${']'.repeat(500)}]]>`),
  fullElement('CDATA sections of "<" and "&"', PARTS, ['<description><![CDATA[', ']]></description>'], () => '<&'),
  fullElement('an open CDATA section', PARTS, ['<description>', ''], () => '<![CDATA['),
  full('texts with "]]" while "]]>" stands elsewhere', SENDERS, (index) =>
    index === 0 ? '<item><![CDATA[x]]></item>' : '<item>]]</item>',
  ),
  numberText('white space around a whole number', RESULT, (size) => `${' '.repeat(size / 2)}1${' '.repeat(size / 2)}`),
  numberText('white space inside a whole number', RESULT, (size) => `1${' '.repeat(size)}1`),
  numberText('white space by turns inside a float', POINTS, (size) => '1 \t'.repeat(size / 3)),
  numberText('digits of a whole number', RESULT, (size) => '9'.repeat(size)),
  numberText('digits of a float and a letter', POINTS, (size) => `${'9'.repeat(size)}x`),
  numberText('digits of an exponent', POINTS, (size) => `1e${'9'.repeat(size)}`),
  fullElement('base64', PARTS, BASE64, () => 'QUJD'),
  fullElement(
    'base64 that is none',
    PARTS,
    ['<description xsi:type="xsd:base64Binary">', '!</description>'],
    () => 'QUJD',
  ),
  full('texts of white space between items', NUMBERS, () => `<item>${' '.repeat(200)}<number/></item>`),
  fault('a Fault with one text', (size) => `<faultstring>${'x'.repeat(size)}</faultstring>`),
  {
    ...fault('a Fault that echoes numbers', (size) => `<faultstring>${'48500000000 '.repeat(size / 12)}</faultstring>`),
    // Each of them is compared with the secrets and masked.
    maxMultiple: 10,
  },
  fault(
    'a Fault with many details',
    (size) => `<detail>${fill(size, (index) => `<a${index % 500}>x</a${index % 500}>`)}</detail>`,
  ),
  fault(
    'a Fault with deep details',
    (size) => `<detail>${fill(size, () => '<a>'.repeat(240) + '</a>'.repeat(240))}</detail>`,
  ),
  fault('a Fault with different children', (size) => fill(size, (index) => `<a${index}>x</a${index}>`)),
  fault('a Fault with attributes', (size) => `<detail>${fill(size, (index) => `<a b="${index}" c=">"/>`)}</detail>`),
  fault('a Fault with mixed details', (size) => `<detail>${fill(size, () => 'x<a/>')}</detail>`),
];
