import { existsSync } from 'node:fs';
import { checkBoolean, checkFilled, entriesOf, invalid } from '../../options/check.js';
import { type OptionsOf, readOptions, withDefault } from '../../options/table.js';
import { type Redactor, secretRedactor } from '../../redact/redact.js';
import { MIN_SECRET } from '../../redact/secret-windows.js';
import type { Environment } from '../cassette/cassette-settings.js';
import { cleanRequest, recordingOf } from '../contract/cleaning.js';
import type { Contracts } from '../contract/contracts.js';
import { CassetteFile, checkMark, type Rewriting } from '../file/cassette-file.js';
import { checkPath } from '../file/check-path.js';
import type { Entry } from '../file/entry.js';
import type { PrivacyMark } from '../har/har.js';
import { bodyOf, fitLabel, type Recording } from '../har/recording.js';
import { ChosenPrivacy, NO_PRIVACY, readPrivacy } from '../privacy/chosen-privacy.js';
import { NO_PSEUDONYMS, type Pseudonyms } from '../privacy/pseudonyms.js';

const OPTIONS = {
  /** The pseudonyms to create, if the cassette has none. A cassette with pseudonyms must be recorded again instead. */
  privacy: withDefault(NO_PRIVACY, readPrivacy),
  /** Values of at least four characters to mask in the file, in the forms that the guide lists. */
  secrets: withDefault([], checkSecrets),
  /** Only reports the changes; nothing is written. Default: false. */
  dryRun: withDefault(false, checkBoolean),
};

/** Options of `redactCassette`. */
export interface RedactOptions extends OptionsOf<typeof OPTIONS> {}

/** The changes of a cassette, applied or (with `dryRun`) planned. */
export interface RedactReport {
  readonly recordings: number;
  /** The number of recordings that changed. */
  readonly changed: number;
}

/** Redacts an existing cassette. @throws ValidationError if an option is invalid, or the file is not a cassette */
export async function redactRecordings(
  contracts: Contracts,
  file: string | URL,
  options: RedactOptions,
  environment: Environment,
): Promise<RedactReport> {
  const from = checkPath(file, 'file');
  const { privacy, secrets, dryRun } = readOptions(options, OPTIONS);
  if (!existsSync(from)) return invalid('file', `does not exist: ${from}`);
  const chosen = new ChosenPrivacy(privacy, environment);
  const mask = secretRedactor(secrets);
  const plan = (before: PrivacyMark | undefined): Rewriting => {
    const { pseudonyms } = chosen;
    // A pseudonym of a pseudonym would never match a request.
    if (before !== undefined && pseudonyms.isActive) checkMark(before, pseudonyms.mark, from);
    const added = before === undefined ? pseudonyms : NO_PSEUDONYMS;
    return { mark: before ?? pseudonyms.mark, make: (entry) => cleaned(entry, added, mask) };
  };
  const entries = await new CassetteFile(from, contracts).rewrite(plan, dryRun);
  const changed = entries.filter(([one, other]) => one.text !== other.text);
  return { recordings: entries.length, changed: changed.length };
}

function cleaned({ recording, request }: Entry, pseudonyms: Pseudonyms, mask: Redactor): Recording {
  const { response, failure, startedAtMs, durationMs } = recording;
  const toRecord = { request, cleaned: cleanRequest(request, pseudonyms, mask), pseudonyms, mask };
  const { track, account, isUnfinished } = recording;
  const exchange = {
    track: track === undefined ? undefined : fitLabel(mask(pseudonyms.others(track))),
    account: account === undefined ? undefined : fitLabel(mask(account)),
    isUnfinished,
    response: response === undefined ? undefined : { ...response, body: bodyOf(response) },
    failure,
    startedAtMs,
    durationMs,
  };
  const made = recordingOf(toRecord, exchange);
  // The body was not stored. There is nothing to redact, and only this field describes the original response.
  return response?.notKept === undefined ? made : { ...made, response };
}

function checkSecrets(secrets: readonly string[], path: string): readonly string[] {
  return entriesOf(secrets, path).map(([each, secret]) => {
    if (checkFilled(secret, each).length < MIN_SECRET) invalid(each, `has fewer than ${MIN_SECRET} characters`);
    return secret;
  });
}
