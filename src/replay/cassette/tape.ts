import { ConnectionError, type ReplayMissError } from '../../errors/errors.js';
import { checkLimits } from '../../transport/in-memory.js';
import { isInBytes, type RequestInBytes } from '../../transport/request-body.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import type { RequestCleaner } from '../cleaning/recording-of.js';
import type { DecodedRequest } from '../contract/contract.js';
import type { Contracts } from '../contract/contracts.js';
import type { Entry, RecordingWithRequest } from '../file/entry.js';
import { type ComparedRequest, comparedRequest, withRules } from '../matching/compared-request.js';
import { Asked } from './asked.js';
import type { CassetteSettings, Mode, NotRecorded } from './cassette-settings.js';
import { Matcher, type Playable } from './matcher.js';
import { Misses, missError, unusedError } from './miss.js';
import { play } from './player.js';
import { recordableRequest } from './recording/recordable-request.js';
import { isUnchanged, record } from './recording/recorder.js';

/** The parts that all tapes of a cassette have in common. */
export interface TapeContext {
  readonly contracts: Contracts;
  readonly settings: CassetteSettings;
  readonly cleaner: RequestCleaner;
  /** Carries what is recorded. */
  transport(): Transport;
  /** The time of a call: no two have the same, because it tells in which order they were made. */
  startMs(): number;
}

/** The way of a tape's calls. */
export type Plays = Pick<Mode, 'records' | 'notRecorded'>;

/** Keeps what is recorded. @param old - the entry that goes with it */
export type Keep = (call: RecordingWithRequest, old: Entry | undefined) => Promise<void>;

/** Recordings in the order in which they are played, and what is recorded beside them. */
export class Tape {
  readonly #context: TapeContext;
  readonly #plays: Plays;
  readonly #keep: Keep;
  readonly #matcher: Matcher;
  readonly #misses = new Misses();
  /** A field is compared by the times of recording and call. */
  readonly #usesTime: boolean;
  #isUsed = false;
  /** The time of the last recording that was played, or has stayed. */
  #reachedMs = 0;
  /** Something was recorded anew with another time: what follows must come behind it. */
  #isMoved = false;

  constructor(context: TapeContext, plays: Plays, entries: Iterable<Entry>, keep: Keep) {
    this.#context = context;
    this.#plays = plays;
    this.#keep = keep;
    this.#matcher = new Matcher(context.settings.rules);
    this.#usesTime = Object.values(context.settings.rules).some((rule) => rule !== 'ignore');
    for (const entry of entries) this.#matcher.add(this.#playable(entry));
  }

  /** Tells whether there was any call. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** The recordings that nobody has asked for. */
  get unused(): readonly Playable[] {
    return [...this.#matcher.all()].filter(({ isUsed }) => !isUsed);
  }

  /**
   * The error of its calls that were missing; `undefined` where there was none.
   *
   * @param where - whose recordings these are: `/path/of/the.har`
   * @param tellsUnused - recordings that nobody has asked for are an error, too
   */
  errorOf(where: string, tellsUnused: boolean): ReplayMissError | undefined {
    const told = tellsUnused ? this.unused.map(({ request }) => request) : [];
    return this.#misses.errorOf(where, told) ?? (told.length > 0 ? unusedError(where, told) : undefined);
  }

  async respond(given: TransportRequest, { records, notRecorded } = this.#plays): Promise<TransportResponse> {
    this.#isUsed = true;
    const request = isInBytes(given) ? given : await recordableRequest(given);
    const asked = await this.#asked(request);
    const found = this.#find(asked);
    if (records !== 'all' && found !== undefined) return this.#play(found, request, asked);
    if (records === 'none') throw this.#miss(asked, notRecorded);
    return this.#record(request, asked, found);
  }

  /** Reads a request. @throws before anything is done where the request cannot be carried out */
  async #asked(request: RequestInBytes): Promise<Asked> {
    const { body = new Uint8Array() } = request;
    checkLimits(request);
    const { contracts, cleaner } = this.#context;
    return new Asked(await contracts.read({ ...request, body }), cleaner);
  }

