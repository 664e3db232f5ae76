import { ValidationError } from '../../errors/errors.js';
import { checkFilled } from '../../options/check.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import type { Environment } from '../cassette/settings.js';
import { CassetteFile } from '../file/cassette-file.js';
import { checkPath } from '../file/check-path.js';
import type { Recording } from '../har/recording.js';
import { type CassettePrivacy, ChosenPrivacy } from '../privacy/chosen-privacy.js';
import { CallCleaner, recordingOf } from '../soap/recording-of.js';
import { decodeCall } from '../soap/request/read-request.js';
import type { ForeignCall, LeftAside } from './foreign-call.js';
import { readRecordings } from './read-recordings.js';

/** Options of {@link importRecordings}. */
export interface ImportOptions {
  /** The path of the cassette, which is added to. */
  readonly to: string;
  /** As for `cassette`. */
  readonly privacy?: CassettePrivacy | undefined;
}

/** What has become of recordings. */
export interface ImportReport {
  /** How many calls were recorded; those that the cassette had already are not among them. */
  readonly recorded: number;
  /** What was not taken over, and why. */
  readonly leftAside: readonly LeftAside[];
}

const KNOWN: KnownNames<ImportOptions> = { to: true, privacy: true };

/**
 * Takes over what other tools have recorded: HAR of browsers and proxies, objects of nock's recorder, stub mappings of
 * WireMock (a file, or its folder), and folders of requests and responses in files (`add.request.http` and
 * `add.response.http`; with their heads, or XML alone).
 *
 * What is no call of the service, or has no response, is left aside and told of. The rest is cleaned as everything that
 * is recorded. Where no times were recorded, calls stand in 1970 in their order. Doing it again adds nothing.
 *
 * Files outside of the folder are never read, nor pipes and devices; what is compressed may become 32 times its size.
 *
 * @param from - the file or the folder
 * @param environment - where `SMS_SERVICE_CASSETTE_KEY` is looked for; by default that of the process
 * @throws ValidationError when an option is not usable, or `from` is none of these; when it names a file outside, is
 *   nested too deep or becomes too large: it names the recording, and nothing is taken over; it rejects, as with every
 *   other error
 * @throws FileLockedError when somebody else writes the cassette for too long
 */
export async function importRecordings(
  from: string,
  options: ImportOptions,
  environment: Environment = process.env,
): Promise<ImportReport> {
  const { to, privacy = {} } = readOptions(options, KNOWN);
  const chosen = new ChosenPrivacy(privacy, environment);
  const file = new CassetteFile(checkPath(to, 'to'), chosen);
  file.read();
  const cleaner = new CallCleaner(file.pseudonyms);
  const recordings: Recording[] = [];
  const leftAside: LeftAside[] = [];
  let order = 0;
  for (const found of readRecordings(checkFilled(from, 'from'))) {
    if ('reason' in found) {
      leftAside.push(found);
      continue;
    }
    try {
      recordings.push(recordingOfForeign(found, order++, cleaner));
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      leftAside.push({ place: found.place, reason: error.message.replace(/^body: /, '') });
    }
  }
  return { recorded: await file.addNew(recordings), leftAside };
}

function recordingOfForeign(found: ForeignCall, order: number, cleaner: CallCleaner): Recording {
  const { request, response, failure, startedAtMs = order, durationMs = 0 } = found;
  const call = decodeCall(request.body, request.headers['content-type']);
  const exchange = { response, failure, startedAtMs, durationMs };
  return recordingOf(cleaner.toRecord(call), exchange);
}
