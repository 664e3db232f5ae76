import { callHook } from '../../calls/telling/hook.js';
import { ConnectionError, type ReplayMissError } from '../../errors/errors.js';
import { checkLimits } from '../../transport/in-memory.js';
import { isInBytes, type RequestInBytes } from '../../transport/request-body.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import type { RequestCleaner } from '../cleaning/recording-of.js';
import type { DecodedRequest } from '../contract/contract.js';
import type { Contracts } from '../contract/contracts.js';
import type { Entry, RecordingWithRequest } from '../file/entry.js';
import type { RecordedResponse, Recording } from '../har/recording.js';
import { type ComparedRequest, comparedRequest, withRules } from '../matching/compared-request.js';
import { Asked } from './asked.js';
import type { CassetteSettings, Mode } from './cassette-settings.js';
import { Accounts, type Caller } from './playing/accounts.js';
import { Matcher, type Playable, startOf } from './playing/matcher.js';
import { Misses, missError, type NotRecorded, unusedError } from './playing/miss.js';
import { orderError } from './playing/not-played.js';
import { holdersOf, type Tracks } from './playing/other-tracks.js';
import { playedResponse } from './playing/played-response.js';
import { play } from './playing/player.js';
import { filledIn } from './playing/templates.js';
import { toPlay } from './recording/hooks.js';
import { Tally, type Unkept, unkeptKind } from './recording/keeping.js';
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
  /** All that the file held when it was opened, by track. */
  tracks(): Tracks;
  /** Is told of each call. */
  readonly observe?: ((call: CallTold) => void) | undefined;
}

/** What becomes of a call: the last two are not kept, because they say nothing about the gateway. */
export type CallFate = 'played' | 'missed' | 'recorded' | 'unchanged' | Unkept;

/** A call, and what has become of it. */
export interface CallTold {
  readonly operation: string;
  readonly fate: CallFate;
}

/** The way of a tape's calls. */
export interface Plays extends Pick<Mode, 'records' | 'notRecorded'> {
  /** Refused credentials are kept, where the options do not say anything else. */
  readonly keepsRefusals?: boolean;
}

/** Keeps what is recorded. @param old - the entry that goes with it */
export type Keep = (call: RecordingWithRequest, old: Entry | undefined) => Promise<void>;

/** Recordings in the order in which they are played, and what is recorded beside them. */
export class Tape {
  readonly #context: TapeContext;
  readonly #plays: Plays;
  readonly #keep: Keep;
  readonly #name: string;
  readonly #matcher: Matcher;
  readonly #accounts: Accounts;
  readonly #misses = new Misses();
  readonly #tally = new Tally();
  /** The moment of a recording decides whether it is played: by a rule of a field, or because it may be too old. */
  readonly #usesTime: boolean;
  /** The recordings that were not played, the next one last; made when the order matters. */
  #inTime: Playable[] | undefined;
  #isUsed = false;
  /** The time of the last recording that was played, or has stayed. */
  #reachedMs = 0;
  /** Something was recorded anew with another time: what follows must come behind it. */
  #isMoved = false;

