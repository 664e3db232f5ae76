import { rm } from 'node:fs/promises';
import { type CallbackLimits, RefusedRequest } from '../body/limits.js';
import { parsedFilePaths } from '../body/parsed-body.js';
import type { CallbackKind, ReportEvent } from '../description/events.js';
import { type ArrivedCallback, type ReadCallback, type ReadingSettings, Unreadable } from '../reading/arrived.js';
import { type Admission, admit, type GateSettings } from './admission/gate.js';
import { isReport, isSignedFor, isSignedForFields, signedKey } from './admission/signed-reports.js';
import { type AnswerStatus, METHODS } from './answer.js';
import { type HandlingSettings, handleEvents, type ReadEvents } from './handling.js';
import { InvalidCalls, type InvalidSettings } from './invalid.js';
import { type RecordingSettings, recordEvents } from './recording.js';
import { Deadline } from './running/deadline.js';
import { type AnsweredNotice, type CallbackReporter, durationSince } from './running/notices.js';

/** The parts of a handler that requests go through. */
export interface ReceptionSettings<Transaction>
  extends GateSettings,
    HandlingSettings<Transaction>,
    InvalidSettings<Transaction>,
    RecordingSettings<Transaction> {
  /** Reads a request. */
  readonly read: (arrived: ArrivedCallback, settings: ReadingSettings) => Promise<ReadCallback>;
  readonly reading: Omit<ReadingSettings, 'getSignal'>;
  readonly reporter: CallbackReporter;
}

interface Decision {
  readonly status: AnswerStatus;
  readonly reason?: string;
  readonly kind?: CallbackKind | 'probe';
  readonly events?: number;
  readonly doubles?: number;
}

type LetIn = Extract<Admission, { readonly refused?: undefined }>;

export class Reception<Transaction> {
  readonly #settings: ReceptionSettings<Transaction>;
  readonly #invalidCalls: InvalidCalls<Transaction>;
  #isClosed = false;

  constructor(settings: ReceptionSettings<Transaction>) {
    this.#settings = settings;
    this.#invalidCalls = new InvalidCalls(settings);
  }

  /** Refuses further requests, so that the service brings them again. */
  close(): void {
    this.#isClosed = true;
  }

  /** Receives a request. @returns the status of the answer; it never rejects */
  async receive(arrived: ArrivedCallback): Promise<AnswerStatus> {
    const start = performance.now();
    const { status, reason, kind, events = 0, doubles = 0 } = await this.#settings.inHand.add(this.#decide(arrived));
    const { reporter } = this.#settings;
    if (reporter.isWanted) {
      const optional: Pick<AnsweredNotice, 'kind' | 'reason'> = {
        ...(kind === undefined ? {} : { kind }),
        ...(reason === undefined ? {} : { reason }),
      };
      reporter.report({ type: 'answered', status, events, doubles, durationMs: durationSince(start), ...optional });
    }
    return status;
  }

