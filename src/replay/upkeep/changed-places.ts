import type { DecodedRequest } from '../contract/contract.js';
import { type Leaf, leavesOf } from '../contract/values.js';
import type { Entry } from '../file/entry.js';

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

/** Counts the positions that changed. @param changed - each recording before and after */
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

/** Returns the paths of the request fields whose values changed. */
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