  /** @param name - of its track; empty for that of the cassette itself */
  constructor(context: TapeContext, plays: Plays, entries: Iterable<Entry>, keep: Keep, name: string) {
    this.#context = context;
    this.#name = name;
    this.#plays = plays;
    this.#keep = keep;
    this.#matcher = new Matcher(context.settings.rules);
    const { accounts, rules } = context.settings;
    for (const entry of entries) {
      this.#matcher.add(this.#playable(entry), accounts === 'any' ? undefined : entry.recording.account);
    }
    this.#accounts = new Accounts(accounts, context.cleaner.pseudonyms, this.#labels());
    this.#usesTime = Object.values(rules).some((rule) => rule !== 'ignore');
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
    if (this.#passesThrough(asked)) return this.#context.transport().send(request);
    const found = this.#find(asked);
    if (records === 'all') return this.#record(request, asked, found);
    if (found !== undefined) return this.#play(this.#inOrder(found, notRecorded), request, asked);
    if (records === 'missing') return this.#record(request, asked);
    const again = this.#playedBefore(request, asked);
    if (again !== undefined) return this.#play(again, request, asked);
    throw this.#miss(asked, notRecorded);
  }

  /** Tells whether a request would be answered without a gateway. */
  async needsNoWait(given: TransportRequest): Promise<boolean> {
    const { records } = this.#plays;
    // Then nobody has to read it.
    if (records === 'none' && this.#context.settings.passThrough.length === 0) return true;
    if (records === 'all' || !isInBytes(given)) return false;
    const asked = await this.#asked(given);
    if (this.#passesThrough(asked)) return false;
    if (records === 'none') return true;
    return this.#find(asked) !== undefined;
  }

  /** Tells whether calls were made that are not worth keeping. */
  get hasUnkept(): boolean {
    return this.#tally.hasUnkept;
  }

  /** Says what was recorded, in one line. @param where - for example the path of the file */
  tell(where: string): void {
    const { logger } = this.#context.settings;
    callHook(() => this.#tally.tell(logger, where), undefined);
  }

  /** Reads a request. @throws before anything is done where the request cannot be carried out */
  async #asked(request: RequestInBytes): Promise<Asked> {
    const { body = new Uint8Array() } = request;
    checkLimits(request);
    const { contracts, cleaner } = this.#context;
    const read = await contracts.read({ ...request, body });
    const caller: Caller = { credentials: read.credentials, label: request.label };
    return new Asked(read, caller, this.#accounts.labelOf(caller), cleaner);
  }

  /** The recording of a request that is to be played next, or that was played last. */
  #recorded(asked: Asked): Playable | undefined {
    const now = this.#context.settings.now();
    for (const form of asked.forms()) {
      const found = this.#matcher.find(this.#compared(form), now, asked.account);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The recording that is to be played next. */
  #find(asked: Asked): Playable | undefined {
    const found = this.#recorded(asked);
    return found?.isUsed === false || this.#context.settings.repeatsLast ? found : undefined;
  }

  /**
   * The recording that a further attempt of a call is given once more: what that attempt would have got was not
   * recorded, so that the call ends as it did then.
   */
  #playedBefore({ callId, attempt = 1 }: TransportRequest, asked: Asked): Playable | undefined {
    if (callId === undefined || attempt === 1) return undefined;
    const now = this.#context.settings.now();
    for (const form of asked.forms()) {
      const found = this.#matcher.playedTo(callId, this.#compared(form), now, asked.account);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #compared(request: DecodedRequest): ComparedRequest {
    return withRules(comparedRequest(request), this.#context.settings.rules);
  }

  #play(found: Playable, request: TransportRequest, asked: Asked): Promise<TransportResponse> {
    found.isUsed = true;
    found.playedTo = request.callId;
    this.#context.observe?.({ operation: asked.request.operation, fate: 'played' });
    this.#reach(found);
    const { recording } = found.entry;
    return play({ ...recording, response: this.#toPlay(asked, found) }, request, this.#context.settings.latency);
  }

  #toPlay(asked: Asked, { entry, request }: Playable): RecordedResponse | undefined {
    const { templates, beforePlay, now } = this.#context.settings;
    const { response, startedAtMs } = entry.recording;
    if (response === undefined) return undefined;
    const kept = playedResponse(response, asked.request, request.leaves);
    const filled = templates && kept.encoding === undefined ? { ...kept, text: filledIn(kept.text, now()) } : kept;
    return beforePlay === undefined ? filled : toPlay(beforePlay, asked.request, filled, new Date(startedAtMs));
  }

  #passesThrough({ request }: Asked): boolean {
    return this.#context.settings.passThrough.includes(request.operation);
  }

  /** Records a call; where it was recorded before and nothing has changed, that stays. */
  async #record(
    request: TransportRequest,
    { toRecord, account, caller }: Asked,
    before?: Playable,
  ): Promise<TransportResponse> {
    const { transport, startMs, settings } = this.#context;
    const old = before?.isUsed === false ? before : undefined;
    // Before the call is made: another one of the same kind must not find it, too.
    if (old !== undefined) old.isUsed = true;
    const { recording, give } = await record(transport(), request, toRecord, startMs(), settings.beforeRecord);
    if (recording !== undefined) {
      const labelled = account === undefined ? recording : { ...recording, account };
      await this.#keepIfWanted({ recording: labelled, request: toRecord.cleaned }, old, caller);
    }
    return give();
  }

  /** Keeps a call that says something of the gateway, where that is not known already. */
  async #keepIfWanted(call: RecordingWithRequest, old: Playable | undefined, caller: Caller): Promise<void> {
    const { keep } = this.#context.settings;
    const unkept = unkeptKind(call.recording, call.request);
    // What was said before is worth more than that nothing is said now.
    const isLess =
      unkept !== undefined && old !== undefined && unkeptKind(old.entry.recording, call.request) === undefined;
    if (unkept !== undefined && (isLess || !(keep[unkept] ?? this.#plays.keepsRefusals))) {
      this.#tell(unkept, call.request);
      this.#reach(old);
      if (unkept === 'refusals' && old === undefined) this.#accounts.forget(caller);
    } else if (old !== undefined && this.#stays(old, call.recording)) {
      this.#tell('unchanged', call.request);
      this.#reach(old);
    } else {
      const startedAtMs = this.#placeOf(call.recording.startedAtMs, old);
      const before = old?.entry.recording;
      const account = before === undefined ? this.#accounts.told(caller, unkept === 'refusals') : before.account;
      // In its place it is a small change: only what the gateway says is another.
      const { durationMs } = before?.startedAtMs === startedAtMs ? before : call.recording;
      const recording = { ...call.recording, startedAtMs, durationMs, ...(account === undefined ? {} : { account }) };
      await this.#kept({ ...call, recording }, old, call.request.operation);
      this.#tell('recorded', call.request);
    }
  }

  /** Counts what became of a call that was made, and tells it. */
  #tell(what: Exclude<CallFate, 'played' | 'missed'>, { operation }: DecodedRequest): void {
    this.#tally.add(what);
    this.#context.observe?.({ operation, fate: what });
  }

  #stays(old: Playable, recording: Recording): boolean {
    return !this.#isMoved && isUnchanged(old.entry.recording, recording);
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
      // It must be its own time, and so all that follow are recorded anew, too.
      this.#isMoved ||= this.#matcher.hasUnused;
      return nowMs;
    }
    if (old !== undefined) this.#reach(old);
    else this.#reachedMs = this.#newPlace(nowMs);
    return old?.entry.recording.startedAtMs ?? this.#reachedMs;
  }

  /** The place of a call that was not recorded before: its own time, but where others follow in their order. */
  #newPlace(nowMs: number): number {
    const keepsOrder = this.#plays.records === 'all' || this.#context.settings.isInOrder;
    const next = keepsOrder ? this.#matcher.firstUnused : undefined;
    if (next === undefined) return nowMs;
    return this.#reachedMs === 0 ? Math.max(0, startOf(next) - 1) : this.#reachedMs + 1;
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
    const { settings, cleaner, observe } = this.#context;
    observe?.({ operation: asked.request.operation, fate: 'missed' });
    const { file, now, rules } = settings;
    const last = this.#recorded(asked);
    const played = last === undefined ? 0 : this.#matcher.countOf(last.request.key, asked.account);
    const given = asked.request;
    const compared = this.#compared(asked.toRecord.cleaned);
    const showsTexts = !cleaner.pseudonyms.isActive;
    const isSame = (recorded: ComparedRequest): boolean => withRules(recorded, rules).key === compared.key;
    const track = this.#name;
    const holders = () => holdersOf(this.#context.tracks(), track, compared, isSame);
    const context = { file, now: now(), notRecorded, rules, showsTexts, played, given, track, holders };
    return this.#misses.add(missError(compared, this.#matcher, context));
  }

  /** @throws ReplayMissError where another recording comes before it, and the order is strict */
  #inOrder(found: Playable, notRecorded: NotRecorded | undefined): Playable {
    if (!this.#context.settings.isInOrder) return found;
    this.#inTime ??= [...this.#matcher.all()].sort((one, other) => startOf(other) - startOf(one));
    while (this.#inTime.at(-1)?.isUsed === true) this.#inTime.pop();
    const next = this.#inTime.at(-1);
    if (next === undefined || next === found) return found;
    const { settings, observe } = this.#context;
    observe?.({ operation: found.request.operation, fate: 'missed' });
    throw this.#misses.add(orderError(found, next, settings.file, notRecorded));
  }

  /** The labels of the accounts, in the order in which they came. */
  *#labels(): Iterable<string> {
    const all = [...this.#matcher.all()].filter(({ entry }) => entry.recording.account !== undefined);
    for (const { entry } of all.sort((one, other) => startOf(one) - startOf(other)))
      yield entry.recording.account ?? '';
  }

  #playable(entry: Entry): Playable {
    return { entry, request: withRules(entry.compared, this.#context.settings.rules), isUsed: false };
  }
}
