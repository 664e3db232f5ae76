import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ForeignCall, Skipped } from '../../../src/replay/foreign/message/foreign-call.js';
import { readRecordings } from '../../../src/replay/foreign/read-recordings.js';
import { cassetteFile } from '../cassette-folder.js';
import { writeForeign } from './write-foreign.js';

const fileOf = cassetteFile();
let folder = '';

beforeEach(() => {
  folder = path.join(path.dirname(fileOf()), 'recorded');
});

const given = (name: string, content: string | Uint8Array): string => writeForeign(folder, name, content);
const taken = (): readonly (ForeignCall | Skipped)[] => [...readRecordings(folder, new Set(['GET', 'POST'] as const))];

/** The only call that files are. */
function callOf(request: string | Uint8Array, response: string | Uint8Array): ForeignCall {
  given('a.request.http', request);
  given('a.response.http', response);
  const [call, ...others] = taken();
  expect(others).toEqual([]);
  if (call === undefined || 'reason' in call) throw new Error(`no call: ${call?.reason}`);
  return call;
}

/** Why the only files that there are cannot be taken over. */
function reasonOf(request: string | Uint8Array, response: string | Uint8Array = OK): string {
  given('a.request.http', request);
  given('a.response.http', response);
  const [skipped] = taken();
  return skipped !== undefined && 'reason' in skipped ? skipped.reason : 'it is a call';
}

const textOf = (message: { readonly body: Uint8Array } | undefined): string =>
  Buffer.from(message?.body ?? []).toString('latin1');

const ASKED = 'POST /sms.do HTTP/1.1\r\n\r\nto=5';
const OK = 'HTTP/1.1 200 OK\r\n\r\nOK';

describe('the names of files', () => {
  it.each([
    ['add.request.http', 'add.response.http'],
    ['007-request.xml', '007-response.xml'],
    ['add_req.txt', 'add_res.txt'],
    ['add.REQ', 'add.Resp'],
    ['request.add.bin', 'response.add.soap'],
    ['request', 'resp'],
    ['sub/add-req-1.HTTP', 'sub/add-res-1.XML'],
  ])('tell a request from its response: %s, %s', (request, response) => {
    given(request, ASKED);
    given(response, OK);
    expect(taken()).toMatchObject([{ place: request, request: { url: '/sms.do' }, response: { status: 200 } }]);
  });

  it.each(['requests.http', 'myrequest.http', 'respond.xml', 'prereq.txt', 'notes'])(
    'tell what is neither: %s',
    (name) => {
      given(name, ASKED);
      expect(taken()).toEqual([{ place: name, reason: 'is neither a request nor a response by its name' }]);
    },
  );

  it('belong together in one folder alone, and with one name', () => {
    given('a/add.request.http', ASKED);
    given('b/add.response.http', OK);
    given('b/add.xml-1.request', ASKED);
    given('b/add-1.response', OK);
    given('c/one.request.http', ASKED);
    given('c/other.response.http', OK);
    expect(taken()).toEqual([
      { place: 'a/add.request.http', reason: 'has no response' },
      { place: 'b/add-1.response', reason: 'has no request' },
      { place: 'b/add.response.http', reason: 'has no request' },
      { place: 'b/add.xml-1.request', reason: 'has no response' },
      { place: 'c/one.request.http', reason: 'has no response' },
      { place: 'c/other.response.http', reason: 'has no request' },
    ]);
  });

  it('of other tools say what the file is, and of no others', () => {
    const archive = 'PK\u0003\u0004';
    const [archives, others] = [
      ['a.saz', 'b.zip', 'c.yml'],
      ['d.txt', 'e.zip.txt'],
    ];
    for (const name of [...archives, ...others]) given(name, archive);
    expect(taken()).toEqual([
      ...archives.map((place) => ({ place, reason: expect.stringContaining('is an archive') })),
      ...others.map((place) => ({ place, reason: 'is neither a request nor a response by its name' })),
    ]);
  });
});

