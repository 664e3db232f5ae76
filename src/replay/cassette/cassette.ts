import { ConnectionError, ReplayMissError } from '../../errors/errors.js';
import { AsyncCloseable, type AsyncDisposal } from '../../options/async-disposal.js';
import { invalid } from '../../options/check.js';
import { httpTransport } from '../../transport/http/http.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import { RequestCleaner } from '../cleaning/recording-of.js';
import type { Contracts } from '../contract/contracts.js';
import { CassetteFile } from '../file/cassette-file.js';
import type { Entry } from '../file/entry.js';
import { addTo } from '../matching/lists.js';
import { Attempt, type Track, type TrackRecordings } from './attempt.js';
import { type CassetteSettings, playsNothing } from './cassette-settings.js';
import { OwnTrack } from './own-track.js';
import type { NotRecorded } from './playing/miss.js';
import { quoted } from './playing/other-tracks.js';
import { checkTemplates } from './playing/templates.js';
import type { CallTold, TapeContext } from './tape.js';
import { trackName } from './track-name.js';

/** A transport over recorded calls. */
export interface Cassette extends Transport, AsyncDisposal {
  /** The path of its file. */
  readonly file: string;
  /**
   * The transport of one test, or of whatever has that name: it plays what was recorded under this name, and nothing
   * else. Who asks for the same name again, as for a test that is tried again, begins anew: recordings are played from
   * the beginning, and what the earlier attempt has recorded goes.
   *
   * @param name - any text that is not empty; telephone numbers in it are replaced where those in calls are
   * @throws ValidationError when it is no text, or the cassette is closed
   */
  track(name: string): Track;
  /**
   * Brings the file into order. Tracks that are still open have not run to their end.
   *
   * @throws ReplayMissError when a call was missing, also where its own error was caught: it names the first one; in
   *   mode `'locked'` also when there are recordings that nobody asked for
   */
  close(): Promise<void>;
}

/** A track, with the attempt that was the last one. */
interface KnownTrack {
  readonly recordings: TrackRecordings;
  attempt?: Attempt;
  /** The test that it is of, where that is known. */
  owner?: object;
}

/** The most names of tracks in an error. */
const MAX_NAMES = 5;

/** A cassette over a file. */
export class CassetteTransport extends AsyncCloseable implements Cassette {
  readonly #settings: CassetteSettings;
  readonly #file: CassetteFile;
  readonly #context: TapeContext;
  readonly #own: OwnTrack | Attempt;
  readonly #tracks = new Map<string, KnownTrack>();
  /** The recordings of tracks with a name, as the file was when it was opened. */
  readonly #inFile = new Map<string, Entry[]>();
  #ownTransport: Transport | undefined;
  #lastStartMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /**
   * @param observe - is told of each call
   * @throws ValidationError that names the place where the file is no cassette
   */
  constructor(contracts: Contracts, settings: CassetteSettings, observe?: (call: CallTold) => void) {
    super();
    this.#settings = settings;
    this.#file = new CassetteFile(settings.file, contracts, settings.privacy);
    const own: Entry[] = [];
    for (const entry of this.#read()) {
      const { track } = entry.recording;
      if (track === undefined) own.push(entry);
      else addTo(this.#inFile, track, entry);
    }
    if (settings.templates && settings.mode.records !== 'all')
      checkTemplates([...own, ...this.#inFile.values()].flat());
    this.#context = {
      contracts,
      settings,
      observe,
      cleaner: new RequestCleaner(this.#file.pseudonyms),
      tracks: () => [['', own], ...this.#inFile],
      transport: () => settings.transport ?? (this.#ownTransport ??= httpTransport()),
      startMs: () => (this.#lastStartMs = Math.max(settings.now().getTime(), this.#lastStartMs + 1)),
    };
    this.#own =
      settings.mode.records === 'tracks'
        ? new Attempt(this.#context, this.#file, '', recordingsOf(own))
        : new OwnTrack(this.#context, this.#file, own);
  }

  get file(): string {
    return this.#settings.file;
  }

  /** The name of its mode, where that plays nothing. */
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

  /**
   * Plays a call, and never records it.
   *
   * @param notRecorded - for the error of a miss
   */
  async play(request: TransportRequest, notRecorded: NotRecorded): Promise<TransportResponse> {
    this.#checkOpen(request);
    return this.#own.play(request, notRecorded);
  }

  track(name: string): Track {
    return this.trackOf(name).attempt;
  }

  /**
   * The track of a test.
   *
   * @param owner - the test, which has one track at a time, and whose name no other one has
   * @param path - of the name, for errors
   */
  trackOf(name: string, owner?: object, path: string = 'name'): { readonly attempt: Attempt; readonly isNew: boolean } {
    const own = trackName(name, this.#file.pseudonyms);
    if (this.#isClosed) invalid(path, 'is that of a track of a cassette that is closed');
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
    known.attempt = new Attempt(this.#context, this.#file, own, known.recordings);
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

  /** @throws ReplayMissError when the file has tracks that nobody asked for */
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

  /** The calls in the file. */
  #read(): readonly Entry[] {
    const { isFromScratch = false } = this.#settings.mode;
    const read = this.#file.read(isFromScratch);
    // The tracks of others stay in it: what is a pseudonym in them is to be one here.
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
    left: new Set(),
  };
}
