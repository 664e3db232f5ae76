import { StoreError } from '../../../errors/incoming-error.js';
import type { EventKey } from '../store.js';
import { type PostgresClient, protect } from './connection.js';
import type { Tables } from './tables.js';

export const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE';

const FORGET_AT = "clock_timestamp() + $3::double precision * interval '1 millisecond'";

export interface Claim {
  readonly transaction: string;
}

/**
 * Begins a transaction and claims an event. Only one transaction at a time holds the lock of the event, so no statement
 * waits for the row of another transaction.
 */
export async function claim(
  client: PostgresClient,
  tables: Tables,
  key: EventKey,
): Promise<Claim | 'double' | 'in-hand'> {
  await client.query(BEGIN);
  const lock = `SELECT pg_try_advisory_xact_lock(${tables.lockNumber('event', key.id)})::int AS mine`;
  const { rows } = await client.query(lock);
  if (Number((rows[0] as { readonly mine: unknown }).mine) !== 1) return 'in-hand';
  const insert = `INSERT INTO ${tables.events} (id) VALUES ($1) ON CONFLICT (id) DO NOTHING
    RETURNING txid_current()::text AS transaction`;
  const inserted = await client.query(insert, [key.id]);
  if (inserted.rows.length > 0) return inserted.rows[0] as Claim;
  // The row exists: the event was handled, or waits in the inbox and may be locked.
  const select = `SELECT txid_current()::text AS transaction, coalesce(forget_at > statement_timestamp(), false)::int AS kept
    FROM ${tables.events} WHERE id = $1 FOR UPDATE SKIP LOCKED`;
  const [found] = (await client.query(select, [key.id])).rows as readonly (Claim & { readonly kept: unknown })[];
  if (found === undefined) return 'in-hand';
  return Number(found.kept) === 1 ? 'double' : found;
}

/**
 * Marks an event as handled in its transaction, and commits it.
 *
 * @throws StoreError if the program has ended the transaction, or left it failed
 */
export async function finish(
  client: PostgresClient,
  { events }: Tables,
  id: string,
  { transaction }: Claim,
  forMs: number,
): Promise<void> {
  // Only the key of the event remains.
  const update = `UPDATE ${events} SET event = NULL, sequence = NULL, sort = NULL, place = NULL, failures = 0,
    due_at = NULL, same_for_ms = NULL, forget_at = ${FORGET_AT} WHERE id = $1 AND txid_current()::text = $2`;
  const { rowCount } = await protect(client.query(update, [id, transaction, forMs]));
  if (rowCount !== 1) {
    throw new StoreError('onEvent ended the transaction of the event; only the store may end it');
  }
  await protect(client.query('COMMIT'));
}

const [AFTER_EVENTS, AFTER_MS, AT_MOST] = [200, 60_000, 1000];

export class Forgetting {
  readonly #tables: Tables;
  #events = 0;
  #lastAt = performance.now();

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** Counts an event, and deletes old events if that is due. The connection must not be in a transaction. */
  async after(events: 0 | 1, client: PostgresClient): Promise<void> {
    this.#events += events;
    if (this.#events < AFTER_EVENTS && performance.now() - this.#lastAt < AFTER_MS) return;
    this.#events = 0;
    this.#lastAt = performance.now();
    const { events: table } = this.#tables;
    const old = `SELECT id FROM ${table} WHERE forget_at <= statement_timestamp()
      ORDER BY forget_at LIMIT ${AT_MOST} FOR UPDATE SKIP LOCKED`;
    try {
      await client.query(`DELETE FROM ${table} WHERE id IN (${old})`);
    } catch {
      // The event is handled in any case. The next call deletes old events.
    }
  }
}
