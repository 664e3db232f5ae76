import { ConnectionError, ReplayMissError } from '../../errors/errors.js';
import { AsyncCloseable, type AsyncDisposal } from '../../options/async-disposal.js';
import { checkFilled, invalid } from '../../options/check.js';
import { httpTransport } from '../../transport/http/http.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import { RequestCleaner } from '../contract/cleaning.js';
import type { Contracts } from '../contract/contracts.js';
import { CassetteFile } from '../file/cassette-file.js';
import type { Entry } from '../file/entry.js';
import { fitLabel } from '../har/recording.js';
import { type CassetteSettings, playsNothing } from './cassette-settings.js';
import { OwnTrack } from './own-track.js';
import { addTo } from './playing/add-to.js';
import { type NotRecorded, quoted } from './playing/miss.js';
import type { ObservedCall, PlayerContext } from './track-player.js';
import { type Track, type TrackRecordings, TrackRun } from './track-run.js';

/** A transport that replays and records calls. */
export interface Cassette extends Transport, AsyncDisposal {
  /** The path of the file. */
  readonly file: string;
  /**
   * Returns the transport of one test, or of any other unit with this name. It replays only recordings with this name.
   *
   * A second call with the same name, for example for a retried test, starts again: recordings are replayed from the
   * first one, and recordings of the previous run are deleted.
   *
   * @param name - any text that is not empty; telephone numbers in it are replaced if those in calls are
   * @throws ValidationError if the name is not a text or is empty, or the cassette is closed
   */
  track(name: string): Track;
  /**
   * Completes the file. Tracks that are still open count as not finished.
   *
   * @throws ReplayMissError if a call was missing, even if its own error was caught; it names the first one. In mode
   *   `'locked'` also if there are unused recordings
   */
  close(): Promise<void>;
}

interface KnownTrack {
  readonly recordings: TrackRecordings;
  attempt?: TrackRun;
  owner?: object;
}

const MAX_NAMES = 5;

export class CassetteTransport extends AsyncCloseable implements Cassette {
  readonly #settings: CassetteSettings;
  readonly #file: CassetteFile;
  readonly #context: PlayerContext;
  readonly #own: OwnTrack;
  readonly #tracks = new Map<string, KnownTrack>();
  readonly #inFile = new Map<string, Entry[]>();
  #ownTransport: Transport | undefined;
  #lastStartMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(contracts: Contracts, settings: CassetteSettings, observe?: (call: ObservedCall) => void) {
    super();
    this.#settings = settings;
    this.#file = new CassetteFile(settings.file, contracts, settings.privacy);
    const own: Entry[] = [];
    for (const entry of this.#read()) {
      const { track } = entry.recording;
      if (track === undefined) own.push(entry);
      else addTo(this.#inFile, track, entry);
    }
    this.#context = {
      contracts,
      settings,
      observe,
      cleaner: new RequestCleaner(this.#file.pseudonyms),
      tracks: () => [['', own], ...this.#inFile],
      transport: () => settings.transport ?? (this.#ownTransport ??= httpTransport()),
      startMs: () => (this.#lastStartMs = Math.max(settings.now().getTime(), this.#lastStartMs + 1)),
    };
    this.#own = new OwnTrack(this.#context, this.#file, own);
  }

  get file(): string {
    return this.#settings.file;
  }

  get modeThatPlaysNothing(): string | undefined {
    return playsNothing(this.#settings);
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    this.#checkOpen(request);
    return this.#own.send(request);
  }

  needsNoWait(request: TransportRequest): Promise<boolean> {
    return this.#own.needsNoWait(request);
  }

  async play(request: TransportRequest, notRecorded: NotRecorded): Promise<TransportResponse> {
    this.#checkOpen(request);
    return this.#own.play(request, notRecorded);
  }

  track(name: string): Track {
    return this.trackOf(name).attempt;
  }

  trackOf(name: string, owner?: object): { readonly attempt: TrackRun; readonly isNew: boolean } {
    const own = fitLabel(this.#file.pseudonyms.others(checkFilled(name, 'name')));
    if (this.#isClosed) invalid('name', 'belongs to a track of a closed cassette. Call track() before close()');
    let known = this.#tracks.get(own);
    if (known === undefined) {
      this.#tracks.set(own, (known = { recordings: recordingsOf(this.#inFile.get(own) ?? []) }));
    }
    if (owner !== undefined && known.attempt !== undefined) {
      if (known.owner !== undefined && known.owner !== owner) {
        invalid('test', `has the name of another test of this cassette: ${quoted(own)}`);
      }
      if (!known.attempt.isEnded) return { attempt: known.attempt, isNew: false };
    }
    known.attempt?.leave();
    if (owner !== undefined) known.owner = owner;
    known.attempt = new TrackRun(this.#context, this.#file, own, known.recordings);
    return { attempt: known.attempt, isNew: true };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#ownTransport?.close?.();
    const attempts = [...this.#tracks.values()].flatMap(({ attempt }) => attempt ?? []);
    const open = attempts.filter((attempt) => !attempt.isEnded);
    for (const attempt of open) attempt.leave();
    await this.#own.close(attempts.length === 0);
    for (const attempt of open) {
      const missed = attempt.missed(false);
      if (missed !== undefined) throw missed;
    }
    const { mode, failsOnUnusedTracks } = this.#settings;
    if (mode.failsOnUnused && failsOnUnusedTracks) this.#checkTracks();
  }

  #checkTracks(): void {
    const unused = [...this.#inFile.keys()].filter((name) => !this.#tracks.has(name));
    if (unused.length === 0) return;
    const names = unused.slice(0, MAX_NAMES).map(quoted);
    const more = unused.length > MAX_NAMES ? ', …' : '';
    const which = `${unused.length} ${unused.length === 1 ? 'track was' : 'tracks were'} not asked for`;
    throw new ReplayMissError(`${which} in ${this.file}: ${names.join(', ')}${more}`, []);
  }

  #checkOpen({ operation }: TransportRequest): void {
    if (!this.#isClosed) return;
    throw new ConnectionError('the cassette is closed; nothing was sent', 'not-sent', { operation });
  }

  #read(): readonly Entry[] {
    const { isFromScratch = false } = this.#settings.mode;
    const read = this.#file.read(isFromScratch);
    // Named tracks stay in the file. All of it is read, because values with pseudonyms there need pseudonyms here, too.
    const isKept = isFromScratch && read.some(({ recording }) => recording.track !== undefined);
    const entries = isKept ? this.#file.read() : read;
    return entries.filter(({ request }) => request.contract.isIncoming !== true);
  }
}

function recordingsOf(entries: readonly Entry[]): TrackRecordings {
  const isUnfinished = ({ recording }: Entry): boolean => recording.isUnfinished === true;
  return {
    finished: entries.filter((entry) => !isUnfinished(entry)),
    unfinished: entries.filter(isUnfinished),
    abandoned: new Set(),
  };
}
