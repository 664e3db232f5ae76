import { checkFilled, invalid } from '../../options/check.js';
import { optional } from '../../options/table.js';
import type { TransportRequest, TransportResponse } from '../../transport/transport.js';
import { Attempt, type Track } from '../cassette/attempt.js';
import { type Cassette, CassetteTransport } from '../cassette/cassette.js';
import type { CassetteOptions } from '../cassette/cassette-options.js';
import { cassetteSettings } from '../cassette/cassette-settings.js';
import type { NotRecorded } from '../cassette/playing/miss.js';
import type { Contracts } from '../contract/contracts.js';
import { isPath } from '../file/check-path.js';

/** The path or `file:` URL of a cassette, one that is open, or a track of one: the last two are not closed here. */
export type GivenCassette = string | URL | Cassette | Track;

/** What is played, or recorded into: a cassette, or a track of it. */
interface Tape {
  readonly modeThatPlaysNothing: string | undefined;
  send(request: TransportRequest): Promise<TransportResponse>;
  play(request: TransportRequest, notRecorded: NotRecorded): Promise<TransportResponse>;
}

/** A cassette, or a track, that is in use here. */
export interface OpenCassette {
  readonly tape: Tape;
  /** Closes what was opened here: the track, and the cassette. */
  close(): Promise<void>;
}

/** Options of all that serve a cassette. */
export const TRACK_OPTION = {
  /**
   * The name of the track that is played, or recorded: that of the test in which it is used. It ends, as one that ran
   * to its end, with `close()`. Default: the calls of the cassette itself.
   */
  track: optional<string>(checkFilled),
};

/**
 * Opens a cassette by its path, or takes one that its user has opened and will close.
 *
 * @param track - the name of a track that is begun here
 * @param options - for a cassette that is opened here
 * @throws ValidationError when it is neither
 */
export function openCassette(
  contracts: Contracts,
  given: GivenCassette,
  track: string | undefined,
  options: CassetteOptions,
): OpenCassette {
  if (given instanceof Attempt) {
    if (track !== undefined) invalid('track', 'cannot be given where the cassette is a track');
    return { tape: given, close: async () => undefined };
  }
  const [cassette, close] = opened(contracts, given, options);
  if (track === undefined) return { tape: cassette, close };
  const { attempt } = cassette.trackOf(track, undefined, 'track');
  return {
    tape: attempt,
    close: async () => {
      try {
        await attempt.close();
      } finally {
        await close();
      }
    },
  };
}

function opened(
  contracts: Contracts,
  given: string | URL | Cassette | Track,
  options: CassetteOptions,
): readonly [CassetteTransport, () => Promise<void>] {
  if (isPath(given)) {
    const tape = new CassetteTransport(
      contracts,
      cassetteSettings(contracts, given, options, {
        ...process.env,
        // A server plays, and a proxy records, whatever tests do.
        SMS_SERVICE_CASSETTE_MODE: undefined,
      }),
    );
    return [tape, () => tape.close()];
  }
  if (!(given instanceof CassetteTransport)) {
    return invalid('cassette', 'is neither a path, nor what cassette() makes, nor a track of that');
  }
  return [given, async () => undefined];
}

/**
 * The same for one that is only played.
 *
 * @throws ValidationError also when its mode plays nothing
 */
export function openToPlay(contracts: Contracts, given: GivenCassette, track: string | undefined): OpenCassette {
  const opened = openCassette(contracts, given, track, { mode: 'replay' });
  const mode = opened.tape.modeThatPlaysNothing;
  if (mode !== undefined) invalid('cassette', `is open in mode '${mode}', which plays nothing`);
  return opened;
}