  async #decide(arrived: ArrivedCallback): Promise<Decision> {
    try {
      const admission = this.#admit(arrived);
      if (!('status' in admission)) return await this.#readAndHandle(arrived, admission);
      await removeParsed(arrived);
      return admission;
    } catch (error) {
      this.#settings.program.failed('reading', error);
      return { status: 500, reason: 'reading' };
    }
  }

  /** Decides what can be decided before anything is read. */
  #admit(arrived: ArrivedCallback): LetIn | Decision {
    if (this.#isClosed) return { status: 503, reason: 'closed' };
    const admission = admit(arrived, this.#settings);
    if (admission.refused !== undefined) return { status: 403, reason: admission.refused };
    if (!METHODS.includes(arrived.method)) return { status: 405, reason: 'method' };
    // Reports have no files, so that a caller with an unchecked signature cannot fill the folder.
    const type = arrived.header('content-type') ?? '';
    const isStrange = !admission.isKnown && /^\s*multipart\//i.test(type);
    return isStrange ? { status: 403, reason: 'signature' } : admission;
  }

  async #readAndHandle(arrived: ArrivedCallback, admission: LetIn): Promise<Decision> {
    let read: ReadCallback | undefined;
    try {
      read = await this.#read(arrived, admission);
    } catch (error) {
      if (error instanceof RefusedRequest) return { status: error.status, reason: error.reason };
      if (error instanceof Unreadable) return this.#invalid(error, admission);
      throw error;
    }
    if (read === undefined) return { status: 408, reason: 'time' };
    if (read.kind === 'probe') {
      return admission.isKnown ? { status: 200, kind: 'probe' } : { status: 403, reason: 'secret' };
    }
    const events = read.events.map(({ event }) => event);
    const facts = { kind: events[0]?.type as CallbackKind, events: events.length };
    const reason = this.#notTaken(read, admission);
    if (reason !== undefined) {
      await read.removeFiles();
      return { status: 403, reason, ...facts };
    }
    const notRecorded = await recordEvents(read, this.#settings);
    if (notRecorded !== undefined) return { ...notRecorded, ...facts };
    return { ...(await handleEvents(this.#withKeys(read), this.#settings)), ...facts };
  }

  /** @returns `undefined` when the time is up */
  async #read(arrived: ArrivedCallback, { isKnown }: LetIn): Promise<ReadCallback | undefined> {
    const { read, reading, timeoutMs, ending, program } = this.#settings;
    const limits = isKnown ? reading.limits : limitsOfStrangers(reading.limits);
    const deadline = new Deadline(timeoutMs, ending);
    const work = read(arrived, { ...reading, limits, getSignal: () => deadline.signal });
    try {
      return await deadline.race(work);
    } catch (error) {
      if (!deadline.isUp) throw error;
      // Nobody waits for it any more.
      const remove = async (late: ReadCallback): Promise<void> => {
        if (late.kind === 'events') await late.removeFiles();
      };
      work.then(remove).catch(async (late: unknown) => {
        if (late instanceof Unreadable) await this.#invalidCalls.remove(late);
        else if (late !== deadline.signal.reason && !(late instanceof RefusedRequest)) program.failed('reading', late);
      });
      return undefined;
    } finally {
      deadline.end();
    }
  }

  #notTaken({ events }: ReadEvents, { isKnown, signature }: LetIn): 'secret' | 'signature' | undefined {
    const { signatures } = this.#settings;
    const all = events.map(({ event }) => event);
    if (signatures === undefined || !all.every(({ type }) => isReport(type))) return isKnown ? undefined : 'secret';
    return isSignedFor(signature, all, signatures) ? undefined : 'signature';
  }

  /** Gives signed reports the keys of such. */
  #withKeys(read: ReadEvents): ReadEvents {
    if (this.#settings.signatures === undefined) return read;
    const events = read.events.map(({ event, key }) =>
      isReport(event.type) ? { event, key: signedKey(key, event as ReportEvent) } : { event, key },
    );
    return { ...read, events };
  }

  async #invalid(call: Unreadable, { isKnown, signature }: LetIn): Promise<Decision> {
    const { signatures } = this.#settings;
    const { raw, error } = call;
    const isSigned = signatures !== undefined && isSignedForFields(signature, raw.fields, signatures);
    if (!isKnown && !isSigned) {
      await this.#invalidCalls.remove(call);
      return { status: 403, reason: 'signature' };
    }
    const facts = { reason: error.message, ...(error.kind === undefined ? {} : { kind: error.kind as CallbackKind }) };
    return { status: await this.#invalidCalls.answer(call), ...facts };
  }
}

/** Removes the files that a parser has written before the handler was asked. */
async function removeParsed({ body }: ArrivedCallback): Promise<void> {
  const paths = body.kind === 'parsed' ? parsedFilePaths(body.files) : [];
  await Promise.all(paths.map((file) => rm(file, { force: true })));
}

/** Limits for a caller that has only sent a signature, which may be forged. */
const [STRANGERS_BYTES, STRANGERS_EVENTS] = [65_536, 50] as const;

function limitsOfStrangers(limits: CallbackLimits): CallbackLimits {
  const { bodyBytes, events } = limits;
  return { ...limits, bodyBytes: Math.min(bodyBytes, STRANGERS_BYTES), events: Math.min(events, STRANGERS_EVENTS) };
}
