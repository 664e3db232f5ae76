import { ConnectionError } from '../../errors/errors.js';
import { AsyncCloseable, type AsyncDisposal } from '../../options/async-disposal.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import type { CassetteFile, Exchanged } from '../file/cassette-file.js';
import { commentAbove, type Entry, type RecordingWithRequest } from '../file/entry.js';
import { playsNothing } from './cassette-settings.js';
import type { NotRecorded } from './playing/miss.js';
import { quoted } from './playing/other-tracks.js';
import { type Plays, Tape, type TapeContext } from './tape.js';

/**
 * The calls of one test, or of whatever its user names, in a cassette: it plays what was recorded under its name and
 * nothing else, from the beginning, whatever others do with the cassette.
 */
export interface Track extends Transport, AsyncDisposal {
  /** Its name, as it stands in the file. */
  readonly name: string;
  /**
   * Ends it, as one that ran to its end: what it has recorded takes the place of what it had before. `await using` does
   * so, too: where the block may fail, and something is recorded, `fail` is to be called before.
   *
   * @throws ReplayMissError when a call was missing, also where its own error was caught; in mode `'locked'` also when
   *   there are recordings of it that nobody asked for
   */
  close(): Promise<void>;
  /** Ends it, as one that failed: nothing that was recorded before is replaced or dropped. */
  fail(): Promise<void>;
}

/** The recordings of a track, from attempt to attempt. */
export interface TrackRecordings {
  /** Those of an attempt that ran to its end. */
  finished: readonly Entry[];
  /** Those of attempts that did not. They are played where there are no others. */
  unfinished: readonly Entry[];
  /** The texts of what attempts of this process have recorded that did not run to their end. */
  left: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

const IS_WHOLE: NotRecorded = {
  why: "the track is complete and the mode is 'once'",
  advice: "To record the track again, use mode 'update'. Unchanged recordings stay as they are.",
};

/** One run of what a track belongs to: a test that is tried again has another one. */
export class Attempt extends AsyncCloseable implements Track {
  readonly name: string;
  readonly #context: TapeContext;
  readonly #file: CassetteFile;
  readonly #track: TrackRecordings;
  readonly #plays: Plays;
  readonly #tape: Tape;
  /** What it plays or keeps of what was there. */
  readonly #before: readonly Entry[];
  /** What it has recorded, and what of the entries before goes with that. */
  readonly #recorded: Entry[] = [];
  readonly #replaced = new Set<Entry>();
  /** By what was recorded: the comments above what it replaces. */
  readonly #comments = new Map<Entry, string>();
  /** The texts of entries that go with the first recording. */
  #stale: ReadonlySet<string>;
  #isEnded = false;

  /** @param name - as it stands in the file; empty for the cassette's own track */
  constructor(context: TapeContext, file: CassetteFile, name: string, track: TrackRecordings) {
    super();
    this.name = name;
    this.#context = context;
    this.#file = file;
    this.#track = track;
    this.#plays = this.#playsNow();
    const hasFinished = track.finished.length > 0;
    const { left } = track;
    const unfinished = track.unfinished.filter(({ text }) => !left.has(text));
    const isReplaced = this.#plays.records === 'all' && !hasFinished;
    this.#stale = isReplaced ? new Set([...left, ...unfinished.map(({ text }) => text)]) : left;
    const isFromScratch = isReplaced || context.settings.mode.isFromScratch === true;
    this.#before = isFromScratch ? [] : hasFinished ? track.finished : unfinished;
    this.#tape = new Tape(context, this.#plays, this.#before, (call, old) => this.#keep(call, old), name);
  }

