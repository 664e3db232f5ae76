import { ConnectionError } from '../../errors/errors.js';
import { httpTransport } from '../../transport/http/http.js';
import { checkLimits } from '../../transport/in-memory.js';
import { isInBytes, type RequestInBytes } from '../../transport/request-body.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import { RequestCleaner, type RequestToRecord } from '../cleaning/recording-of.js';
import type { DecodedRequest } from '../contract/contract.js';
import type { Contracts } from '../contract/contracts.js';
import { CassetteFile } from '../file/cassette-file.js';
import type { Entry, RecordingWithRequest } from '../file/entry.js';
import type { RecordedResponse } from '../har/recording.js';
import { type ComparedRequest, comparedRequest, withRules } from '../matching/compared-request.js';
import type { CassetteSettings, Mode, NotRecorded } from './cassette-settings.js';
import { Matcher, type Playable } from './matcher.js';
import { Misses, missError, unusedError } from './miss.js';
import { play } from './player.js';
import { recordableRequest } from './recordable-request.js';
import { isUnchanged, record } from './recorder.js';

/** A transport over recorded calls. */
export interface Cassette extends Transport {
  /** The path of its file. */
  readonly file: string;
  /**
   * Brings the file into order.
   *
   * @throws ReplayMissError when a call was missing, also where its own error was caught: it names the first one; in
   *   mode `'locked'` also when there are recordings that nobody asked for
   */
  close(): Promise<void>;
}

/** A request as it is recorded, and as it is compared. */
class Asked {
  readonly request: DecodedRequest;
  readonly #cleaner: RequestCleaner;
  #toRecord: RequestToRecord | undefined;

  constructor(request: DecodedRequest, cleaner: RequestCleaner) {
    this.request = request;
    this.#cleaner = cleaner;
  }