  /** The recording of a request that is to be played next, or that was played last. */
  #recorded(asked: Asked): Playable | undefined {
    const now = this.#context.settings.now();
    for (const form of asked.forms()) {
      const found = this.#matcher.find(this.#compared(form), now);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The recording that is to be played next. */
  #find(asked: Asked): Playable | undefined {
    const found = this.#recorded(asked);
    return found?.isUsed === false || this.#context.settings.repeatsLast ? found : undefined;
  }

  #compared(request: DecodedRequest): ComparedRequest {
    return withRules(comparedRequest(request), this.#context.settings.rules);
  }

  #play(found: Playable, request: TransportRequest, asked: Asked): Promise<TransportResponse> {
    found.isUsed = true;
    this.#reach(found);
    const { recording } = found.entry;
    return play({ ...recording, response: asked.played(recording.response) }, request, this.#context.settings.latency);
  }

  /** Records a call; where it was recorded before and nothing has changed, that stays. */
  async #record(request: TransportRequest, { toRecord }: Asked, before?: Playable): Promise<TransportResponse> {
    const { transport, startMs } = this.#context;
    const old = before?.isUsed === false ? before : undefined;
    // Before the call is made: another one of the same kind must not find it, too.
    if (old !== undefined) old.isUsed = true;
    const { recording, give } = await record(transport(), request, toRecord, startMs());
    const stays = recording !== undefined && !this.#isMoved && isUnchanged(recording, old?.entry.recording);
    if (stays) this.#reach(old);
    else if (recording !== undefined) {
      const placed = { ...recording, startedAtMs: this.#placeOf(recording.startedAtMs, old) };
      await this.#kept({ recording: placed, request: toRecord.cleaned }, old, request.operation);
    }
    return give();
  }

  #reach(playable: Playable | undefined): void {
    this.#reachedMs = Math.max(this.#reachedMs, playable?.entry.recording.startedAtMs ?? 0);
  }

  /**
   * The time of a recording tells its place among the others: what is recorded anew has that of the one before it, so
   * that those that stay come before and after it as they did.
   */
  #placeOf(nowMs: number, old: Playable | undefined): number {
    if (this.#usesTime) {
      // A date is held against the time of its recording: that must be its own, and so all that follow are new, too.
      this.#isMoved ||= this.#matcher.hasUnused;
      return nowMs;
    }
    if (old !== undefined) this.#reach(old);
    else this.#reachedMs = this.#matcher.hasUnused ? this.#reachedMs + 1 : nowMs;
    return old?.entry.recording.startedAtMs ?? this.#reachedMs;
  }

  /** @throws ConnectionError: nobody may take the call for one that was not made */
  async #kept(call: RecordingWithRequest, old: Playable | undefined, operation: string): Promise<void> {
    try {
      await this.#keep(call, old?.entry);
    } catch (cause) {
      const why = cause instanceof Error ? `: ${cause.message}` : '';
      throw new ConnectionError(`was made, but could not be recorded${why}`, 'unknown', { operation, cause });
    }
  }

  #miss(asked: Asked, notRecorded: NotRecorded | undefined): Error {
    const { settings, cleaner } = this.#context;
    const { file, now, rules } = settings;
    const last = this.#recorded(asked);
    const played = last === undefined ? 0 : this.#matcher.countOf(last.request.key);
    const given = asked.request;
    const compared = this.#compared(asked.toRecord.cleaned);
    const showsTexts = !cleaner.pseudonyms.isActive;
    const context = { file, now: now(), notRecorded, rules, showsTexts, played, given };
    return this.#misses.add(missError(compared, this.#matcher, context));
  }

  #playable(entry: Entry): Playable {
    return { entry, request: withRules(entry.compared, this.#context.settings.rules), isUsed: false };
  }
}
