import { redactNumbers } from '../../../redact/redact.js';
import type { Entry } from '../../file/entry.js';
import type { ComparedRequest } from '../../matching/compared-request.js';

const MAX_NAMES = 3;

/** The recordings of a cassette by track name. Recordings without a track have the empty name. */
export type Tracks = Iterable<readonly [name: string, entries: readonly Entry[]]>;

/** The tracks that contain a request or, if there is none, another call of its operation. */
export interface Holders {
  readonly what: 'request' | 'operation';
  readonly names: readonly string[];
}

/**
 * Returns the other tracks that contain a missing call.
 *
 * @param isSame - returns true if a recorded request equals the missing one
 */
export function holdersOf(
  tracks: Tracks,
  own: string,
  { operation }: ComparedRequest,
  isSame: (recorded: ComparedRequest) => boolean,
): Holders {
  const ofOperation: string[] = [];
  const ofRequest: string[] = [];
  for (const [name, entries] of tracks) {
    if (name === own) continue;
    const calls = entries.filter(({ compared }) => compared.operation === operation);
    if (calls.length > 0) ofOperation.push(name);
    if (calls.some(({ compared }) => isSame(compared))) ofRequest.push(name);
  }
  return ofRequest.length > 0 ? { what: 'request', names: ofRequest } : { what: 'operation', names: ofOperation };
}

/** Describes which tracks contain a missing call, and how to fix this. Returns `undefined` if there are none. */
export function holdersLine({ what, names }: Holders, own: string): string | undefined {
  const which = what === 'request' ? 'such a call' : 'a call of this operation';
  const named = names.filter((name) => name !== '');
  if (named.length === 0) {
    if (names.length === 0) return undefined;
    return `${which} was recorded without a track, which no track replays. Record this one, too.`;
  }
  const listed = named.slice(0, MAX_NAMES).map(quoted).join(', ');
  const more = named.length > MAX_NAMES ? `, … (${named.length} in all)` : '';
  const holds = `${which} is in the ${named.length === 1 ? 'track' : 'tracks'} ${listed}${more}`;
  if (own === '') return `${holds}, which cassetteFor() or track() plays, and the cassette itself does not`;
  return `${holds}: where the test was renamed, rename its track in the file to ${quoted(own)}`;
}

/** Returns the name of a track for display. */
export function quoted(name: string): string {
  return JSON.stringify(redactNumbers(name));
}
