import { StoreError } from '../../../errors/incoming-error.js';
import { orAborted } from '../waiting.js';
import type { PostgresClient, PostgresPool } from './pool.js';

/** Ends whatever transaction a program may have begun, so that the connection can go back to the pool. */
const ROLLBACK = 'ROLLBACK';

/**
 * Borrows a connection for as long as something is done with it. Where that fails, what it has begun is rolled back; a
 * connection that cannot do even that does not go back to the pool.
 *
 * @param signal - ends the waiting for a connection
 * @param use - its signal is aborted when the connection is lost
 */
export async function withConnection<Client extends PostgresClient, R>(
  pool: PostgresPool<Client>,
  signal: AbortSignal | undefined,
  use: (client: Client, lost: AbortSignal) => Promise<R>,
): Promise<R> {
  const client = await borrow(pool, signal);
  const lost = new AbortController();
  const release = client.release;
  const onError = (error: Error): void => lost.abort(new StoreError('the connection to PostgreSQL was lost', error));
  // Without a listener the error of a connection that is in use would end the process.
  client.on('error', onError);
  client.release = () => {
    throw new StoreError('the connection of an event is released by the store alone');
  };
  let isUsable = true;
  try {
    return await use(client, lost.signal);
  } catch (error) {
    isUsable = await client.query(ROLLBACK).then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.removeListener('error', onError);
    client.release = release;
    client.release(!isUsable || lost.signal.aborted);
  }
}

async function borrow<Client extends PostgresClient>(
  pool: PostgresPool<Client>,
  signal: AbortSignal | undefined,
): Promise<Client> {
  signal?.throwIfAborted();
  const borrowed = pool.connect();
  try {
    return await orAborted(borrowed, signal);
  } catch (error) {
    if (signal?.aborted !== true) throw new StoreError('no connection to PostgreSQL', error);
    // It comes all the same, and nobody waits for it any more.
    void borrowed.then(
      (client) => client.release(),
      () => undefined,
    );
    throw error;
  }
}

/** The code of an error of PostgreSQL, where it is one: `42P01`. */
function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as { readonly code?: unknown }).code : undefined;
}

/** Tells whether PostgreSQL has ended a transaction only because others were on its way: it may be tried again. */
export function isInTheWay(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40P01' || code === '40001';
}

/** Makes the error of a statement of the store's own. */
function statementError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  if (codeOf(error) === '42P01') return new StoreError('the tables are missing: migrate() makes them', error);
  return new StoreError('PostgreSQL refused a statement, or was not reached', error);
}

/** Runs statements of the store's own. @throws StoreError with the error of the driver as its cause */
export async function own<R>(statements: Promise<R>): Promise<R> {
  try {
    return await statements;
  } catch (error) {
    throw statementError(error);
  }
}
