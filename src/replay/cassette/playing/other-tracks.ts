import { redactNumbers } from '../../../redact/redact.js';
import type { Entry } from '../../file/entry.js';
import type { ComparedRequest } from '../../matching/compared-request.js';

/** The most names of tracks that are told. */
const MAX_NAMES = 3;

/** The recordings of the tracks of a cassette, by their names; those without one have the empty name. */
export type Tracks = Iterable<readonly [name: string, entries: readonly Entry[]]>;

/** The tracks that hold a request, or, where none does, another call of its operation. */
export interface Holders {
  readonly what: 'request' | 'operation';
  readonly names: readonly string[];
}

/**
 * Finds the tracks that hold what another one misses.
 *
 * @param isSame - tells whether a recorded request is that which is missing
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

/** Says which tracks hold a call that another one misses, and how that is mended; `undefined` where none does. */
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

/** The name of a track, as it is shown. */
export function quoted(name: string): string {
  return JSON.stringify(redactNumbers(name));
}
