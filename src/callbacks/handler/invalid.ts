import { createHash } from 'node:crypto';
import type { Unreadable } from '../reading/arrived.js';
import type { OnInvalid } from './handler-options.js';
import type { HandlingSettings } from './handling.js';
import { Deadline } from './running/deadline.js';

type InvalidAnswer = Awaited<ReturnType<OnInvalid>>;

/** The parts of a handler that calls which do not fit go through. */
export interface InvalidSettings<Transaction>
  extends Pick<HandlingSettings<Transaction>, 'program' | 'inHand' | 'timeoutMs' | 'ending'> {
  readonly onInvalid: OnInvalid | undefined;
}

export class InvalidCalls<Transaction> {
  readonly #settings: InvalidSettings<Transaction>;
  readonly #inHand = new Map<string, Promise<InvalidAnswer>>();

  constructor(settings: InvalidSettings<Transaction>) {
    this.#settings = settings;
  }

  /** Has a call answered by `onInvalid`. @returns the status of its answer */
  async answer(call: Unreadable): Promise<200 | 400 | 500 | 503> {
    const { onInvalid, timeoutMs, ending } = this.#settings;
    if (onInvalid === undefined) {
      await this.remove(call);
      return 400;
    }
    const deadline = new Deadline(timeoutMs, ending);
    try {
      return (await deadline.race(this.#answered(call, onInvalid, deadline))) === 'OK' ? 200 : 400;
    } catch {
      return deadline.isUp ? 503 : 500;
    } finally {
      deadline.end();
    }
  }

  /** Removes the files of a call. */
  async remove({ removeFiles }: Unreadable): Promise<void> {
    await removeFiles().catch((error: unknown) => this.#settings.program.failed('reading', error));
  }

  async #answered(call: Unreadable, onInvalid: OnInvalid, deadline: Deadline): Promise<InvalidAnswer> {
    const id = identityOf(call);
    const first = this.#inHand.get(id);
    if (first !== undefined) {
      await this.remove(call);
      return first;
    }
    const work = this.#settings.inHand.add(this.#ask(call, onInvalid, deadline.signal));
    this.#inHand.set(id, work);
    try {
      return await work;
    } finally {
      this.#inHand.delete(id);
    }
  }

  async #ask(call: Unreadable, onInvalid: OnInvalid, signal: AbortSignal): Promise<InvalidAnswer> {
    try {
      return await onInvalid(call.raw, call.error, { signal });
    } catch (error) {
      this.#settings.program.failed('onInvalid', error);
      throw error;
    } finally {
      await this.remove(call);
    }
  }
}

/** Two calls with the same are one that came again; of a form with files the lines between its parts differ. */
function identityOf({ raw: { method, query, fields, body, files }, filesDigest }: Unreadable): string {
  const names = files.map(({ name, type }) => [name, type]);
  const facts = JSON.stringify([method, query, fields, names, filesDigest]);
  return createHash('sha256')
    .update(facts)
    .update(body ?? '')
    .digest('base64url');
}
