import { existsSync } from 'node:fs';
import { type ReplayDifference, ReplayMissError, type ReplayNearest } from '../../../errors/errors.js';
import { withDerived } from '../../../redact/derived-secrets.js';
import { type Redactor, redactNumbers, redactor } from '../../../redact/redact.js';
import { type ComparedRequest, type FieldValue, type MatchRule, ruleOf } from '../../contract/compared-request.js';
import type { DecodedRequest, ReplayContract } from '../../contract/contract.js';
import type { Entry } from '../../file/entry.js';
import type { FieldKind } from '../../privacy/clean-text.js';
import type { Difference, Matcher } from './matcher.js';

const MAX_NAMES = 3;

export type Tracks = Iterable<readonly [name: string, entries: readonly Entry[]]>;

/** Returns the names of the other tracks that contain a request. */
export function tracksWith(
  tracks: Tracks,
  own: string,
  isSame: (recorded: ComparedRequest) => boolean,
): readonly string[] {
  return [...tracks]
    .filter(([name, entries]) => name !== own && entries.some(({ compared }) => isSame(compared)))
    .map(([name]) => name);
}

function otherTracksLine(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const listed = names.slice(0, MAX_NAMES).map((name) => (name === '' ? 'the calls without a track' : quoted(name)));
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `The same call is recorded in ${listed.join(', ')}${more}. If the test was renamed, rename its track in the file.`;
}

export function quoted(name: string): string {
  return JSON.stringify(redactNumbers(name));
}

const MAX_NEAREST = 3;
const MAX_DIFFERENCES = 10;
const MAX_VALUE = 60;

export interface NotRecorded {
  /** The words after "because". */
  readonly why: string;
  readonly advice: string;
}

interface MissContext {
  readonly file: string;
  readonly now: Date;
  readonly notRecorded: NotRecorded | undefined;
  readonly rules: Readonly<Record<string, MatchRule>>;
  readonly showsTexts: boolean;
  readonly played: number;
  readonly track: string;
  readonly otherTracks: () => readonly string[];
  /** The request of the caller. Its secrets are masked everywhere. */
  readonly given: DecodedRequest;
}

interface ValueFormatter {
  readonly contract: ReplayContract;
  readonly mask: Redactor;
  readonly showsTexts: boolean;
}

export function missError(request: ComparedRequest, matcher: Matcher, context: MissContext): ReplayMissError {
  const { operation } = request;
  const { file, now, notRecorded, played, given, rules, showsTexts, track } = context;
  const why = notRecorded === undefined ? '' : `. It is not recorded because ${notRecorded.why}`;
  const advice = notRecorded === undefined ? [] : [notRecorded.advice];
  if (played > 0) {
    const what = `was recorded ${played === 1 ? 'once' : `${played} times`} in ${file}, and was called again`;
    const message = withLines(what + why, ["To replay the last response again, use afterLast: 'repeat'.", ...advice]);
    return new ReplayMissError(message, [], { operation });
  }
  const found = matcher.nearest(request, now, MAX_NEAREST);
  const formatter = { contract: given.contract, mask: redactor(secretsOf(given)), showsTexts };
  const nearest = found.map(
    ([{ entry }, differences]): ReplayNearest => ({
      recordedAt: new Date(entry.recording.startedAtMs),
      differences: differences.slice(0, MAX_DIFFERENCES).map((difference) => shownDifference(difference, formatter)),
    }),
  );
  const dates = found.slice(0, 1).flatMap(([, differences]) => datesIn(differences, rules));
  const inFile = existsSync(file) ? `the cassette ${file}` : `the cassette ${file}, which does not exist`;
  const where = track === '' ? inFile : `the track ${quoted(track)} of ${inFile}`;
  const message = `is not in ${where}${why}${linesOf(operation, nearest)}`;
  const elsewhere = otherTracksLine(context.otherTracks()) ?? [];
  const lines = [...dates.map(ruleFor), elsewhere, ...advice].flat();
  return new ReplayMissError(withLines(message, lines), nearest, { operation });
}

