import { Problem } from '../../errors/problem.js';
import { parseJson } from '../../files/json.js';
import { type CassetteFormat, LazyEntry, type ReadCassette } from './format.js';
import { NO_ADDRESS } from './har.js';
import { labelsOf, type RecordedResponse, type Recording, type RecordingLabels } from './recording.js';
import {
  CONFLICT,
  conflictLine,
  readFailure,
  readMark,
  readNotKept,
  type Unread,
  ValueReader,
} from './value-reader.js';
import { entryText, harText, indented } from './write-har.js';

/** HAR 1.2, sorted by track. Calls of an operation are adjacent, so that a new recording is a small diff. */
export const HAR: CassetteFormat = {
  read: readHar,
  write: (entries, mark) =>
    harText(
      entries.map(({ text }) => text),
      mark,
    ),
  textOf: entryText,
  sortKeyOf: ({ track = '', startedAtMs }, key) => `${track}\n${key}\n${String(startedAtMs).padStart(16, '0')}`,
};

const MAX_DEPTH = 16;

class JsonReader extends ValueReader {
  parsed(text: string): unknown {
    const conflict = conflictLine(text);
    if (conflict !== undefined) this.fail(`line ${conflict}`, CONFLICT);
    try {
      return parseJson(text, MAX_DEPTH);
    } catch (error) {
      if (error instanceof Problem) return this.fail('', error.message);
      // The message of the original error quotes the file, which may be a wrong one. Only the position is used.
      const [, offset] = /at position (\d+)/.exec((error as Error).message) ?? [];
      const before = text.slice(0, offset === undefined ? undefined : Number(offset));
      return this.fail(`line ${before.split('\n').length}`, 'is not JSON');
    }
  }

  headers(value: unknown, path: string): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    for (const [index, header] of this.list(value, path).entries()) {
      const { name, value: content } = this.object(header, `${path}[${index}]`);
      headers[this.text(name, `${path}[${index}].name`).toLowerCase()] = this.text(content, `${path}[${index}].value`);
    }
    return headers;
  }
}

export function readHar(text: string, file: string): ReadCassette {
  const json = new JsonReader(file);
  const log = json.object(json.object(json.parsed(text), '').log, 'log');
  const { _cassette: version, _privacy: privacy } = log;
  if (typeof version !== 'number') {
    return json.fail(
      'log._cassette',
      'is missing: the file is not a cassette. To import HAR of other programs, use importRecordings() (sms-service cassette import)',
    );
  }
  json.checkVersion(version, 'log._cassette');
  const entries = json.list(log.entries, 'log.entries');
  return {
    entries: entries.map((entry, index) => {
      const place = `log.entries[${index}]`;
      return new LazyEntry(place, file, readEntry(entry, place, json), () => indented(entry));
    }),
    privacy: privacy === undefined ? undefined : readMark(privacy, 'log._privacy', json),
  };
}

function readEntry(entry: unknown, path: string, json: JsonReader): Recording {
  const { startedDateTime, time, request, response, ...others } = json.object(entry, path);
  const asked = json.object(request, `${path}.request`);
  const method = json.text(asked.method, `${path}.request.method`);
  const hasBody = method !== 'GET' || asked.postData !== undefined;
  const posted = hasBody ? json.object(asked.postData, `${path}.request.postData`) : undefined;
  const { url } = asked;
  if (typeof url !== 'string' || !url.startsWith(NO_ADDRESS)) {
    return json.fail(`${path}.request.url`, `is not ${NO_ADDRESS}: a cassette holds no address`);
  }
  const startedAtMs = Date.parse(json.text(startedDateTime, `${path}.startedDateTime`));
  if (Number.isNaN(startedAtMs)) json.fail(`${path}.startedDateTime`, 'must be a date');
  return {
    ...readLabels(others, path, json),
    request: {
      method,
      target: url.slice(NO_ADDRESS.length),
      headers: json.headers(asked.headers, `${path}.request.headers`),
      ...(posted === undefined ? {} : { text: json.text(posted.text, `${path}.request.postData.text`) }),
    },
    ...readResult(response, `${path}.response`, json),
    startedAtMs,
    durationMs: json.number(time, `${path}.time`),
  };
}

function readLabels({ _track, _account, _unfinished }: Unread, path: string, json: JsonReader): RecordingLabels {
  return labelsOf({
    track: _track === undefined ? undefined : json.label(_track, `${path}._track`),
    account: _account === undefined ? undefined : json.label(_account, `${path}._account`),
    isUnfinished: _unfinished === undefined ? undefined : json.oneOf(_unfinished, [true], `${path}._unfinished`),
  });
}

function readResult(value: unknown, path: string, json: JsonReader): Pick<Recording, 'response' | 'failure'> {
  const { status, headers, content, _failure, _notKept } = json.object(value, path);
  const failure = _failure === undefined ? undefined : readFailure(_failure, `${path}._failure`, json);
  const code = json.number(status, `${path}.status`);
  if (code === 0) {
    if (failure === undefined) json.fail(`${path}.status`, 'is 0, and no failure tells why');
    return { failure };
  }
  const { text, encoding } = json.object(content, `${path}.content`);
  if (encoding !== undefined && encoding !== 'base64') json.fail(`${path}.content.encoding`, 'is not base64');
  const response: RecordedResponse = {
    status: code,
    headers: json.headers(headers, `${path}.headers`),
    text: json.text(text, `${path}.content.text`),
    ...(encoding === undefined ? {} : { encoding: 'base64' }),
    ...(_notKept === undefined ? {} : { notKept: readNotKept(_notKept, `${path}._notKept`, json) }),
  };
  return { response, failure };
}
