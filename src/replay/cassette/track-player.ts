import { callHook } from '../../calls/events/reporter.js';
import { ConnectionError, ReplayMissError } from '../../errors/errors.js';
import { checkLimits } from '../../transport/in-memory.js';
import { isInBytes, type RequestInBytes } from '../../transport/request-body.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import type { RequestCleaner, RequestToRecord } from '../contract/cleaning.js';
import { type ComparedRequest, comparedRequest, withRules } from '../contract/compared-request.js';
import type { DecodedRequest, ReplayContract } from '../contract/contract.js';
import type { Contracts } from '../contract/contracts.js';
import type { Entry, RecordingWithRequest } from '../file/entry.js';
import type { CassetteSettings, Mode } from './cassette-settings.js';
import { Accounts, type Caller } from './playing/accounts.js';
import { Matcher, type Playable } from './playing/matcher.js';
import { Misses, missError, type NotRecorded, type Tracks, tracksWith, unusedWords } from './playing/miss.js';
import { play, playedResponse } from './playing/player.js';
import { RecordingStats, type SkippedCall, skippedKind } from './recording/keeping.js';
import { isUnchanged, record, recordableRequest } from './recording/recorder.js';

export interface PlayerContext {
  readonly contracts: Contracts;
  readonly settings: CassetteSettings;
  readonly cleaner: RequestCleaner;
  transport(): Transport;
  startMs(): number;
  tracks(): Tracks;
  readonly observe?: ((call: ObservedCall) => void) | undefined;
}

export type CallFate = 'played' | 'missed' | 'recorded' | 'unchanged' | SkippedCall;

export interface ObservedCall {
  readonly operation: string;
  readonly fate: CallFate;
}

export type Plays = Pick<Mode, 'records' | 'notRecorded'>;

export type Keep = (call: RecordingWithRequest, old: Entry | undefined) => Promise<void>;

class IncomingCall {
  readonly request: DecodedRequest;
  readonly caller: Caller;
  account: string | undefined;
  readonly #cleaner: RequestCleaner;
  #toRecord: RequestToRecord | undefined;

  constructor(request: DecodedRequest, label: string | undefined, cleaner: RequestCleaner) {
    this.request = request;
    this.caller = { credentials: request.credentials, label };
    this.#cleaner = cleaner;
  }

  get toRecord(): RequestToRecord {
    return (this.#toRecord ??= this.#cleaner.toRecord(this.request));
  }

  /** Returns the forms that the recording may have: unchanged, or with these credentials redacted in its texts. */
  *forms(): Iterable<DecodedRequest> {
    yield this.#cleaner.unmasked(this.request);
    yield this.toRecord.cleaned;
  }
}

export class TrackPlayer {
  readonly #context: PlayerContext;
  readonly #plays: Plays;
  readonly #keep: Keep;
  readonly #name: string;
  readonly #matcher: Matcher;
  readonly #accounts = new Map<ReplayContract, Accounts>();
  readonly #misses = new Misses();
  readonly #stats = new RecordingStats();
  readonly #usesTime: boolean;
  #isUsed = false;

  constructor(context: PlayerContext, plays: Plays, entries: Iterable<Entry>, keep: Keep, name: string) {
    this.#context = context;
    this.#name = name;
    this.#plays = plays;
    this.#keep = keep;
    this.#matcher = new Matcher(context.settings.rules);
    for (const entry of entries) this.#matcher.add(this.#playable(entry));
    this.#usesTime = Object.values(context.settings.rules).some((rule) => rule !== 'ignore');
  }

  get isUsed(): boolean {
    return this.#isUsed;
  }