describe('a message with its head', () => {
  it('has the method, the address, the headers in lower case and the body as they stand', () => {
    const head = 'GET /sms.do?to=5 HTTP/1.1\r\nHost: gateway.test:80\r\nX-Sum :  a: b \r\nContent-Type:text/plain';
    const call = callOf(`${head}\r\n\r\none\r\n\r\ntwo`, 'HTTP/2 404 Not Found\nX-A: 1\n\nnone');
    expect(call.request).toMatchObject({
      method: 'GET',
      url: '/sms.do?to=5',
      headers: { host: 'gateway.test:80', 'x-sum': 'a: b', 'content-type': 'text/plain' },
    });
    expect(textOf(call.request)).toBe('one\r\n\r\ntwo');
    expect(call.response).toMatchObject({ status: 404, headers: { 'x-a': '1' } });
    expect(textOf(call.response)).toBe('none');
  });

  it.each(['X-A: 1', 'Proxy HTTP/1.1 404', 'HTTP/1.1 OK'])('has status 200 where it names none: %s', (line) => {
    expect(callOf(ASKED, `${line}\r\n\r\nOK`).response?.status).toBe(200);
  });

  it('has no response, whatever is wrong with it besides', () => {
    given('a.request.http', 'hello');
    expect(taken()).toEqual([{ place: 'a.request.http', reason: 'has no response' }]);
  });

  it('may have no body', () => {
    const call = callOf('GET /profile HTTP/1.1\r\n\r\n', 'HTTP/1.1 503 Away\r\n\r\n');
    expect([textOf(call.request), call.response?.status, textOf(call.response)]).toEqual(['', 503, '']);
  });

  it('is looked for in no more than 64 KiB', () => {
    const headOf = (bytes: number): string => 'POST / HTTP/1.1\r\nX: '.padEnd(bytes, 'x');
    expect(textOf(callOf(`${headOf(65_532)}\r\n\r\nbody`, OK).request)).toBe('body');
    expect(reasonOf(`${headOf(65_533)}\r\n\r\nbody`)).toBe('holds neither a message of HTTP nor XML');
  });

  it('comes behind at most twenty interim responses', () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n';
    expect(callOf(ASKED, interim.repeat(20) + OK).response).toMatchObject({ status: 200, headers: {} });
    expect(reasonOf(ASKED, interim.repeat(21) + OK)).toBe('has more than 20 interim responses');
  });

  it('may be compressed, as its header says', () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n';
    const call = callOf(ASKED, Buffer.concat([Buffer.from(head), gzipSync('<a/>')]));
    expect(textOf(call.response)).toBe('<a/>');
    expect(call.response?.headers).toEqual({});
    expect(reasonOf(ASKED, `${head}no gzip`)).toBe('its body is not gzip, as its header says');
  });

  it('is refused with a method that no call is made with', () => {
    expect(reasonOf('DELETE / HTTP/1.1\r\n\r\n')).toBe('is a DELETE');
  });
});

describe('a body that was sent in chunks', () => {
  const inChunks = (body: string): string => `HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n${body}`;

  it('is put together, whatever stands behind the sizes and in the pieces', () => {
    const call = callOf(ASKED, inChunks('5;x=y\r\nab\r\nc\r\nB\r\n0123456789a\r\n0\r\nX-Sum: 1\r\n\r\n'));
    expect(textOf(call.response)).toBe('ab\r\nc0123456789a');
    expect(call.response?.headers).toEqual({});
  });

  it('may end behind its last size, without a line end', () => {
    expect(textOf(callOf(ASKED, inChunks('1\nx\n0')).response)).toBe('x');
  });

  it.each(['', 'x\r\n', 'hello', '-5\r\nhello\r\n0\r\n\r\n'])(
    'is not in chunks where no size begins it: %j',
    (body) => {
      expect(reasonOf(ASKED, inChunks(body))).toBe('its body is not in chunks, as its header says');
    },
  );

  it.each(['5', '5\r\nab', '5\r\nhello'])('breaks off where a piece, or its end, is missing: %j', (body) => {
    expect(reasonOf(ASKED, inChunks(body))).toBe('its body breaks off');
  });

  it('is as it stands where no header says so', () => {
    const call = callOf(ASKED, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n1\r\nx\r\n0\r\n\r\n');
    expect(textOf(call.response)).toBe('1\r\nx\r\n0\r\n\r\n');
  });
});

describe('a body alone', () => {
  it.each(['<a/>', ' \n<a/>', '\u00ef\u00bb\u00bf<a/>', '\u00ef\u00bb\u00bf\r\n <a>\r\n\r\n</a>'])(
    'begins with markup, and is a call over SOAP: %j',
    (text) => {
      const call = callOf(Buffer.from(text, 'latin1'), Buffer.from(text, 'latin1'));
      expect(call.request).toMatchObject({ method: 'POST', url: '', headers: {} });
      expect([textOf(call.request), textOf(call.response)]).toEqual([text, text]);
      expect(call.response).toMatchObject({ status: 200, headers: {} });
    },
  );

  it.each([
    ['<e:Fault/>', 500],
    ['<a><Fault><b/></Fault></a>', 500],
    ['<a><SOAP-ENV:Fault >', 500],
    ['<a><Faults/></a>', 200],
    ['<a>Fault</a>', 200],
    ['<a.b_c-9:Fault\n>', 500],
  ])('of a response has status 500 where it is a Fault: %s', (text, status) => {
    expect(callOf('<a/>', text).response?.status).toBe(status);
  });

  it.each(['hello', 'a <b/>', ''])('is no other text: %j', (text) => {
    expect(reasonOf(text)).toBe('holds neither a message of HTTP nor XML');
  });
});
