import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { invalid } from '../../errors/check.js';
import { ValidationError } from '../../errors/errors.js';
import { type ForeignCall, type Json, type LeftAside, readEach } from './foreign-call.js';
import { readHarCall } from './har.js';
import { readHttpFiles } from './http-files.js';
import { readNockCall } from './nock-records.js';
import { readWireMockCall, stateOf } from './wiremock.js';

/**
 * Reads what others have recorded, in the order in which it was: HAR, objects of nock's recorder, mappings of WireMock,
 * or a folder of messages.
 *
 * @param from - a file, or a folder
 * @throws ValidationError when it is none of these
 */
export function readRecordings(from: string): Iterable<ForeignCall | LeftAside> {
  if (!existsSync(from)) return invalid('from', `does not exist: ${from}`);
  if (!statSync(from).isDirectory()) return readJson(parsed(from), from);
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) =>
    // A link may lead nowhere.
    statSync(path.join(from, name), { throwIfNoEntry: false })?.isFile(),
  );
  const mappings = names.filter((name) => name.endsWith('.json') && isMapping(from, name));
  return mappings.length === 0 ? readHttpFiles(from, names) : readMappings(from, mappings.sort());
}

function readJson(json: unknown, from: string): Iterable<ForeignCall | LeftAside> {
  if (Array.isArray(json)) return readEach(json, (index) => `[${index}]`, readNockCall);
  const { log, mappings, request, response } = (json ?? {}) as Json;
  const files = path.join(path.dirname(from), '__files');
  if (Array.isArray(mappings)) {
    return readEach(
      mappings,
      (index) => `mappings[${index}]`,
      (value, place) => readWireMockCall(value, place, files),
    );
  }
  if (request !== undefined && response !== undefined) return readMappings(path.dirname(from), [path.basename(from)]);
  const { entries, _cassette: version } = (log ?? {}) as Json;
  if (version !== undefined) {
    return invalid('from', 'is a cassette already; redactCassette() (sms-service cassette redact) makes it clean');
  }
  if (!Array.isArray(entries)) return invalid('from', 'is neither HAR, nor of nock, nor of WireMock');
  return readEach(entries, (index) => `log.entries[${index}]`, readHarCall);
}

/** Mappings of WireMock in a file each, in a folder of their own or not. */
function readMappings(folder: string, names: readonly string[]): Iterable<ForeignCall | LeftAside> {
  const read = names.map((name) => ({ name, value: parsed(path.join(folder, name)) }));
  const sorted = read.sort((one, other) => stateOf(one.value) - stateOf(other.value));
  const files = [folder, path.dirname(folder)].map((parent) => path.join(parent, '__files')).find(existsSync);
  return readEach(
    sorted.map(({ value }) => value),
    (index) => sorted[index]?.name ?? '',
    (value, place) => readWireMockCall(value, place, files ?? folder),
  );
}

function isMapping(folder: string, name: string): boolean {
  try {
    const { request, response } = (parsed(path.join(folder, name)) ?? {}) as Json;
    return request !== undefined && response !== undefined;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    // Not its words: they quote the file.
    return invalid('from', `is not JSON: ${file}`);
  }
}