  /** Tells whether it has ended, in whatever way. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The name of the cassette's mode, where that plays nothing. */
  get modeThatPlaysNothing(): string | undefined {
    return playsNothing(this.#context.settings);
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    return this.#respond(request, this.#plays);
  }

  needsNoWait(request: TransportRequest): Promise<boolean> {
    return this.#tape.needsNoWait(request);
  }

  /** Plays a call, and never records it. @param notRecorded - for the error of a miss */
  async play(request: TransportRequest, notRecorded: NotRecorded): Promise<TransportResponse> {
    return this.#respond(request, { records: 'none', notRecorded });
  }

  async close(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (this.#plays.records !== 'none') await this.#finish();
    this.#tape.tell(this.#where);
    const error = this.missed(this.#context.settings.mode.failsOnUnused === true);
    if (error !== undefined) throw error;
  }

  async fail(): Promise<void> {
    if (this.#isEnded) return;
    this.leave();
    // What is not to take the place of anything is of no use.
    if (this.#plays.records !== 'all' || this.#track.finished.length === 0 || this.#recorded.length === 0) return;
    await this.#file.settle(this.#track.left);
    this.#track.left = NOTHING;
  }

  /** Ends it where it is: the next attempt takes what it has recorded away. */
  leave(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#track.left = new Set([...this.#stale, ...this.#recorded.map(({ text }) => text)]);
  }

  /** The error of its calls that were missing. @param tellsUnused - recordings that nobody asked for are one, too */
  missed(tellsUnused: boolean): Error | undefined {
    return this.#tape.errorOf(this.#where, tellsUnused);
  }

  get #where(): string {
    const { file } = this.#context.settings;
    return this.name === '' ? file : `the track ${quoted(this.name)} of ${file}`;
  }

  #playsNow(): Plays {
    const { records, notRecorded } = this.#context.settings.mode;
    if (records !== 'tracks') return { records, notRecorded };
    const isWhole = this.#track.finished.length > 0;
    if (isWhole) return { records: 'none', notRecorded: IS_WHOLE };
    // A test that passes has meant them, and without them the track would not be whole.
    return { records: 'all', notRecorded, keepsRefusals: this.name !== '' };
  }

  #respond(request: TransportRequest, plays: Plays): Promise<TransportResponse> {
    const { operation } = request;
    if (this.#isEnded) {
      throw new ConnectionError('its track of the cassette has ended; nothing was sent', 'not-sent', { operation });
    }
    return this.#tape.respond(request, plays);
  }

  /** Keeps a recorded call; what has taken the place of others is known at the end only. */
  async #keep(call: RecordingWithRequest, old: Entry | undefined): Promise<void> {
    this.#checkEnded();
    // What replaces nothing can stay beside the rest, also where the test then fails.
    const isAddition = this.#isAdded && old === undefined;
    const recording = { ...call.recording, track: this.name, ...(isAddition ? {} : { isUnfinished: true as const }) };
    const stale = this.#stale;
    // A call that is recorded meanwhile does not take these away, too.
    this.#stale = NOTHING;
    let entry: Entry;
    try {
      entry = await this.#file.add({ ...call, recording }, stale);
    } catch (error) {
      this.#stale = new Set([...this.#stale, ...stale]);
      throw error;
    }
    if (this.#isEnded) this.#track.left = new Set([...this.#track.left, entry.text]);
    this.#checkEnded();
    this.#recorded.push(entry);
    if (old === undefined) return;
    this.#replaced.add(old);
    this.#comments.set(entry, commentAbove(old.text));
  }

  /** Adds what is missing to a track that ran to its end. */
  get #isAdded(): boolean {
    return this.#plays.records === 'missing' && this.#track.finished.length > 0;
  }

  #checkEnded(): void {
    if (this.#isEnded) throw new Error('its track has ended');
  }

  /** Makes what this attempt has seen the recordings of the track. */
  async #finish(): Promise<void> {
    const isOfTrack = ({ request, recording }: Entry): boolean =>
      request.contract.isIncoming !== true && (recording.track ?? '') === this.name;
    if (this.#changesAnything()) {
      const entries = await this.#file.exchange((all) => this.#exchanged(all.filter(isOfTrack)));
      this.#track.finished = entries.filter(isOfTrack);
    }
    this.#track.unfinished = [];
    this.#track.left = NOTHING;
  }

  #changesAnything(): boolean {
    const hasLeft = this.#stale.size > 0 || this.#track.unfinished.length > 0;
    const hasMore = this.#recorded.length > 0;
    // The gateway was away, or has refused the credentials: nothing is known that was not before.
    if (!hasMore && this.#tape.hasUnkept) return false;
    if (this.#isAdded) return hasLeft || this.#replaced.size > 0;
    if (this.#plays.records === 'missing') return hasLeft || hasMore;
    // A test that was left before its first call, as when it is skipped, has seen nothing that others could go for.
    if (!this.#tape.isUsed) return false;
    return hasLeft || hasMore || this.#stays().length < this.#track.finished.length;
  }

  /** The entries of before that did not change. */
  #stays(): readonly Entry[] {
    const gone = new Set([...this.#tape.unused.map(({ entry }) => entry), ...this.#replaced]);
    return this.#before.filter((entry) => !gone.has(entry));
  }

  /**
   * The recordings of a track are those of one attempt, also where another process has recorded it meanwhile; only
   * what mode 'auto' adds to a track that was there goes beside the others.
   *
   * @param now - what the file holds of the track
   */
  #exchanged(now: readonly Entry[]): Exchanged {
    const gone = new Set([...this.#stale, ...[...this.#replaced].map(({ text }) => text)]);
    const isKept = ({ text, recording }: Entry): boolean => recording.isUnfinished === undefined && !gone.has(text);
    const goesOn = this.#plays.records === 'missing' && !this.#isAdded;
    const stays = this.#isAdded ? now.filter(isKept) : goesOn ? [] : this.#stays();
    const recorded = this.#recorded.filter(({ recording }) => recording.isUnfinished);
    const made = goesOn ? [...this.#before.filter(({ text }) => !gone.has(text)), ...recorded] : recorded;
    const [texts, kept] = [now, stays].map((entries) => new Set(entries.map(({ text }) => text)));
    return {
      removed: new Set([...(texts ?? [])].filter((text) => kept?.has(text) !== true)),
      added: [
        ...stays.filter(({ text }) => texts?.has(text) !== true),
        ...made.map((entry) => whole(entry, this.#comments.get(entry))),
      ],
    };
  }
}

/** A recording of an attempt that ran to its end. */
function whole({ request, recording }: Entry, comment: string | undefined): RecordingWithRequest {
  return { request, recording: { ...recording, isUnfinished: undefined }, comment };
}
