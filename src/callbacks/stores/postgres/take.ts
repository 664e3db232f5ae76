import { BEGIN, type Claim } from './claim.js';
import type { PostgresClient } from './pool.js';
import type { Tables } from './tables.js';

/** The longest time for which the inbox is not looked at. */
const LONGEST_WAIT_MS = 60_000;

const WAIT_FOR_OTHERS_MS = 1000;

/** An event of the inbox that was taken, with its sequence. */
export interface Entry extends Claim {
  readonly id: string;
  readonly sequence: string;
  readonly text: string;
  readonly failures: number;
  readonly sameForMs: number | null;
}

/**
 * Begins a transaction and takes the first due event that is the first of its sequence, with a lock of the sequence. A
 * lock of the row is not enough: an event that is added before it becomes the first of the sequence.
 */
export async function take(client: PostgresClient, tables: Tables): Promise<Entry | undefined> {
  await client.query(BEGIN);
  const inHand: string[] = [];
  for (;;) {
    const entry = await firstDue(client, tables, inHand);
    if (entry === undefined) return undefined;
    if (await hasSequence(client, tables, entry)) return entry;
    inHand.push(entry.sequence);
  }
}

async function firstDue(
  client: PostgresClient,
  { events }: Tables,
  inHand: readonly string[],
): Promise<Entry | undefined> {
  // The subquery is answered from an index for each row, however many rows wait.
  const select = `SELECT id, sequence, event AS text, failures, same_for_ms AS "sameForMs",
      txid_current()::text AS transaction
    FROM ${events} AS head
    WHERE event IS NOT NULL AND due_at <= statement_timestamp() AND sequence <> ALL($1)
      AND id = (SELECT id FROM ${events} AS other WHERE other.event IS NOT NULL AND other.sequence = head.sequence
        ORDER BY sort, place LIMIT 1)
    ORDER BY due_at, place LIMIT 1 FOR UPDATE OF head SKIP LOCKED`;
  const { rows } = await client.query(select, [inHand]);
  return rows[0] as Entry | undefined;
}

async function hasSequence(client: PostgresClient, tables: Tables, { id, sequence }: Entry): Promise<boolean> {
  const lock = `SELECT pg_try_advisory_xact_lock(${tables.lockNumber('sequence', sequence)})::int AS mine`;
  const locked = await client.query(lock);
  if (Number((locked.rows[0] as { readonly mine: unknown }).mine) !== 1) return false;
  const first = `SELECT id FROM ${tables.events} WHERE event IS NOT NULL AND sequence = $1 ORDER BY sort, place LIMIT 1`;
  const { rows } = await client.query(first, [sequence]);
  return (rows[0] as { readonly id: string } | undefined)?.id === id;
}

/** The time until an event may be due, when none could be taken. */
export async function waitMs(client: PostgresClient, { events }: Tables): Promise<number> {
  const next = (is: string): string =>
    `(SELECT extract(epoch FROM due_at - statement_timestamp()) * 1000 FROM ${events}
      WHERE event IS NOT NULL AND due_at ${is} statement_timestamp() ORDER BY due_at LIMIT 1)::double precision`;
  const { rows } = await client.query(`SELECT ${next('>')} AS later, ${next('<=')} AS due`);
  const { later, due } = rows[0] as { readonly later: number | null; readonly due: number | null };
  const times = [LONGEST_WAIT_MS, later ?? LONGEST_WAIT_MS, due === null ? LONGEST_WAIT_MS : WAIT_FOR_OTHERS_MS];
  return Math.ceil(Math.min(...times));
}
