import { ConnectionError } from '../../errors/errors.js';
import { httpTransport } from '../../transport/http/http.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import { RequestCleaner } from '../cleaning/recording-of.js';
import type { Contracts } from '../contract/contracts.js';
import { CassetteFile } from '../file/cassette-file.js';
import type { Entry, RecordingWithRequest } from '../file/entry.js';
import type { CassetteSettings, NotRecorded } from './cassette-settings.js';
import { type Plays, Tape, type TapeContext } from './tape.js';

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

/** A cassette over a file. */
export class CassetteTransport implements Cassette {
  readonly #settings: CassetteSettings;
  readonly #file: CassetteFile;
  readonly #own: Tape;
  /** The entries that were in the file when it was opened, and go with the first recording. */
  #replaced: ReadonlySet<string> = new Set();
  #ownTransport: Transport | undefined;
  #lastStartMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** @throws ValidationError that names the place where the file is no cassette */
  constructor(contracts: Contracts, settings: CassetteSettings) {
    this.#settings = settings;
    this.#file = new CassetteFile(settings.file, contracts, settings.privacy);
    const { isFromScratch = false } = settings.mode;
    const entries = this.#file
      .read(isFromScratch)
      .filter(({ request, recording }) => request.contract.isIncoming !== true && recording.track === undefined);
    if (isFromScratch) this.#replaced = new Set(entries.map(({ text }) => text));
    const context: TapeContext = {
      contracts,
      settings,
      cleaner: new RequestCleaner(this.#file.pseudonyms),
      transport: () => settings.transport ?? (this.#ownTransport ??= httpTransport()),
      startMs: () => (this.#lastStartMs = Math.max(settings.now().getTime(), this.#lastStartMs + 1)),
    };
    this.#own = new Tape(context, settings.mode, isFromScratch ? [] : entries, (call, old) => this.#keep(call, old));
  }

  get file(): string {
    return this.#settings.file;
  }

  /** The name of its mode, where that plays nothing. */
  get modeThatPlaysNothing(): string | undefined {
    const { name, records } = this.#settings.mode;
    return records === 'all' ? name : undefined;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    return this.#respond(request, this.#settings.mode);
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
    return this.#respond(request, { records: 'none', notRecorded });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#ownTransport?.close?.();
    const { mode, file } = this.#settings;
    if (mode.records !== 'none') {
      const { unused } = this.#own;
      await this.#file.settle(mode.dropsUnused ? new Set(unused.map(({ entry }) => entry.text)) : undefined);
    }
    this.#own.tell(file);
    const missed = this.#own.errorOf(file, mode.failsOnUnused === true);
    if (missed !== undefined) throw missed;
  }

  #respond(request: TransportRequest, plays: Plays): Promise<TransportResponse> {
    const { operation } = request;
    if (this.#isClosed)
      throw new ConnectionError('the cassette is closed; nothing was sent', 'not-sent', { operation });
    return this.#own.respond(request, plays);
  }

  /** Keeps a recorded call; with the first one go the entries that are replaced. */
  async #keep(call: RecordingWithRequest, old: Entry | undefined): Promise<void> {
    const replaced = this.#replaced;
    // A call that is recorded meanwhile does not replace these, too.
    this.#replaced = new Set();
    try {
      await this.#file.add(call, old === undefined ? replaced : new Set([...replaced, old.text]));
    } catch (error) {
      this.#replaced = new Set([...this.#replaced, ...replaced]);
      throw error;
    }
  }
}
