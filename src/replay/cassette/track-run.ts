import { ConnectionError } from '../../errors/errors.js';
import { AsyncCloseable, type AsyncDisposal } from '../../options/async-disposal.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import type { CassetteFile, Exchanged } from '../file/cassette-file.js';
import type { Entry, RecordingWithRequest } from '../file/entry.js';
import { playsNothing } from './cassette-settings.js';
import { type NotRecorded, quoted } from './playing/miss.js';
import { type PlayerContext, type Plays, TrackPlayer } from './track-player.js';

/**
 * The calls of one test, or of another named unit, in a cassette. A track replays only recordings with its name, from
 * the first one, independently of other tracks.
 */
export interface Track extends Transport, AsyncDisposal {
  /** The name, as stored in the file. */
  readonly name: string;
  /**
   * Ends the track as successful: its new recordings replace the old ones. `await using` does the same. If the block
   * may fail while recording, call `fail` first.
   *
   * @throws ReplayMissError if a call was missing, even if its own error was caught. In mode `'locked'` also if the
   *   track has unused recordings
   */
  close(): Promise<void>;
  /** Ends the track as failed: earlier recordings are neither replaced nor deleted. */
  fail(): Promise<void>;
}

export interface TrackRecordings {
  finished: readonly Entry[];
  unfinished: readonly Entry[];
  abandoned: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

export class TrackRun extends AsyncCloseable implements Track {
  readonly name: string;
  readonly #context: PlayerContext;
  readonly #file: CassetteFile;
  readonly #track: TrackRecordings;
  readonly #plays: Plays;
  readonly #player: TrackPlayer;
  readonly #before: readonly Entry[];
  readonly #recorded: Entry[] = [];
  readonly #replaced = new Set<Entry>();
  #stale: ReadonlySet<string>;
  #isEnded = false;

