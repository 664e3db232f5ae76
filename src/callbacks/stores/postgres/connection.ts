import { StoreError } from '../../../errors/incoming-error.js';
import { orAborted } from '../waiting.js';

/** The part of a connection of `pg` that the store uses: a `PoolClient` is one. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
  release(destroy?: Error | boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of a result of `pg` that the store uses. */
export interface PostgresResult {
  readonly rows: readonly object[];
  readonly rowCount: number | null;
}

/**
 * The part of a pool of `pg` that the store uses: a `Pool` is one.
 *
 * @typeParam Client - its connections
 */
export interface PostgresPool<Client extends PostgresClient = PostgresClient> {
  connect(): Promise<Client>;
  /** Not used. The compiler infers `Client` only if all overloads are declared. */
  connect(callback: (...args: never) => void): void;
}

const ROLLBACK = 'ROLLBACK';

/**
 * Borrows a connection for a function. If the function fails, its transaction is rolled back; a broken connection is
 * not returned to the pool.
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
  // Without a listener, an error of the connection would end the process.
  client.on('error', onError);
  client.release = () => {
    throw new StoreError('only the store may release the connection of an event');
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
    // The connection still arrives, and must be returned.
    void borrowed.then(
      (client) => client.release(),
      () => undefined,
    );
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as { readonly code?: unknown }).code : undefined;
}

export function isInTheWay(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40P01' || code === '40001';
}

function statementError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  if (codeOf(error) === '42P01') return new StoreError('the tables are missing: call migrate()', error);
  return new StoreError('PostgreSQL refused a statement, or is unreachable', error);
}

/** Waits for statements of the store. @throws StoreError with the error of the driver as its cause */
export async function protect<R>(statements: Promise<R>): Promise<R> {
  try {
    return await statements;
  } catch (error) {
    throw statementError(error);
  }
}
