/**
 * A store of callbacks in PostgreSQL: each event is handled once, in a transaction. The program provides a pool of `pg`.
 *
 * @module
 */
export { StoreError } from '../../../errors/incoming-error.js';
export type { CallbackInbox, CallbackStore, InboxEntry, InboxStep } from '../store.js';
export type { PostgresClient, PostgresPool, PostgresResult } from './connection.js';
export type { PostgresStoreOptions } from './postgres-store.js';
export { type PostgresStore, postgresStore } from './postgres-store.js';
