import { describe, expect, it } from 'vitest';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import {
  envelope,
  mustBeUnderstood,
  openBody,
  openEnvelope,
  writeMessage,
} from '../../../src/soap/messages/envelope.js';
import { operation, service } from '../../../src/soap/messages/operation.js';
import { XmlReader } from '../../../src/xml/reader.js';
import { XmlSource } from '../../../src/xml/source.js';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const reader = (document: string): XmlReader =>
  new XmlReader(new XmlSource(Buffer.from(document)), { maxDepth: 9, maxAttributes: 9 });
const reason = (message: string): object => expect.objectContaining({ name: 'Problem', message });

it('an envelope declares what its Body needs, and its encoding style', () => {
  expect(envelope('<x/>')).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"' +
      ' xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
      ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
      ' SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body><x/></SOAP-ENV:Body>' +
      '</SOAP-ENV:Envelope>\n',
  );
});

describe('the root of a document tells what it is', () => {
  it.each([
    [`<e:Envelope xmlns:e="${SOAP}"/>`, 'soap11'],
    [`<Envelope xmlns="${SOAP}"/>`, 'soap11'],
    ['<Envelope xmlns="http://www.w3.org/2003/05/soap-envelope"/>', 'soap12'],
    ['<Envelope xmlns="http://www.w3.org/2001/12/soap-envelope"/>', 'other-version'],
    ['<Envelope/>', 'other-version'],
    [`<e:envelope xmlns:e="${SOAP}"/>`, 'not-soap'],
    [`<e:Body xmlns:e="${SOAP}"/>`, 'not-soap'],
    ['<html/>', 'not-soap'],
  ])('%s: %s', (document, version) => {
    expect(openEnvelope(reader(document))).toBe(version);
  });

  it.each(['', '<!-- x -->', '<?x y?>'])('nothing, where there is none: %j', (document) => {
    expect(() => openEnvelope(reader(document))).toThrow(reason('the document has no root element'));
  });
});

describe('the Body', () => {
  const open = (content: string): XmlReader => {
    const xml = reader(`<e:Envelope xmlns:e="${SOAP}" xmlns:o="urn:o">${content}</e:Envelope>`);
    openEnvelope(xml);
    openBody(xml, (header) => (mustBeUnderstood(header) ? xml.fail(`must understand ${header.local}`) : xml.skip()));
    return xml;
  };

  it.each([
    ['first', '<e:Body><x/></e:Body>'],
    ['after a Header', '<e:Header><h><e:Body><y/></e:Body></h></e:Header><e:Body><x/></e:Body>'],
    ['after two Headers', '<e:Header/><e:Header><h/></e:Header><e:Body><x/></e:Body>'],
    [
      'after elements of the same names in other namespaces',
      '<o:Body><y/></o:Body><Body><y/></Body><o:Header><h e:mustUnderstand="1"/></o:Header><e:Body><x/></e:Body>',
    ],
    ['after an element of another name', '<e:Other><h e:mustUnderstand="1"/></e:Other><e:Body><x/></e:Body>'],
  ])('is found: %s', (_name, content) => {
    expect(open(content).nextChild()?.local).toBe('x');
  });

  it.each(['', '<e:Header/>'])('is missed in %j', (content) => {
    expect(() => open(content)).toThrow(reason('the envelope has no Body'));
  });

  it.each([
    ['<o:Body/>', 'Body of urn:o'],
    ['<e:body/>', 'body of http://schemas.xmlsoap.org/soap/envelope/'],
    ['<Body/><e:x/>', 'Body'],
  ])('is missed in %j, and what stands there instead is quoted', (content, quoted) => {
    const message = 'the envelope has no Body, but an element';
    expect(() => open(content)).toThrow(expect.objectContaining({ name: 'Problem', message, quoted }));
  });
});

describe('a message', () => {
  const ask = operation<{ a: string | null; b: number }, { r: number }>({
    name: 'ask',
    namespace: 'urn:two',
    soapAction: 'urn:two#ask',
    input: { a: string, b: int },
    output: { r: int },
  });
  const two = service({ name: 'Two', namespaces: { p: 'urn:one&', q: 'urn:two' }, operations: { ask } });

  it('is written in the namespace of its operation, by the prefixes of the service', () => {
    expect(two.declarations).toBe(' xmlns:p="urn:one&amp;" xmlns:q="urn:two"');
    expect([...two.prefixes]).toEqual([
      ['urn:one&', 'p'],
      ['urn:two', 'q'],
    ]);
    expect(writeMessage(two, ask, ask.input, { b: 5, a: 'x' })).toBe(
      envelope(
        '<q:ask xmlns:p="urn:one&amp;" xmlns:q="urn:two"><a xsi:type="xsd:string">x</a><b xsi:type="xsd:int">5</b></q:ask>',
      ),
    );
    expect(writeMessage(two, ask, ask.output, { r: 0 })).toContain('<q:askResponse ');
  });

  it('has all parts of an input, and may leave out those of an output', () => {
    expect(() => writeMessage(two, ask, ask.input, { a: 'x' } as never)).toThrow(
      expect.objectContaining({ message: 'is missing', path: 'b' }),
    );
    expect(writeMessage(two, ask, ask.output, {} as never)).toContain('></q:askResponse>');
    expect(ask.input.write('w', { a: null, b: 1 })).toBe(
      '<w><a xsi:type="xsd:string" xsi:nil="true"/><b xsi:type="xsd:int">1</b></w>',
    );
  });
});
