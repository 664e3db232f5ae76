import type { CallbackRecorder, ReceivedCallback } from '../../callbacks/handler/handler-options.js';
import { oneOf } from '../../options/check.js';
import { type OptionsOf, readOptions, withDefault } from '../../options/table.js';
import type { Environment } from '../cassette/cassette-settings.js';
import { RequestCleaner, recordingOf } from '../contract/cleaning.js';
import type { Contracts } from '../contract/contracts.js';
import { CassetteFile } from '../file/cassette-file.js';
import { checkPath } from '../file/check-path.js';
import { ChosenPrivacy, NO_PRIVACY, readPrivacy } from '../privacy/chosen-privacy.js';
import { callbackContract } from './contract.js';
import { readReceived } from './recorded-request.js';

const OPTIONS = {
  /**
   * `'record'` deletes the callbacks of the cassette when the first one is recorded. `'add'` keeps them. Calls are kept
   * in both modes. Default: `'record'`.
   */
  mode: withDefault<'record' | 'add', 'record' | 'add'>('record', oneOf('record', 'add')),
  /** The content to replace by pseudonyms, as in the options of `cassette`. Default: only user names. */
  privacy: withDefault(NO_PRIVACY, readPrivacy),
};

/** Options of `callbackRecorder`. */
export interface CallbackRecorderOptions extends OptionsOf<typeof OPTIONS> {}

const OK = { status: 200, headers: {}, body: Buffer.from('OK') };

export class CassetteRecorder implements CallbackRecorder {
  readonly #file: CassetteFile;
  readonly #cleaner: RequestCleaner;
  #replaced: ReadonlySet<string>;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** @throws ValidationError if an option is invalid, or the file is not a cassette */
  constructor(contracts: Contracts, file: string | URL, options: CallbackRecorderOptions, environment: Environment) {
    const { mode, privacy } = readOptions(options, OPTIONS);
    this.#file = new CassetteFile(checkPath(file, 'file'), contracts, new ChosenPrivacy(privacy, environment));
    const before = this.#file.read().filter(({ request }) => request.contract.isIncoming === true);
    this.#replaced = new Set(mode === 'record' ? before.map(({ text }) => text) : []);
    this.#cleaner = new RequestCleaner(this.#file.pseudonyms);
  }

  async record({ events, receivedAt }: ReceivedCallback): Promise<void> {
    const toRecord = this.#cleaner.toRecord({ contract: callbackContract, ...readReceived(events) });
    // Times are unique, because they define the order of arrival.
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
