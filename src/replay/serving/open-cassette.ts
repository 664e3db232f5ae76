import { checkFilled, invalid } from '../../options/check.js';
import { optional } from '../../options/table.js';
import type { TransportRequest, TransportResponse } from '../../transport/transport.js';
import { type Cassette, CassetteTransport } from '../cassette/cassette.js';
import type { CassetteOptions } from '../cassette/cassette-options.js';
import { cassetteSettings } from '../cassette/cassette-settings.js';
import type { NotRecorded } from '../cassette/playing/miss.js';
import { type Track, TrackRun } from '../cassette/track-run.js';
import type { Contracts } from '../contract/contracts.js';
import { isPath } from '../file/check-path.js';

export type GivenCassette = string | URL | Cassette | Track;

interface TrackPlayer {
  readonly modeThatPlaysNothing: string | undefined;
  send(request: TransportRequest): Promise<TransportResponse>;
  play(request: TransportRequest, notRecorded: NotRecorded): Promise<TransportResponse>;
}

export interface OpenCassette {
  readonly tape: TrackPlayer;
  close(): Promise<void>;
}

/** Options of all functions that serve a cassette. */
export const TRACK_OPTION = {
  /**
   * The name of the track to replay or record, for example the name of the test. `close()` ends it as successful.
   * Default: the calls of the cassette without a track.
   */
  track: optional<string>(checkFilled),
};

export function openCassette(
  contracts: Contracts,
  given: GivenCassette,
  track: string | undefined,
  options: CassetteOptions,
): OpenCassette {
  if (given instanceof TrackRun) {
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
        // A server always replays, and a proxy always records, independent of the tests.
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

/** Like `openCassette`, for replay only.  @throws ValidationError also if its mode replays nothing */
export function openToPlay(contracts: Contracts, given: GivenCassette, track: string | undefined): OpenCassette {
  const opened = openCassette(contracts, given, track, { mode: 'replay' });
  const mode = opened.tape.modeThatPlaysNothing;
  if (mode !== undefined) invalid('cassette', `is open in mode '${mode}', which plays nothing`);
  return opened;
}