  /** Made when it is needed: what is only played has its texts looked through for nothing. */
  get toRecord(): RequestToRecord {
    return (this.#toRecord ??= this.#cleaner.toRecord(this.request));
  }

  /** The response that it is given of one that was kept. */
  played(kept: RecordedResponse | undefined): RecordedResponse | undefined {
    const { contract } = this.request;
    if (kept === undefined) return undefined;
    return contract.playedResponse?.(kept, this.request, this.#cleaner.pseudonyms) ?? kept;
  }

  /** Gives the forms in which it may have been recorded: as it is, or with its texts cleaned of these credentials. */
  *forms(): Iterable<DecodedRequest> {
    yield this.#cleaner.unmasked(this.request);
    yield this.toRecord.cleaned;
  }
}

/** A cassette over a file. */
export class CassetteTransport implements Cassette {
  readonly #contracts: Contracts;
  readonly #settings: CassetteSettings;
  readonly #file: CassetteFile;
  readonly #matcher: Matcher;
  readonly #cleaner: RequestCleaner;
  readonly #misses = new Misses();
  /** The entries that were in the file when it was opened, and go with the first recording. */
  #replaced: ReadonlySet<string> = new Set();
  #ownTransport: Transport | undefined;
  #lastStartMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** @throws ValidationError that names the place where the file is no cassette */
  constructor(contracts: Contracts, settings: CassetteSettings) {
    this.#contracts = contracts;
    this.#settings = settings;
    this.#file = new CassetteFile(settings.file, contracts, settings.privacy);
    this.#matcher = new Matcher(settings.rules);
    const all = this.#file.read(settings.mode.isFromScratch);
    const entries = all.filter(
      ({ request, recording }) => request.contract.isIncoming !== true && recording.track === undefined,
    );
    this.#cleaner = new RequestCleaner(this.#file.pseudonyms);
    if (settings.mode.isFromScratch) this.#replaced = new Set(entries.map(({ text }) => text));
    else for (const entry of entries) this.#matcher.add(this.#playable(entry));
  }

  get file(): string {
    return this.#settings.file;
  }

  /** The name of its mode, where that plays nothing. */
  get modeThatPlaysNothing(): string | undefined {
    const { name, records } = this.#settings.mode;
    return records === 'all' ? name : undefined;
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    return this.#respond(request, this.#settings.mode);
  }

  /**
   * Plays a call, and never records it.
   *
   * @param notRecorded - for the error of a miss
   */
  play(request: TransportRequest, notRecorded: NotRecorded): Promise<TransportResponse> {
    return this.#respond(request, { records: 'none', notRecorded });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#ownTransport?.close?.();
    const { mode, file } = this.#settings;
    const unused = [...this.#matcher.all()].filter(({ isUsed }) => !isUsed);
    if (mode.records !== 'none') {
      await this.#file.settle(mode.dropsUnused ? new Set(unused.map(({ entry }) => entry.text)) : undefined);
    }
    const told = mode.failsOnUnused ? unused.map(({ request }) => request) : [];
    const missed = this.#misses.errorOf(file, told);
    if (missed !== undefined) throw missed;
    if (told.length > 0) throw unusedError(file, told);
  }

  async #respond(
    given: TransportRequest,
    { records, notRecorded }: Pick<Mode, 'records' | 'notRecorded'>,
  ): Promise<TransportResponse> {
    const request = isInBytes(given) ? given : await recordableRequest(given);
    const asked = await this.#asked(request);
    const found = this.#find(asked);
    if (records !== 'all' && found !== undefined) return this.#play(found, request, asked);
    if (records === 'none') throw this.#miss(asked, notRecorded);
    return this.#record(request, asked, found);
  }

  /** Reads a request. @throws before anything is done where the request cannot be carried out */
  async #asked(request: RequestInBytes): Promise<Asked> {
    const { operation, body = new Uint8Array() } = request;
    if (this.#isClosed)
      throw new ConnectionError('the cassette is closed; nothing was sent', 'not-sent', { operation });
    checkLimits(request);
    return new Asked(await this.#contracts.read({ ...request, body }), this.#cleaner);
  }

  /** The recording of a request that is to be played next, or that was played last. */
  #recorded(asked: Asked): Playable | undefined {
    const now = this.#settings.now();
    for (const form of asked.forms()) {
      const found = this.#matcher.find(this.#compared(form), now);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The recording that is to be played next. */
  #find(asked: Asked): Playable | undefined {
    const found = this.#recorded(asked);
    return found?.isUsed === false || this.#settings.repeatsLast ? found : undefined;
  }

  #compared(request: DecodedRequest): ComparedRequest {
    return withRules(comparedRequest(request), this.#settings.rules);
  }

  #play(found: Playable, request: TransportRequest, asked: Asked): Promise<TransportResponse> {
    found.isUsed = true;
    const { recording } = found.entry;
    return play({ ...recording, response: asked.played(recording.response) }, request, this.#settings.latency);
  }

  /** Records a call; where it was recorded before and nothing has changed, that stays. */
  async #record(request: TransportRequest, { toRecord }: Asked, before?: Playable): Promise<TransportResponse> {
    const old = before?.isUsed === false ? before : undefined;
    // Before the call is made: another one of the same kind must not find it, too.
    if (old !== undefined) old.isUsed = true;
    const { recording, give } = await record(this.#transport(), request, toRecord, this.#startMs());
    if (recording !== undefined && !(old !== undefined && isUnchanged(old.entry.recording, recording))) {
      await this.#keep({ recording, request: toRecord.cleaned }, old, request.operation);
    }
    return give();
  }

  /** @throws ConnectionError: nobody may take the call for one that was not made */
  async #keep(call: RecordingWithRequest, old: Playable | undefined, operation: string): Promise<void> {
    const replaced = this.#replaced;
    // A call that is recorded meanwhile does not replace these, too.
    this.#replaced = new Set();
    try {
      await this.#file.add(call, old === undefined ? replaced : new Set([...replaced, old.entry.text]));
    } catch (cause) {
      this.#replaced = new Set([...this.#replaced, ...replaced]);
      const why = cause instanceof Error ? `: ${cause.message}` : '';
      throw new ConnectionError(`was made, but could not be recorded${why}`, 'unknown', { operation, cause });
    }
  }

  /** The time of a call: no two have the same, because it tells in which order they were made. */
  #startMs(): number {
    this.#lastStartMs = Math.max(this.#settings.now().getTime(), this.#lastStartMs + 1);
    return this.#lastStartMs;
  }

  #transport(): Transport {
    return this.#settings.transport ?? (this.#ownTransport ??= httpTransport());
  }

  #miss(asked: Asked, notRecorded: NotRecorded | undefined): Error {
    const { file, now, rules } = this.#settings;
    const last = this.#recorded(asked);
    const played = last === undefined ? 0 : this.#matcher.countOf(last.request.key);
    const given = asked.request;
    const compared = this.#compared(asked.toRecord.cleaned);
    const showsTexts = !this.#cleaner.pseudonyms.isActive;
    const context = { file, now: now(), notRecorded, rules, showsTexts, played, given };
    return this.#misses.add(missError(compared, this.#matcher, context));
  }

  #playable(entry: Entry): Playable {
    return { entry, request: withRules(entry.compared, this.#settings.rules), isUsed: false };
  }
}
