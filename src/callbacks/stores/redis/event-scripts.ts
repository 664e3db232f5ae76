// Whether an event was handled stands in one key: `done`, or who has it in hand, for as long as his lease lasts.
import { script } from './client.js';

/** KEYS: the event. ARGV: token, lease. */
export const CLAIM = script(`
local holder = redis.call('GET', KEYS[1])
if holder == 'done' then return 'double' end
if holder and holder ~= ARGV[1] then return 'in-hand' end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 'mine'`);

/** KEYS: the event. ARGV: token, lease. A lease that has run out is taken again where nobody else has done so. */
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
