import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../../errors/problem.js';
import { parseJson } from '../../files/json.js';
import { invalid } from '../../options/check.js';
import { readHarCall } from './har-entries.js';
import { readHttpFiles } from './http-files.js';
import { Amounts } from './message/amounts.js';
import { type ForeignCall, type Json, type Methods, readEach, type Skipped } from './message/foreign-call.js';
import { GivenFolder, readRegularFile } from './message/given-folder.js';
import { readNockCall } from './nock-records.js';
import { otherFormat } from './other-formats.js';
import { interactionsIn, readVcrCall } from './vcr-interactions.js';
import { isVcrYaml, readVcrYaml } from './vcr-yaml.js';
import { isMapping, readMappings } from './wiremock/read-mappings.js';
import type { Mapping } from './wiremock/scenarios.js';

/**
 * Reads what others have recorded, in the order in which it was: HAR, objects of nock's recorder, mappings of WireMock,
 * cassettes of VCR, or a folder of messages.
 *
 * @param from - a file, or a folder
 * @param methods - of other requests nothing is read
 * @throws ValidationError when it is none of these; while it is read, when it names what is outside of it, or would
 *   need much more memory than its size
 */
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
  return mappings.length === 0
    ? readHttpFiles(folder, names, amounts, methods)
    : readMappings(mappings, bodiesBeside(from, amounts), amounts, methods);
}

function readFile(from: string, amounts: Amounts, methods: Methods): Iterable<ForeignCall | Skipped> {
  const bytes = readRegularFile(realpathSync(from), 'from');
  amounts.read(bytes.length);
  const json = parsed(bytes, 'from', `: ${from}`);
  const format = otherFormat(bytes, json);
  if (format !== undefined) return invalid('from', `${format}: ${from}`);
  if (json === undefined && isVcrYaml(bytes)) {
    const { length, read: valueOf } = readVcrYaml(bytes, from);
    const read = (index: unknown, place: string): ForeignCall =>
      readVcrCall(valueOf(index as number), place, amounts, methods);
    return readEach(
      Array.from({ length }, (_, index) => index),
      (index) => `interactions[${index}]`,
      read,
      amounts,
    );
  }
  if (json === undefined) return invalid('from', `is not JSON, nor YAML of VCR: ${from}`);
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
  const interactions = interactionsIn(json);
  if (interactions !== undefined) {
    const read = (value: unknown, place: string): ForeignCall => readVcrCall(value, place, amounts, methods);
    return readEach(interactions, (index) => `interactions[${index}]`, read, amounts);
  }
  const { entries, _cassette: version } = (log ?? {}) as Json;
  if (version !== undefined) {
    return invalid(
      'from',
      `is a cassette already; redactCassette() (sms-service cassette redact) makes it clean: ${from}`,
    );
  }
  if (!Array.isArray(entries)) return invalid('from', `is neither HAR, nor of nock, WireMock or VCR: ${from}`);
  const read = (value: unknown, place: string): ForeignCall => readHarCall(value, place, methods);
  return readEach(entries, (index) => `log.entries[${index}]`, read, amounts);
}

/** The folder of bodies. @param folder - in which mappings are, or in which their folder is */
function bodiesBeside(folder: string, amounts: Amounts): GivenFolder {
  const real = realpathSync(folder);
  // If it is a link, it leads out.
  const bodies = [real, path.dirname(real)].map((parent) => path.join(parent, '__files')).find(existsSync) ?? real;
  return new GivenFolder(bodies, amounts);
}

/** @returns `undefined` for what is not JSON @throws ValidationError for what would cost too much */
function parsed(bytes: Uint8Array | undefined, where: string, file = ''): unknown {
  if (bytes === undefined) return undefined;
  try {
    return parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
  } catch (error) {
    if (error instanceof Problem) return invalid(where, error.message + file);
    // Not its words: they quote the file.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
