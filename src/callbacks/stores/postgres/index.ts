/**
 * A store of callbacks in PostgreSQL, for which the program brings `pg`: each event is handled once, in a transaction.
 *
 * @module
 */
export { StoreError } from '../../../errors/incoming-error.js';
export type { CallbackInbox, CallbackStore, InboxEntry, InboxStep } from '../store.js';
export type { PostgresClient, PostgresPool, PostgresResult } from './connection.js';
export type { PostgresStoreOptions } from './postgres-store.js';
export { type PostgresStore, postgresStore } from './postgres-store.js';
