import { StoreError } from '../../../errors/incoming-error.js';
import { own, withConnection } from './connection.js';
import type { PostgresClient, PostgresPool } from './pool.js';
import type { Tables } from './tables.js';

/** The statements that lead from each version of the tables to the next; those that were published never change. */
const STEPS: readonly ((tables: Tables) => readonly string[])[] = [
  ({ events, index, places }) => [
    `CREATE SEQUENCE ${places}`,
    // A row is an event: waiting or being handled (`event`), then handled (`forget_at`).
    `CREATE TABLE ${events} (
      id text COLLATE "C" PRIMARY KEY,
      sequence text COLLATE "C",
      sort double precision,
      place bigint,
      event text,
      failures integer NOT NULL DEFAULT 0,
      same_for_ms double precision,
      due_at timestamptz,
      forget_at timestamptz
    )`,
    `CREATE INDEX ${index('due')} ON ${events} (due_at, place) WHERE event IS NOT NULL`,
    `CREATE INDEX ${index('order')} ON ${events} (sequence, sort, place) WHERE event IS NOT NULL`,
    `CREATE INDEX ${index('forget')} ON ${events} (forget_at) WHERE forget_at IS NOT NULL`,
  ],
];

/**
 * Creates the tables, or updates them to this version. Concurrent processes wait for each other.
 *
 * @throws StoreError if the tables have a later version, or PostgreSQL refuses a statement
 */
export async function migrate<Client extends PostgresClient>(
  pool: PostgresPool<Client>,
  tables: Tables,
): Promise<void> {
  await withConnection(pool, undefined, (client) => own(migrateWith(client, tables)));
}

async function migrateWith(client: PostgresClient, tables: Tables): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE');
  await client.query(`SELECT pg_advisory_xact_lock(${tables.lockNumber('migration', '')})`);
  // Who may not make a schema may well have been given one.
  const { rows } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [tables.schemaName]);
  if (rows.length === 0) await client.query(`CREATE SCHEMA ${tables.schema}`);
  const found = await versionOf(client, tables);
  if (found > STEPS.length) {
    throw new StoreError(`the tables are of version ${found}, and this library knows ${STEPS.length} at most`);
  }
  if (found === 0) await client.query(`CREATE TABLE ${tables.version} (version integer NOT NULL)`);
  for (const step of STEPS.slice(found)) {
    for (const statement of step(tables)) await client.query(statement);
  }
  if (found < STEPS.length) {
    await client.query(`DELETE FROM ${tables.version}`);
    await client.query(`INSERT INTO ${tables.version} VALUES ($1)`, [STEPS.length]);
  }
  await client.query('COMMIT');
}

async function versionOf(client: PostgresClient, { version }: Tables): Promise<number> {
  const known = await client.query('SELECT to_regclass($1)::text AS name', [version]);
  if ((known.rows[0] as { readonly name: string | null }).name === null) return 0;
  const { rows } = await client.query(`SELECT version FROM ${version}`);
  return Number((rows[0] as { readonly version: unknown } | undefined)?.version ?? 0);
}
