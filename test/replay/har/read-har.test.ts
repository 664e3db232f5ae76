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
  it('is read as a recording', () => {
    expect(read(ENTRY)).toEqual({
      request: { method: 'POST', target: 'sms.do', headers: { 'content-type': 'text/plain' }, text: 'hush' },
      response: { status: 200, headers: { 'x-a': '1' }, text: 'OK' },
      startedAtMs: Date.UTC(2026, 2, 1, 10),
      durationMs: 5,
    });
  });

  it('may have a failure instead of or after a response', () => {
    const lost = read({ ...ENTRY, response: { status: 0, _failure: FAILURE } });
    expect([lost?.failure, lost?.response]).toEqual([FAILURE, undefined]);
    const half = read({ ...ENTRY, response: { ...RESPONSE, _failure: FAILURE } });
    expect([half?.failure, half?.response?.text]).toEqual([FAILURE, 'OK']);
  });

  it('keeps fields of other programs', () => {
    const [entry] = readHar(cassetteOf({ ...ENTRY, comment: 'mine' }), 'calls.har').entries;
    expect(JSON.parse(entry?.text ?? '')).toEqual({ ...ENTRY, comment: 'mine' });
  });

  it.each<readonly [string, unknown, string]>([
    ['', 5, 'must be an object'],
    ['.startedDateTime', { ...ENTRY, startedDateTime: 'hush' }, 'must be a date'],
    ['.time', { ...ENTRY, time: -1 }, 'must be a number of 0 or more'],
    ['.request.method', { ...ENTRY, request: { ...REQUEST, method: 5 } }, 'must be a string'],
    ['.request.url', { ...ENTRY, request: { ...REQUEST, url: 'http://hush/' } }, 'a cassette holds no address'],
    ['.request.url', { ...ENTRY, request: { ...REQUEST, url: ['http://gateway.invalid/'] } }, 'holds no address'],
    ['.request.headers[1]', { ...ENTRY, request: { ...REQUEST, headers: [{ name: '', value: '' }, 5] } }, 'an object'],
    ['.request.headers[0].value', { ...ENTRY, request: { ...REQUEST, headers: [{ name: '' }] } }, 'must be a string'],
    ['.request.postData.text', { ...ENTRY, request: { ...REQUEST, postData: {} } }, 'must be a string'],
    ['.response.status', { ...ENTRY, response: { ...RESPONSE, status: '200' } }, 'must be a number of 0 or more'],
    ['.response.status', { ...ENTRY, response: { ...RESPONSE, status: 0 } }, 'is 0, and no failure tells why'],
    ['.response._failure.code', { ...ENTRY, response: { ...RESPONSE, _failure: {} } }, 'must be one of CONNECTION'],
    ['._unfinished', { ...ENTRY, _unfinished: 'hush' }, 'must be one of true'],
  ])('is rejected with position, file and reason, and never quoted: %s', (at, entry, reason) => {
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
    ['log._cassette', cassetteOf(ENTRY, { _cassette: 2 }), 'is 2, but this version of the library reads 3'],
    ['log._cassette', cassetteOf(ENTRY, { _cassette: 4 }), 'is 4, but this version of the library reads 3'],
    ['log.entries', cassetteOf(ENTRY, { entries: {} }), 'must be a list'],
    ['log._privacy', cassetteOf(ENTRY, { _privacy: 5 }), 'must be an object'],
    ['line 2', '{\n"log" {', 'is not JSON'],
    ['', '['.repeat(17) + ']'.repeat(17), '16'],
  ])('is rejected if it is invalid: %s', (path, text, reason) => {
    const refused = expect.objectContaining({
      name: 'ValidationError',
      path,
      message: expect.stringContaining(reason),
    });
    expect(() => readHar(text, 'calls.har')).toThrow(refused);
  });
});
