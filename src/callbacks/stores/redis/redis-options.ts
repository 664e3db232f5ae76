import { checkMethods, checkPositive, checkString, checkWhole, invalid } from '../../../options/check.js';
import { type OptionsOf, required, withDefault } from '../../../options/table.js';
import type { RedisClient } from './client.js';

const DAY_MS = 86_400_000;

/** What a lease must last at least: it is renewed in thirds of it. */
const LEAST_LEASE_MS = 300;

export const REDIS_STORE_OPTIONS = {
  /** A connected client of `redis` (node-redis, 4 or later) or `ioredis` (5 or later), which stays the program's. */
  client: required<RedisClient>((client, path) => {
    const isIoRedis = typeof (client as { readonly call?: unknown } | undefined)?.call === 'function';
    return isIoRedis
      ? client
      : (checkMethods(client as { sendCommand: unknown }, ['sendCommand'], path) as RedisClient);
  }),
  /** What the names of all keys begin with, in braces: a cluster has them in one place. Default: `sms-callbacks`. */
  prefix: withDefault('sms-callbacks', (value: unknown, path: string): string =>
    /^[^{}]{1,200}$/.test(checkString(value, path))
      ? (value as string)
      : invalid(path, 'is no text of 1 to 200 characters without braces'),
  ),
  /**
   * The time after which another process may begin with an event whose process was killed, in milliseconds. While a
   * process lives it renews its lease; one whose event loop stands still for longer loses it. Default: 10 s.
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
