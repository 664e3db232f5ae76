import { describe, expect, it } from 'vitest';
import type { CompleteResponse } from '../../../src/calls/attempts/response.js';
import { HttpStatusError, SmsServiceError } from '../../../src/errors/errors.js';
import { Problem } from '../../../src/errors/problem.js';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import {
  beginsLikeXml,
  type DecodeContext,
  decodeErrorOf,
  decodeResponse,
  faultError,
} from '../../../src/soap/messages/decode-response.js';
import { operation, service } from '../../../src/soap/messages/operation.js';
import { soapResponse } from '../../support/fake-transport.js';

interface Output {
  readonly result?: number | null | undefined;
  readonly text?: string | null | undefined;
}
const ask = operation<object, Output>({
  name: 'ask',
  namespace: 'urn:t',
  soapAction: '',
  input: {},
  output: { result: int, text: string },
});
const SECRET = 'correct horse';

function contextOf(more: Partial<DecodeContext<Output>> = {}): DecodeContext<Output> {
  const talk = service({ name: 'Talk', namespaces: { t: 'urn:t' }, operations: { ask } });
  return { shared: { service: talk, limits: DEFAULT_LIMITS }, operation: ask, secrets: () => [SECRET], ...more };
}

function decode(
  body: string | Uint8Array,
  response: Partial<CompleteResponse> = {},
  context: Partial<DecodeContext<Output>> = {},
): Output {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return decodeResponse({ status: 200, headers: {}, ...response, body: bytes }, contextOf(context));
}

function errorOf(run: () => unknown): SmsServiceError {
  try {
    run();
  } catch (error) {
    if (error instanceof SmsServiceError) return error;
    throw error;
  }
  return expect.unreachable();
}

const GOOD = soapResponse('ask', '<result>7</result>');
const FAULT = soapResponse('ask', '').replace(
  /<ns1:.*Response>/,
  `<SOAP-ENV:Fault><faultcode>SOAP-ENV:Server</faultcode><faultstring>no ${SECRET}</faultstring></SOAP-ENV:Fault>`,
);
const PAGE = '<html><body>Bad Gateway</body></html>';

describe('a document begins like XML', () => {
  it.each([
    '<?xml version="1.0"?>',
    '<soap:Envelope>',
    '<Envelope>',
    ' \r\n\t<a>',
    '<!-- a comment -->',
    '<!DOCTYPE a>',
    '<',
  ])('%j', (text) => {
    expect(beginsLikeXml(Buffer.from(text))).toBe(true);
  });

  it.each([
    '',
    'OK:123',
    'ERROR <b>',
    '{"result": 0}',
    '<html>',
    ' \n<html>',
    '<!DOCTYPE html>',
    '<!doctype  \n html>',
    `${' '.repeat(256)}<a>`,
  ])('and does not: %j', (text) => {
    expect(beginsLikeXml(Buffer.from(text))).toBe(false);
  });
});

describe('what is not SOAP is an HttpStatusError', () => {
  it.each([
    [200, PAGE, 'HTTP status 200: the response is not SOAP', PAGE],
    [502, PAGE, 'HTTP status 502: the response is not SOAP', PAGE],
    [200, '<rss><a/></rss>', 'HTTP status 200: the response is a document <rss>, not SOAP', '<rss><a/></rss>'],
    [200, '', 'HTTP status 200: the body is empty', ''],
    [413, '', 'HTTP status 413: the body is empty; the request is too large for a server or proxy: send to fewer', ''],
    [
      400,
      `<html>${' '.repeat(300)}sent an HTTP request to an HTTPS server`,
      'HTTP status 400: the response is not SOAP; this port uses https: correct the url',
      `<html>${' '.repeat(194)}`,
    ],
    [500, '<broken', 'HTTP status 500: the response is not SOAP', '<broken'],
    [500, GOOD, 'HTTP status 500: a SOAP response without a Fault', ''],
    [404, GOOD, 'HTTP status 404: a SOAP response without a Fault', ''],
    [300, GOOD, 'HTTP status 300: redirects are not followed, because they would receive the credentials', ''],
    [399, FAULT, 'HTTP status 399: redirects are not followed, because they would receive the credentials', ''],
  ])('%d %j', (status, body, message, excerpt) => {
    expect(errorOf(() => decode(body, { status }))).toMatchObject({
      name: 'HttpStatusError',
      message: expect.stringContaining(message),
      status,
      excerpt,
      operation: 'ask',
    });
  });
  it.each([
    ['a whole address', 'https://new.example/soap', 'https://new.example/soap'],
    ['an address beside the one that was asked', '/login?next=soap#top', 'http://old.example/login'],
    ['an address with a user', 'https://agnes:sesame@new.example/', 'https://new.example/'],
    ['something that was sent', 'https://new.example/correct%20horse', undefined],
    ['a telephone number', 'https://new.example/48500100200', undefined],
    ['what is no address of the web', 'javascript:alert(1)', undefined],
    ['nothing that can be read', 'https://', undefined],
  ])('which shows the target of a redirect: %s', (_what, location, expected) => {
    const sent = { url: 'http://old.example/soap?key=1', headers: {} };
    const error = errorOf(() => decode('', { status: 302, headers: { location }, sent }));
    expect(error).toMatchObject({ name: 'HttpStatusError', status: 302, location: expected });
  });
  it('with the problem of the mark-up as its cause', () => {
    expect(errorOf(() => decode('<broken', { status: 500 })).cause).toMatchObject({
      name: 'DecodeError',
      message: expect.stringContaining('the tag is not well-formed'),
      offset: 7,
    });
    expect(errorOf(() => decode(PAGE, { status: 500 })).cause).toBeUndefined();
  });

  it('with the first 200 characters, without secrets', () => {
    const page = `<html>${SECRET} ${'z'.repeat(300)}`;
    const error = errorOf(() => decode(page, { status: 502 }));
    if (!(error instanceof HttpStatusError)) throw error;
    expect(error.excerpt).toHaveLength(200);
    expect(error.excerpt).toMatch(/^<html>.+ z+$/);
    expect(error.excerpt).not.toContain('horse');
  });

  it('with its readable text, for any cut', () => {
    // The 16,384th byte is the first of a letter.
    const long = `<html>${' '.repeat(16_377)}ż${' '.repeat(100)}`;
    expect(errorOf(() => decode(long))).toMatchObject({ excerpt: `<html>${' '.repeat(194)}` });
    expect(errorOf(() => decode(Buffer.from('<html>\u00ff', 'latin1')))).toMatchObject({ name: 'DecodeError' });
    expect(errorOf(() => decode(Buffer.from('<html>\u00ff', 'latin1'), { status: 502 }))).toMatchObject({
      name: 'HttpStatusError',
      excerpt: '<html>\ufffd',
    });
  });
});

