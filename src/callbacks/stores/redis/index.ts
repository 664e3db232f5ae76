/**
 * A store of callbacks in Redis or Valkey. The program provides a client of `redis` or `ioredis`.
 *
 * @module
 */
export { StoreError } from '../../../errors/incoming-error.js';
export type { CallbackInbox, CallbackStore, InboxEntry, InboxStep } from '../store.js';
export type { IoRedisClient, NodeRedisClient, RedisClient } from './client.js';
export type { RedisStoreOptions } from './redis-store.js';
export { type RedisStore, redisStore } from './redis-store.js';
