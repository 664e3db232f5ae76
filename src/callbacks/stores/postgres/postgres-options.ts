import { checkMethods, checkPositive } from '../../../options/check.js';
import { type OptionsOf, required, withDefault } from '../../../options/table.js';
import type { PostgresClient, PostgresPool } from './pool.js';
import { checkName } from './tables.js';

const DAY_MS = 86_400_000;

export const POSTGRES_STORE_OPTIONS = {
  /**
   * A `Pool` of `pg` 8 or later, which the program owns. The store uses one connection for each event that is being
   * handled. Add an `error` listener: without one, the process ends when the server closes an idle connection.
   */
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
