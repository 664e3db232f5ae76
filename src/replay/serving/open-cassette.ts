import { invalid } from '../../options/check.js';
import type { TransportRequest, TransportResponse } from '../../transport/transport.js';
import { type Cassette, CassetteTransport } from '../cassette/cassette.js';
import type { CassetteOptions } from '../cassette/cassette-options.js';
import { cassetteSettings } from '../cassette/cassette-settings.js';
import type { NotRecorded } from '../cassette/playing/miss.js';
import { type Track, TrackRun } from '../cassette/track-run.js';
import type { Contracts } from '../contract/contracts.js';
import { isPath } from '../file/check-path.js';

export type CassetteInput = string | URL | Cassette | Track;

interface TrackPlayer {
  readonly modeThatPlaysNothing: string | undefined;
  send(request: TransportRequest): Promise<TransportResponse>;
  play(request: TransportRequest, notRecorded: NotRecorded): Promise<TransportResponse>;
}

export interface OpenCassette {
  readonly tape: TrackPlayer;
  close(): Promise<void>;
}

export function openCassette(contracts: Contracts, input: CassetteInput, options: CassetteOptions): OpenCassette {
  if (isPath(input)) {
    // A server always replays, and a proxy always records, independent of the tests.
    const environment = { ...process.env, SMS_SERVICE_CASSETTE_MODE: undefined };
    const tape = new CassetteTransport(contracts, cassetteSettings(contracts, input, options, environment));
    return { tape, close: () => tape.close() };
  }
  const isOpen = input instanceof CassetteTransport || input instanceof TrackRun;
  return isOpen
    ? { tape: input, close: async () => undefined }
    : invalid('cassette', 'is neither a path, nor a cassette, nor a track of a cassette');
}

/** Like `openCassette`, for replay only. @throws ValidationError also if its mode replays nothing */
export function openToPlay(contracts: Contracts, input: CassetteInput): OpenCassette {
  const opened = openCassette(contracts, input, { mode: 'replay' });
  const mode = opened.tape.modeThatPlaysNothing;
  if (mode !== undefined) invalid('cassette', `is open in mode '${mode}', which plays nothing`);
  return opened;
}
