import pg from 'pg';
import { createClient } from 'redis';
import { postgresStore } from '../../../src/callbacks/stores/postgres/index.js';
import { redisStore } from '../../../src/callbacks/stores/redis/index.js';
import type { CallbackStore } from '../../../src/callbacks/stores/store.js';

/** A store, and what a program writes while it handles an event: beside it, in the same server. */
export interface Effects {
  readonly store: CallbackStore<unknown>;
  /** Begins with an event, and says so when another one of its sequence is in hand. */
  begin(name: string, transaction: unknown): Promise<void>;
  write(name: string, transaction: unknown): Promise<void>;
  end(name: string): Promise<void>;
}

/** The lease in Redis: longer than a process of a machine with much to do stands still. */
const LEASE_MS = 2500;

/** The table and the list of what was done. */
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
 * @param say - is told of two of one sequence that are in hand at once
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
    store,
    async begin(name, transaction) {
      // Until the end of the transaction, whatever ends it.
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
    store: redisStore({ client, leaseMs: LEASE_MS }),
    async begin(name) {
      const holder = await client.set(`in-hand:${sequenceOf(name)}`, own, { GET: true });
      if (holder !== null) say(`two ${name} ${holder}`);
    },
    write: async (name) => void (await client.rPush(EFFECTS, `${name} ${own}`)),
    end: async (name) => void (await client.del(`in-hand:${sequenceOf(name)}`)),
  };
}
