import { ConnectionError } from '../../errors/errors.js';
import { httpTransport } from '../../transport/http/http.js';
import { checkLimits } from '../../transport/no-socket.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import { cleanCall } from '../cleaning/clean-request.js';
import { CassetteFile, type Entry } from '../file/cassette-file.js';
import type { Recording } from '../har/recording.js';
import { decodeCall } from '../matching/call.js';
import { type ComparedCall, comparedCall } from '../matching/compared-call.js';
import { Matcher, type Playable } from './matcher.js';
import { missError, unusedError } from './miss.js';
import type { CassetteOptions } from './options.js';
import { play } from './player.js';
import { type CallToRecord, record } from './recorder.js';
import { type CassetteSettings, cassetteSettings, type Environment } from './settings.js';

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
  /**
   * Brings the file into order.
   *
   * @throws ReplayMissError in mode `'locked'`, when there are recordings that nobody asked for
   */
  close(): Promise<void>;
}

class CassetteTransport implements Cassette {
  readonly #settings: CassetteSettings;
  readonly #file: CassetteFile;
  readonly #matcher: Matcher;
  /** What was in the file when it was opened, and goes with the first recording. */
  #replaced: ReadonlySet<string> = new Set();
  #ownTransport: Transport | undefined;
  #isClosed = false;

  constructor(settings: CassetteSettings) {
    this.#settings = settings;
    this.#file = new CassetteFile(settings.file);
    this.#matcher = new Matcher(settings.rules);
    const entries = this.#file.read();
    if (settings.mode === 'record') this.#replaced = new Set(entries.map(({ text }) => text));
    else for (const entry of entries) this.#matcher.add(this.#playable(entry));
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { mode, rules, pseudonyms, latency, now } = this.#settings;
    const { operation } = request;
    if (this.#isClosed)
      throw new ConnectionError('the cassette is closed; nothing was sent', 'not-sent', { operation });
    checkLimits(request);
    const call = decodeCall(request.body ?? new Uint8Array(), request.headers['content-type']);
    const toRecord: CallToRecord = { call, cleaned: cleanCall(call, pseudonyms) };
    if (mode === 'record') return this.#record(request, toRecord);
    const compared = comparedCall(toRecord.cleaned, rules);
    const found = this.#matcher.find(compared, now());
    if (mode === 'update') return this.#record(request, toRecord, found);
    if (found !== undefined && (!found.isUsed || this.#settings.repeatsLast)) {
      found.isUsed = true;
      return play(found.entry.recording, request, latency);
    }
    if (this.#settings.whyNotRecorded === undefined) return this.#record(request, toRecord);
    throw this.#miss(compared, found);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#ownTransport?.close?.();
    const { mode, file } = this.#settings;
    const unused = [...this.#matcher.all()].filter(({ isUsed }) => !isUsed);
    if (mode === 'locked' && unused.length > 0)
      throw unusedError(
        file,
        unused.map(({ call }) => call),
      );
    if (mode === 'replay' || mode === 'locked') return;
    this.#file.settle(mode === 'update' ? new Set(unused.map(({ entry }) => entry.text)) : undefined);
  }

  /** @param before - how the same call was recorded the last time, where it is to be kept if nothing has changed */
  async #record(request: TransportRequest, call: CallToRecord, before?: Playable): Promise<TransportResponse> {
    const { pseudonyms, now } = this.#settings;
    const old = before?.isUsed === false ? before : undefined;
    // Before the call is made: another one of the same kind must not find it, too.
    if (old !== undefined) old.isUsed = true;
    const { recording, give } = await record(this.#transport(), request, call, pseudonyms, now);
    if (recording !== undefined && !(old !== undefined && isSame(old.entry.recording, recording))) {
      const removed = new Set(this.#replaced);
      if (old !== undefined) removed.add(old.entry.text);
      this.#file.add(recording, removed);
      this.#replaced = new Set();
    }
    return give();
  }

  #transport(): Transport {
    return this.#settings.transport ?? (this.#ownTransport ??= httpTransport());
  }

  #miss(compared: ComparedCall, found: Playable | undefined): Error {
    const { file, whyNotRecorded, now } = this.#settings;
    const played = found === undefined ? 0 : this.#matcher.countOf(compared.key);
    return missError(compared, this.#matcher, { file, now: now(), whyNotRecorded, played });
  }

  #playable(entry: Entry): Playable {
    return { entry, call: comparedCall(entry.call, this.#settings.rules), isUsed: false };
  }
}

/** Whether a call has changed since it was recorded: not when it was made, or how long it took. */
function isSame(one: Recording, other: Recording): boolean {
  const contents = [one, other].map(({ request, response, failure }) => JSON.stringify([request, response, failure]));
  return contents[0] === contents[1];
}
