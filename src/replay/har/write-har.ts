import { STATUS_CODES } from 'node:http';
import { CASSETTE_VERSION, HAR_VERSION, NO_ADDRESS, type PrivacyMark } from './har.js';
import { bodyOf, labelsOf, type Recording } from './recording.js';

const HEAD = `{
  "log": {
    "version": "${HAR_VERSION}",
    "creator": {
      "name": "sms-service-client",
      "version": "${CASSETTE_VERSION}"
    },
    "_cassette": ${CASSETTE_VERSION},
`;
const TAIL = `]
  }
}
`;
const INDENT = '      ';

export function harText(entries: readonly string[], mark: PrivacyMark | undefined): string {
  const privacy = mark === undefined ? '' : `    "_privacy": ${JSON.stringify(mark)},\n`;
  const list = entries.length === 0 ? '' : `\n${entries.join(',\n')}\n    `;
  return `${HEAD}${privacy}    "entries": [${list}${TAIL}`;
}

export function entryText(recording: Recording): string {
  return indented(entryOf(recording));
}

export function indented(entry: unknown): string {
  return INDENT + JSON.stringify(entry, undefined, 2).replaceAll('\n', `\n${INDENT}`);
}

function entryOf(recording: Recording): object {
  const { request, response, failure, startedAtMs, durationMs } = recording;
  const { track, account, isUnfinished } = labelsOf(recording);
  const { status = 0, headers = {}, text = '', encoding, notKept } = response ?? {};
  const size = response === undefined ? 0 : bodyOf(response).length;
  const time = Math.max(0, Math.round(durationMs));
  return {
    // JSON omits properties that are undefined.
    _track: track,
    _account: account,
    _unfinished: isUnfinished,
    startedDateTime: new Date(startedAtMs).toISOString(),
    time,
    request: {
      method: request.method,
      url: NO_ADDRESS + request.target,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: listOf(request.headers),
      queryString: queryOf(request.target),
      postData:
        request.text === undefined
          ? undefined
          : { mimeType: request.headers['content-type'] ?? '', text: request.text },
      headersSize: -1,
      bodySize: Buffer.byteLength(request.text ?? ''),
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: listOf(headers),
      content: { size, mimeType: headers['content-type'] ?? '', text, encoding },
      redirectURL: '',
      headersSize: -1,
      bodySize: size,
      _failure: failure,
      _notKept: notKept,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

function queryOf(target: string): readonly object[] {
  const mark = target.indexOf('?');
  if (mark === -1) return [];
  return [...new URLSearchParams(target.slice(mark))].map(([name, value]) => ({ name, value }));
}

function listOf(headers: Readonly<Record<string, string>>): readonly object[] {
  return Object.keys(headers)
    .sort()
    .map((name) => ({ name, value: headers[name] ?? '' }));
}
