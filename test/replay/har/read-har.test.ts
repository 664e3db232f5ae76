import { describe, expect, it } from 'vitest';
import { readHar } from '../../../src/replay/har/read-har.js';
import type { Recording } from '../../../src/replay/har/recording.js';

/** The parts of an entry that are read. */
const ENTRY = {
  startedDateTime: '2026-03-01T10:00:00.000Z',
  time: 5,
  request: {
    method: 'POST',
    url: 'http://gateway.invalid/sms.do',
    headers: [{ name: 'Content-Type', value: 'text/plain' }],
    postData: { text: 'hush' },
  },
  response: { status: 200, headers: [{ name: 'X-A', value: '1' }], content: { text: 'OK' } },
};
const [REQUEST, RESPONSE] = [ENTRY.request, ENTRY.response];
const FAILURE = { code: 'CONNECTION', outcome: 'unknown' };

const cassetteOf = (entry: unknown, log: object = {}): string =>
  JSON.stringify({ log: { _cassette: 3, entries: [entry], ...log } });
const read = (entry: unknown): Recording | undefined => readHar(cassetteOf(entry), 'calls.har').entries[0]?.recording;

describe('an entry of a cassette', () => {
  it('is a recording', () => {
    expect(read(ENTRY)).toEqual({
      request: { method: 'POST', target: 'sms.do', headers: { 'content-type': 'text/plain' }, text: 'hush' },
      response: { status: 200, headers: { 'x-a': '1' }, text: 'OK' },
      startedAtMs: Date.UTC(2026, 2, 1, 10),
      durationMs: 5,
    });
  });

  it('may have no body where it is a GET, and one all the same', () => {
    const get = { ...REQUEST, method: 'GET' };
    expect(read({ ...ENTRY, request: get })?.request.text).toBe('hush');
    expect(read({ ...ENTRY, request: { ...get, postData: undefined } })?.request).not.toHaveProperty('text');
  });

  it('may have a failure, in place of a response or behind it', () => {
    const lost = read({ ...ENTRY, response: { status: 0, _failure: FAILURE } });
    expect([lost?.failure, lost?.response]).toEqual([FAILURE, undefined]);
    const half = read({ ...ENTRY, response: { ...RESPONSE, _failure: FAILURE } });
    expect([half?.failure, half?.response?.text]).toEqual([FAILURE, 'OK']);
  });

  it('may have bytes in base64, or an error in place of them', () => {
    const notKept = { code: 'DECODE', outcome: 'unknown', bytes: 9 };
    const content = { text: 'gMQ=', encoding: 'base64' };
    expect(read({ ...ENTRY, response: { ...RESPONSE, content, _notKept: notKept } })?.response).toEqual({
      ...{ status: 200, headers: { 'x-a': '1' }, text: 'gMQ=' },
      ...{ encoding: 'base64', notKept },
    });
  });

  it('keeps what other programs have written into it', () => {
    const [entry] = readHar(cassetteOf({ ...ENTRY, comment: 'mine' }), 'calls.har').entries;
    expect(JSON.parse(entry?.text ?? '')).toEqual({ ...ENTRY, comment: 'mine' });
  });

  it.each<readonly [string, unknown, string]>([
    ['', 5, 'must be an object'],
    ['', [], 'must be an object'],
    ['.startedDateTime', { ...ENTRY, startedDateTime: 5 }, 'must be a string'],
    ['.startedDateTime', { ...ENTRY, startedDateTime: 'hush' }, 'must be a date'],
    ['.time', { ...ENTRY, time: -1 }, 'must be a number of 0 or more'],
    ['.request', { ...ENTRY, request: 'hush' }, 'must be an object'],
    ['.request.method', { ...ENTRY, request: { ...REQUEST, method: 5 } }, 'must be a string'],
    ['.request.url', { ...ENTRY, request: { ...REQUEST, url: 5 } }, 'a cassette holds no address'],
    ['.request.url', { ...ENTRY, request: { ...REQUEST, url: 'http://hush/' } }, 'a cassette holds no address'],
    ['.request.url', { ...ENTRY, request: { ...REQUEST, url: ['http://gateway.invalid/'] } }, 'holds no address'],
    ['.request.headers', { ...ENTRY, request: { ...REQUEST, headers: {} } }, 'must be a list'],
    ['.request.headers[1]', { ...ENTRY, request: { ...REQUEST, headers: [{ name: '', value: '' }, 5] } }, 'an object'],
    ['.request.headers[0].name', { ...ENTRY, request: { ...REQUEST, headers: [{ value: '' }] } }, 'must be a string'],
    ['.request.headers[0].value', { ...ENTRY, request: { ...REQUEST, headers: [{ name: '' }] } }, 'must be a string'],
    ['.request.postData', { ...ENTRY, request: { ...REQUEST, postData: undefined } }, 'must be an object'],
    ['.request.postData.text', { ...ENTRY, request: { ...REQUEST, postData: {} } }, 'must be a string'],
    ['.response', { ...ENTRY, response: null }, 'must be an object'],
    ['.response.status', { ...ENTRY, response: { ...RESPONSE, status: '200' } }, 'must be a number of 0 or more'],
    ['.response.status', { ...ENTRY, response: { ...RESPONSE, status: 0 } }, 'is 0, and no failure tells why'],
    ['.response.headers', { ...ENTRY, response: { ...RESPONSE, headers: 5 } }, 'must be a list'],
    ['.response.content', { ...ENTRY, response: { ...RESPONSE, content: [] } }, 'must be an object'],
    ['.response.content.text', { ...ENTRY, response: { ...RESPONSE, content: {} } }, 'must be a string'],
    [
      '.response.content.encoding',
      { ...ENTRY, response: { ...RESPONSE, content: { text: '', encoding: 'hex' } } },
      'is not base64',
    ],
    ['.response._failure', { ...ENTRY, response: { ...RESPONSE, _failure: 5 } }, 'must be an object'],
    ['.response._failure.code', { ...ENTRY, response: { ...RESPONSE, _failure: {} } }, 'must be one of CONNECTION'],
    ['.response._notKept', { ...ENTRY, response: { ...RESPONSE, _notKept: 5 } }, 'must be an object'],
    ['._track', { ...ENTRY, _track: 5 }, 'must be a string'],
    ['._account', { ...ENTRY, _account: 5 }, 'must be a string'],
    ['._unfinished', { ...ENTRY, _unfinished: 'hush' }, 'must be one of true'],
  ])('is refused by its place, the file and the reason, and quoted in nothing: %s', (at, entry, reason) => {
    const error = expect.objectContaining({ name: 'ValidationError', path: `log.entries[0]${at}` });
    expect(() => read(entry)).toThrow(error);
    expect(() => read(entry)).toThrow(reason);
    expect(() => read(entry)).toThrow('(in the cassette calls.har)');
    expect(() => read(entry)).not.toThrow('hush');
  });
});

describe('a cassette', () => {
  it.each([
    ['', '5', 'must be an object'],
    ['log', '{}', 'must be an object'],
    ['log._cassette', '{"log":{"entries":[]}}', 'the file is not a cassette'],
    ['log._cassette', cassetteOf(ENTRY, { _cassette: '3' }), 'the file is not a cassette'],
    ['log._cassette', cassetteOf(ENTRY, { _cassette: 2 }), 'is 2, but this version of the library reads 3'],
    ['log._cassette', cassetteOf(ENTRY, { _cassette: 4 }), 'is 4, but this version of the library reads 3'],
    ['log.entries', cassetteOf(ENTRY, { entries: {} }), 'must be a list'],
    ['log._privacy', cassetteOf(ENTRY, { _privacy: 5 }), 'must be an object'],
    ['line 2', '{\n"log" {', 'is not JSON'],
    ['', '['.repeat(17) + ']'.repeat(17), '16'],
  ])('is refused where it is none: %s', (path, text, reason) => {
    const refused = expect.objectContaining({
      name: 'ValidationError',
      path,
      message: expect.stringContaining(reason),
    });
    expect(() => readHar(text, 'calls.har')).toThrow(refused);
  });
});
