import { ValidationError } from '../../errors/errors.js';
import { CASSETTE_VERSION, NO_ADDRESS, PRIVATE_KINDS, type PrivacyMark } from './har.js';
import type { RecordedFailure, RecordedResponse, Recording } from './recording.js';

/** An entry of a cassette, with its recording. */
export interface ReadEntry {
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
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  fail(path: string, reason: string): never {
    throw new ValidationError(path, `${reason} (in the cassette ${this.#file})`);
  }

  parsed(text: string, path: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
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

  number(value: unknown, path: string): number {
    return typeof value === 'number' && value >= 0 ? value : this.fail(path, 'is not a number of 0 or more');
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
  const { kinds, key } = json.object(value, 'log._privacy');
  const known = PRIVATE_KINDS.filter((kind) => json.list(kinds, 'log._privacy.kinds').includes(kind));
  return { kinds: known, key: json.text(key, 'log._privacy.key') };
}

/** Reads the text of one entry, as {@link readHar} does. */
export function readWaitingEntry(text: string, path: string, file: string): WaitingEntry {
  const json = new JsonReader(file);
  const { _replaces: replaced = [], ...entry } = json.object(json.parsed(text, path), path);
  const replaces = json.list(replaced, `${path}._replaces`).map((one) => json.text(one, `${path}._replaces`));
  return { ...readEntry(entry, path, json), replaces };
}

function readEntry(entry: unknown, path: string, json: JsonReader): ReadEntry {
  const { startedDateTime, time, request, response } = json.object(entry, path);
  const asked = json.object(request, `${path}.request`);
  const posted = json.object(asked.postData, `${path}.request.postData`);
  if (asked.url !== NO_ADDRESS) json.fail(`${path}.request.url`, `is not ${NO_ADDRESS}: a cassette holds no address`);
  const startedAtMs = Date.parse(json.text(startedDateTime, `${path}.startedDateTime`));
  if (Number.isNaN(startedAtMs)) json.fail(`${path}.startedDateTime`, 'is not a date');
  return {
    entry,
    recording: {
      request: {
        headers: json.headers(asked.headers, `${path}.request.headers`),
        text: json.text(posted.text, `${path}.request.postData.text`),
      },
      ...readResult(response, `${path}.response`, json),
      startedAtMs,
      durationMs: json.number(time, `${path}.time`),
    },
  };
}

function readResult(value: unknown, path: string, json: JsonReader): Pick<Recording, 'response' | 'failure'> {
  const { status, headers, content, _failure } = json.object(value, path);
  const failure = _failure === undefined ? undefined : readFailure(_failure, `${path}._failure`, json);
  const code = json.number(status, `${path}.status`);
  if (code === 0) {
    if (failure === undefined) json.fail(`${path}.status`, 'is 0, and no failure tells why');
    return { failure };
  }
  const response: RecordedResponse = {
    status: code,
    headers: json.headers(headers, `${path}.headers`),
    text: json.text(json.object(content, `${path}.content`).text, `${path}.content.text`),
  };
  return failure === undefined ? { response } : { response, failure };
}

function readFailure(value: unknown, path: string, json: JsonReader): RecordedFailure {
  const { code, outcome, systemCode, timeoutMs } = json.object(value, path);
  if (code !== 'CONNECTION' && code !== 'TIMEOUT' && code !== 'TLS') {
    return json.fail(`${path}.code`, 'is none of CONNECTION, TIMEOUT, TLS');
  }
  if (outcome !== 'not-sent' && outcome !== 'unknown') {
    return json.fail(`${path}.outcome`, "is neither 'not-sent' nor 'unknown'");
  }
  return {
    code,
    outcome,
    ...(systemCode === undefined ? {} : { systemCode: json.text(systemCode, `${path}.systemCode`) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs: json.number(timeoutMs, `${path}.timeoutMs`) }),
  };
}
