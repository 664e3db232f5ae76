import { describe, expect, it } from 'vitest';
import { envelope, mustBeUnderstood, openBody, openEnvelope } from '../../../src/soap/messages/envelope.js';
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
  ])('is missing in %j, and the other element is quoted', (content, quoted) => {
    const message = 'the envelope has no Body, but an element';
    expect(() => open(content)).toThrow(expect.objectContaining({ name: 'Problem', message, quoted }));
  });
});