export class Misses {
  #first: ReplayMissError | undefined;
  #count = 0;

  add(miss: ReplayMissError): ReplayMissError {
    this.#first ??= miss;
    this.#count += 1;
    return miss;
  }

  errorOf(file: string, unused: readonly ComparedRequest[]): ReplayMissError | undefined {
    const first = this.#first;
    if (first === undefined) return undefined;
    const { nearest } = first;
    const many = this.#count === 1 ? '1 call was' : `${this.#count} calls were`;
    const rest = unused.length === 0 ? '' : `\n${unusedWords(file, unused)}`;
    const message = `${many} not in the cassette ${file}; the first: ${first.message}${rest}`;
    return new ReplayMissError(message, nearest, { cause: first });
  }
}

export function unusedWords(file: string, unused: readonly ComparedRequest[]): string {
  const counts = new Map<string, number>();
  for (const { operation } of unused) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  const list = [...counts].map(([operation, count]) => (count === 1 ? operation : `${count} × ${operation}`));
  const what = `${unused.length} of the recordings in ${file} ${unused.length === 1 ? 'was' : 'were'} not asked for`;
  return `${what}: ${list.join(', ')}`;
}

function withLines(message: string, lines: readonly string[]): string {
  return [message, ...lines].join('\n  ');
}

function linesOf(operation: string, nearest: readonly ReplayNearest[]): string {
  if (nearest.length === 0) return `. The cassette has no call of ${operation}`;
  const lines = nearest.map(({ recordedAt, differences }) => {
    const fields = differences.map(
      ({ path, recorded = 'absent', given = 'absent' }) => `\n    ${path}: recorded ${recorded}, given ${given}`,
    );
    if (fields.length === 0) return `\n  ${recordedAt.toISOString()}: another account`;
    return `\n  ${recordedAt.toISOString()} differs in:${fields.join('')}`;
  });
  return `. Nearest recordings:${lines.join('')}`;
}

function datesIn(differences: readonly Difference[], rules: Readonly<Record<string, MatchRule>>): readonly string[] {
  return differences.flatMap(({ path, name, recorded, given }) =>
    /date/i.test(name) && isTimestamp(recorded) && isTimestamp(given) && ruleOf(rules, path) === undefined
      ? [path]
      : [],
  );
}

function isTimestamp(value: FieldValue | undefined): boolean {
  return typeof value === 'number' && value > 0;
}

function ruleFor(path: string): string {
  const field = path.replace(/\[\d+\]/g, '');
  return `If ${path} depends on the time of the call, use match: { '${field}': 'relative' }.`;
}

function* secretsOf({ credentials }: DecodedRequest): Iterable<string> {
  for (const { value, isSecret } of credentials) if (isSecret) yield* withDerived(value);
}

function shownDifference({ path, name, recorded, given }: Difference, formatter: ValueFormatter): ReplayDifference {
  const kind = formatter.contract.kindOf(name);
  const [one, other] = [recorded, given].map((value) => shown(kind, value, formatter));
  // Masked and shortened values may look the same.
  return { path, recorded: one, given: one !== undefined && one === other ? `${other}, but different` : other };
}

function shown(
  kind: FieldKind,
  value: FieldValue | undefined,
  { mask, showsTexts }: ValueFormatter,
): string | undefined {
  if (typeof value !== 'string') return value === undefined ? undefined : String(value);
  if (kind === 'text' && !showsTexts) return `a text of ${value.length} characters`;
  if (kind === 'number') return `…${value.slice(-3)} (${value.length} characters)`;
  // Mask before shortening: a part of a secret would not be recognized.
  const masked = redactNumbers(mask(value));
  return JSON.stringify(masked.length <= MAX_VALUE ? masked : `${masked.slice(0, MAX_VALUE)}…`);
}
