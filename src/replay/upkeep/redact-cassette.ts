import { existsSync } from 'node:fs';
import { checkBoolean, checkFilled, entriesOf, invalid } from '../../options/check.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import { type Redactor, secretRedactor } from '../../redact/redact.js';
import { MIN_SECRET } from '../../redact/secret-windows.js';
import type { Environment } from '../cassette/cassette-settings.js';
import { cleanRequest } from '../cleaning/clean-request.js';
import { recordingOf } from '../cleaning/recording-of.js';
import type { Contracts } from '../contract/contracts.js';
import { CassetteFile, type Rewriting } from '../file/cassette-file.js';
import { checkPath } from '../file/check-path.js';
import type { Entry } from '../file/entry.js';
import type { PrivacyMark } from '../har/har.js';
import { bodyOf, type Recording } from '../har/recording.js';
import { type CassettePrivacy, ChosenPrivacy } from '../privacy/chosen-privacy.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';
import { changedPlaces, type RedactChange } from './changed-places.js';

/** Options of `redactCassette`. */
export interface RedactOptions {
  /** What is to be pseudonyms from now on; what is already stays as it is, and needs the same key. */
  readonly privacy?: CassettePrivacy | undefined;
  /** Values of four characters or more that must not stand in it, in the forms that the guide lists. */
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
  readonly places: readonly RedactChange[];
}

const KNOWN: KnownNames<RedactOptions> = { privacy: true, secrets: true, dryRun: true };

/** Makes an old cassette clean. @throws ValidationError when an option is not usable, or the file is no cassette */
export async function redactRecordings(
  contracts: Contracts,
  file: string,
  options: RedactOptions,
  environment: Environment,
): Promise<RedactReport> {
  const from = checkPath(file, 'file');
  const { privacy = {}, secrets = [], dryRun = false } = readOptions(options, KNOWN);
  const isDry = checkBoolean(dryRun, 'dryRun');
  const masked = entriesOf(secrets, 'secrets').map(([at, secret]) => {
    if (checkFilled(secret, at).length < MIN_SECRET) invalid(at, `has fewer than ${MIN_SECRET} characters`);
    return secret;
  });
  if (!existsSync(from)) return invalid('file', `does not exist: ${from}`);
  const chosen = new ChosenPrivacy(privacy, environment);
  const mask = secretRedactor(masked);
  const plan = (before: PrivacyMark | undefined): Rewriting => {
    const pseudonyms = chosen.pseudonymsFor(before);
    if (before !== undefined && pseudonyms.isActive && before.key !== pseudonyms.mark?.key) {
      invalid('privacy.key', `is not the one that the cassette ${from} was recorded with`);
    }
    const kinds = before?.kinds ?? [];
    // A pseudonym of a pseudonym would be found by nobody.
    const added = pseudonyms.without(kinds);
    const mark = added.isActive ? pseudonyms.with(kinds).mark : before;
    return { mark, make: (entry) => cleaned(entry, added, mask) };
  };
  const entries = await new CassetteFile(from, contracts).rewrite(plan, isDry);
  const changed = entries.filter(([one, other]) => one.text !== other.text);
  return { recordings: entries.length, changed: changed.length, places: changedPlaces(changed) };
}

function cleaned({ recording, request }: Entry, pseudonyms: Pseudonyms, mask: Redactor): Recording {
  const { response, failure, startedAtMs, durationMs } = recording;
  const toRecord = { request, cleaned: cleanRequest(request, pseudonyms, mask), pseudonyms, mask };
  const exchange = {
    response: response === undefined ? undefined : { ...response, body: bodyOf(response) },
    failure,
    startedAtMs,
    durationMs,
  };
  const made = recordingOf(toRecord, exchange);
  // There is nothing to clean, and what it was is known from then on only.
  return response?.notKept === undefined ? made : { ...made, response };
}
