/**
 * A store of callbacks in Redis or Valkey, for which the program brings `redis` or `ioredis`.
 *
 * @module
 */
export { StoreError } from '../../../errors/incoming-error.js';
export type { CallbackInbox, CallbackStore, InboxEntry, InboxStep } from '../store.js';
export type { IoRedisClient, NodeRedisClient, RedisClient } from './client.js';
export type { RedisStoreOptions } from './redis-store.js';
export { type RedisStore, redisStore } from './redis-store.js';
