import { afterEach, describe, expect, it, vi } from 'vitest';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import { Decoder } from '../../../src/soap/decoder/decoder.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import { SOAP_ENCODING, SOAP_ENVELOPE, SOAP12_ENVELOPE, XSI } from '../../../src/soap/decoder/names.js';
import { operation, service } from '../../../src/soap/messages/operation.js';
import { readEnvelope } from '../../../src/soap/messages/response.js';
import { TagScope } from '../../../src/xml/tag.js';

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
/** Parts that refer to what stands behind them. */
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
      'no SOAP, with a prefix',
      '<p:feed xmlns:p="u"><x/></p:feed>',
      { kind: 'not-soap', root: { local: 'feed', uri: 'u' } },
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
    [
      'a Fault, also before an output with references',
      envelope(FAULT + wrapper(REFERRING) + TARGET),
      { kind: 'fault' },
    ],
    ['the first of two Faults', envelope(FAULT + OTHER_FAULT), { kind: 'fault', fault: { faultString: 'why' } }],
    [
      'the first of two outputs',
      envelope(wrapper('<result>1</result>') + wrapper('<result>2</result>')),
      { kind: 'output', output: { result: 1 } },
    ],
    ['a Fault behind a nil output', envelope(wrapper('', ' xsi:nil="1"') + FAULT), { kind: 'fault' }],
  ])('%s', (_name, document, content) => {
    expect(read(document)).toMatchObject(content);
  });

  it.each([
    ['the document has no root element', ''],
    ['an Envelope of an unknown SOAP version', envelope(wrapper(''), 'urn:soap-7')],
    ['an Envelope of SOAP 1.2', envelope(wrapper('<result>7</result>'), SOAP12_ENVELOPE)],
    ['an Envelope of SOAP 1.2', envelope(wrapper(REFERRING) + TARGET, SOAP12_ENVELOPE)],
    [
      'a header that must be understood but is unknown',
      envelope(wrapper('')).replace('<S:Body>', '<S:Header><h S:mustUnderstand="1"/></S:Header><S:Body>'),
    ],
    ['the response is nil', envelope(wrapper('', ' xsi:nil="1"'))],
    ['the response is nil', envelope(`<askResponse href="#w"/><m id="w" xsi:nil="1"/>`)],
    ['the response is nil', envelope('<x xsi:nil="1"/>')],
    ['the Body has no response', envelope('')],
    ['the Body has no response', envelope(TARGET)],
    ['the response belongs to tell', envelope('<tellResponse/>')],
    ['the response belongs to tell', envelope('<t:tellResponse xmlns:t="urn:t"/><x><result>1</result></x>')],
    ['text where elements are expected', envelope(`${wrapper('')}x`)],
    ['text where elements are expected', envelope(wrapper('')).replace('</S:Body>', '</S:Body>x')],
    ['a second root element', `${envelope(wrapper(''))}<x/>`],
  ])('refused: %s', (message, document) => {
    expect(() => read(document)).toThrow(expect.objectContaining({ name: 'Problem', message }));
  });
});

describe('a wrapper under another name (SOAP 1.1 section 7.1)', () => {
  const RESULT = '<result>7</result>';
  it.each([
    ['any name', `<x>${RESULT}</x>`, 7],
    ['any name and root="1"', `<x enc:root="1">${RESULT}</x>`, 7],
    ['an id and root="1"', `<x id="a" enc:root="1">${RESULT}</x>`, 7],
    ['an id, before the response', `<m id="a">${RESULT}</m><x><result>8</result></x>`, 8],
    ['root="0", before the response', `<m enc:root="0">${RESULT}</m><x><result>8</result></x>`, 8],
    ['root="0" and an id, before the response', `<m id="a" enc:root="0">${RESULT}</m><x><result>8</result></x>`, 8],
    ['any name, the first of two', `<x>${RESULT}</x><y><result>8</result></y>`, 7],
    ['any name, before one of the right name', `<x>${RESULT}</x>${wrapper('<result>8</result>')}`, 8],
  ])('is the response: with %s', (_name, body, result) => {
    expect(read(envelope(body))).toMatchObject({ kind: 'output', output: { result } });
  });

  it.each([
    ['an id alone', `<x id="a">${RESULT}</x>`],
    ['root="0"', `<x enc:root="0">${RESULT}</x>`],
    ['root="0" and an id', `<x id="a" enc:root="0">${RESULT}</x>`],
  ])('is none: with %s', (_name, body) => {
    expect(() => read(envelope(body))).toThrow('the Body has no response');
  });

  it('has its first part by its own name, unlike one with the right name', () => {
    expect(read(envelope(wrapper('<y>7</y>')))).toMatchObject({ output: { result: 7 } });
    expect(read(envelope('<x><y>7</y></x>'))).toMatchObject({ output: { result: undefined } });
  });
});

describe('what stands behind the wrapper', () => {
  it.each([
    ['is not read again once references were followed', wrapper(REFERRING) + TARGET, 0],
    ['is read where no reference was followed', wrapper('<result>1</result>') + TARGET, 1],
    ['is read behind a Fault', FAULT + wrapper(REFERRING) + TARGET, 1],
  ])('%s', (_name, body, times) => {
    const skip = vi.spyOn(Decoder.prototype, 'skipSteps');
    read(envelope(body));
    expect(skip).toHaveBeenCalledTimes(times);
  });

  it('is refused where it is text, also when references were followed', () => {
    expect(() => read(envelope(`${wrapper(REFERRING)}${TARGET}x`))).toThrow('text where elements are expected');
  });
});

it('tags are known from one response to the next', () => {
  const tags = new TagScope();
  const { size } = tags.scope;
  read(envelope(wrapper('<result>7</result>')), tags);
  const known = tags.scope.size;
  expect(known).toBeGreaterThan(size);
  read(envelope(wrapper('<result>8</result>')), tags);
  expect(tags.scope.size).toBe(known);
});

it('halves of a pair of references are one letter where that is accepted', () => {
  const document = Buffer.from(envelope(wrapper('<text>&#xD83D;&#xDE00;</text>')));
  expect(() => readEnvelope(talk, ask, document, DEFAULT_LIMITS)).toThrow('half of a surrogate pair');
  const settings = { ...DEFAULT_LIMITS, acceptSurrogateReferences: true };
  expect(readEnvelope(talk, ask, document, settings)).toMatchObject({ output: { text: '😀' } });
});
