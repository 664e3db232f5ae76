import { checkMethods, checkPositive, checkString, checkWhole, invalid } from '../../../options/check.js';
import { type OptionsOf, required, withDefault } from '../../../options/table.js';
import type { RedisClient } from './client.js';

const DAY_MS = 86_400_000;

const LEAST_LEASE_MS = 300;

export const REDIS_STORE_OPTIONS = {
  /** A connected client of `redis` (node-redis, 4 or later) or `ioredis` (5 or later), which stays the program's. */
  client: required<RedisClient>((client, path) => {
    const isIoRedis = typeof (client as { readonly call?: unknown } | undefined)?.call === 'function';
    return isIoRedis
      ? client
      : (checkMethods(client as { sendCommand: unknown }, ['sendCommand'], path) as RedisClient);
  }),
  /** The prefix of all keys, in braces, so that a cluster stores them in one slot. Default: `sms-callbacks`. */
  prefix: withDefault('sms-callbacks', (value: unknown, path: string): string =>
    /^[^{}]{1,200}$/.test(checkString(value, path))
      ? (value as string)
      : invalid(path, 'is no text of 1 to 200 characters without braces'),
  ),
  /**
   * How long an event is reserved for a process that was killed, in milliseconds. A running process renews its lease;
   * if its event loop is blocked for longer, it loses the lease. Default: 10 s.
   */
  leaseMs: withDefault(10_000, (value: unknown, path: string): number => checkWhole(value, path, LEAST_LEASE_MS)),
  /**
   * The time for which an event that was handled is remembered, in milliseconds: the gateway may repeat a callback for
   * days. Default: 30 days.
   */
  keepMs: withDefault(30 * DAY_MS, checkPositive),
};

/** Options of a store in Redis. */
export interface RedisStoreOptions extends OptionsOf<typeof REDIS_STORE_OPTIONS> {}
