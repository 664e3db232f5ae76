import { DueTimes } from './due-times.js';
import { type HandledKeys, mostOfAddress } from './handled-keys.js';
import type { CallbackInbox, EventKey, InboxEntry, InboxStep } from './store.js';

/** The longest time until the next look. */
const LONGEST_WAIT_MS = 60_000;

/** An entry, and how it has fared. */
interface Waiting extends InboxEntry {
  failures: number;
  dueAt: number;
}

const WAIT_FOR_OTHERS_MS = 250;

/** The part of the store that an inbox asks. */
interface OfStore {
  isInHand(key: EventKey): boolean;
  /** Has an event handled, unless that was done before. */
  once(key: EventKey, handle: () => Promise<void>): Promise<unknown>;
}

/** A sequence whose first entry is taken. */
interface Taken {
  readonly name: string;
  readonly sequence: Sequence;
  readonly entry: Waiting;
}

/** The entries of one message, in their order. */
interface Sequence {
  readonly entries: Waiting[];
  isInHand: boolean;
}

/** An inbox in memory: what it holds is lost with the process. */
export class MemoryInbox implements CallbackInbox {
  readonly #handled: HandledKeys;
  readonly #most: number;
  readonly #now: () => number;
  readonly #store: OfStore;
  readonly #keys = new Set<string>();
  readonly #sequences = new Map<string, Sequence>();
  /** Sequences whose first entry may be due. */
  readonly #ready = new Set<string>();
  /** The moments from which others are. */
  readonly #later = new DueTimes();

  constructor(handled: HandledKeys, most: number, now: () => number, store: OfStore) {
    this.#handled = handled;
    this.#most = most;
    this.#now = now;
    this.#store = store;
  }

  put(entries: readonly InboxEntry[]): Promise<readonly ('new' | 'double')[]> {
    const seen = new Set<string>();
    const isNew = entries.map(({ key }) => {
      if (seen.has(key.id) || this.#keys.has(key.id) || this.#handled.has(key)) return false;
      seen.add(key.id);
      return true;
    });
    const more = entries.filter((_, index) => isNew[index]);
    const refusal = this.#refusal(more);
    if (refusal !== undefined) return Promise.reject(new Error(`the inbox in memory holds ${refusal}`));
    for (const entry of more) this.#add(entry);
    return Promise.resolve(isNew.map((one) => (one ? 'new' : 'double')));
  }

  async next(
    handle: (event: InboxEntry['event'], transaction: undefined, failures: number) => Promise<void>,
    retryAfterMs: (failures: number) => number,
    signal?: AbortSignal,
  ): Promise<InboxStep> {
    signal?.throwIfAborted();
    const taken = this.#take();
    if (taken === undefined) return this.#nothingDue();
    const { name, sequence, entry } = taken;
    sequence.isInHand = true;
    try {
      // A handler without an inbox may have handled it.
      await this.#store.once(entry.key, () => handle(entry.event, undefined, entry.failures));
      this.#remove(name, sequence, entry);
      return { kind: 'handled' };
    } catch (error) {
      entry.failures += 1;
      entry.dueAt = this.#now() + retryAfterMs(entry.failures);
      return { kind: 'failed', error, event: entry.event, failures: entry.failures };
    } finally {
      sequence.isInHand = false;
      if (sequence.entries.length > 0) this.#ready.add(name);
    }
  }

  #refusal(more: readonly InboxEntry[]): string | undefined {
    if (more.length > 0 && this.#keys.size + more.length > this.#most) {
      return `${this.#most} events, and takes no more`;
    }
    const most = mostOfAddress(this.#most);
    // The reports of a signed address are one sequence.
    const isFull = more.some(({ key, sequence }) => {
      const count = more.filter((other) => other.sequence === sequence).length;
      return key.signedAddress !== undefined && (this.#sequences.get(sequence)?.entries.length ?? 0) + count > most;
    });
    return isFull ? `${most} events of one signed address, and takes no more of it` : undefined;
  }

  #add(given: InboxEntry): void {
    const entry: Waiting = { ...given, failures: 0, dueAt: this.#now() };
    const sequence = this.#sequences.get(given.sequence) ?? { entries: [], isInHand: false };
    this.#keys.add(given.key.id);
    this.#sequences.set(given.sequence, sequence);
    insert(sequence.entries, entry, sequence.isInHand ? 1 : 0);
    if (!sequence.isInHand) this.#ready.add(given.sequence);
  }

  #remove(name: string, { entries }: Sequence, entry: Waiting): void {
    this.#keys.delete(entry.key.id);
    entries.shift();
    if (entries.length === 0) this.#sequences.delete(name);
  }

  /**
   * Takes a sequence whose first entry is due. Sequences that are not due, or that a handler without an inbox is
   * handling, are postponed.
   */
  #take(): Taken | undefined {
    const now = this.#now();
    for (const name of this.#later.takeDue(now)) this.#ready.add(name);
    for (const name of this.#ready) {
      this.#ready.delete(name);
      const sequence = this.#sequences.get(name);
      const [entry] = sequence?.entries ?? [];
      if (sequence === undefined || entry === undefined || sequence.isInHand) continue;
      const isInHand = this.#store.isInHand(entry.key);
      if (entry.dueAt <= now && !isInHand) return { name, sequence, entry };
      this.#later.add(name, isInHand ? Math.max(entry.dueAt, now + WAIT_FOR_OTHERS_MS) : entry.dueAt);
    }
    return undefined;
  }

  #nothingDue(): InboxStep {
    const first = this.#later.first ?? Number.POSITIVE_INFINITY;
    return { kind: 'nothing-due', waitMs: Math.min(LONGEST_WAIT_MS, Math.max(0, first - this.#now())) };
  }
}

function insert(entries: Waiting[], entry: Waiting, from: number): void {
  let [low, high] = [from, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.order ?? 0) <= entry.order) low = middle + 1;
    else high = middle;
  }
  entries.splice(low, 0, entry);
}
