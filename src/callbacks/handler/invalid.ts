import { createHash } from 'node:crypto';
import type { Unreadable } from '../reading/arrived.js';
import type { HandlerContext } from './context.js';
import type { OnInvalid } from './handler-options.js';
import { Deadline } from './running/deadline.js';

type InvalidAnswer = Awaited<ReturnType<OnInvalid>>;

export class InvalidCalls<Transaction> {
  readonly #context: HandlerContext<Transaction>;
  readonly #running = new Map<string, Promise<InvalidAnswer>>();

  constructor(context: HandlerContext<Transaction>) {
    this.#context = context;
  }

  /** Calls `onInvalid`. @returns the status of the response */
  async answer(call: Unreadable): Promise<200 | 400 | 500 | 503> {
    const { onInvalid, timeoutMs, ending } = this.#context;
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

  async remove({ removeFiles }: Unreadable): Promise<void> {
    await removeFiles().catch((error: unknown) => this.#context.program.failed('reading', error));
  }

  async #answered(call: Unreadable, onInvalid: OnInvalid, deadline: Deadline): Promise<InvalidAnswer> {
    const id = identityOf(call);
    const first = this.#running.get(id);
    if (first !== undefined) {
      await this.remove(call);
      return first;
    }
    const work = this.#context.tasks.add(this.#ask(call, onInvalid, deadline.signal));
    this.#running.set(id, work);
    try {
      return await work;
    } finally {
      this.#running.delete(id);
    }
  }

  async #ask(call: Unreadable, onInvalid: OnInvalid, signal: AbortSignal): Promise<InvalidAnswer> {
    try {
      return await onInvalid(call.raw, call.error, { signal });
    } catch (error) {
      this.#context.program.failed('onInvalid', error);
      throw error;
    } finally {
      await this.remove(call);
    }
  }
}

/** Identifies a repeated call. The body of a form with files differs each time, because its boundary does. */
function identityOf({ raw: { method, query, fields, body, files }, filesDigest }: Unreadable): string {
  const names = files.map(({ name, type }) => [name, type]);
  const facts = JSON.stringify([method, query, fields, names, filesDigest]);
  return createHash('sha256')
    .update(facts)
    .update(body ?? '')
    .digest('base64url');
}
