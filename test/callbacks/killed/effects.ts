import pg from 'pg';
import { createClient } from 'redis';
import { postgresStore } from '../../../src/callbacks/stores/postgres/index.js';
import { redisStore } from '../../../src/callbacks/stores/redis/index.js';
import type { CallbackStore } from '../../../src/callbacks/stores/store.js';

/** A store, and the writes of a program while it handles an event, in the same server. */
export interface Effects {
  readonly store: Required<CallbackStore<unknown>>;
  /** Starts an event. Reports another event of its sequence that is being handled. */
  begin(name: string, transaction: unknown): Promise<void>;
  write(name: string, transaction: unknown): Promise<void>;
  end(name: string): Promise<void>;
}

/** The lease in Redis, longer than a process is suspended on a busy machine. */
const LEASE_MS = 2500;

/** The name of the table or list of effects. */
export const EFFECTS = 'effects';

/** The folder of the socket names the server of PostgreSQL. */
export const poolOf = (socket: string, max: number): pg.Pool => {
  const pool = new pg.Pool({ host: socket, user: 'postgres', max });
  pool.on('error', () => undefined);
  return pool;
};

/** The client does not end the process when it loses its connection. */
export const clientOf = (socket: string): ReturnType<typeof createClient> =>
  createClient({ socket: { path: socket, tls: false, reconnectStrategy: 20 } }).on('error', () => undefined) as never;

/** The sequence of an event: `7` of `7.3`. */
const sequenceOf = (name: string): string => name.split('.')[0] ?? '';

/**
 * Opens a store of a kind.
 *
 * @param own - the name of this process
 * @param say - reports two events of one sequence that are handled concurrently
 */
export async function openEffects(
  kind: string,
  socket: string,
  own: string,
  say: (line: string) => void,
): Promise<Effects> {
  return kind === 'postgres' ? inPostgres(socket, own, say) : inRedis(socket, own, say);
}

async function inPostgres(socket: string, own: string, say: (line: string) => void): Promise<Effects> {
  const store = postgresStore({ pool: poolOf(socket, 6) });
  await store.migrate();
  return {
    store: bound(store),
    async begin(name, transaction) {
      // Held until the transaction ends.
      const lock = 'SELECT pg_try_advisory_xact_lock(1, $1::int) AS mine';
      const { rows } = await (transaction as pg.PoolClient).query(lock, [sequenceOf(name)]);
      if (!rows[0].mine) say(`two ${name}`);
    },
    async write(name, transaction) {
      const insert = `INSERT INTO ${EFFECTS} (name, process) VALUES ($1, $2)`;
      await (transaction as pg.PoolClient).query(insert, [name, own]);
    },
    end: async () => undefined,
  };
}

async function inRedis(socket: string, own: string, say: (line: string) => void): Promise<Effects> {
  const client = clientOf(socket);
  await client.connect();
  return {
    store: bound(redisStore({ client, leaseMs: LEASE_MS })),
    async begin(name) {
      const holder = await client.set(`in-hand:${sequenceOf(name)}`, own, { GET: true });
      if (holder !== null) say(`two ${name} ${holder}`);
    },
    write: async (name) => void (await client.rPush(EFFECTS, `${name} ${own}`)),
    end: async (name) => void (await client.del(`in-hand:${sequenceOf(name)}`)),
  };
}

/** Returns a store whose functions do not depend on `this`. */
function bound<T>(store: Required<CallbackStore<T>>): Required<CallbackStore<unknown>> {
  return { once: store.once.bind(store), inbox: store.inbox };
}
