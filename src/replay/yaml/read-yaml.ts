import { CONFLICT, conflictLine } from '../har/conflict.js';
import type { ReadCassette, ReadEntry } from '../har/format.js';
import { CASSETTE_VERSION } from '../har/har.js';
import { readFailure, readMark, readNotKept } from '../har/read-parts.js';
import { labelsOf, type RecordedRequest, type RecordedResponse, type Recording } from '../har/recording.js';
import { BODY_FORMS, type Message, type Side } from './bodies.js';
import { lineTooMany } from './lines.js';
import { textsAsTheyStand } from './own-text.js';
import { type Tree, TreeReader } from './tree.js';
import { callText } from './write-yaml.js';

/** The first cassette version with YAML support. */
const FIRST_VERSION = 3;

const CALL = ['began', 'account', 'unfinished', 'request', 'response', 'failure', 'ended'] as const;
const BODIES = [...Object.keys(BODY_FORMS), 'base64'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS'] as const;

/** A call that was read from a cassette. */
class CallRead implements ReadEntry {
  readonly place: string;
  readonly file: string;
  readonly recording: Recording;
  #text: string | undefined;

  /** @param text - the text in the file; `undefined` to format it again */
  constructor(place: string, file: string, recording: Recording, text: string | undefined) {
    this.place = place;
    this.file = file;
    this.recording = recording;
    this.#text = text;
  }

  get text(): string {
    return (this.#text ??= callText(this.recording));
  }
}

/**
 * Reads a cassette.
 *
 * @param given - the content of the file
 * @param file - the name of the file, for errors
 * @throws ValidationError that names the line
 */
export function readYaml(given: string, file: string): ReadCassette {
  // A checkout may have changed the line ends.
  const text = given.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const from = new TreeReader(file);
  const conflict = conflictLine(text);
  if (conflict !== undefined) return from.fail(`line ${conflict}`, CONFLICT);
  const crowded = lineTooMany(text);
  if (crowded !== undefined) return from.fail(`line ${crowded}`, 'is more than a file of this length may have');
  const tree = from.parsed(text);
  const { value } = tree;
  const top = from.object(value === '' ? {} : value, '');
  const version = numberIn(top['cassette']);
  if (version === undefined || version < FIRST_VERSION) {
    return from.fail('cassette', 'is missing, or no version: this is no cassette; one in HAR ends with .har');
  }
  if (version > CASSETTE_VERSION) {
    from.fail('cassette', `is ${version}, and this version of the library reads up to ${CASSETTE_VERSION}`);
  }
  from.only(top, ['cassette', 'privacy', 'calls', 'tracks'], '');
  const { privacy, calls = '', tracks = '' } = top;
  const entries = readCalls(calls, 'calls', '', { tree, text, from });
  for (const [index, given_] of listOf(tracks, 'tracks', from).entries()) {
    const path = `tracks[${index}]`;
    const track = from.object(given_, path);
    from.only(track, ['track', 'calls'], path);
    const name = from.label(track['track'], `${path}.track`);
    entries.push(...readCalls(track['calls'] ?? '', `${path}.calls`, name, { tree, text, from }));
  }
  return { entries, privacy: privacy === undefined ? undefined : readMark(privacy, 'privacy', from) };
}

interface Source {
  readonly tree: Tree;
  readonly text: string;
  readonly from: TreeReader;
}

function readCalls(value: unknown, path: string, track: string, { tree, text, from }: Source): ReadEntry[] {
  const calls = listOf(value, path, from);
  const keys = path.split(/[.[\]]+/).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  const texts = calls.length === 0 ? [] : textsAsTheyStand(text, tree.startsOf(keys), track);
  return calls.map((call, index) => {
    const place = `${path}[${index}]`;
    return new CallRead(place, from.file, readCall(call, place, track, from), texts[index]);
  });
}

function listOf(value: unknown, path: string, from: TreeReader): readonly unknown[] {
  return value === '' ? [] : from.list(value, path);
}

function readCall(value: unknown, path: string, track: string, from: TreeReader): Recording {
  const call = from.object(value, path);
  from.only(call, CALL, path);
  const { account, unfinished, request, response, failure } = call;
  const [began, ended] = [timeIn(call, 'began', path, from), timeIn(call, 'ended', path, from)];
  if (ended < began) from.fail(`${path}.ended`, 'is before the call began');
  if (response === undefined && failure === undefined) from.fail(path, 'has neither a response nor a failure');
  const labels = labelsOf({
    track,
    account: account === undefined ? undefined : from.label(account, `${path}.account`),
    isUnfinished: unfinished === undefined ? undefined : (from.oneOf(unfinished, ['true'], `${path}.unfinished`), true),
  });
  return {
    ...labels,
    request: readRequest(request, `${path}.request`, from),
    ...(response === undefined ? {} : { response: readResponse(response, `${path}.response`, from) }),
    ...(failure === undefined ? {} : { failure: readFailure(typed(failure), `${path}.failure`, from) }),
    startedAtMs: began,
    durationMs: ended - began,
  };
}

function timeIn(call: Readonly<Record<string, unknown>>, key: string, path: string, from: TreeReader): number {
  const text = from.text(call[key], `${path}.${key}`);
  const time = Date.parse(text);
  return Number.isNaN(time) ? from.fail(`${path}.${key}`, 'is not a date') : time;
}

function readRequest(value: unknown, path: string, from: TreeReader): RecordedRequest {
  if (typeof value === 'string')
    return { method: 'POST', target: '', ...bodyOf({ soap: value }, 'request', path, from) };
  const request = from.object(value, path);
  from.only(request, [...METHODS, 'headers', ...BODIES], path);
  const [method, ...others] = METHODS.filter((name) => request[name] !== undefined);
  if (method === undefined || others.length > 0) return from.fail(path, 'has no method, or several');
  const target = from.text(request[method], `${path}.${method}`);
  const { text, headers } = bodyOf(request, 'request', path, from);
  const hasBody = BODIES.some((name) => request[name] !== undefined);
  return { method, target, headers, ...(hasBody ? { text } : {}) };
}

function readResponse(value: unknown, path: string, from: TreeReader): RecordedResponse {
  if (typeof value === 'string') return { status: 200, ...bodyOf({ soap: value }, 'response', path, from) };
  const response = from.object(value, path);
  from.only(response, ['status', 'headers', 'notKept', ...BODIES], path);
  const { status: given, notKept } = response;
  const status = numberIn(given);
  if (status === undefined || status === 0) return from.fail(`${path}.status`, 'is not a status');
  const { text, headers } = bodyOf(response, 'response', path, from);
  return {
    status,
    headers,
    text,
    ...(response['base64'] === undefined ? {} : { encoding: 'base64' }),
    ...(notKept === undefined ? {} : { notKept: readNotKept(typed(notKept), `${path}.notKept`, from) }),
  };
}

/** Returns the body of a message and its headers. Without explicit headers, returns the default ones. */
function bodyOf(message: Readonly<Record<string, unknown>>, side: Side, path: string, from: TreeReader): Message {
  const [name = 'text', ...others] = BODIES.filter((key) => message[key] !== undefined);
  if (others.length > 0) return from.fail(path, 'has several bodies');
  const content = message[name] ?? '';
  const form = BODY_FORMS[name];
  const isList = Array.isArray(content) && content.every((field) => typeof field === 'string');
  if (typeof content !== 'string' && !isList) return from.fail(`${path}.${name}`, 'is no text');
  const text = form === undefined ? (content as string) : form.read(content, side);
  if (typeof text !== 'string') return from.fail(`${path}.${name}`, 'is no content of this form');
  const { headers } = message;
  if (headers === undefined) return { text, headers: form?.headersOf(text, side) ?? {} };
  const pairs = Object.entries(from.object(headers, `${path}.headers`));
  const texts = pairs.map(([key, one]) => [key.toLowerCase(), from.text(one, `${path}.headers`)] as const);
  return { text, headers: Object.fromEntries(texts) };
}

/** Converts numbers and booleans that were read as texts. */
function typed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => {
      if (name === 'retryable' && (one === 'true' || one === 'false')) return [name, one === 'true'];
      return [name, name === 'systemCode' ? one : (numberIn(one) ?? one)];
    }),
  );
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,15}(?:\.\d{1,10})?$/.test(value) ? Number(value) : undefined;
}
