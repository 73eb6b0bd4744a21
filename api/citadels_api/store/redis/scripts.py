"""The scripts that run inside Redis. Each is one atomic step.

1. A script names all its keys in KEYS, all in one shard. Its arguments are only in ARGV.
2. `#!lua` makes a full or read-only server refuse the whole script before it writes anything. Scripts that free memory are allowed.
3. The text contains a version. A changed script has another digest, and both versions may run side by side.
4. If a script must tell a second attempt from a first, the last argument is 1 or 2.
"""

from __future__ import annotations

from hashlib import sha1
from typing import Final

from citadels_api.store.game_clock import AWAY_MS, BEAT_MS

KINDS: Final = ("ok", "replay", "key_reused", "stale", "gone")
"""The meaning of the first number in COMMIT's reply."""
PAUSED: Final = -2
"""The reply to a change while the games are paused; of COMMIT the first number."""


class Script:
    """A script: its text, and the digest that Redis uses for it."""

    __slots__ = ("sha", "text")
    by_sha: dict[str, Script] = {}  # noqa: RUF012 - filled by each script once

    def __init__(self, body: str, *, frees: bool = False) -> None:
        self.text = ("#!lua flags=allow-oom\n" if frees else "#!lua\n") + body
        self.sha = sha1(self.text.encode(), usedforsecurity=False).hexdigest()
        self.by_sha[self.sha] = self


NOW = """local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function whole(number) return string.format('%.0f', number) end
"""


def _clock(place: int) -> str:
    """`now`, `lag` and `game`, the time of the game clock (`store.game_clock`), by the beat that is the key at that place."""
    return (
        NOW
        + f"""local last = redis.call('HMGET', KEYS[{place}], 'beat', 'lag', 'paused')
local beat, lag = tonumber(last[1] or now), tonumber(last[2] or 0)
local gap = now - beat
if last[3] or gap < 0 then lag = lag + gap else lag = lag + math.max(0, gap - {AWAY_MS}) end
local game = now - lag
"""
    )


CREATE: Final = Script(
    """-- citadels create 3
-- KEYS table seed log index due clock; ARGV doc seed entry name rank due_in attempt
local function again() return redis.call('GET', KEYS[2]) == ARGV[2] end
if redis.call('EXISTS', KEYS[1]) == 1 then return (ARGV[7] == '2' and again()) and 1 or 0 end
"""
    + _clock(6)
    + f"if last[3] then return {PAUSED} end\n"
    + """redis.call('XADD', KEYS[3], '1-0', 'e', ARGV[3], 't', whole(now))
redis.call('HSET', KEYS[1], 'doc', ARGV[1], 'number', '1', 'asked', '0', 'deadline', '-1')
redis.call('SET', KEYS[2], ARGV[2])
redis.call('ZADD', KEYS[4], ARGV[5], ARGV[4])
if ARGV[6] ~= '' then redis.call('ZADD', KEYS[5], whole(game + ARGV[6]), ARGV[4]) end
return 1
"""
)

