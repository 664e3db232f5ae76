/**
 * Uses of the stores of callbacks that the compiler must accept or refuse. It must accept the real clients.
 * `types.test.ts` compiles this file and does not run it. An expected error that is missing is an error, too.
 */
import { Redis } from 'ioredis';
import pg from 'pg';
import { createClient, createCluster } from 'redis';
import { type PostgresStore, postgresStore } from '../../src/callbacks/stores/postgres/index.js';
import { type RedisStore, redisStore } from '../../src/callbacks/stores/redis/index.js';

const { signal } = new AbortController();
const key = { id: 'a', sameForMs: undefined };

// The program handles an event with a typed connection.
const pool = new pg.Pool();
const postgres: PostgresStore<pg.PoolClient> = postgresStore({ pool, schema: 'sms', tablePrefix: 'a_', keepMs: 1 });
await postgres.migrate();
await postgresStore({ pool }).once(
  key,
  async (client) => {
    const { rows } = await client.query<{ readonly n: number }>('SELECT 1 AS n');
    const first: number | undefined = rows[0]?.n;
    console.log(first);
  },
  signal,
);
await postgres.inbox.next(
  async (event, client, failures, lost) => {
    await client.query('SELECT $1, $2', [event.type, failures]);
    lost?.throwIfAborted();
  },
  (failures) => failures * 1000,
  signal,
);
// @ts-expect-error: a connection is no pool
postgresStore({ pool: new pg.Client() });
// @ts-expect-error: a misspelt option
postgresStore({ pool, tableprefix: 'a_' });

const redis: RedisStore = redisStore({ client: createClient(), prefix: 'sms', leaseMs: 5000, keepMs: 1 });
redisStore({ client: new Redis() });
// This store has no transaction.
await redis.once(key, async (transaction: undefined) => console.log(transaction), signal);
// @ts-expect-error: a cluster of node-redis takes commands in another form
redisStore({ client: createCluster({ rootNodes: [] }) });
// @ts-expect-error: the client is required
redisStore({ prefix: 'sms' });