  constructor(context: PlayerContext, file: CassetteFile, name: string, track: TrackRecordings) {
    super();
    this.name = name;
    this.#context = context;
    this.#file = file;
    this.#track = track;
    this.#plays = context.settings.mode;
    const hasFinished = track.finished.length > 0;
    const { abandoned } = track;
    const unfinished = track.unfinished.filter(({ text }) => !abandoned.has(text));
    const isReplaced = this.#plays.records === 'all' && !hasFinished;
    this.#stale = isReplaced ? new Set([...abandoned, ...unfinished.map(({ text }) => text)]) : abandoned;
    const isFromScratch = isReplaced || context.settings.mode.isFromScratch === true;
    this.#before = isFromScratch ? [] : hasFinished ? track.finished : unfinished;
    this.#player = new TrackPlayer(context, this.#plays, this.#before, (call, old) => this.#keep(call, old), name);
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  get modeThatPlaysNothing(): string | undefined {
    return playsNothing(this.#context.settings);
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    return this.#respond(request, this.#plays);
  }

  needsNoWait(request: TransportRequest): Promise<boolean> {
    return this.#player.needsNoWait(request);
  }

  async play(request: TransportRequest, notRecorded: NotRecorded): Promise<TransportResponse> {
    return this.#respond(request, { records: 'none', notRecorded });
  }

  async close(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (this.#plays.records !== 'none') await this.#finish();
    this.#player.report(this.#where);
    const error = this.missed(this.#context.settings.mode.failsOnUnused === true);
    if (error !== undefined) throw error;
  }

  async fail(): Promise<void> {
    if (this.#isEnded) return;
    this.leave();
    // Recordings of a failed run are useless if they cannot replace the finished ones.
    if (this.#plays.records !== 'all' || this.#track.finished.length === 0 || this.#recorded.length === 0) return;
    await this.#file.settle(this.#track.abandoned);
    this.#track.abandoned = NOTHING;
  }

  leave(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#track.abandoned = new Set([...this.#stale, ...this.#recorded.map(({ text }) => text)]);
  }

  missed(reportsUnused: boolean): Error | undefined {
    return this.#player.errorOf(this.#where, reportsUnused);
  }

  get #where(): string {
    return `the track ${quoted(this.name)} of ${this.#context.settings.file}`;
  }

  #respond(request: TransportRequest, plays: Plays): Promise<TransportResponse> {
    const { operation } = request;
    if (this.#isEnded) {
      throw new ConnectionError('its track of the cassette has ended; nothing was sent', 'not-sent', { operation });
    }
    return this.#player.respond(request, plays);
  }

  async #keep(call: RecordingWithRequest, old: Entry | undefined): Promise<void> {
    this.#checkEnded();
    // An addition to a finished track replaces nothing, so it stays even if the test fails.
    const isAddition = this.#isAdded && old === undefined;
    const recording = { ...call.recording, track: this.name, ...(isAddition ? {} : { isUnfinished: true as const }) };
    const stale = this.#stale;
    // A concurrent recording must not delete these entries, too.
    this.#stale = NOTHING;
    let entry: Entry;
    try {
      entry = await this.#file.add({ ...call, recording }, stale);
    } catch (error) {
      this.#stale = new Set([...this.#stale, ...stale]);
      throw error;
    }
    if (this.#isEnded) this.#track.abandoned = new Set([...this.#track.abandoned, entry.text]);
    this.#checkEnded();
    this.#recorded.push(entry);
    if (old !== undefined) this.#replaced.add(old);
  }

  get #isAdded(): boolean {
    return this.#plays.records === 'missing' && this.#track.finished.length > 0;
  }

  #checkEnded(): void {
    if (this.#isEnded) throw new Error('its track has ended');
  }

  async #finish(): Promise<void> {
    const isOfTrack = ({ request, recording }: Entry): boolean =>
      request.contract.isIncoming !== true && (recording.track ?? '') === this.name;
    if (this.#changesAnything()) {
      const entries = await this.#file.exchange((all) => this.#exchanged(all.filter(isOfTrack)));
      this.#track.finished = entries.filter(isOfTrack);
    }
    this.#track.unfinished = [];
    this.#track.abandoned = NOTHING;
  }

  #changesAnything(): boolean {
    const hasAbandoned = this.#stale.size > 0 || this.#track.unfinished.length > 0;
    const hasMore = this.#recorded.length > 0;
    // The gateway was unreachable, or it refused the credentials. There is no new information.
    if (!hasMore && this.#player.hasSkipped) return false;
    if (this.#isAdded) return hasAbandoned || this.#replaced.size > 0;
    if (this.#plays.records === 'missing') return hasAbandoned || hasMore;
    // A test that ended before its first call (for example a skipped one) must not delete recordings.
    if (!this.#player.isUsed) return false;
    return hasAbandoned || hasMore || this.#stays().length < this.#track.finished.length;
  }

  #stays(): readonly Entry[] {
    const gone = new Set([...this.#player.unused.map(({ entry }) => entry), ...this.#replaced]);
    return this.#before.filter((entry) => !gone.has(entry));
  }

  /**
   * Returns the changes to the file. The recordings of a track are those of a single run, even if another process has
   * recorded it concurrently. Exception: calls that mode 'auto' adds to a finished track are stored beside the others.
   */
  #exchanged(now: readonly Entry[]): Exchanged {
    const gone = new Set([...this.#stale, ...[...this.#replaced].map(({ text }) => text)]);
    const isKept = ({ text, recording }: Entry): boolean => recording.isUnfinished === undefined && !gone.has(text);
    const goesOn = this.#plays.records === 'missing' && !this.#isAdded;
    const stays = this.#isAdded ? now.filter(isKept) : goesOn ? [] : this.#stays();
    const recorded = this.#recorded.filter(({ recording }) => recording.isUnfinished);
    const made = goesOn ? [...this.#before.filter(({ text }) => !gone.has(text)), ...recorded] : recorded;
    const [texts, stored] = [now, stays].map((entries) => new Set(entries.map(({ text }) => text)));
    return {
      removed: new Set([...(texts ?? [])].filter((text) => stored?.has(text) !== true)),
      added: [
        ...stays.filter(({ text }) => texts?.has(text) !== true),
        ...made.map(({ request, recording }) => ({ request, recording: { ...recording, isUnfinished: undefined } })),
      ],
    };
  }
}