  get unused(): readonly Playable[] {
    return [...this.#matcher.all()].filter(({ isUsed }) => !isUsed);
  }

  errorOf(where: string, reportsUnused: boolean): Error | undefined {
    const unlabelled = [...this.#accounts.values()].find(({ error }) => error !== undefined);
    if (unlabelled !== undefined) return unlabelled.error;
    const unusedRequests = reportsUnused ? this.unused.map(({ request }) => request) : [];
    return (
      this.#misses.errorOf(where, unusedRequests) ??
      (unusedRequests.length > 0 ? new ReplayMissError(unusedWords(where, unusedRequests), []) : undefined)
    );
  }

  /** @throws ValidationError if the call is of a second account, and not all clients have labels */
  async respond(input: TransportRequest, plays: Plays = this.#plays): Promise<TransportResponse> {
    this.#isUsed = true;
    const request = isInBytes(input) ? input : await recordableRequest(input);
    const call = await this.#decode(request);
    const accounts = this.#accountsOf(call.request.contract);
    call.account = accounts.begin(call.caller);
    try {
      return await this.#respondTo(call, request, plays);
    } finally {
      accounts.end(call.caller);
    }
  }

  #respondTo(
    call: IncomingCall,
    request: TransportRequest,
    { records, notRecorded }: Plays,
  ): Promise<TransportResponse> {
    const found = this.#find(call);
    if (records === 'all') return this.#record(request, call, found);
    if (found !== undefined) return this.#play(found, request, call);
    if (records === 'missing') return this.#record(request, call);
    const again = this.#playedBefore(request, call);
    if (again !== undefined) return this.#play(again, request, call);
    throw this.#miss(call, notRecorded);
  }

  /** Returns true if a request would be answered without a gateway. */
  async needsNoWait(input: TransportRequest): Promise<boolean> {
    const { records } = this.#plays;
    if (records === 'none') return true;
    if (records === 'all' || !isInBytes(input)) return false;
    const call = await this.#decode(input);
    try {
      call.account = this.#accountsOf(call.request.contract).labelFor(call.caller);
    } catch {
      return true;
    }
    return this.#find(call) !== undefined;
  }

  get hasSkipped(): boolean {
    return this.#stats.hasSkipped;
  }

  report(where: string): void {
    const { logger } = this.#context.settings;
    callHook(() => this.#stats.report(logger, where), undefined);
  }

  async #decode(request: RequestInBytes): Promise<IncomingCall> {
    const { body = new Uint8Array() } = request;
    checkLimits(request);
    const { contracts, cleaner } = this.#context;
    return new IncomingCall(await contracts.read({ ...request, body }), request.label, cleaner);
  }

  #recorded(call: IncomingCall): Playable | undefined {
    const now = this.#context.settings.now();
    for (const form of call.forms()) {
      const found = this.#matcher.find(this.#compared(form), now, call.account);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #find(call: IncomingCall): Playable | undefined {
    const found = this.#recorded(call);
    return found?.isUsed === false || this.#context.settings.repeatsLast ? found : undefined;
  }

  #playedBefore({ callId, attempt = 1 }: TransportRequest, call: IncomingCall): Playable | undefined {
    if (callId === undefined || attempt === 1) return undefined;
    const now = this.#context.settings.now();
    for (const form of call.forms()) {
      const found = this.#matcher.playedTo(callId, this.#compared(form), now, call.account);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #compared(request: DecodedRequest): ComparedRequest {
    return withRules(comparedRequest(request), this.#context.settings.rules);
  }

  #play(found: Playable, request: TransportRequest, call: IncomingCall): Promise<TransportResponse> {
    found.isUsed = true;
    found.playedTo = request.callId;
    this.#confirm(call);
    this.#context.observe?.({ operation: call.request.operation, fate: 'played' });
    const { recording } = found.entry;
    const response = recording.response && playedResponse(recording.response, call.request, found.request.leaves);
    return play({ ...recording, response }, request, this.#context.settings.latency);
  }

  #confirm({ request, caller }: IncomingCall): void {
    this.#accountsOf(request.contract).confirm(caller);
  }

  async #record(request: TransportRequest, call: IncomingCall, before?: Playable): Promise<TransportResponse> {
    const { transport, startMs } = this.#context;
    const { toRecord } = call;
    const old = before?.isUsed === false ? before : undefined;
    // Set before the call is made, so that a concurrent identical call does not use the same recording.
    if (old !== undefined) old.isUsed = true;
    const { recording, give } = await record(transport(), request, toRecord, startMs());
    if (recording !== undefined) {
      await this.#keepIfWanted({ recording, request: toRecord.cleaned }, old, call);
    }
    return give();
  }

  async #keepIfWanted(call: RecordingWithRequest, old: Playable | undefined, incoming: IncomingCall): Promise<void> {
    const { keep } = this.#context.settings;
    const unkept = skippedKind(call.recording, call.request);
    // An existing response is more useful than a failure or refusal now.
    const isLess =
      unkept !== undefined && old !== undefined && skippedKind(old.entry.recording, call.request) === undefined;
    if (unkept !== undefined && (isLess || !keep[unkept])) {
      this.#report(unkept, call.request);
      return;
    }
    this.#confirm(incoming);
    const before = old?.entry.recording;
    // A rule that depends on the time needs the actual time, and the recordings stay in the order of their times.
    const keepsTime = before !== undefined && !this.#usesTime;
    if (keepsTime && isUnchanged(before, call.recording)) {
      this.#report('unchanged', call.request);
      return;
    }
    const account = before === undefined ? incoming.caller.label : before.account;
    // Otherwise only the response of the gateway differs.
    const { startedAtMs, durationMs } = keepsTime ? before : call.recording;
    const recording = { ...call.recording, startedAtMs, durationMs, ...(account === undefined ? {} : { account }) };
    await this.#kept({ ...call, recording }, old, call.request.operation);
    this.#report('recorded', call.request);
  }

  #report(what: Exclude<CallFate, 'played' | 'missed'>, { operation }: DecodedRequest): void {
    this.#stats.add(what);
    this.#context.observe?.({ operation, fate: what });
  }

  async #kept(call: RecordingWithRequest, old: Playable | undefined, operation: string): Promise<void> {
    try {
      await this.#keep(call, old?.entry);
    } catch (cause) {
      const why = cause instanceof Error ? `: ${cause.message}` : '';
      throw new ConnectionError(`was made, but could not be recorded${why}`, 'unknown', { operation, cause });
    }
  }

  #miss(call: IncomingCall, notRecorded: NotRecorded | undefined): Error {
    const { settings, cleaner, observe } = this.#context;
    observe?.({ operation: call.request.operation, fate: 'missed' });
    const { file, now, rules } = settings;
    const last = this.#recorded(call);
    const played = last === undefined ? 0 : this.#matcher.countOf(last.request.key, call.account);
    const input = call.request;
    const compared = this.#compared(call.toRecord.cleaned);
    const showsTexts = !cleaner.pseudonyms.isActive;
    const isSame = (recorded: ComparedRequest): boolean => withRules(recorded, rules).key === compared.key;
    const track = this.#name;
    const otherTracks = () => tracksWith(this.#context.tracks(), track, isSame);
    const context = { file, now: now(), notRecorded, rules, showsTexts, played, given: input, track, otherTracks };
    return this.#misses.add(missError(compared, this.#matcher, context));
  }

  #accountsOf(contract: ReplayContract): Accounts {
    let accounts = this.#accounts.get(contract);
    if (accounts === undefined) {
      const own = [...this.#matcher.all()].filter(({ entry }) => entry.request.contract === contract);
      accounts = new Accounts(own.map(({ entry }) => entry.recording.account));
      this.#accounts.set(contract, accounts);
    }
    return accounts;
  }

  #playable(entry: Entry): Playable {
    return { entry, request: withRules(entry.compared, this.#context.settings.rules), isUsed: false };
  }
}
