import { checkMethods, checkPositive } from '../../../options/check.js';
import { type OptionsOf, readOptions, required, withDefault } from '../../../options/table.js';
import { retentionMs } from '../event-text.js';
import type { CallbackInbox, CallbackStore, EventKey } from '../store.js';
import { ActiveEvents, pauseBetween } from '../waiting.js';
import { claim, Forgetting, finish } from './claim.js';
import { type PostgresClient, type PostgresPool, protect, withConnection } from './connection.js';
import { PostgresInbox } from './inbox.js';
import { checkName, migrate, namesOfTables, type Tables } from './tables.js';

const DAY_MS = 86_400_000;

const POSTGRES_STORE_OPTIONS = {
  pool: required<PostgresPool>((pool, path) => checkMethods(pool, ['connect'], path)),
  /** The schema of the tables, which `migrate()` creates if it is missing. Default: `public`. */
  schema: withDefault('public', checkName),
  /** The prefix of the table names, for several stores in one schema. Default: `sms_callback_`. */
  tablePrefix: withDefault('sms_callback_', checkName),
  /**
   * The time for which an event that was handled is remembered, in milliseconds: the gateway may repeat a callback for
   * days. Default: 30 days.
   */
  keepMs: withDefault(30 * DAY_MS, checkPositive),
};

/** Options of a store in PostgreSQL. @typeParam Client - the connections of the pool */
export interface PostgresStoreOptions<Client extends PostgresClient = PostgresClient>
  extends Omit<OptionsOf<typeof POSTGRES_STORE_OPTIONS>, 'pool'> {
  /**
   * A `Pool` of `pg` 8 or later, which the program owns. The store uses one connection for each event that is being
   * handled. Add an `error` listener: without one, the process ends when the server closes an idle connection.
   */
  readonly pool: PostgresPool<Client>;
}

/** A store of callbacks in PostgreSQL. @typeParam Client - the connection that an event is handled with */
export interface PostgresStore<Client extends PostgresClient = PostgresClient> extends CallbackStore<Client> {
  readonly inbox: CallbackInbox<Client>;
  /**
   * Creates the tables of the store, or updates them to this version. Call it at each start; concurrent processes wait
   * for each other.
   *
   * @throws StoreError if the tables have a later version, or PostgreSQL refuses a statement
   *
   * @example
   * ```ts
   * await postgresStore({ pool }).migrate();
   * ```
   */
  migrate(): Promise<void>;
}

/**
 * Creates a store in PostgreSQL 12 or later. Each event is handled in a transaction that also marks it as handled: if a
 * process is killed, its writes through `transaction` exist exactly once, or not at all. Other processes wait for an
 * event that is being handled, without holding a connection.
 *
 * The transaction has the level `READ COMMITTED`. `onEvent` writes through it and does not end it. It uses a connection
 * of the pool while an event is handled; if `onEvent` needs another connection, the pool must be large enough.
 *
 * @throws ValidationError if an option is invalid
 *
 * @example
 * ```ts
 * import pg from 'pg';
 * import { postgresStore } from 'sms-service-client/callbacks/postgres';
 *
 * const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
 * pool.on('error', console.error);
 * const store = postgresStore({ pool });
 * await store.migrate();
 * ```
 */
export function postgresStore<Client extends PostgresClient>(
  options: PostgresStoreOptions<Client>,
): PostgresStore<Client> {
  const { pool, schema, tablePrefix, keepMs } = readOptions(options, POSTGRES_STORE_OPTIONS);
  return new TablesStore(pool as PostgresPool<Client>, namesOfTables(schema, tablePrefix), keepMs);
}

class TablesStore<Client extends PostgresClient> implements PostgresStore<Client> {
  readonly inbox: CallbackInbox<Client>;
  readonly #pool: PostgresPool<Client>;
  readonly #tables: Tables;
  readonly #keepMs: number;
  readonly #forgetting: Forgetting;
  readonly #active = new ActiveEvents();

  constructor(pool: PostgresPool<Client>, tables: Tables, keepMs: number) {
    this.#pool = pool;
    this.#tables = tables;
    this.#keepMs = keepMs;
    this.#forgetting = new Forgetting(tables);
    this.inbox = new PostgresInbox(pool, tables, keepMs, this.#forgetting);
  }

  migrate(): Promise<void> {
    return migrate(this.#pool, this.#tables);
  }

  once(
    key: EventKey,
    handle: (transaction: Client, lost?: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<'handled' | 'double'> {
    return this.#active.once(key.id, signal, async () => {
      for (let looks = 0; ; looks++) {
        const end = await this.#attempt(key, handle, signal);
        if (end !== 'in-hand') return end;
        await pauseBetween(looks, signal);
      }
    });
  }

  #attempt(
    key: EventKey,
    handle: (transaction: Client, lost?: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<'handled' | 'double' | 'in-hand'> {
    return withConnection(this.#pool, signal, async (client, lost) => {
      const claimed = await protect(claim(client, this.#tables, key));
      if (typeof claimed === 'string') {
        await protect(client.query('ROLLBACK'));
        return claimed;
      }
      await handle(client, lost);
      await finish(client, this.#tables, key.id, claimed, retentionMs(this.#keepMs, key.sameForMs));
      await this.#forgetting.after(1, client);
      return 'handled';
    });
  }
}
