import { ValidationError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import { parseJson } from '../../files/json.js';
import { CASSETTE_VERSION, NO_ADDRESS, PRIVATE_KINDS, type PrivacyMark } from './har.js';
import { labelFault } from './label.js';
import {
  FAILURES,
  labelsOf,
  type NotKept,
  type RecordedFailure,
  type RecordedResponse,
  type Recording,
  type RecordingLabels,
} from './recording.js';

/** The most levels of a cassette, with what other programs add to it: it is written again with indentation. */
const MAX_DEPTH = 16;

/** An entry of a cassette, with its recording. */
export interface ReadEntry {
  /** Its place in the file. */
  readonly place: string;
  readonly file: string;
  /** As it stands in the file. */
  readonly entry: unknown;
  readonly recording: Recording;
}

/** An entry that waits to be brought into a cassette. */
export interface WaitingEntry extends ReadEntry {
  /** The texts of the entries that go with it. */
  readonly replaces: readonly string[];
}

/** A cassette as it was read. */
export interface ReadCassette {
  readonly entries: readonly ReadEntry[];
  readonly privacy: PrivacyMark | undefined;
}

/** JSON whose form is not known yet. */
type Json = Readonly<Record<string, unknown>>;

/** Reads values out of JSON, and says where one is that is not as it should be. */
class JsonReader {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  fail(path: string, reason: string): never {
    throw new ValidationError(path, `${reason} (in the cassette ${this.file})`);
  }

  parsed(text: string, path: string): unknown {
    try {
      return parseJson(text, MAX_DEPTH);
    } catch (error) {
      if (error instanceof Problem) return this.fail(path, error.message);
      // Not the words of that error: they quote the file, which may be another one than was meant.
      return this.fail(path, 'is not JSON');
    }
  }

  object(value: unknown, path: string): Json {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
    return this.fail(path, 'is not an object');
  }

  list(value: unknown, path: string): readonly unknown[] {
    return Array.isArray(value) ? value : this.fail(path, 'is not a list');
  }

  text(value: unknown, path: string): string {
    return typeof value === 'string' ? value : this.fail(path, 'is not a text');
  }

  label(value: unknown, path: string): string {
    const reason = labelFault(this.text(value, path));
    return reason === undefined ? (value as string) : this.fail(path, reason);
  }

  number(value: unknown, path: string): number {
    const isNumber = typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
    return isNumber ? value : this.fail(path, 'is not a number of 0 or more');
  }

  oneOf<T>(value: unknown, known: readonly T[], path: string): T {
    return known.includes(value as T) ? (value as T) : this.fail(path, `is none of ${known.join(', ')}`);
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

/**
 * Reads a cassette of any version that there has been.
 *
 * @param text - the content of the file
 * @param file - its name, for the errors
 * @throws ValidationError that names the place in the file
 */
export function readHar(text: string, file: string): ReadCassette {
  const json = new JsonReader(file);
  const log = json.object(json.object(json.parsed(text, ''), '').log, 'log');
  const { _cassette: version, _privacy: privacy } = log;
  if (typeof version !== 'number') {
    return json.fail(
      'log._cassette',
      'is missing: this is no cassette; importRecordings() (sms-service cassette import) reads what others have recorded',
    );
  }
  if (version > CASSETTE_VERSION) {
    json.fail('log._cassette', `is ${version}, and this version of the library reads up to ${CASSETTE_VERSION}`);
  }
  const entries = json.list(log.entries, 'log.entries');
  return {
    entries: entries.map((entry, index) => readEntry(entry, `log.entries[${index}]`, json)),
    privacy: privacy === undefined ? undefined : readMark(privacy, json),
  };
}

function readMark(value: unknown, json: JsonReader): PrivacyMark {
  const { kinds, key, derivation } = json.object(value, 'log._privacy');
  const found = json
    .list(kinds, 'log._privacy.kinds')
    .map((kind) => json.oneOf(kind, PRIVATE_KINDS, 'log._privacy.kinds'));
  const mark = { kinds: PRIVATE_KINDS.filter((kind) => found.includes(kind)), key: json.text(key, 'log._privacy.key') };
  if (derivation === undefined) return mark;
  return { ...mark, derivation: json.oneOf(derivation, ['scrypt'], 'log._privacy.derivation') };
}

/** Reads the text of one entry, as {@link readHar} does. */
export function readWaitingEntry(text: string, path: string, file: string): WaitingEntry {
  const json = new JsonReader(file);
  const { _replaces: replaced = [], ...entry } = json.object(json.parsed(text, path), path);
  const replaces = json.list(replaced, `${path}._replaces`).map((one) => json.text(one, `${path}._replaces`));
  return { ...readEntry(entry, path, json), replaces };
}

function readEntry(entry: unknown, path: string, json: JsonReader): ReadEntry {
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
  if (Number.isNaN(startedAtMs)) json.fail(`${path}.startedDateTime`, 'is not a date');
  return {
    place: path,
    file: json.file,
    entry,
    recording: {
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
    },
  };
}

function readLabels({ _track, _account, _unfinished }: Json, path: string, json: JsonReader): RecordingLabels {
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
  return failure === undefined ? { response } : { response, failure };
}

function readFailure(value: unknown, path: string, json: JsonReader): RecordedFailure {
  const { code, outcome, systemCode, timeoutMs, status, retryAfterMs, retryable } = json.object(value, path);
  const number = (given: unknown, name: string): number | undefined =>
    given === undefined ? undefined : json.number(given, `${path}.${name}`);
  return {
    code: json.oneOf(code, FAILURES, `${path}.code`),
    outcome: json.oneOf(outcome, OUTCOMES, `${path}.outcome`),
    systemCode: systemCode === undefined ? undefined : json.text(systemCode, `${path}.systemCode`),
    timeoutMs: number(timeoutMs, 'timeoutMs'),
    status: number(status, 'status'),
    retryAfterMs: number(retryAfterMs, 'retryAfterMs'),
    retryable: retryable === undefined ? undefined : json.oneOf(retryable, [true, false], `${path}.retryable`),
  };
}

function readNotKept(value: unknown, path: string, json: JsonReader): NotKept {
  const { code, outcome, bytes } = json.object(value, path);
  return {
    code: json.oneOf(code, NOT_KEPT, `${path}.code`),
    outcome: json.oneOf(outcome, OUTCOMES, `${path}.outcome`),
    bytes: json.number(bytes, `${path}.bytes`),
  };
}

const OUTCOMES = ['not-sent', 'rejected', 'unknown'] as const;
/** The codes of a response that was not decoded. */
const NOT_KEPT = ['HTTP_STATUS', 'DECODE'] as const;
