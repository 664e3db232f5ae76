import { script } from './client.js';

// One key for each event: `done`, or the token of the process that is handling it, until its lease expires.

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

export const GIVE_BACK = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`);

// The inbox has seven keys, which every script receives in this order:
// due       idle sequences, by the time at which the first event of each is due
// busy      sequences that are being handled, by the end of their lease
// tokens    the tokens of the processes that handle them
// queue     events by sequence, order and place, in byte order
// entries   the events by id
// failures  how often each has failed
// places    a counter of all events that were ever added

export const INBOX_KEYS = ['due', 'busy', 'tokens', 'queue', 'entries', 'failures', 'places'] as const;

const NAMES = `
local ${INBOX_KEYS.join(', ')} = ${INBOX_KEYS.map((_, index) => `KEYS[${index + 1}]`).join(', ')}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function first(sequence)
  return redis.call('ZRANGEBYLEX', queue, '[' .. sequence .. ':', '(' .. sequence .. ';', 'LIMIT', 0, 1)[1]
end
local function free(sequence, at)
  redis.call('ZREM', busy, sequence)
  redis.call('HDEL', tokens, sequence)
  if first(sequence) then redis.call('ZADD', due, at, sequence) else redis.call('ZREM', due, sequence) end
end
`;

const BEFORE_ID = 43 + 1 + 16 + 1 + 16 + 1;

/**
 * KEYS: also one for this call, and the key of each event. ARGV: for each event id, sequence, order, text; the time for
 * which the result is kept, or 0. A repeated call returns the same result.
 */
export const PUT = script(`${NAMES}
local before = redis.call('GET', KEYS[${INBOX_KEYS.length + 1}])
if before then return cjson.decode(before) end
local ends = {}
for index = 1, #KEYS - ${INBOX_KEYS.length + 1} do
  local id, sequence, order, text = unpack(ARGV, index * 4 - 3, index * 4)
  if redis.call('GET', KEYS[${INBOX_KEYS.length + 1} + index]) == 'done' or redis.call('HEXISTS', entries, id) == 1 then
    ends[index] = 'double'
  else
    local place = string.format('%016.0f', redis.call('INCR', places))
    redis.call('HSET', entries, id, text)
    redis.call('ZADD', queue, 0, sequence .. ':' .. order .. ':' .. place .. ':' .. id)
    if not redis.call('ZSCORE', busy, sequence) then redis.call('ZADD', due, 'NX', now, sequence) end
    ends[index] = 'new'
  end
end
local keepMs = ARGV[#ARGV]
if keepMs ~= '0' then redis.call('SET', KEYS[${INBOX_KEYS.length + 1}], cjson.encode(ends), 'PX', keepMs) end
return ends`);

/** ARGV: token, lease. Returns sequence, member, id, text and failures, or the time until an event may be due. */
export const TAKE = script(
  `${NAMES}
for _, sequence in ipairs(redis.call('ZRANGEBYSCORE', busy, '-inf', now, 'LIMIT', 0, 100)) do free(sequence, now) end
local sequence = redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, 1)[1]
if not sequence then
  local wait = 60000
  for _, key in ipairs({due, busy}) do
    local at = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]
    if at then wait = math.min(wait, math.max(1, at - now)) end
  end
  return tostring(math.ceil(wait))
end
local member = first(sequence)
local id = string.sub(member, ${BEFORE_ID + 1})
redis.call('ZREM', due, sequence)
redis.call('ZADD', busy, now + ARGV[2], sequence)
redis.call('HSET', tokens, sequence, ARGV[1])
return {sequence, member, id, redis.call('HGET', entries, id), redis.call('HGET', failures, id) or '0'}`,
  { isRepeatable: false },
);

const EVENT = `KEYS[${INBOX_KEYS.length + 1}]`;

/**
 * KEYS: also the event. ARGV: token, lease, sequence, member, id, and the pause if a handler without an inbox is
 * handling it. An event that such a handler has handled is removed.
 */
export const CLAIM_TAKEN = script(`${NAMES}
local sequence = ARGV[3]
if redis.call('HGET', tokens, sequence) ~= ARGV[1] then return 'in-hand' end
local holder = redis.call('GET', ${EVENT})
if holder == 'done' then
  redis.call('ZREM', queue, ARGV[4])
  redis.call('HDEL', entries, ARGV[5])
  redis.call('HDEL', failures, ARGV[5])
  free(sequence, now)
  return 'double'
end
if holder and holder ~= ARGV[1] then
  free(sequence, now + ARGV[6])
  return 'in-hand'
end
redis.call('SET', ${EVENT}, ARGV[1], 'PX', ARGV[2])
return 'mine'`);

/** KEYS: also the event. ARGV: token, lease, sequence, member. */
export const RENEW_TAKEN = script(`${NAMES}
local token, sequence = ARGV[1], ARGV[3]
local by = redis.call('GET', ${EVENT})
if by and by ~= token then return 0 end
local holder = redis.call('HGET', tokens, sequence)
if holder and holder ~= token then return 0 end
if not holder and first(sequence) ~= ARGV[4] then return 0 end
redis.call('ZREM', due, sequence)
redis.call('ZADD', busy, now + ARGV[2], sequence)
redis.call('HSET', tokens, sequence, token)
redis.call('SET', ${EVENT}, token, 'PX', ARGV[2])
return 1`);

/** KEYS: also the event. ARGV: token, the time for which it is remembered, sequence, member, id. */
export const FINISH_TAKEN = script(`${NAMES}
local sequence = ARGV[3]
local holder = redis.call('HGET', tokens, sequence)
if holder and holder ~= ARGV[1] then return 0 end
redis.call('ZREM', queue, ARGV[4])
redis.call('HDEL', entries, ARGV[5])
redis.call('HDEL', failures, ARGV[5])
redis.call('SET', ${EVENT}, 'done', 'PX', ARGV[2])
free(sequence, now)
return 1`);

/** KEYS: also the event. ARGV: token, the pause, sequence, id. */
export const FAIL_TAKEN = script(`${NAMES}
local sequence = ARGV[3]
if redis.call('GET', ${EVENT}) == ARGV[1] then redis.call('DEL', ${EVENT}) end
if redis.call('HGET', tokens, sequence) ~= ARGV[1] then return 0 end
redis.call('HINCRBY', failures, ARGV[4], 1)
free(sequence, now + ARGV[2])
return 1`);
