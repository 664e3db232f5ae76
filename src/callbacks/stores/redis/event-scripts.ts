// One key for each event: `done`, or the token of the process that is handling it, until its lease expires.
import { script } from './client.js';

/** KEYS: the event. ARGV: token, lease. */
export const CLAIM = script(`
local holder = redis.call('GET', KEYS[1])
if holder == 'done' then return 'double' end
if holder and holder ~= ARGV[1] then return 'in-hand' end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 'mine'`);

export const RENEW = script(`
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`);

/** KEYS: the event. ARGV: token, the time for which it is remembered. */
export const FINISH = script(`
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], 'done', 'PX', ARGV[2])
return 1`);

/** KEYS: the event. ARGV: token. */
export const GIVE_BACK = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`);
