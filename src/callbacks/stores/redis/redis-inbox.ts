import { randomUUID } from 'node:crypto';
import type { CallbackEvent } from '../../description/events.js';
import { readEventText, retentionMs, sequenceName, writeEventText } from '../event-text.js';
import type { CallbackInbox, InboxEntry, InboxStep } from '../store.js';
import { type RedisClient, runScript, type Script } from './client.js';
import { underLease } from './lease.js';
import { CLAIM_TAKEN, FAIL_TAKEN, FINISH_TAKEN, INBOX_KEYS, PUT, RENEW_TAKEN, TAKE } from './scripts.js';

const WAIT_FOR_OTHERS_MS = 250;

const ANSWER_KEPT_MS = 600_000;

export interface InboxUse {
  readonly client: RedisClient;
  readonly leaseMs: number;
  readonly keepMs: number;
  key(name: string): string;
  eventKey(id: string): string;
}

interface Taken {
  readonly sequence: string;
  readonly member: string;
  readonly id: string;
  readonly event: CallbackEvent;
  readonly sameForMs: number | undefined;
  readonly failures: number;
}

export class RedisInbox implements CallbackInbox {
  readonly #use: InboxUse;
  readonly #keys: readonly string[];

  constructor(use: InboxUse) {
    this.#use = use;
    this.#keys = INBOX_KEYS.map((name) => use.key(name));
  }

  async put(entries: readonly InboxEntry[]): Promise<readonly ('new' | 'double')[]> {
    const values = entries.flatMap(({ key, sequence, order, event }) => [
      key.id,
      sequenceName(sequence),
      sortable(order),
      `${key.sameForMs ?? ''}|${writeEventText(event)}`,
    ]);
    const ids = entries.map(({ key }) => this.#use.eventKey(key.id));
    // If a repeated script returned `double`, the handler would remove the files of the event.
    const keepMs = entries.some(({ event }) => hasFiles(event)) ? ANSWER_KEPT_MS : 0;
    const ends = await this.#run(PUT, [this.#use.key(`put:${randomUUID()}`), ...ids], [...values, keepMs]);
    return (ends as readonly unknown[]).map((end) => (String(end) === 'new' ? 'new' : 'double'));
  }

  async next(
    handle: (event: CallbackEvent, transaction: undefined, failures: number, lost?: AbortSignal) => Promise<void>,
    retryAfterMs: (failures: number) => number,
    signal?: AbortSignal,
  ): Promise<InboxStep> {
    const { leaseMs, keepMs, eventKey } = this.#use;
    const token = randomUUID();
    const taken = await this.#take(token, signal);
    if ('kind' in taken) return taken;
    const { sequence, member, id, event, sameForMs, failures } = taken;
    const renew = async (): Promise<boolean> =>
      Number(await this.#run(RENEW_TAKEN, [eventKey(id)], [token, leaseMs, sequence, member])) === 1;
    try {
      await underLease(leaseMs, renew, (lost) => handle(event, undefined, failures, lost));
    } catch (error) {
      const pause = Math.ceil(Math.max(0, retryAfterMs(failures + 1)));
      await this.#run(FAIL_TAKEN, [eventKey(id)], [token, pause, sequence, id]);
      return { kind: 'failed', error, event, failures: failures + 1 };
    }
    const forMs = retentionMs(keepMs, sameForMs);
    await this.#run(FINISH_TAKEN, [eventKey(id)], [token, forMs, sequence, member, id]);
    return { kind: 'handled' };
  }

  async #take(token: string, signal: AbortSignal | undefined): Promise<Taken | InboxStep> {
    const { leaseMs, eventKey } = this.#use;
    for (;;) {
      signal?.throwIfAborted();
      const answer = await this.#run(TAKE, [], [token, leaseMs]);
      if (!Array.isArray(answer)) return { kind: 'nothing-due', waitMs: Number(answer) };
      const taken = readTaken(answer);
      const { sequence, member, id } = taken;
      const values = [token, leaseMs, sequence, member, id, WAIT_FOR_OTHERS_MS];
      const claimed = String(await this.#run(CLAIM_TAKEN, [eventKey(id)], values));
      if (claimed === 'mine') return taken;
      if (claimed === 'double') return { kind: 'handled' };
    }
  }

  #run(script: Script, moreKeys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    return runScript(this.#use.client, script, [...this.#keys, ...moreKeys], values);
  }
}

function readTaken(answer: readonly unknown[]): Taken {
  const [sequence = '', member = '', id = '', entry = '', failures] = answer.map(String);
  const end = entry.indexOf('|');
  return {
    sequence,
    member,
    id,
    failures: Number(failures),
    event: readEventText(entry.slice(end + 1)),
    sameForMs: end === 0 ? undefined : Number(entry.slice(0, end)),
  };
}

/** Writes a number as 16 hexadecimal digits that sort like the numbers. */
function sortable(order: number): string {
  const view = new DataView(new ArrayBuffer(8));
  // -0 and 0 are equal.
  view.setFloat64(0, order === 0 ? 0 : order);
  const bits = view.getBigUint64(0);
  const sign = 1n << 63n;
  const sorted = (bits & sign) === 0n ? bits | sign : BigInt.asUintN(64, ~bits);
  return sorted.toString(16).padStart(16, '0');
}

function hasFiles(event: CallbackEvent): boolean {
  return event.type === 'incoming-mms' && event.files.some(({ path }) => path !== undefined);
}
