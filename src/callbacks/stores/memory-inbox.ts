import { type HandledKeys, maxOfAddress } from './handled-keys.js';
import type { CallbackInbox, EventKey, InboxEntry, InboxStep } from './store.js';

const MAX_WAIT_MS = 60_000;

/** The pause if a handler without an inbox is handling the event. */
const WAIT_FOR_OTHERS_MS = 250;

interface WaitingEntry extends InboxEntry {
  failures: number;
  dueAt: number;
}

interface Sequence {
  readonly name: string;
  readonly entries: WaitingEntry[];
  isBusy: boolean;
}

interface Postponed {
  readonly sequence: Sequence;
  readonly order: number;
}

interface Store {
  isBusy(key: EventKey): boolean;
  once(key: EventKey, handle: () => Promise<void>): Promise<unknown>;
}

export class MemoryInbox implements CallbackInbox {
  readonly #handled: HandledKeys;
  readonly #max: number;
  readonly #now: () => number;
  readonly #store: Store;
  readonly #keys = new Set<string>();
  readonly #sequences = new Map<string, Sequence>();
  readonly #ready = new Set<Sequence>();
  readonly #postponed: Postponed[] = [];

  constructor(handled: HandledKeys, max: number, now: () => number, store: Store) {
    this.#handled = handled;
    this.#max = max;
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
    const added = entries.filter((_, index) => isNew[index]);
    const refusal = this.#refusal(added);
    if (refusal !== undefined) return Promise.reject(new Error(`the inbox in memory is full: it contains ${refusal}`));
    for (const entry of added) this.#add(entry);
    return Promise.resolve(isNew.map((one) => (one ? 'new' : 'double')));
  }

  async next(
    handle: (event: InboxEntry['event'], transaction: undefined, failures: number) => Promise<void>,
    retryAfterMs: (failures: number) => number,
    signal?: AbortSignal,
  ): Promise<InboxStep> {
    signal?.throwIfAborted();
    const sequence = this.#takeDue();
    if (sequence === undefined) return this.#nothingDue();
    const entry = sequence.entries[0] as WaitingEntry;
    sequence.isBusy = true;
    try {
      // A handler without an inbox may have handled it.
      await this.#store.once(entry.key, () => handle(entry.event, undefined, entry.failures));
      this.#keys.delete(entry.key.id);
      sequence.entries.shift();
      return { kind: 'handled' };
    } catch (error) {
      entry.failures += 1;
      entry.dueAt = this.#now() + retryAfterMs(entry.failures);
      return { kind: 'failed', error, event: entry.event, failures: entry.failures };
    } finally {
      sequence.isBusy = false;
      if (sequence.entries.length > 0) this.#ready.add(sequence);
      else this.#sequences.delete(sequence.name);
    }
  }

  #refusal(added: readonly InboxEntry[]): string | undefined {
    if (added.length > 0 && this.#keys.size + added.length > this.#max) return `${this.#max} events`;
    const max = maxOfAddress(this.#max);
    // The reports of a signed address are one sequence.
    const isFull = added.some(({ key, sequence }) => {
      const count = added.filter((other) => other.sequence === sequence).length;
      return key.signedAddress !== undefined && (this.#sequences.get(sequence)?.entries.length ?? 0) + count > max;
    });
    return isFull ? `${max} events of one signed address` : undefined;
  }

  #add(entry: InboxEntry): void {
    const { key, sequence: name } = entry;
    const sequence = this.#sequences.get(name) ?? { name, entries: [], isBusy: false };
    this.#keys.add(key.id);
    this.#sequences.set(name, sequence);
    insert(sequence.entries, { ...entry, failures: 0, dueAt: this.#now() }, sequence.isBusy ? 1 : 0);
    if (!sequence.isBusy) this.#ready.add(sequence);
  }

  #takeDue(): Sequence | undefined {
    const now = this.#now();
    const firstLater = this.#postponed.findIndex(({ order }) => order > now);
    const dueCount = firstLater === -1 ? this.#postponed.length : firstLater;
    for (const { sequence } of this.#postponed.splice(0, dueCount)) this.#ready.add(sequence);
    for (const sequence of this.#ready) {
      this.#ready.delete(sequence);
      const [entry] = sequence.entries;
      if (entry === undefined || sequence.isBusy) continue;
      const isBusy = this.#store.isBusy(entry.key);
      if (entry.dueAt <= now && !isBusy) return sequence;
      const dueAt = isBusy ? Math.max(entry.dueAt, now + WAIT_FOR_OTHERS_MS) : entry.dueAt;
      insert(this.#postponed, { sequence, order: dueAt });
    }
    return undefined;
  }

  #nothingDue(): InboxStep {
    const first = this.#postponed[0]?.order ?? Number.POSITIVE_INFINITY;
    return { kind: 'nothing-due', waitMs: Math.min(MAX_WAIT_MS, Math.max(0, first - this.#now())) };
  }
}

function insert<T extends { readonly order: number }>(items: T[], item: T, from: number = 0): void {
  let [low, high] = [from, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle] as T).order <= item.order) low = middle + 1;
    else high = middle;
  }
  items.splice(low, 0, item);
}
