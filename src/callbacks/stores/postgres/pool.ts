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
  connect(callback: (...given: never) => void): void;
}
