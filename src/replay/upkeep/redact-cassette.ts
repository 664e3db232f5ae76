import { existsSync } from 'node:fs';
import { checkBoolean, checkFilled, entriesOf, invalid } from '../../errors/check.js';
import { type KnownNames, readOptions } from '../../errors/options.js';
import { withDerived } from '../../redact/derived-secrets.js';
import { type Redactor, secretRedactor } from '../../redact/redact.js';
import { MIN_SECRET } from '../../redact/secret-windows.js';
import type { CassettePrivacy } from '../cassette/options.js';
import { type Environment, pseudonymsOf } from '../cassette/settings.js';
import { recordingOf } from '../cleaning/clean-recording.js';
import { cleanCall } from '../cleaning/clean-request.js';
import type { Pseudonyms } from '../cleaning/pseudonyms.js';
import { CassetteFile } from '../file/cassette-file.js';
import { checkPath } from '../file/check-path.js';
import type { Entry } from '../file/entry.js';
import { readFile } from '../file/read-file.js';
import type { Recording } from '../har/recording.js';
import { type ChangedPlace, changedPlaces } from './changed-places.js';

/** Options of {@link redactCassette}. */
export interface RedactOptions {
  /** What is to be pseudonyms from now on; what is already stays as it is, and needs the same key. */
  readonly privacy?: CassettePrivacy | undefined;
  /** Values of at least four characters that must not stand in it, in whatever form: passwords, keys, names. */
  readonly secrets?: readonly string[] | undefined;
  /** Only tell what would change; nothing is written. Default: false. */
  readonly dryRun?: boolean | undefined;
}

/** What was made of a cassette, or would be. */
export interface RedactReport {
  readonly recordings: number;
  /** How many of them have changed. */
  readonly changed: number;
  /** Where they have. */
  readonly places: readonly ChangedPlace[];
}

const KNOWN: KnownNames<RedactOptions> = { privacy: true, secrets: true, dryRun: true };

/**
 * Makes an old cassette clean: applies the present rules to all that it holds, replaces numbers, names and texts by
 * pseudonyms where they are chosen now, and masks values that must not stand in it. The file is replaced at once, or
 * not at all; what was in it before is gone.
 *
 * @param file - the path of the cassette
 * @param environment - where `SMS_SERVICE_CASSETTE_KEY` is looked for; by default that of the process
 * @throws ValidationError when an option is not usable, there is no such file, or it is no cassette
 */
export function redactCassette(
  file: string,
  options: RedactOptions = {},
  environment: Environment = process.env,
): RedactReport {
  const from = checkPath(file, 'file');
  const { privacy = {}, secrets = [], dryRun = false } = readOptions(options, KNOWN);
  const isDry = checkBoolean(dryRun, 'dryRun');
  const masked = entriesOf(secrets, 'secrets').map(([at, secret]) => {
    if (checkFilled(secret, at).length < MIN_SECRET) invalid(at, `has fewer than ${MIN_SECRET} characters`);
    return secret;
  });
  if (!existsSync(from)) return invalid('file', `does not exist: ${from}`);
  const before = readFile(from).privacy;
  const chosen = pseudonymsOf(privacy, environment);
  if (before !== undefined && chosen.mark !== undefined && before.key !== chosen.mark.key) {
    return invalid('privacy.key', `is not the one that the cassette ${from} was recorded with`);
  }
  // A pseudonym of a pseudonym would be found by nobody.
  const added = chosen.without(before?.kinds ?? []);
  const mark = added.mark === undefined ? before : chosen.with(before?.kinds ?? []).mark;
  const mask = secretRedactor(masked.flatMap((secret) => [...withDerived(secret)]));
  const all = new CassetteFile(from, mark).rewrite((entry) => cleaned(entry, added, masked, mask), isDry);
  const changed = all.filter(([one, other]) => one.text !== other.text);
  return { recordings: all.length, changed: changed.length, places: changedPlaces(changed) };
}

function cleaned(
  { recording, call }: Entry,
  pseudonyms: Pseudonyms,
  secrets: readonly string[],
  mask: Redactor,
): Recording {
  const { request, response, failure, startedAtMs, durationMs } = recording;
  const exchange = {
    requestHeaders: request.headers,
    response: response === undefined ? undefined : { ...response, body: Buffer.from(response.text, 'utf8') },
    failure,
    startedAtMs,
    durationMs,
  };
  // In the place of the credentials, which are gone: what a response must not echo.
  const known = { operation: call.operation, input: { ...call.input, client: secrets } };
  return recordingOf({ call: known, cleaned: cleanCall(call, pseudonyms, mask) }, exchange, pseudonyms);
}