describe('what is SOAP', () => {
  it.each([200, 199, 299, 400, 500])('is a Fault without what it echoes, with the status %d', (status) => {
    const error = errorOf(() => decode(FAULT, { status }));
    expect(error).toMatchObject({ name: 'SoapFaultError', faultCode: 'Server', operation: 'ask' });
    expect(error.message).not.toContain('horse');
  });

  it.each([200, 299])('but is broken, is a DecodeError with the status %d', (status) => {
    const broken = GOOD.replace('7', 'x');
    expect(errorOf(() => decode(broken, { status }))).toMatchObject({
      name: 'DecodeError',
      path: 'result',
      xsdType: 'xsd:int',
      offset: GOOD.indexOf('7'),
      operation: 'ask',
    });
    for (const other of [199, 400, 500]) {
      expect(errorOf(() => decode(broken, { status: other }))).toMatchObject({
        name: 'HttpStatusError',
        status: other,
      });
    }
  });

  it('may be in a part, with its charset', () => {
    const text = soapResponse('ask', '<text>\u00b3</text>').replace('UTF-8', 'x');
    const part = `--b\r\nContent-Type: text/xml; charset=ISO-8859-2\r\n\r\n${text}\r\n--b--\r\n`;
    const body = Buffer.from(part, 'latin1');
    const headers = { 'content-type': 'multipart/related; boundary=b; charset=utf-8' };
    expect(decode(body, { headers })).toMatchObject({ text: 'ł' });
    // Other bodies are read unchanged.
    expect(decode(GOOD, { headers })).toMatchObject({ result: 7 });
    const mixed = { 'content-type': 'multipart/mixed; boundary=b' };
    expect(() => decode(part.replace('\u00b3', 'x'), { headers: mixed })).toThrow('the response is not SOAP');
  });
});

describe('errors about the content of a response', () => {
  it('a problem quotes 60 characters, without secrets', () => {
    const problem = new Problem('is wrong', { quoted: `${SECRET} ${'z'.repeat(100)}`, offset: 5 }).prepend('part');
    const { message, ...others } = decodeErrorOf(problem, 'ask', contextOf());
    expect(others).toMatchObject({ path: 'part', offset: 5 });
    expect(message).not.toContain('horse');
    expect(/is wrong: "(.*)"/.exec(message)?.[1]).toMatch(/^.+ z{40,}$/);
    expect(/is wrong: "(.*)"/.exec(message)?.[1]).toHaveLength(60);
  });

  it('a Fault shows no long numbers, unless it is known what is private', () => {
    const fault = { faultCode: 'c', faultString: `48500100200 ${SECRET}` };
    const { faultString } = faultError(fault, contextOf());
    expect(faultString).not.toMatch(/500100|horse/);
    const known = faultError(fault, contextOf({ shared: { ...contextOf().shared, secrets: [SECRET] } }));
    expect(known.faultString).toMatch(/^48500100200 (?!.*horse)/);
  });
});
