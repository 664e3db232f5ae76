import { type CassetteFormat, LazyEntry, type ReadCassette, type ReadEntry } from '../har/format.js';
import { labelsOf, type RecordedRequest, type RecordedResponse, type Recording } from '../har/recording.js';
import { readFailure, readMark, readNotKept } from '../har/value-reader.js';
import { BODY_FORMS, type Message, type Side } from './bodies.js';
import { callText, yamlText } from './write-yaml.js';
import { YamlReader } from './yaml-reader.js';

export const YAML: CassetteFormat = {
  read: readYaml,
  write: yamlText,
  textOf: callText,
  sortKeyOf: ({ track = '', startedAtMs }, key) => `${track}\n${String(startedAtMs).padStart(16, '0')}\n${key}`,
};

const CALL = ['began', 'account', 'unfinished', 'request', 'response', 'failure', 'ended'] as const;
const BODIES = [...Object.keys(BODY_FORMS), 'base64'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS'] as const;

function readYaml(input: string, file: string): ReadCassette {
  // A checkout may have changed the line ends.
  const text = input.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const from = new YamlReader(file);
  const top = from.object(from.parse(text) ?? {}, '');
  const version = top['cassette'];
  if (typeof version !== 'number') {
    return from.fail('cassette', 'is missing: the file is not a cassette in YAML. A cassette in HAR ends with .har');
  }
  from.checkVersion(version, 'cassette');
  from.checkKeys(top, ['cassette', 'privacy', 'calls', 'tracks'], '');
  const { privacy, calls, tracks } = top;
  const entries = readCalls(calls, 'calls', '', from);
  for (const [index, item] of from.list(tracks ?? [], 'tracks').entries()) {
    const path = `tracks[${index}]`;
    const track = from.object(item, path);
    from.checkKeys(track, ['track', 'calls'], path);
    const name = from.label(track['track'], `${path}.track`);
    entries.push(...readCalls(track['calls'], `${path}.calls`, name, from));
  }
  return { entries, privacy: privacy === undefined ? undefined : readMark(privacy, 'privacy', from) };
}

function readCalls(value: unknown, path: string, track: string, from: YamlReader): ReadEntry[] {
  return from.list(value ?? [], path).map((call, index) => {
    const place = `${path}[${index}]`;
    const recording = readCall(call, place, track, from);
    return new LazyEntry(place, from.file, recording, () => callText(recording));
  });
}

function readCall(value: unknown, path: string, track: string, from: YamlReader): Recording {
  const call = from.object(value, path);
  from.checkKeys(call, CALL, path);
  const { account, unfinished, request, response, failure } = call;
  const [began, ended] = [timeIn(call, 'began', path, from), timeIn(call, 'ended', path, from)];
  if (ended < began) from.fail(`${path}.ended`, 'is before the call began');
  if (response === undefined && failure === undefined) from.fail(path, 'has neither a response nor a failure');
  const labels = labelsOf({
    track,
    account: account === undefined ? undefined : from.label(account, `${path}.account`),
    isUnfinished: unfinished === undefined ? undefined : from.oneOf(unfinished, [true], `${path}.unfinished`),
  });
  return {
    ...labels,
    request: readRequest(request, `${path}.request`, from),
    ...(response === undefined ? {} : { response: readResponse(response, `${path}.response`, from) }),
    ...(failure === undefined ? {} : { failure: readFailure(failure, `${path}.failure`, from) }),
    startedAtMs: began,
    durationMs: ended - began,
  };
}

function timeIn(call: Readonly<Record<string, unknown>>, key: string, path: string, from: YamlReader): number {
  const text = from.text(call[key], `${path}.${key}`);
  const time = Date.parse(text);
  return Number.isNaN(time) ? from.fail(`${path}.${key}`, 'must be a date') : time;
}

function readRequest(value: unknown, path: string, from: YamlReader): RecordedRequest {
  if (typeof value === 'string')
    return { method: 'POST', target: '', ...bodyOf({ soap: value }, 'request', path, from) };
  const request = from.object(value, path);
  from.checkKeys(request, [...METHODS, 'headers', ...BODIES], path);
  const [method, ...others] = METHODS.filter((name) => request[name] !== undefined);
  if (method === undefined || others.length > 0) return from.fail(path, 'has no method, or several');
  const target = from.text(request[method], `${path}.${method}`);
  const { text, headers } = bodyOf(request, 'request', path, from);
  const hasBody = BODIES.some((name) => request[name] !== undefined);
  return { method, target, headers, ...(hasBody ? { text } : {}) };
}

function readResponse(value: unknown, path: string, from: YamlReader): RecordedResponse {
  if (typeof value === 'string') return { status: 200, ...bodyOf({ soap: value }, 'response', path, from) };
  const response = from.object(value, path);
  from.checkKeys(response, ['status', 'headers', 'notKept', ...BODIES], path);
  const { notKept } = response;
  const status = from.number(response['status'], `${path}.status`);
  if (status === 0) return from.fail(`${path}.status`, 'is not a status');
  const { text, headers } = bodyOf(response, 'response', path, from);
  return {
    status,
    headers,
    text,
    ...(response['base64'] === undefined ? {} : { encoding: 'base64' }),
    ...(notKept === undefined ? {} : { notKept: readNotKept(notKept, `${path}.notKept`, from) }),
  };
}

function bodyOf(message: Readonly<Record<string, unknown>>, side: Side, path: string, from: YamlReader): Message {
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
