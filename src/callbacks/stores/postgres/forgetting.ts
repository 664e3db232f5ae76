import type { PostgresClient } from './pool.js';
import type { Tables } from './tables.js';

/** Old events are removed after so many new ones, or after this time; then at most so many, which is more. */
const [AFTER_EVENTS, AFTER_MS, AT_MOST] = [200, 60_000, 1000];

/** Removes events that were remembered for long enough: now and then, a few, beside the handling of others. */
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
