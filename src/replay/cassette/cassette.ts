import { ConnectionError } from '../../errors/errors.js';
import { httpTransport } from '../../transport/http/http.js';
import { checkLimits } from '../../transport/no-socket.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import { type CallToRecord, callToRecord } from '../cleaning/clean-recording.js';
import { CassetteFile } from '../file/cassette-file.js';
import type { Entry } from '../file/entry.js';
import type { Recording } from '../har/recording.js';
import { decodeCall } from '../matching/call.js';
import { type ComparedCall, comparedCall } from '../matching/compared-call.js';
import { Matcher, type Playable } from './matcher.js';
import { missError, unusedError } from './miss.js';
import type { CassetteOptions } from './options.js';
import { play } from './player.js';
import { isUnchanged, record } from './recorder.js';
import { type CassetteSettings, cassetteSettings, type Environment, type Mode } from './settings.js';

/**
 * Makes a transport that plays recorded calls, and records those that are missing.
 *
 * The file is HAR 1.2. A call is found by its operation and its decoded parameters, never by its bytes or its
 * credentials; the same call several times gets its responses in the order in which they were recorded. What was
 * recorded is in the file when its caller gets the response, and nothing secret ever is: user name and password are
 * gone in every form, numbers, names and texts by choice (`privacy`), and addresses, cookies and `authorization` are
 * never stored.
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
interface Asked {
  readonly toRecord: CallToRecord;
  readonly compared: ComparedCall;
}

/** What {@link cassette} makes. */
export class CassetteTransport implements Cassette {
  readonly #settings: CassetteSettings;
  readonly #file: CassetteFile;
  readonly #matcher: Matcher;
  /** What was in the file when it was opened, and goes with the first recording. */
  #replaced: ReadonlySet<string> = new Set();
  #ownTransport: Transport | undefined;
  #lastStartMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(settings: CassetteSettings) {
    this.#settings = settings;
    this.#file = new CassetteFile(settings.file, settings.pseudonyms.mark);
    this.#matcher = new Matcher(settings.rules);
    const entries = this.#file.read(settings.mode.isFromScratch);
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
    this.#file.settle(mode.dropsUnused ? new Set(unused.map(({ entry }) => entry.text)) : undefined);
  }

  async #respond(
    request: TransportRequest,
    { records, whyNotRecorded }: Pick<Mode, 'records' | 'whyNotRecorded'>,
  ): Promise<TransportResponse> {
    const asked = this.#asked(request);
    const found = this.#find(asked);
    if (records !== 'all' && found !== undefined) return this.#play(found, request);
    if (records === 'none') throw this.#miss(asked, whyNotRecorded);
    return this.#record(request, asked, found);
  }

  /** What a request asks for. @throws before anything is done where the request cannot be carried out */
  #asked(request: TransportRequest): Asked {
    const { rules, pseudonyms } = this.#settings;
    const { operation } = request;
    if (this.#isClosed)
      throw new ConnectionError('the cassette is closed; nothing was sent', 'not-sent', { operation });
    checkLimits(request);
    const call = decodeCall(request.body ?? new Uint8Array(), request.headers['content-type']);
    const toRecord = callToRecord(call, pseudonyms);
    return { toRecord, compared: comparedCall(toRecord.cleaned, rules) };
  }

  /** The recording that is to be played next. */
  #find({ compared }: Asked): Playable | undefined {
    const found = this.#matcher.find(compared, this.#settings.now());
    return found?.isUsed === false || this.#settings.repeatsLast ? found : undefined;
  }

  #play(found: Playable, request: TransportRequest): Promise<TransportResponse> {
    found.isUsed = true;
    return play(found.entry.recording, request, this.#settings.latency);
  }

  /** Records a call; where it was recorded before and nothing has changed, that stays. */
  async #record(request: TransportRequest, { toRecord }: Asked, before?: Playable): Promise<TransportResponse> {
    const { pseudonyms } = this.#settings;
    const old = before?.isUsed === false ? before : undefined;
    // Before the call is made: another one of the same kind must not find it, too.
    if (old !== undefined) old.isUsed = true;
    const { recording, give } = await record(this.#transport(), request, toRecord, pseudonyms, this.#startMs());
    if (recording !== undefined && !(old !== undefined && isUnchanged(old.entry.recording, recording))) {
      const removed = new Set(this.#replaced);
      if (old !== undefined) removed.add(old.entry.text);
      this.#keep(recording, removed, request.operation);
    }
    return give();
  }

  /** @throws ConnectionError: nobody may take the call for one that was not made */
  #keep(recording: Recording, removed: ReadonlySet<string>, operation: string): void {
    try {
      this.#file.add(recording, removed);
      this.#replaced = new Set();
    } catch (cause) {
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

  #miss({ compared, toRecord }: Asked, whyNotRecorded: string | undefined): Error {
    const { file, now } = this.#settings;
    const played = this.#matcher.find(compared, now()) === undefined ? 0 : this.#matcher.countOf(compared.key);
    const { client } = toRecord.call.input;
    return missError(compared, this.#matcher, { file, now: now(), whyNotRecorded, played, client });
  }

  #playable(entry: Entry): Playable {
    return { entry, call: comparedCall(entry.call, this.#settings.rules), isUsed: false };
  }
}
