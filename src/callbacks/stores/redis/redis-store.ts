import { randomUUID } from 'node:crypto';
import { readOptions } from '../../../options/table.js';
import type { EventKey } from '../../reading/event-key.js';
import { InHand } from '../in-hand.js';
import { rememberedMs } from '../remembered.js';
import type { CallbackInbox, CallbackStore } from '../store.js';
import { orAborted, pauseBetween } from '../waiting.js';
import { runScript } from './client.js';
import { CLAIM, FINISH, GIVE_BACK, RENEW } from './event-scripts.js';
import { underLease } from './lease.js';
import { type InboxUse, RedisInbox } from './redis-inbox.js';
import { REDIS_STORE_OPTIONS, type RedisStoreOptions } from './redis-options.js';

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
  readonly #inHand = new InHand();

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
    return this.#inHand.once(id, signal, async () => {
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
        // Where even that fails, the lease runs out.
        await runScript(client, GIVE_BACK, keys, [token]).catch(() => undefined);
        throw error;
      }
      await runScript(client, FINISH, keys, [token, rememberedMs(keepMs, sameForMs)]);
      return 'handled';
    });
  }

  /** Claims an event; a claim that comes through after the waiting has ended is given back. */
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
