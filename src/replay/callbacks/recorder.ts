import type { CallbackRecorder, ReceivedCallback } from '../../callbacks/recording/recorder.js';
import { oneOf } from '../../options/check.js';
import { type OptionsOf, readOptions, withDefault } from '../../options/table.js';
import type { Environment } from '../cassette/cassette-settings.js';
import { RequestCleaner, recordingOf } from '../cleaning/recording-of.js';
import type { Contracts } from '../contract/contracts.js';
import { CassetteFile } from '../file/cassette-file.js';
import { checkName } from '../file/check-name.js';
import { checkPath } from '../file/check-path.js';
import { ChosenPrivacy, NO_PRIVACY, readPrivacy } from '../privacy/chosen-privacy.js';
import { callbackContract } from './contract.js';
import { readReceived } from './recorded-request.js';

const OPTIONS = {
  /**
   * `'add'` keeps the callbacks that are in the cassette; with `'record'` they are gone with the first one that is
   * recorded. Calls stay in both. Default: `'record'`.
   */
  mode: withDefault<'record' | 'add', 'record' | 'add'>('record', oneOf('record', 'add')),
  /** The contents that are replaced by pseudonyms, as in the options of `cassette`. Default: user names alone. */
  privacy: withDefault(NO_PRIVACY, readPrivacy),
};

/** Options of `callbackRecorder`. */
export interface CallbackRecorderOptions extends OptionsOf<typeof OPTIONS> {}

/** The answer that the service waits for; others make it repeat the call, which is then recorded, too. */
const OK = { status: 200, headers: {}, body: Buffer.from('OK') };

/** Records callbacks into a cassette. */
export class CassetteRecorder implements CallbackRecorder {
  readonly #file: CassetteFile;
  readonly #cleaner: RequestCleaner;
  /** The callbacks that were in the cassette, which go with the first recording. */
  #replaced: ReadonlySet<string>;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** @throws ValidationError when an option is not usable, or the file is no cassette */
  constructor(contracts: Contracts, file: string | URL, options: CallbackRecorderOptions, environment: Environment) {
    const { mode, privacy } = readOptions(options, OPTIONS);
    const path = checkName(checkPath(file, 'file'), privacy, 'file');
    this.#file = new CassetteFile(path, contracts, new ChosenPrivacy(privacy, environment));
    const before = this.#file.read().filter(({ request }) => request.contract.isIncoming === true);
    this.#replaced = new Set(mode === 'record' ? before.map(({ text }) => text) : []);
    this.#cleaner = new RequestCleaner(this.#file.pseudonyms);
  }

  async record({ events, receivedAt }: ReceivedCallback): Promise<void> {
    const toRecord = this.#cleaner.toRecord({ contract: callbackContract, ...readReceived(events) });
    // No two have the same time, because it tells in which order they came.
    this.#lastMs = Math.max(receivedAt.getTime(), this.#lastMs + 1);
    const recording = recordingOf(toRecord, { response: OK, startedAtMs: this.#lastMs, durationMs: 0 });
    const replaced = this.#replaced;
    this.#replaced = new Set();
    try {
      await this.#file.add({ recording, request: toRecord.cleaned }, replaced);
    } catch (error) {
      this.#replaced = new Set([...this.#replaced, ...replaced]);
      throw error;
    }
  }
}
