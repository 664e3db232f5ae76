import type { TransportRequest, TransportResponse } from '../../transport/transport.js';
import type { CassetteFile } from '../file/cassette-file.js';
import { commentAbove, type Entry, type RecordingWithRequest } from '../file/entry.js';
import type { NotRecorded } from './playing/miss.js';
import { Tape, type TapeContext } from './tape.js';

/** The calls of a cassette itself, which have no track with a name: what is recorded is kept at once. */
export class OwnTrack {
  readonly #context: TapeContext;
  readonly #file: CassetteFile;
  readonly #tape: Tape;
  /** The texts of the entries that go with the first recording. */
  #replaced: ReadonlySet<string> = new Set();

  constructor(context: TapeContext, file: CassetteFile, entries: readonly Entry[]) {
    this.#context = context;
    this.#file = file;
    const { mode } = context.settings;
    const finished = entries.filter(({ recording }) => recording.isUnfinished === undefined);
    const before = finished.length > 0 ? finished : entries;
    if (mode.isFromScratch) this.#replaced = new Set(entries.map(({ text }) => text));
    const kept = mode.isFromScratch ? [] : before;
    this.#tape = new Tape(context, mode, kept, (call, old) => this.#keep(call, old), '');
  }

  /** Tells whether there was any call. */
  get isUsed(): boolean {
    return this.#tape.isUsed;
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    return this.#tape.respond(request);
  }

  needsNoWait(request: TransportRequest): Promise<boolean> {
    return this.#tape.needsNoWait(request);
  }

  play(request: TransportRequest, notRecorded: NotRecorded): Promise<TransportResponse> {
    return this.#tape.respond(request, { records: 'none', notRecorded });
  }

  /**
   * Brings the file into order.
   *
   * @param isAlone - nobody asked for a track: recordings that were not asked for are of no use
   * @throws ReplayMissError as `Cassette.close` does
   */
  async close(isAlone: boolean): Promise<void> {
    const { mode, file } = this.#context.settings;
    const tellsUnused = isAlone || this.isUsed;
    if (mode.records !== 'none') {
      // Of a run without any call nothing is known.
      const unused = mode.dropsUnused && this.isUsed ? this.#tape.unused : [];
      await this.#file.settle(new Set(unused.map(({ entry }) => entry.text)));
    }
    this.#tape.tell(file);
    const missed = this.#tape.errorOf(file, mode.failsOnUnused === true && tellsUnused);
    if (missed !== undefined) throw missed;
  }

  /** Keeps a recorded call; with the first one go the entries that are replaced. */
  async #keep(call: RecordingWithRequest, old: Entry | undefined): Promise<void> {
    const replaced = this.#replaced;
    // A call that is recorded meanwhile does not replace these, too.
    this.#replaced = new Set();
    try {
      if (old === undefined) await this.#file.add(call, replaced);
      else await this.#file.add({ ...call, comment: commentAbove(old.text) }, new Set([...replaced, old.text]));
    } catch (error) {
      this.#replaced = new Set([...this.#replaced, ...replaced]);
      throw error;
    }
  }
}
