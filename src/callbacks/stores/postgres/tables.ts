import { createHash } from 'node:crypto';
import { StoreError } from '../../../errors/incoming-error.js';
import { invalid } from '../../../options/check.js';
import { type PostgresClient, type PostgresPool, protect, withConnection } from './connection.js';

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,47}$/;

export function checkName(value: unknown, path: string): string {
  if (typeof value === 'string' && NAME.test(value)) return value;
  return invalid(path, 'must be a name of at most 48 letters, digits and _ that begins with a letter or _');
}

export interface Tables {
  readonly schemaName: string;
  readonly schema: string;
  readonly events: string;
  readonly version: string;
  readonly places: string;
  index(of: string): string;
  /**
   * Returns the number of an advisory lock. Stores with other tables of the database use other numbers.
   */
  lockNumber(of: 'event' | 'sequence' | 'migration', id: string): string;
}

export function namesOfTables(schemaName: string, prefix: string): Tables {
  const schema = `"${schemaName}"`;
  return {
    schemaName,
    schema,
    events: `${schema}."${prefix}events"`,
    version: `${schema}."${prefix}version"`,
    places: `${schema}."${prefix}events_place"`,
    index: (of) => `"${prefix}events_${of}"`,
    lockNumber(of, id) {
      const digest = createHash('sha256')
        .update(JSON.stringify([schemaName, prefix, of, id]))
        .digest();
      return String(digest.readBigInt64BE());
    },
  };
}

/** The statements that update each version of the tables to the next. Published statements never change. */
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
  await withConnection(pool, undefined, (client) => protect(migrateWith(client, tables)));
}

async function migrateWith(client: PostgresClient, tables: Tables): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE');
  await client.query(`SELECT pg_advisory_xact_lock(${tables.lockNumber('migration', '')})`);
  // A user without the permission to create a schema can use an existing one.
  const { rows } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [tables.schemaName]);
  if (rows.length === 0) await client.query(`CREATE SCHEMA ${tables.schema}`);
  const found = await versionOf(client, tables);
  if (found > STEPS.length) {
    throw new StoreError(
      `the tables have version ${found}; this library supports at most ${STEPS.length}. Update the library`,
    );
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
