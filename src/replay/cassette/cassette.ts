import { ConnectionError } from '../../errors/errors.js';
import { httpTransport } from '../../transport/http/http.js';
import { checkLimits } from '../../transport/in-memory.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import { CassetteFile } from '../file/cassette-file.js';
import type { Entry } from '../file/entry.js';
import type { Recording } from '../har/recording.js';
import { type ComparedCall, comparedCall } from '../matching/compared-call.js';
import { type DecodedCall, decodeCall } from '../soap/call.js';
import { CallCleaner, type CallToRecord } from '../soap/recording-of.js';
import { Matcher, type Playable } from './matcher.js';
import { missError, unusedError } from './miss.js';
import type { CassetteOptions } from './options.js';
import { play } from './player.js';
import { isUnchanged, record } from './recorder.js';
import { isInBytes, type RequestInBytes, requestInBytes } from './request-in-bytes.js';
import { type CassetteSettings, cassetteSettings, type Environment, type Mode } from './settings.js';

/**
 * Makes a transport that plays recorded calls, and records those that are missing.
 *
 * The file is HAR 1.2. A call is found by its operation and its decoded parameters, never by its bytes or its
 * credentials; the same call several times gets its responses in the order in which they were recorded. What was
 * recorded is in the file when its caller gets the response. User name and password are not in it, in the forms that
 * docs/recorded-traffic.md lists; numbers, names and texts by choice are not (`privacy`), and addresses, cookies and
 * `authorization` are never stored.
 *
 * @param file - its path; folders are made as they are needed
 * @param options - see {@link CassetteOptions}
 * @param environment - where `CI` and `SMS_SERVICE_CASSETTE_KEY` are looked for; by default that of the process
 * @throws ValidationError when an option is not usable, or the file is no cassette: it names the option, or the place
 *   in the file. What `send` throws besides what was recorded: ReplayMissError
 */
export function cassette(
  file: string,
  options: CassetteOptions = {},
  environment: Environment = process.env,
): Cassette {
  return new CassetteTransport(cassetteSettings(file, options, environment));
}

/** A transport over recorded calls. */
export interface Cassette extends Transport {
  /** The path of its file. */
  readonly file: string;
  /**
   * Brings the file into order.
   *
   * @throws ReplayMissError in mode `'locked'`, when there are recordings that nobody asked for
   */
  close(): Promise<void>;
}

/** A request as it is recorded, and as it is compared. */
class Asked {
  readonly call: DecodedCall;
  readonly #cleaner: CallCleaner;
  #toRecord: CallToRecord | undefined;

  constructor(call: DecodedCall, cleaner: CallCleaner) {
    this.call = call;
    this.#cleaner = cleaner;
  }

  /** Made when it is needed: what is only played has its texts looked through for nothing. */
  get toRecord(): CallToRecord {
    return (this.#toRecord ??= this.#cleaner.toRecord(this.call));
  }

  /** How it may have been recorded: with other credentials as it is, with these where its texts do not hold them. */
  *forms(): Iterable<DecodedCall> {
    yield this.#cleaner.unmasked(this.call);
    yield this.toRecord.cleaned;
  }
}

/** What {@link cassette} makes. */
export class CassetteTransport implements Cassette {
  readonly #settings: CassetteSettings;
  readonly #file: CassetteFile;
  readonly #matcher: Matcher;
  readonly #cleaner: CallCleaner;
  /** What was in the file when it was opened, and goes with the first recording. */
  #replaced: ReadonlySet<string> = new Set();
  #ownTransport: Transport | undefined;
  #lastStartMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(settings: CassetteSettings) {
    this.#settings = settings;
    this.#file = new CassetteFile(settings.file, settings.privacy);
    this.#matcher = new Matcher(settings.rules);
    const entries = this.#file.read(settings.mode.isFromScratch);
    this.#cleaner = new CallCleaner(this.#file.pseudonyms);
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
   * @param whyNotRecorded - for the error of a miss
   */
  play(request: TransportRequest, whyNotRecorded: string): Promise<TransportResponse> {
    return this.#respond(request, { records: 'none', whyNotRecorded });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#ownTransport?.close?.();
    const { mode, file } = this.#settings;
    const unused = [...this.#matcher.all()].filter(({ isUsed }) => !isUsed);
    if (mode.failsOnUnused && unused.length > 0) {
      const calls = unused.map(({ call }) => call);
      throw unusedError(file, calls);
    }
    if (mode.records === 'none') return;
    await this.#file.settle(mode.dropsUnused ? new Set(unused.map(({ entry }) => entry.text)) : undefined);
  }

  async #respond(
    given: TransportRequest,
    { records, whyNotRecorded }: Pick<Mode, 'records' | 'whyNotRecorded'>,
  ): Promise<TransportResponse> {
    const request = isInBytes(given) ? given : await requestInBytes(given);
    const asked = this.#asked(request);
    const found = this.#find(asked);
    if (records !== 'all' && found !== undefined) return this.#play(found, request);
    if (records === 'none') throw this.#miss(asked, whyNotRecorded);
    return this.#record(request, asked, found);
  }

  /** What a request asks for. @throws before anything is done where the request cannot be carried out */
  #asked(request: RequestInBytes): Asked {
    const { operation } = request;
    if (this.#isClosed)
      throw new ConnectionError('the cassette is closed; nothing was sent', 'not-sent', { operation });
    checkLimits(request);
    return new Asked(decodeCall(request.body ?? new Uint8Array(), request.headers['content-type']), this.#cleaner);
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

  #compared(call: DecodedCall): ComparedCall {
    return comparedCall(call, this.#settings.rules);
  }

  #play(found: Playable, request: TransportRequest): Promise<TransportResponse> {
    found.isUsed = true;
    return play(found.entry.recording, request, this.#settings.latency);
  }

  /** Records a call; where it was recorded before and nothing has changed, that stays. */
  async #record(request: TransportRequest, { toRecord }: Asked, before?: Playable): Promise<TransportResponse> {
    const old = before?.isUsed === false ? before : undefined;
    // Before the call is made: another one of the same kind must not find it, too.
    if (old !== undefined) old.isUsed = true;
    const { recording, give } = await record(this.#transport(), request, toRecord, this.#startMs());
    if (recording !== undefined && !(old !== undefined && isUnchanged(old.entry.recording, recording))) {
      await this.#keep(recording, old, request.operation);
    }
    return give();
  }

  /** @throws ConnectionError: nobody may take the call for one that was not made */
  async #keep(recording: Recording, old: Playable | undefined, operation: string): Promise<void> {
    const replaced = this.#replaced;
    // What is recorded meanwhile is not in the place of these, too.
    this.#replaced = new Set();
    try {
      await this.#file.add(recording, old === undefined ? replaced : new Set([...replaced, old.entry.text]));
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

  #miss(asked: Asked, whyNotRecorded: string | undefined): Error {
    const { file, now } = this.#settings;
    const last = this.#recorded(asked);
    const played = last === undefined ? 0 : this.#matcher.countOf(last.call.key);
    const { client } = asked.call.input;
    const compared = this.#compared(asked.toRecord.cleaned);
    return missError(compared, this.#matcher, { file, now: now(), whyNotRecorded, played, client });
  }

  #playable(entry: Entry): Playable {
    return { entry, call: this.#compared(entry.call), isUsed: false };
  }
}
