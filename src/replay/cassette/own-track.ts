import type { TransportRequest, TransportResponse } from '../../transport/transport.js';
import type { CassetteFile } from '../file/cassette-file.js';
import type { Entry, RecordingWithRequest } from '../file/entry.js';
import type { NotRecorded } from './playing/miss.js';
import { type PlayerContext, TrackPlayer } from './track-player.js';

export class OwnTrack {
  readonly #context: PlayerContext;
  readonly #file: CassetteFile;
  readonly #player: TrackPlayer;
  #replaced: ReadonlySet<string> = new Set();

  constructor(context: PlayerContext, file: CassetteFile, entries: readonly Entry[]) {
    this.#context = context;
    this.#file = file;
    const { mode } = context.settings;
    const finished = entries.filter(({ recording }) => recording.isUnfinished === undefined);
    const before = finished.length > 0 ? finished : entries;
    if (mode.isFromScratch) this.#replaced = new Set(entries.map(({ text }) => text));
    const stored = mode.isFromScratch ? [] : before;
    this.#player = new TrackPlayer(context, mode, stored, (call, old) => this.#keep(call, old), '');
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    return this.#player.respond(request);
  }

  needsNoWait(request: TransportRequest): Promise<boolean> {
    return this.#player.needsNoWait(request);
  }

  play(request: TransportRequest, notRecorded: NotRecorded): Promise<TransportResponse> {
    return this.#player.respond(request, { records: 'none', notRecorded });
  }

  /** @throws ReplayMissError like `Cassette.close` */
  async close(isAlone: boolean): Promise<void> {
    const { mode, file } = this.#context.settings;
    const reportsUnused = isAlone || this.#player.isUsed;
    if (mode.records !== 'none') {
      // A run without any call does not show which recordings are unused.
      const unused = mode.dropsUnused && this.#player.isUsed ? this.#player.unused : [];
      await this.#file.settle(new Set(unused.map(({ entry }) => entry.text)));
    }
    this.#player.report(file);
    const missed = this.#player.errorOf(file, mode.failsOnUnused === true && reportsUnused);
    if (missed !== undefined) throw missed;
  }

  async #keep(call: RecordingWithRequest, old: Entry | undefined): Promise<void> {
    const replaced = this.#replaced;
    // A concurrent recording must not replace these entries, too.
    this.#replaced = new Set();
    try {
      await this.#file.add(call, old === undefined ? replaced : new Set([...replaced, old.text]));
    } catch (error) {
      this.#replaced = new Set([...this.#replaced, ...replaced]);
      throw error;
    }
  }
}