COMMIT: Final = Script(
    """-- citadels commit 2
-- KEYS table log keys due counts clock [from] [to]
-- ARGV 1 expects 2 number 3 entry 4 key 5 digest 6 due_in 7 allow 8 name 9 bell 10 from? 11 to? 12 rank 13 how many counts,
--      then each name and number, then the fields to set
"""
    + _clock(6)
    + """local row = redis.call('HMGET', KEYS[1], 'number', 'deadline', 'over')
local number, deadline = tonumber(row[1] or 0), tonumber(row[2] or -1)
if deadline >= 0 then deadline = deadline + lag end
if ARGV[4] ~= '' then
  local known = redis.call('HGET', KEYS[3], ARGV[4])
  if known then
    local first, until_, digest = string.match(known, '^(%d+) (%-?%d+) (.*)$')
    if digest ~= ARGV[5] then return {2, number, now, deadline} end
    redis.call('HSET', KEYS[3], ARGV[4], known) -- so that WAIT after it waits for the first commit too
    return {1, tonumber(first), now, tonumber(until_)}
  end
end
if not row[1] or row[3] then return {4, 0, now, -1} end
"""
    + f"if last[3] then return {{{PAUSED}, number, now, deadline}} end\n"
    + """if row[1] ~= ARGV[1] then return {3, number, now, deadline} end
redis.call('XADD', KEYS[2], ARGV[2] .. '-0', 'e', ARGV[3], 't', whole(now))
local fields = {'number', ARGV[2]}
if ARGV[7] ~= '' then
  local allow = tonumber(ARGV[7])
  deadline = allow < 0 and -1 or now + allow
  fields[3], fields[4], fields[5], fields[6] = 'asked', whole(game), 'deadline', whole(allow < 0 and -1 or game + allow)
end
local at = 14
for _ = 1, ARGV[13] do
  redis.call('HINCRBY', KEYS[5], ARGV[at], ARGV[at + 1])
  at = at + 2
end
for place = at, #ARGV do fields[#fields + 1] = ARGV[place] end
redis.call('HSET', KEYS[1], unpack(fields))
if ARGV[4] ~= '' then redis.call('HSET', KEYS[3], ARGV[4], ARGV[2] .. ' ' .. whole(deadline) .. ' ' .. ARGV[5]) end
if ARGV[6] == '-1' then
  redis.call('ZREM', KEYS[4], ARGV[8])
elseif ARGV[6] ~= '' then
  redis.call('ZADD', KEYS[4], whole(game + ARGV[6]), ARGV[8])
end
if ARGV[10] == '1' then redis.call('ZREM', KEYS[7], ARGV[8]) end
if ARGV[11] == '1' then redis.call('ZADD', KEYS[#KEYS], ARGV[12], ARGV[8]) end
redis.call('PUBLISH', ARGV[9], ARGV[8] .. ' ' .. ARGV[2])
return {0, tonumber(ARGV[2]), now, deadline}
"""
)

ARCHIVE: Final = Script(
    """-- citadels archive 1
-- KEYS table log keys seed record due; ARGV blob expects keep_ms name attempt
local row = redis.call('HMGET', KEYS[1], 'number', 'over')
if row[1] ~= ARGV[2] then return 0 end
if row[2] then return (ARGV[5] == '2' and redis.call('GET', KEYS[5]) == ARGV[1]) and 1 or 0 end
redis.call('DEL', KEYS[2], KEYS[3], KEYS[4])
redis.call('HDEL', KEYS[1], 'state')
redis.call('HSET', KEYS[1], 'over', '1', 'deadline', '-1')
redis.call('SET', KEYS[5], ARGV[1])
redis.call('ZREM', KEYS[6], ARGV[4])
if ARGV[3] ~= '' then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  redis.call('PEXPIRE', KEYS[5], ARGV[3])
end
return 1
""",
    frees=True,
)

REPACK: Final = Script(
    """-- citadels repack 1
-- KEYS table log keys; ARGV expects, then number, entry and time of each
local row = redis.call('HMGET', KEYS[1], 'number', 'over')
if row[1] ~= ARGV[1] or row[2] then return 0 end
redis.call('DEL', KEYS[2], KEYS[3])
for place = 2, #ARGV, 3 do
  redis.call('XADD', KEYS[2], ARGV[place] .. '-0', 'e', ARGV[place + 1], 't', ARGV[place + 2])
end
return 1
""",
    frees=True,
)

DROP: Final = Script(
    """-- citadels drop 1
-- KEYS table log keys seed record due [index]; ARGV name
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
for place = 6, #KEYS do redis.call('ZREM', KEYS[place], ARGV[1]) end
return 1
""",
    frees=True,
)

CLAIM: Final = Script(
    """-- citadels claim 3
-- KEYS due clock; ARGV lease_ms oldest newest
if redis.call('EXISTS', KEYS[1]) == 0 then return {} end
"""
    + _clock(2)
    + f"""if last[3] then return {{}} end
if not last[1] or gap < 0 or gap >= {BEAT_MS} then
  redis.call('HSET', KEYS[2], 'beat', whole(now), 'lag', whole(lag))
end
"""
    + """local until_, all, seen = whole(game), {}, {}
local oldest = redis.call('ZRANGE', KEYS[1], '-inf', until_, 'BYSCORE', 'LIMIT', 0, ARGV[2], 'WITHSCORES')
local newest = redis.call('ZRANGE', KEYS[1], until_, '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, ARGV[3], 'WITHSCORES')
for _, found in ipairs({oldest, newest}) do
  for place = 1, #found, 2 do
    if not seen[found[place]] then
      seen[found[place]] = true
      redis.call('ZADD', KEYS[1], whole(game + ARGV[1]), found[place])
      all[#all + 1], all[#all + 2] = found[place], whole(found[place + 1] + lag)
    end
  end
end
return all
""",
    frees=True,
)

