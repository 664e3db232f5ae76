import { vi } from 'vitest';
import type { CallbackEvent, ReportEvent } from '../../../src/callbacks/description/events.js';
import { type CallbackHandler, callbackHandler } from '../../../src/callbacks/handler/callback-handler.js';
import { mergeStatus } from '../../../src/callbacks/merge-status.js';
import { memoryStore } from '../../../src/callbacks/stores/memory-store.js';
import type { CallbackInbox, CallbackStore } from '../../../src/callbacks/stores/store.js';
import { call, report } from './handler-calls.js';

/** A run of the machine. */
export interface Run {
  readonly seed: number;
  /** The number of calls that have to be answered with OK, beside those that are repeated. */
  readonly calls: number;
  /** The most calls at once. */
  readonly atOnce: number;
  readonly inbox: boolean;
  /** Default: one in memory. */
  readonly store?: CallbackStore & { readonly inbox: CallbackInbox };
}

/** The result of a run. */
export interface Outcome {
  /** Events that were never handled to their end. */
  readonly lost: readonly string[];
  /** Events that were handled to their end more than once. */
  readonly twice: readonly string[];
  /** Messages whose status went back, or is not the last one. */
  readonly wrong: readonly string[];
  /** Answers by their statuses. */
  readonly answers: Readonly<Record<number, number>>;
  /** The number of times that an event was begun. */
  readonly begun: number;
  readonly events: number;
}

const TIMEOUT_MS = 1000;
const STATUSES = ['403', '401', '404'] as const;

/** Random numbers that a seed decides (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One status of one message. */
interface Change {
  readonly id: string;
  readonly status: string;
  readonly donedate: number;
}

const nameOf = ({ messageId, status, doneAt }: ReportEvent): string =>
  `${messageId} ${status} ${(doneAt?.getTime() ?? 0) / 1000}`;

/**
 * Sends reports of messages in calls of 1 to 5. The calls are shuffled, doubled and repeated
 * until they are answered with OK, while the program fails, takes too long and is closed and opened again.
 */
export async function runMachine({ seed, calls, atOnce, inbox, store = memoryStore() }: Run): Promise<Outcome> {
  const next = random(seed);
  const below = (most: number): number => Math.floor(next() * most);
  const program = new FlakyProgram(below);
  const open = (): CallbackHandler =>
    callbackHandler({ store, inbox, timeoutMs: TIMEOUT_MS, onEvent: (event) => program.handle(event) });
  let handler = open();
  const { changes, waiting } = callsOf(calls, below);
  const answers: Record<number, number> = {};
  let done = 0;
  const send = async (): Promise<void> => {
    for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
      const query = report(
        group.map(({ id }) => id),
        { status: join(group, 'status'), donedate: join(group, 'donedate'), status_name: '' },
      );
      const { status } = await call(handler, query);
      answers[status] = (answers[status] ?? 0) + 1;
      if (status === 200) done += 1;
      else waiting.splice(below(waiting.length + 1), 0, group);
      if (status === 200 && below(10) === 0) waiting.splice(below(waiting.length + 1), 0, group);
      if (status !== 200) await pause(below(200));
      if (below(500) === 0) {
        const closed = handler.close();
        handler = open();
        await closed;
      }
    }
  };
  const state = { isOver: false };
  const all = Promise.all(Array.from({ length: atOnce }, send)).then(() => (state.isOver = true));
  const isDone = (): boolean => state.isOver && (!inbox || program.hasAll(changes));
  while (!isDone()) await vi.advanceTimersByTimeAsync(state.isOver ? 250 : 5);
  await all;
  const closing = handler.close();
  await vi.advanceTimersByTimeAsync(60_000);
  await closing;
  if (done < calls) throw new Error('the machine has ended too early');
  return { ...program.outcome(changes), answers };
}

/** Creates messages with one to three statuses, in calls of one to five reports in any order. */
function callsOf(
  calls: number,
  below: (most: number) => number,
): { readonly changes: readonly Change[]; readonly waiting: (readonly Change[])[] } {
  const changes: Change[] = [];
  for (let message = 0; changes.length < calls * 3; message++) {
    const count = 1 + below(3);
    // Two statuses may have the same time.
    const start = 1_800_000_000 + below(100);
    STATUSES.slice(3 - count).forEach((status, index) =>
      changes.push({ id: `m${message}`, status, donedate: start + index - (index === 1 ? below(2) : 0) }),
    );
  }
  for (let index = changes.length - 1; index > 0; index--) {
    const other = below(index + 1);
    [changes[index], changes[other]] = [changes[other] as Change, changes[index] as Change];
  }
  const waiting: Change[][] = [];
  for (let from = 0; from < changes.length; ) {
    const group = changes.slice(from, from + 1 + below(5));
    waiting.push(group);
    from += group.length;
  }
  return { changes, waiting };
}

const join = (group: readonly Change[], field: 'status' | 'donedate'): string =>
  group.map((change) => change[field]).join(',');

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A program that stores statuses, and randomly fails or is slow. */
class FlakyProgram {
  readonly #below: (most: number) => number;
  readonly #ended = new Map<string, number>();
  readonly #statuses = new Map<string, ReportEvent>();
  readonly #wentBack: string[] = [];
  #begun = 0;

  constructor(below: (most: number) => number) {
    this.#below = below;
  }

  async handle(event: CallbackEvent): Promise<void> {
    if (event.type !== 'sms-report' && event.type !== 'mms-report') throw new Error(event.type);
    this.#begun += 1;
    const fate = this.#below(20);
    // Some are done at once, some take longer than they may.
    if (fate < 12) await pause(fate === 0 ? TIMEOUT_MS * (1 + this.#below(3)) : this.#below(30));
    if (this.#below(8) === 0) throw new Error('no');
    const name = nameOf(event);
    this.#ended.set(name, (this.#ended.get(name) ?? 0) + 1);
    const before = this.#statuses.get(event.messageId);
    const after = mergeStatus(before, event);
    if (before?.isFinal === true && !after.isFinal) this.#wentBack.push(event.messageId);
    this.#statuses.set(event.messageId, after);
  }

  hasAll(changes: readonly Change[]): boolean {
    return this.#ended.size >= changes.length;
  }

  outcome(changes: readonly Change[]): Omit<Outcome, 'answers'> {
    const names = changes.map(({ id, status, donedate }) => `${id} ${status} ${donedate}`);
    const last = new Map(changes.filter(({ status }) => status === '404').map(({ id, status }) => [id, status]));
    const notLast = [...last].filter(([id, status]) => this.#statuses.get(id)?.status !== status).map(([id]) => id);
    return {
      lost: names.filter((name) => !this.#ended.has(name)),
      twice: [...this.#ended].filter(([, count]) => count > 1).map(([name]) => name),
      wrong: [...this.#wentBack, ...notLast],
      begun: this.#begun,
      events: changes.length,
    };
  }
}
