import { DueTimes } from './due-times.js';
import type { HandledKeys } from './handled-keys.js';
import type { CallbackInbox, InboxEntry, InboxStep } from './store.js';

/** The longest time until the next look. */
const LONGEST_WAIT_MS = 60_000;

/** An entry, and how it has fared. */
interface Waiting extends InboxEntry {
  failures: number;
  dueAt: number;
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
  readonly #keys = new Set<string>();
  readonly #sequences = new Map<string, Sequence>();
  /** Sequences whose first entry may be due. */
  readonly #ready = new Set<string>();
  /** The moments from which others are. */
  readonly #later = new DueTimes();

  constructor(handled: HandledKeys, most: number, now: () => number) {
    this.#handled = handled;
    this.#most = most;
    this.#now = now;
  }

  put(entries: readonly InboxEntry[]): Promise<readonly ('new' | 'double')[]> {
    const seen = new Set<string>();
    const isNew = entries.map(({ key }) => {
      if (seen.has(key.id) || this.#keys.has(key.id) || this.#handled.has(key)) return false;
      seen.add(key.id);
      return true;
    });
    const { size } = seen;
    if (size > 0 && this.#keys.size + size > this.#most) {
      return Promise.reject(new Error(`the inbox in memory holds ${this.#most} events, and takes no more`));
    }
    entries.forEach((entry, index) => {
      if (isNew[index] === true) this.#add(entry);
    });
    return Promise.resolve(isNew.map((one) => (one ? 'new' : 'double')));
  }

  async next(
    handle: (event: InboxEntry['event'], transaction: undefined, failures: number) => Promise<void>,
    retryAfterMs: (failures: number) => number,
    signal?: AbortSignal,
  ): Promise<InboxStep> {
    signal?.throwIfAborted();
    const name = this.#nextReady();
    const sequence = name === undefined ? undefined : this.#sequences.get(name);
    const [entry] = sequence?.entries ?? [];
    if (name === undefined || sequence === undefined || entry === undefined) return this.#nothingDue();
    sequence.isInHand = true;
    try {
      // Another handler of the store, without an inbox, may have had it meanwhile.
      if (!this.#handled.has(entry.key)) await handle(entry.event, undefined, entry.failures);
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

  #add(given: InboxEntry): void {
    const entry: Waiting = { ...given, failures: 0, dueAt: this.#now() };
    const sequence = this.#sequences.get(given.sequence) ?? { entries: [], isInHand: false };
    this.#keys.add(given.key.id);
    this.#sequences.set(given.sequence, sequence);
    insert(sequence.entries, entry, sequence.isInHand ? 1 : 0);
    if (!sequence.isInHand) this.#ready.add(given.sequence);
  }

  #remove(name: string, { entries }: Sequence, entry: Waiting): void {
    this.#handled.add(entry.key);
    this.#keys.delete(entry.key.id);
    entries.shift();
    if (entries.length === 0) this.#sequences.delete(name);
  }

  /** Takes a sequence whose first entry is due; those that are not yet are put aside until they are. */
  #nextReady(): string | undefined {
    const now = this.#now();
    for (const name of this.#later.takeDue(now)) this.#ready.add(name);
    for (const name of this.#ready) {
      this.#ready.delete(name);
      const sequence = this.#sequences.get(name);
      const dueAt = sequence?.entries[0]?.dueAt;
      if (sequence === undefined || dueAt === undefined || sequence.isInHand) continue;
      if (dueAt <= now) return name;
      this.#later.add(name, dueAt);
    }
    return undefined;
  }

  #nothingDue(): InboxStep {
    const first = this.#later.first ?? Number.POSITIVE_INFINITY;
    return { kind: 'nothing-due', waitMs: Math.min(LONGEST_WAIT_MS, Math.max(0, first - this.#now())) };
  }
}

/** Puts an entry behind those that come before it; what is in hand stays the first. */
function insert(entries: Waiting[], entry: Waiting, from: number): void {
  let [low, high] = [from, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.order ?? 0) <= entry.order) low = middle + 1;
    else high = middle;
  }
  entries.splice(low, 0, entry);
}
