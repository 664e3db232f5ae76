import { existsSync } from 'node:fs';
import { checkBoolean, checkFilled, entriesOf, invalid } from '../../options/check.js';
import { type OptionsOf, readOptions, withDefault } from '../../options/table.js';
import { type Redactor, secretRedactor } from '../../redact/redact.js';
import { MIN_SECRET } from '../../redact/secret-windows.js';
import type { Environment } from '../cassette/cassette-settings.js';
import { cleanRequest, recordingOf } from '../contract/cleaning.js';
import type { DecodedRequest } from '../contract/contract.js';
import type { Contracts } from '../contract/contracts.js';
import { type Leaf, leavesOf } from '../contract/values.js';
import { CassetteFile, type Rewriting } from '../file/cassette-file.js';
import { checkName, checkPath } from '../file/check-path.js';
import type { Entry } from '../file/entry.js';
import type { PrivacyMark } from '../har/har.js';
import { bodyOf, fitLabel, type Recording } from '../har/recording.js';
import { ChosenPrivacy, NO_PRIVACY, readPrivacy } from '../privacy/chosen-privacy.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';

/** A kind of position in recordings that changed. */
export interface RedactChange {
  /**
   * A request field without the indexes of lists: `request sms_param.arTo`. Or `request headers`, `request body`,
   * `response headers`, `response body`, `track`, `account`. Or `entry` for data that other programs added to a
   * recording.
   */
  readonly place: string;
  /** The number of recordings in which it changed. */
  readonly recordings: number;
}

export function changedPlaces(changed: readonly (readonly [Entry, Entry])[]): readonly RedactChange[] {
  const counts = new Map<string, number>();
  for (const [before, after] of changed) {
    const places = new Set(placesOf(before, after));
    for (const place of places.size === 0 ? ['entry'] : places) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([place, recordings]) => ({ place, recordings }));
}

function* placesOf(before: Entry, after: Entry): Iterable<string> {
  const [one, other] = [before.recording, after.recording];
  const fields = changedFields(before, after);
  for (const path of fields) yield `request ${path.replace(/\[\d+\]/g, '')}`;
  if (one.track !== other.track) yield 'track';
  if (one.account !== other.account) yield 'account';
  // The same values in another notation.
  if (fields.length === 0 && one.request.text !== other.request.text) yield 'request body';
  if (differ(one.request.headers, other.request.headers)) yield 'request headers';
  if (differ(one.response?.headers, other.response?.headers)) yield 'response headers';
  if (one.response?.text !== other.response?.text) yield 'response body';
}

function changedFields(before: Entry, after: Entry): readonly string[] {
  const values = new Map(valuesOf(before.request).map(({ path, value }) => [path, value]));
  return valuesOf(after.request)
    .filter(({ path, value }) => values.get(path) !== value)
    .map(({ path }) => path);
}

function valuesOf({ credentials, input }: DecodedRequest): readonly Pick<Leaf, 'path' | 'value'>[] {
  return [...credentials, ...leavesOf(input)];
}

function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

const OPTIONS = {
  /** The pseudonyms to add. Existing pseudonyms stay unchanged, and require the same key. */
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
  /** The positions that changed. */
  readonly places: readonly RedactChange[];
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
  checkName(from, privacy, 'file');
  const chosen = new ChosenPrivacy(privacy, environment);
  const mask = secretRedactor(secrets);
  const plan = (before: PrivacyMark | undefined): Rewriting => {
    const pseudonyms = chosen.pseudonymsFor(before);
    if (before !== undefined && pseudonyms.isActive && before.key !== pseudonyms.mark?.key) {
      invalid('privacy.key', `is not the one that the cassette ${from} was recorded with`);
    }
    const kinds = before?.kinds ?? [];
    // A pseudonym of a pseudonym would never match a request.
    const added = pseudonyms.beside(kinds);
    const mark = added.isActive ? pseudonyms.with(kinds).mark : before;
    return { mark, make: (entry) => cleaned(entry, added, mask) };
  };
  const entries = await new CassetteFile(from, contracts).rewrite(plan, dryRun);
  const changed = entries.filter(([one, other]) => one.text !== other.text);
  return { recordings: entries.length, changed: changed.length, places: changedPlaces(changed) };
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
