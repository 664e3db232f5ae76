import { StoreError } from '../../../errors/incoming-error.js';
import type { CallbackEvent } from '../../description/events.js';
import { readEventText, retentionMs, sequenceName, writeEventText } from '../event-text.js';
import type { CallbackInbox, InboxEntry, InboxStep } from '../store.js';
import { BEGIN, type Claim, type Forgetting, finish } from './claim.js';
import { isInTheWay, type PostgresClient, type PostgresPool, protect, withConnection } from './connection.js';
import type { Tables } from './tables.js';

const SAVEPOINT = 'sms_service_event';

/** The maximum number of attempts to store events if PostgreSQL aborts a transaction because of concurrent ones. */
const PUT_ATTEMPTS = 5;

export class PostgresInbox<Client extends PostgresClient> implements CallbackInbox<Client> {
  readonly #pool: PostgresPool<Client>;
  readonly #tables: Tables;
  readonly #keepMs: number;
  readonly #forgetting: Forgetting;

  constructor(pool: PostgresPool<Client>, tables: Tables, keepMs: number, cleanup: Forgetting) {
    this.#pool = pool;
    this.#tables = tables;
    this.#keepMs = keepMs;
    this.#forgetting = cleanup;
  }

  async put(entries: readonly InboxEntry[]): Promise<readonly ('new' | 'double')[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await withConnection(this.#pool, undefined, (client) => protect(putWith(client, this.#tables, entries)));
      } catch (error) {
        const isFinal = attempt >= PUT_ATTEMPTS || !(error instanceof StoreError) || !isInTheWay(error.cause);
        if (isFinal) throw error;
      }
    }
  }

  async next(
    handle: (event: CallbackEvent, transaction: Client, failures: number, lost?: AbortSignal) => Promise<void>,
    retryAfterMs: (failures: number) => number,
    signal?: AbortSignal,
  ): Promise<InboxStep> {
    let taken: (Entry & { readonly event: CallbackEvent }) | undefined;
    let step: InboxStep | undefined;
    let pauseMs = 0;
    try {
      return await withConnection(this.#pool, signal, async (client, lost) => {
        const entry = await protect(take(client, this.#tables));
        if (entry === undefined) {
          await protect(client.query('ROLLBACK'));
          await this.#forgetting.after(0, client);
          return { kind: 'nothing-due', waitMs: await protect(waitMs(client, this.#tables)) };
        }
        taken = { ...entry, event: readEventText(entry.text) };
        const { event, failures } = taken;
        try {
          await protect(client.query(`SAVEPOINT ${SAVEPOINT}`));
          await handle(event, client, failures, lost);
          await finish(client, this.#tables, entry.id, entry, retentionMs(this.#keepMs, entry.sameForMs ?? undefined));
        } catch (error) {
          step = { kind: 'failed', error, event, failures: failures + 1 };
          pauseMs = retryAfterMs(failures + 1);
          await protect(client.query(`ROLLBACK TO SAVEPOINT ${SAVEPOINT}`));
          await protect(this.#noteFailure(client, entry, pauseMs));
          await protect(client.query('COMMIT'));
          return step;
        }
        await this.#forgetting.after(1, client);
        return { kind: 'handled' };
      });
    } catch (error) {
      if (taken === undefined || step === undefined) throw error;
      return this.#afterLostTransaction(taken, step, pauseMs);
    }
  }

  async #afterLostTransaction(entry: Entry, step: InboxStep, pauseMs: number): Promise<InboxStep> {
    return withConnection(this.#pool, undefined, async (client) => {
      if ((await protect(this.#noteFailure(client, entry, pauseMs))) > 0) return step;
      // The last statement may have been executed although its response was lost.
      const { rows } = await protect(
        client.query(`SELECT 1 FROM ${this.#tables.events} WHERE id = $1 AND event IS NULL`, [entry.id]),
      );
      return rows.length > 0 ? { kind: 'handled' } : step;
    });
  }

  async #noteFailure(client: PostgresClient, { id, sequence, failures }: Entry, pauseMs: number): Promise<number> {
    const { events } = this.#tables;
    const fail = `UPDATE ${events} SET failures = failures + 1,
        due_at = clock_timestamp() + $3::double precision * interval '1 millisecond'
      WHERE id = $1 AND failures = $2 AND event IS NOT NULL`;
    const { rowCount } = await client.query(fail, [id, failures, Math.max(0, pauseMs)]);
    if (rowCount !== 1) return 0;
    // The events behind it become due at the same time: every event that is due can then be taken.
    const behind = `SELECT id FROM ${events} WHERE event IS NOT NULL AND sequence = $1 AND id <> $2 FOR UPDATE SKIP LOCKED`;
    const wait = `UPDATE ${events} SET due_at = (SELECT due_at FROM ${events} WHERE id = $2) WHERE id IN (${behind})`;
    await client.query(wait, [sequence, id]);
    return rowCount;
  }
}

async function putWith(
  client: PostgresClient,
  { events, places }: Tables,
  entries: readonly InboxEntry[],
): Promise<readonly ('new' | 'double')[]> {
  const columns = [
    entries.map(({ key }) => key.id),
    entries.map(({ sequence }) => sequenceName(sequence)),
    entries.map(({ order }) => order),
    entries.map(({ event }) => writeEventText(event)),
    entries.map(({ key }) => key.sameForMs ?? null),
  ];
  // Numbered in the order of arrival, and inserted in the order of their keys, to avoid deadlocks of calls with the same
  // events.
  const insert = `WITH given AS MATERIALIZED (
      SELECT *, nextval('${places}') AS place
      FROM unnest($1::text[], $2::text[], $3::double precision[], $4::text[], $5::double precision[])
        AS row(id, sequence, sort, event, same_for_ms))
    INSERT INTO ${events} (id, sequence, sort, event, same_for_ms, place, due_at)
    SELECT id, sequence, sort, event, same_for_ms, place, greatest(clock_timestamp(), (SELECT max(due_at)
      FROM ${events} AS other WHERE other.event IS NOT NULL AND other.sequence = given.sequence))
    FROM given ORDER BY id, place
    ON CONFLICT (id) DO NOTHING RETURNING id`;
  const put = async (): Promise<readonly string[]> =>
    (await client.query(insert, columns)).rows.map((row) => (row as { readonly id: string }).id);
  await client.query(BEGIN);
  const fresh = new Set(await put());
  if (fresh.size < entries.length) {
    // An event whose retention is over counts as new.
    const old = `DELETE FROM ${events} WHERE id = ANY($1) AND forget_at <= statement_timestamp()`;
    const { rowCount } = await client.query(old, [columns[0]]);
    if (rowCount !== 0) for (const id of await put()) fresh.add(id);
  }
  await client.query('COMMIT');
  // The second of two events with the same key is a duplicate.
  return entries.map(({ key }) => (fresh.delete(key.id) ? 'new' : 'double'));
}

const LONGEST_WAIT_MS = 60_000;

const WAIT_FOR_OTHERS_MS = 1000;

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
async function take(client: PostgresClient, tables: Tables): Promise<Entry | undefined> {
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

async function waitMs(client: PostgresClient, { events }: Tables): Promise<number> {
  const next = (is: string): string =>
    `(SELECT extract(epoch FROM due_at - statement_timestamp()) * 1000 FROM ${events}
      WHERE event IS NOT NULL AND due_at ${is} statement_timestamp() ORDER BY due_at LIMIT 1)::double precision`;
  const { rows } = await client.query(`SELECT ${next('>')} AS later, ${next('<=')} AS due`);
  const { later, due } = rows[0] as { readonly later: number | null; readonly due: number | null };
  const times = [LONGEST_WAIT_MS, later ?? LONGEST_WAIT_MS, due === null ? LONGEST_WAIT_MS : WAIT_FOR_OTHERS_MS];
  return Math.ceil(Math.min(...times));
}
