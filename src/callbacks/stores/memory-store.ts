import { checkCount, checkFunction, checkPositive } from '../../options/check.js';
import { type OptionsOf, readOptions, withDefault } from '../../options/table.js';
import { HandledKeys } from './handled-keys.js';
import { MemoryInbox } from './memory-inbox.js';
import type { CallbackInbox, CallbackStore, EventKey } from './store.js';
import { ActiveEvents } from './waiting.js';

const DAY_MS = 86_400_000;

const MEMORY_OPTIONS = {
  /**
   * How many handled events are remembered, and how many events may wait in the inbox. Beyond it, the oldest is
   * forgotten, and the inbox is full. Reports of one signed address (`notifyKey`) may use a tenth of it, at most 100.
   * Default: 100,000.
   */
  maxEvents: withDefault(100_000, checkCount),
  /** The time for which a handled event is remembered, in milliseconds. Default: seven days. */
  keepMs: withDefault(7 * DAY_MS, checkPositive),
  /** The current time. Default: a monotonic clock. */
  now: withDefault<() => Date>(() => new Date(performance.timeOrigin + performance.now()), checkFunction),
};

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions extends OptionsOf<typeof MEMORY_OPTIONS> {}

/**
 * Creates a store in the memory of the process. It remembers events for `keepMs`, at most `maxEvents`, and forgets them
 * when the process ends; a forgotten event is handled again. Use a database store if events in the inbox must survive
 * the process.
 *
 * @throws ValidationError if an option is invalid
 *
 * @example
 * ```ts
 * import { callbackHandler, memoryStore } from 'sms-service-client/callbacks';
 *
 * const handler = callbackHandler({
 *   store: memoryStore({ maxEvents: 10_000 }),
 *   onEvent: (event) => console.log(event.type),
 * });
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  const { maxEvents, keepMs, now } = readOptions(options, MEMORY_OPTIONS);
  return new MapStore(maxEvents, keepMs, () => now().getTime());
}

/** A store in memory, which has an inbox. */
export interface MemoryStore extends CallbackStore {
  readonly inbox: CallbackInbox;
}

class MapStore implements MemoryStore {
  readonly inbox: CallbackInbox;
  readonly #handled: HandledKeys;
  readonly #active = new ActiveEvents();

  constructor(max: number, keepMs: number, nowMs: () => number) {
    this.#handled = new HandledKeys(max, keepMs, nowMs);
    this.inbox = new MemoryInbox(this.#handled, max, nowMs, {
      isBusy: ({ id }) => this.#active.has(id),
      // A signal that is never aborted. Cloudflare workers cannot create one before the first request.
      once: (key, handle) => this.once(key, handle, new AbortController().signal),
    });
  }

  once(
    key: EventKey,
    handle: (transaction: undefined) => Promise<void>,
    signal: AbortSignal,
  ): Promise<'handled' | 'double'> {
    return this.#active.once(key.id, signal, async () => {
      if (this.#handled.has(key)) return 'double';
      await handle(undefined);
      this.#handled.add(key);
      return 'handled';
    });
  }
}
