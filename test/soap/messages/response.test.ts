import { afterEach, describe, expect, it, vi } from 'vitest';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import { SOAP_ENCODING, SOAP_ENVELOPE, SOAP12_ENVELOPE, XSI } from '../../../src/soap/decoder/names.js';
import { operation, service } from '../../../src/soap/messages/operation.js';
import { readEnvelope } from '../../../src/soap/messages/response.js';
import type { TagScope } from '../../../src/xml/tag.js';

afterEach(() => vi.restoreAllMocks());

interface Output {
  readonly result?: number | null | undefined;
  readonly text?: string | null | undefined;
}
const definition = { namespace: 'urn:t', soapAction: '', input: {} };
const ask = operation<object, Output>({ ...definition, name: 'ask', output: { result: int, text: string } });
const tell = operation<object, object>({ ...definition, name: 'tell', output: {} });
const talk = service({ name: 'Talk', namespaces: { t: 'urn:t' }, operations: { ask, tell } });

function envelope(body: string, uri: string = SOAP_ENVELOPE): string {
  return `<S:Envelope xmlns:S="${uri}" xmlns:enc="${SOAP_ENCODING}" xmlns:xsi="${XSI}"><S:Body>${body}</S:Body></S:Envelope>`;
}

function read(document: string, tags?: TagScope): unknown {
  return readEnvelope(talk, ask, Buffer.from(document), DEFAULT_LIMITS, tags);
}

const wrapper = (parts: string, attributes = ''): string => `<askResponse${attributes}>${parts}</askResponse>`;
const FAULT = '<S:Fault><faultcode>S:Server</faultcode><faultstring>why</faultstring></S:Fault>';
const OTHER_FAULT = FAULT.replace('why', 'later');
/** Parts with references to later elements. */
const REFERRING = '<result>1</result><text href="#t"/>';
const TARGET = '<m id="t">T</m>';

describe('a document is', () => {
  it.each([
    [
      'no SOAP, by the local name of its root',
      '<rss version="2"/>',
      { kind: 'not-soap', root: { local: 'rss', uri: '' } },
    ],
    [
      'an output',
      envelope(wrapper('<result>7</result><text>x</text>')),
      { kind: 'output', output: { result: 7, text: 'x' } },
    ],
    [
      'an output with references',
      envelope(wrapper(REFERRING) + TARGET),
      { kind: 'output', output: { result: 1, text: 'T' } },
    ],
    ['a Fault', envelope(FAULT), { kind: 'fault', fault: { faultCode: 'Server', faultString: 'why' } }],
    ['a Fault of SOAP 1.2', envelope(FAULT, SOAP12_ENVELOPE), { kind: 'fault', fault: { faultString: 'why' } }],
    ['a Fault, also behind an output', envelope(wrapper('<result>7</result>') + FAULT), { kind: 'fault' }],
    ['a Fault, also before an output', envelope(FAULT + wrapper('<result>7</result>')), { kind: 'fault' }],
    ['the first of two Faults', envelope(FAULT + OTHER_FAULT), { kind: 'fault', fault: { faultString: 'why' } }],
    [
      'the first of two outputs',
      envelope(wrapper('<result>1</result>') + wrapper('<result>2</result>')),
      { kind: 'output', output: { result: 1 } },
    ],
    ['an output without parts', envelope(wrapper('', ' xsi:nil="1"')), { kind: 'output', output: {} }],
  ])('%s', (_name, document, content) => {
    expect(read(document)).toMatchObject(content);
  });

  it.each([
    ['the document has no root element', ''],
    ['an Envelope of an unknown SOAP version', envelope(wrapper(''), 'urn:soap-7')],
    ['an Envelope of SOAP 1.2', envelope(wrapper('<result>7</result>'), SOAP12_ENVELOPE)],
    [
      'a header that must be understood but is unknown',
      envelope(wrapper('')).replace('<S:Body>', '<S:Header><h S:mustUnderstand="1"/></S:Header><S:Body>'),
    ],
    ['the response is nil', envelope('<x xsi:nil="1"/>')],
    ['the Body has no response', envelope('')],
    ['the response belongs to tell', envelope('<tellResponse/>')],
    ['the response belongs to tell', envelope('<t:tellResponse xmlns:t="urn:t"/><x><result>1</result></x>')],
    ['text where elements are expected', envelope(`${wrapper('')}x`)],
    ['a second root element', `${envelope(wrapper(''))}<x/>`],
  ])('refused: %s', (message, document) => {
    expect(() => read(document)).toThrow(expect.objectContaining({ name: 'Problem', message }));
  });
});
