import { randomUUID } from 'node:crypto';
import { checkMethods, checkPositive, checkString, checkWhole, invalid } from '../../../options/check.js';
import { type OptionsOf, readOptions, required, withDefault } from '../../../options/table.js';
import { retentionMs } from '../event-text.js';
import type { CallbackInbox, CallbackStore, EventKey } from '../store.js';
import { ActiveEvents, orAborted, pauseBetween } from '../waiting.js';
import { type RedisClient, runScript } from './client.js';
import { underLease } from './lease.js';
import { type InboxUse, RedisInbox } from './redis-inbox.js';
import { CLAIM, FINISH, GIVE_BACK, RENEW } from './scripts.js';

const DAY_MS = 86_400_000;

const LEAST_LEASE_MS = 300;

const REDIS_STORE_OPTIONS = {
  /** A connected client of `redis` (node-redis, 4 or later) or `ioredis` (5 or later). The store does not close it. */
  client: required<RedisClient>((client, path) => {
    const isIoRedis = typeof (client as { readonly call?: unknown } | undefined)?.call === 'function';
    return isIoRedis
      ? client
      : (checkMethods(client as { sendCommand: unknown }, ['sendCommand'], path) as RedisClient);
  }),
  /** The prefix of all keys, in braces, so that a cluster stores them in one slot. Default: `sms-callbacks`. */
  prefix: withDefault('sms-callbacks', (value: unknown, path: string): string =>
    /^[^{}]{1,200}$/.test(checkString(value, path))
      ? (value as string)
      : invalid(path, 'must be a string of 1 to 200 characters without braces'),
  ),
  /**
   * How long an event is reserved for a process that was killed, in milliseconds. A running process renews its lease;
   * if its event loop is blocked for longer, it loses the lease. Default: 10 s.
   */
  leaseMs: withDefault(10_000, (value: unknown, path: string): number => checkWhole(value, path, LEAST_LEASE_MS)),
  /**
   * The time for which an event that was handled is remembered, in milliseconds: the gateway may repeat a callback for
   * days. Default: 30 days.
   */
  keepMs: withDefault(30 * DAY_MS, checkPositive),
};

/** Options of a store in Redis. */
export interface RedisStoreOptions extends OptionsOf<typeof REDIS_STORE_OPTIONS> {}

/** A store of callbacks in Redis or Valkey. */
export interface RedisStore extends CallbackStore {
  readonly inbox: CallbackInbox;
}

/**
 * Creates a store in Redis 6.2 or later, or Valkey. Each event is handled under a renewed lease, by the clock of the
 * server, so that two processes do not handle it at once, unless one is suspended for longer than its lease. There is
 * no transaction: if a process is killed, or the server is unreachable, at the moment when an event was handled, the
 * event is handled again. If that is a problem, use the PostgreSQL store.
 *
 * The store loses the data that the server loses: events are forgotten if `maxmemory-policy` evicts keys, and the
 * latest ones if the server crashes, unless `appendfsync` is `always`. Cluster clients of `redis` (node-redis) are not
 * supported.
 *
 * @throws ValidationError if an option is invalid
 *
 * @example
 * ```ts
 * import { createClient } from 'redis';
 * import { redisStore } from 'sms-service-client/callbacks/redis';
 *
 * const client = createClient({ url: 'redis://127.0.0.1:6379' });
 * client.on('error', console.error);
 * await client.connect();
 * const store = redisStore({ client });
 * ```
 */
export function redisStore(options: RedisStoreOptions): RedisStore {
  const { client, prefix, leaseMs, keepMs } = readOptions(options, REDIS_STORE_OPTIONS);
  const key = (name: string): string => `{${prefix}}:${name}`;
  return new KeysStore({ client, leaseMs, keepMs, key, eventKey: (id) => key(`event:${id}`) });
}

class KeysStore implements RedisStore {
  readonly inbox: CallbackInbox;
  readonly #use: InboxUse;
  readonly #active = new ActiveEvents();

  constructor(use: InboxUse) {
    this.#use = use;
    this.inbox = new RedisInbox(use);
  }

  once(
    { id, sameForMs }: EventKey,
    handle: (transaction: undefined, lost?: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<'handled' | 'double'> {
    const { client, leaseMs, keepMs } = this.#use;
    const [keys, token] = [[this.#use.eventKey(id)], randomUUID()];
    return this.#active.once(id, signal, async () => {
      for (let looks = 0; ; looks++) {
        const claimed = await this.#claim(keys, token, signal);
        if (claimed === 'double') return 'double';
        if (claimed === 'mine') break;
        await pauseBetween(looks, signal);
      }
      const renew = async (): Promise<boolean> => Number(await runScript(client, RENEW, keys, [token, leaseMs])) === 1;
      try {
        await underLease(leaseMs, renew, (lost) => handle(undefined, lost));
      } catch (error) {
        // If this fails, the lease expires.
        await runScript(client, GIVE_BACK, keys, [token]).catch(() => undefined);
        throw error;
      }
      await runScript(client, FINISH, keys, [token, retentionMs(keepMs, sameForMs)]);
      return 'handled';
    });
  }

  async #claim(keys: readonly string[], token: string, signal: AbortSignal): Promise<string> {
    const { client, leaseMs } = this.#use;
    const claimed = runScript(client, CLAIM, keys, [token, leaseMs]).then(String);
    try {
      return await orAborted(claimed, signal);
    } catch (error) {
      void claimed.then(() => runScript(client, GIVE_BACK, keys, [token])).catch(() => undefined);
      throw error;
    }
  }
}
