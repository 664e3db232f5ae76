import { type ReplayDifference, ReplayMissError, type ReplayNearest } from '../../errors/errors.js';
import { withDerived } from '../../redact/derived-secrets.js';
import { type Redactor, redactor } from '../../redact/redact.js';
import type { DecodedRequest, ReplayContract } from '../contract/contract.js';
import type { ComparedRequest } from '../matching/compared-request.js';
import type { FieldValue } from '../matching/rules.js';
import type { FieldKind } from '../privacy/clean-text.js';
import type { Difference, Matcher } from './matcher.js';

/** The most recordings that are named, and the most of the fields that differ. */
const MAX_NEAREST = 3;
const MAX_DIFFERENCES = 10;
/** The most characters of a value that are shown. */
const MAX_VALUE = 60;

/** The facts that a miss tells besides the request. */
interface MissContext {
  readonly file: string;
  readonly now: Date;
  readonly whyNotRecorded: string | undefined;
  /** The same request was recorded, and its recordings were all played. */
  readonly played: number;
  /** The request that was given: its secrets are not shown, wherever they stand. */
  readonly given: DecodedRequest;
}

/** Makes the error of a call that a cassette does not have, with the nearest recordings and how they differ. */
export function missError(request: ComparedRequest, matcher: Matcher, context: MissContext): ReplayMissError {
  const { operation } = request;
  const { file, now, whyNotRecorded, played, given } = context;
  const why = whyNotRecorded === undefined ? '' : `, and is not recorded because ${whyNotRecorded}`;
  if (played > 0) {
    const what = `was recorded ${played === 1 ? 'once' : `${played} times`} in ${file} and is asked for once more`;
    return new ReplayMissError(`${what}${why}`, [], { operation });
  }
  const mask = redactor(secretsOf(given));
  const nearest = matcher.nearest(request, now, MAX_NEAREST).map(
    ([{ entry }, differences]): ReplayNearest => ({
      recordedAt: new Date(entry.recording.startedAtMs),
      differences: differences
        .slice(0, MAX_DIFFERENCES)
        .map((difference) => shownDifference(difference, given.contract, mask)),
    }),
  );
  const message = `is not in the cassette ${file}${why}${linesOf(operation, nearest)}`;
  return new ReplayMissError(message, nearest, { operation });
}

/** Makes the error of recordings that nobody asked for. */
export function unusedError(file: string, unused: readonly ComparedRequest[]): ReplayMissError {
  const counts = new Map<string, number>();
  for (const { operation } of unused) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  const list = [...counts].map(([operation, count]) => (count === 1 ? operation : `${count} × ${operation}`));
  const what = `${unused.length} of the recordings in ${file} ${unused.length === 1 ? 'was' : 'were'} not asked for`;
  return new ReplayMissError(`${what}: ${list.join(', ')}`, []);
}

function linesOf(operation: string, nearest: readonly ReplayNearest[]): string {
  if (nearest.length === 0) return `; it holds no call of ${operation}`;
  const lines = nearest.map(({ recordedAt, differences }) => {
    const fields = differences.map(
      ({ path, recorded = 'absent', given = 'absent' }) => `\n    ${path}: recorded ${recorded}, given ${given}`,
    );
    return `\n  that of ${recordedAt.toISOString()} differs in:${fields.join('')}`;
  });
  return `; the nearest:${lines.join('')}`;
}

function* secretsOf({ credentials }: DecodedRequest): Iterable<string> {
  for (const { value, isSecret } of credentials) if (isSecret) yield* withDerived(value);
}

function shownDifference(
  { path, name, recorded, given }: Difference,
  { kindOf }: ReplayContract,
  mask: Redactor,
): ReplayDifference {
  const [one, other] = [recorded, given].map((value) => shown(kindOf(name), value, mask));
  if (one === undefined || other === undefined || one !== other) return { path, recorded: one, given: other };
  // Covered values look the same: the place of the difference at least is told.
  const at = firstDifference(String(recorded), String(given));
  return { path, recorded: one, given: `${other}, other from character ${at + 1} on` };
}

/** A value as it may be shown: of a telephone number its last digits, of a text its length. */
function shown(kind: FieldKind, value: FieldValue | undefined, mask: Redactor): string | undefined {
  if (typeof value !== 'string') return value === undefined ? undefined : String(value);
  if (kind === 'text') return `a text of ${value.length} characters`;
  if (kind === 'number') return `…${value.slice(-3)} (${value.length} characters)`;
  const masked = mask(value);
  return JSON.stringify(masked.length > MAX_VALUE ? `${masked.slice(0, MAX_VALUE)}…` : masked);
}

function firstDifference(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index;
}
