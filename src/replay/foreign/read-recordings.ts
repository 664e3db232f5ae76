import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../../errors/problem.js';
import { parseJson } from '../../files/json.js';
import { latin1 } from '../../http-message/charset.js';
import { invalid } from '../../options/check.js';
import { type ForeignCall, isJson, type Json, type Methods, readEach, type Skipped } from './foreign-call.js';
import { Amounts, GivenFolder, readRegularFile } from './given-folder.js';
import { readHarCall } from './har-entries.js';
import { readNockCall } from './nock-records.js';
import { isMapping, type Mapping, readMappings } from './wiremock-mappings.js';

const HEAD = 4096;

const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [
    /<(?:[\w.-]{1,40}:)?soapui-project[\s>]/,
    'is a SoapUI project: its mock responses belong to no request; have SoapUI send through startRecordingProxy()',
  ],
  [
    /^\d{1,9}:\d{1,9}:[\w-]{1,20};/,
    'is a flow file of mitmproxy: make HAR of it (mitmdump -nr FILE --set hardump=FILE.har)',
  ],
  [/^PK\x03\x04/, 'is an archive: unpack it, or export HAR'],
];

function otherFormat(bytes: Uint8Array, json?: unknown): string | undefined {
  const head = latin1(bytes.subarray(0, HEAD));
  const begun = json === undefined ? BEGINNINGS.find(([pattern]) => pattern.test(head)) : undefined;
  return begun?.[1] ?? otherJson(json);
}

function otherJson(json: unknown): string | undefined {
  const { info, item, imposters, data } = (isJson(json) ? json : {}) as Json;
  if (isJson(info) && Array.isArray(item)) return 'is a collection of Postman, which holds no responses that came';
  if (Array.isArray(imposters)) return 'is a file of mountebank: its responses belong to predicates, not to requests';
  if (isJson(data) && Array.isArray((data as Json)['pairs'])) {
    return 'is a simulation of Hoverfly: its responses belong to matchers, not to requests';
  }
  return undefined;
}

export function readRecordings(from: string, methods: Methods): Iterable<ForeignCall | Skipped> {
  const stats = statSync(from, { throwIfNoEntry: false });
  if (stats === undefined) return invalid('from', `does not exist: ${from}`);
  const amounts = new Amounts();
  if (stats.isFile()) return readFile(from, amounts, methods);
  if (!stats.isDirectory()) return invalid('from', `is neither a file nor a folder: ${from}`);
  const folder = new GivenFolder(realpathSync(from), amounts);
  const names = folder.names();
  const mappings = names.flatMap((place): readonly Mapping[] => {
    const value = place.endsWith('.json') ? parsed(folder.read(place, place), place) : undefined;
    return isMapping(value) ? [{ place, value }] : [];
  });
  if (mappings.length === 0) return invalid('from', `contains no mapping of WireMock: ${from}`);
  return readMappings(mappings, bodiesBeside(from, amounts), amounts, methods);
}

function readFile(from: string, amounts: Amounts, methods: Methods): Iterable<ForeignCall | Skipped> {
  const bytes = readRegularFile(realpathSync(from), 'from');
  amounts.read(bytes.length);
  const json = parsed(bytes, 'from', `: ${from}`);
  const format = otherFormat(bytes, json);
  if (format !== undefined) return invalid('from', `${format}: ${from}`);
  if (json === undefined) return invalid('from', `is not JSON: ${from}`);
  if (Array.isArray(json)) {
    const read = (value: unknown, place: string): ForeignCall => readNockCall(value, place, amounts, methods);
    return readEach(json, (index) => `[${index}]`, read, amounts);
  }
  const { log, mappings } = (json ?? {}) as Json;
  const folder = path.dirname(from);
  if (isMapping(json)) {
    const only = { place: path.basename(from), value: json };
    return readMappings([only], bodiesBeside(folder, amounts), amounts, methods);
  }
  if (Array.isArray(mappings)) {
    const all = mappings.map((value: unknown, index) => ({ place: `mappings[${index}]`, value }));
    return readMappings(all, bodiesBeside(folder, amounts), amounts, methods);
  }
  const { entries, _cassette: version } = (log ?? {}) as Json;
  if (version !== undefined) {
    return invalid(
      'from',
      `is a cassette already; redactCassette() (sms-service cassette redact) makes it clean: ${from}`,
    );
  }
  if (!Array.isArray(entries)) return invalid('from', `is neither HAR, nor of nock or WireMock: ${from}`);
  const read = (value: unknown, place: string): ForeignCall => readHarCall(value, place, methods);
  return readEach(entries, (index) => `log.entries[${index}]`, read, amounts);
}

function bodiesBeside(folder: string, amounts: Amounts): GivenFolder {
  const real = realpathSync(folder);
  // If it is a link, it leads outside.
  const bodies = [real, path.dirname(real)].map((parent) => path.join(parent, '__files')).find(existsSync) ?? real;
  return new GivenFolder(bodies, amounts);
}

function parsed(bytes: Uint8Array | undefined, where: string, file = ''): unknown {
  if (bytes === undefined) return undefined;
  try {
    return parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
  } catch (error) {
    if (error instanceof Problem) return invalid(where, error.message + file);
    // The message of the error quotes the file, so it is not used.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