PUT_OFF: Final = Script(
    """-- citadels put_off 2
-- KEYS table due clock; ARGV expects ms name
local row = redis.call('HMGET', KEYS[1], 'number', 'over')
if row[1] ~= ARGV[1] or row[2] then return 0 end
"""
    + _clock(3)
    + """redis.call('ZADD', KEYS[2], whole(game + ARGV[2]), ARGV[3])
return 1
""",
    frees=True,
)

PAUSE: Final = Script(
    """-- citadels pause 1
-- KEYS clock; ARGV 1 to pause, 0 to go on
"""
    + _clock(1)
    + """redis.call('HSET', KEYS[1], 'beat', whole(now), 'lag', whole(lag))
if ARGV[1] == '0' then redis.call('HDEL', KEYS[1], 'paused') elseif not last[3] then redis.call('HSET', KEYS[1], 'paused', whole(now)) end
return last[3] and 1 or 0
""",
    frees=True,
)

COMPARE = """local present = redis.call('GET', KEYS[1])
local same = (ARGV[1] == '1' and present == ARGV[2]) or (ARGV[1] == '0' and not present)
"""

PUT: Final = Script(
    """-- citadels put 1
-- KEYS document; ARGV is-there? expects value ttl_ms attempt; 2 says that it cannot be known whether the first attempt was it
"""
    + COMPARE
    + """if not same then
  if ARGV[5] == '2' then return present == ARGV[3] and 1 or 2 end
  return 0
end
if ARGV[4] == '' then redis.call('SET', KEYS[1], ARGV[3]) else redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4]) end
return 1
"""
)

REMOVE: Final = Script(
    """-- citadels remove 1
-- KEYS document; ARGV is-there? expects attempt
"""
    + COMPARE
    + """if not same then
  if ARGV[3] == '2' then return present and 2 or 1 end
  return 0
end
redis.call('DEL', KEYS[1])
return 1
""",
    frees=True,
)

APPEND: Final = Script(
    """-- citadels append 1
-- KEYS list; ARGV value keep
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local number = last and tonumber(string.match(last[1], '^%d+')) + 1 or 1
redis.call('XADD', KEYS[1], 'MAXLEN', '=', ARGV[2], number .. '-0', 'v', ARGV[1])
return number
"""
)

TALLY: Final = Script(
    """-- citadels tally 1
-- KEYS counts mark; ARGV batch ttl_ms, then name, how much and floor of each
local first = tonumber(redis.call('GET', KEYS[2]) or 0) < tonumber(ARGV[1])
for place = 3, #ARGV, 3 do
  local name, floor, held = ARGV[place], ARGV[place + 2], 0
  if first then
    held = redis.call('HINCRBY', KEYS[1], name, ARGV[place + 1])
  else
    held = tonumber(redis.call('HGET', KEYS[1], name) or 0)
  end
  if floor ~= '' and held < tonumber(floor) then redis.call('HSET', KEYS[1], name, floor) end
end
if first then redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2]) end
return 1
"""
)

SPEND: Final = Script(
    """-- citadels spend 2
-- KEYS bucket; ARGV cost capacity, in microseconds of filling; the bucket is the moment at which it is full. If that lies further ahead than
-- an empty one needs, the clock has jumped back: then the bucket counts as full.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local ahead = tonumber(redis.call('GET', KEYS[1]) or 0) - now
if ahead < 0 or ahead > tonumber(ARGV[2]) then ahead = 0 end
local spent = ahead + ARGV[1]
if spent > tonumber(ARGV[2]) then return {0, ahead} end
if spent > 0 then
  redis.call('SET', KEYS[1], string.format('%.0f', now + spent), 'PX', string.format('%.0f', math.ceil(spent / 1000)))
end
return {1, spent}
"""
)
