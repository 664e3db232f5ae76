import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readHar } from '../../../src/replay/har/read-har.js';
import { type RecordedFailure, type Recording } from '../../../src/replay/har/recording.js';
import { entryText, harText } from '../../../src/replay/har/write-har.js';
import { ROOT } from '../../support/run.js';

/** In the order of HAR. */
const FAILURE: RecordedFailure = {
  code: 'TIMEOUT',
  outcome: 'unknown',
  systemCode: 'ETIMEDOUT',
  timeoutMs: 1000,
  status: 503,
  retryAfterMs: 5000,
  retryable: false,
};

const SENT: Recording = {
  track: 'sends',
  account: 'main',
  isUnfinished: true,
  request: { method: 'POST', target: 'sms.do?a=%C5%81&b', headers: { 'content-type': 'text/plain' }, text: 'Łódź' },
  response: {
    status: 503,
    headers: { 'retry-after': '5', 'content-type': 'text/html' },
    text: 'gMQ=',
    encoding: 'base64',
    notKept: { code: 'HTTP_STATUS', outcome: 'unknown', bytes: 700 },
  },
  failure: FAILURE,
  startedAtMs: Date.UTC(2026, 2, 1, 10),
  durationMs: 12.5,
};

/** Names with an underscore are extensions of this library. */
const SENT_IN_HAR = {
  _track: 'sends',
  _account: 'main',
  _unfinished: true,
  startedDateTime: '2026-03-01T10:00:00.000Z',
  time: 13,
  request: {
    method: 'POST',
    url: 'http://gateway.invalid/sms.do?a=%C5%81&b',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [{ name: 'content-type', value: 'text/plain' }],
    queryString: [
      { name: 'a', value: 'Ł' },
      { name: 'b', value: '' },
    ],
    postData: { mimeType: 'text/plain', text: 'Łódź' },
    headersSize: -1,
    bodySize: 7,
  },
  response: {
    status: 503,
    statusText: 'Service Unavailable',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [
      { name: 'content-type', value: 'text/html' },
      { name: 'retry-after', value: '5' },
    ],
    content: { size: 2, mimeType: 'text/html', text: 'gMQ=', encoding: 'base64' },
    redirectURL: '',
    headersSize: -1,
    bodySize: 2,
    _failure: FAILURE,
    _notKept: { code: 'HTTP_STATUS', outcome: 'unknown', bytes: 700 },
  },
  cache: {},
  timings: { send: 0, wait: 13, receive: 0 },
};

const INDENT = '      ';
const linesOf = (entry: object): string => INDENT + JSON.stringify(entry, undefined, 2).replaceAll('\n', `\n${INDENT}`);

describe('a recording', () => {
  it.each([['with all fields', SENT, SENT_IN_HAR]])(
    'is written as a HAR entry with a fixed order of fields: %s',
    (_which, recording, entry) => {
      expect(entryText(recording)).toBe(linesOf(entry));
    },
  );
});

describe('a cassette', () => {
  it('is written with the same bytes after reading', () => {
    const text = readFileSync(`${ROOT}test/replay/versions/3.har`, 'utf8');
    const { entries, privacy } = readHar(text, '3.har');
    expect(entries.length).toBeGreaterThan(0);
    expect(
      harText(
        entries.map(({ recording }) => entryText(recording)),
        privacy,
      ),
    ).toBe(text);
  });
});
