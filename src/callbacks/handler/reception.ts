import { type CallbackLimits, RefusedRequest } from '../body/limits.js';
import type { CallbackKind, ReportEvent } from '../description/events.js';
import { type ArrivedCallback, type ReadCallback, Unreadable } from '../reading/arrived.js';
import { readCallback } from '../reading/read-callback.js';
import { type Admission, admit } from './admission/gate.js';
import { isReport, isSignedFor, isSignedForFields, type SignatureKeys, signedKey } from './admission/signed-reports.js';
import { type AnswerStatus, METHODS } from './answer.js';
import type { HandlerContext, ReadEvents } from './context.js';
import { handleEvents } from './handling.js';
import type { Inbox } from './inbox.js';
import { answerInvalid, removeFilesOf } from './invalid.js';
import { Deadline } from './running/deadline.js';
import { type AnsweredNotice, durationSince } from './running/notices.js';

interface Decision {
  readonly status: AnswerStatus;
  readonly reason?: string;
  readonly kind?: CallbackKind | 'probe';
  readonly events?: number;
  readonly doubles?: number;
}

type LetIn = Extract<Admission, { readonly refused?: undefined }>;

export class Reception<Transaction> {
  readonly #context: HandlerContext<Transaction>;
  readonly #inbox: Inbox<Transaction> | undefined;
  readonly #signatures: SignatureKeys | undefined;
  readonly #ownParameters: ReadonlySet<string>;
  #isClosed = false;

  constructor(context: HandlerContext<Transaction>, inbox: Inbox<Transaction> | undefined) {
    const { notifyKey, now, ownParameters, secret } = context;
    this.#context = context;
    this.#inbox = inbox;
    this.#signatures = notifyKey && { keys: notifyKey, now };
    this.#ownParameters = new Set([...ownParameters, ...(secret?.parameter === undefined ? [] : [secret.parameter])]);
  }

  /** Refuses further requests, so that the service repeats them. */
  close(): void {
    this.#isClosed = true;
  }

  async receive(arrived: ArrivedCallback): Promise<AnswerStatus> {
    const start = performance.now();
    const { reporter, tasks } = this.#context;
    const { status, reason, kind, events = 0, doubles = 0 } = await tasks.add(this.#decide(arrived));
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
      return 'status' in admission ? admission : await this.#readAndHandle(arrived, admission);
    } catch (error) {
      this.#context.program.failed('reading', error);
      return { status: 500, reason: 'reading' };
    }
  }

  #admit(arrived: ArrivedCallback): LetIn | Decision {
    if (this.#isClosed) return { status: 503, reason: 'closed' };
    const admission = admit(arrived, this.#context, this.#signatures);
    if (admission.refused !== undefined) return { status: 403, reason: admission.refused };
    if (!METHODS.includes(arrived.method)) return { status: 405, reason: 'method' };
    // Reports have no files, so that a caller with an unchecked signature cannot fill the folder.
    const type = arrived.header('content-type') ?? '';
    const hasFiles = /^\s*multipart\//i.test(type);
    return hasFiles && !admission.isKnown ? { status: 403, reason: 'signature' } : admission;
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
    const reason = this.#refusal(read, admission);
    if (reason !== undefined) {
      await read.removeFiles();
      return { status: 403, reason, ...facts };
    }
    return { ...(await handleEvents(this.#withKeys(read), this.#context, this.#inbox)), ...facts };
  }

  async #read(arrived: ArrivedCallback, { isKnown }: LetIn): Promise<ReadCallback | undefined> {
    const { kind, limits, filesFolder, timeoutMs, ending, program } = this.#context;
    const deadline = new Deadline(timeoutMs, ending);
    const work = readCallback(arrived, {
      kind,
      limits: isKnown ? limits : limitsOfUnknown(limits),
      filesFolder,
      ownParameters: this.#ownParameters,
      getSignal: () => deadline.signal,
    });
    try {
      return await deadline.race(work);
    } catch (error) {
      if (!deadline.isUp) throw error;
      const remove = async (late: ReadCallback): Promise<void> => {
        if (late.kind === 'events') await late.removeFiles();
      };
      work.then(remove).catch(async (late: unknown) => {
        if (late instanceof Unreadable) await removeFilesOf(late, program);
        else if (late !== deadline.signal.reason && !(late instanceof RefusedRequest)) program.failed('reading', late);
      });
      return undefined;
    } finally {
      deadline.end();
    }
  }

  #refusal({ events }: ReadEvents, { isKnown, signature }: LetIn): 'secret' | 'signature' | undefined {
    const signatures = this.#signatures;
    const all = events.map(({ event }) => event);
    if (signatures === undefined || !all.every(({ type }) => isReport(type))) return isKnown ? undefined : 'secret';
    return isSignedFor(signature, all, signatures) ? undefined : 'signature';
  }

  #withKeys(read: ReadEvents): ReadEvents {
    if (this.#signatures === undefined) return read;
    const events = read.events.map(({ event, key }) =>
      isReport(event.type) ? { event, key: signedKey(key, event as ReportEvent) } : { event, key },
    );
    return { ...read, events };
  }

  async #invalid(call: Unreadable, { isKnown, signature }: LetIn): Promise<Decision> {
    const signatures = this.#signatures;
    const { raw, error } = call;
    const isSigned = signatures !== undefined && isSignedForFields(signature, raw.fields, signatures);
    if (!isKnown && !isSigned) {
      await removeFilesOf(call, this.#context.program);
      return { status: 403, reason: 'signature' };
    }
    const facts = { reason: error.message, ...(error.kind === undefined ? {} : { kind: error.kind as CallbackKind }) };
    return { status: await answerInvalid(call, this.#context), ...facts };
  }
}

/** Limits for a caller that has only sent a signature, which may be forged. */
const [UNKNOWN_BYTES, UNKNOWN_EVENTS] = [65_536, 50] as const;

function limitsOfUnknown(limits: CallbackLimits): CallbackLimits {
  const { bodyBytes, events } = limits;
  return { ...limits, bodyBytes: Math.min(bodyBytes, UNKNOWN_BYTES), events: Math.min(events, UNKNOWN_EVENTS) };
}
