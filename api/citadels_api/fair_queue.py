"""The work of the AIs, shared fairly: which turn or game a worker takes next.

1. A job in RQ is a ticket: a worker that takes one asks here for the work that comes next. So the order is decided when a worker is free,
   and not when the work came.
2. Three classes of work: seats at tables where somebody who is no AI plays (0), tables and games of AIs alone (1), the work of accounts
   that have used up their budget (2). The first class comes first. Of four works one comes from the second class and of sixteen one from
   the third, while they have any, so that no work waits for ever.
3. Within a class the groups share the time of the workers equally; a group is an account, or all guests from one address. Within a group
   its accounts share equally, and within an account its tables take turns.
4. Equal shares are kept by start tags. A group's tag is the time that it has used; the lowest tag comes next. A group that comes back begins
   at the tag of the work that was taken last, so that it saves nothing up and pays for nothing twice.
5. It lies beside RQ's queue, on one server, and may be lost like that: the due set of the game store is the truth. A table that waits here
   already is not added again. If there are fewer tickets than works, the next addition makes up for it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from citadels_api.context import Share

if TYPE_CHECKING:
    from collections.abc import Sequence

    import redis


PREFIX: Final = "citadels:work:"
AWAITED, ALONE, SPENT = "0", "1", "2"
"""The classes of work."""
REMEMBERED_MS: Final = 60_000
"""How long the share that somebody has used is remembered after his last work."""
PROVISIONAL_MS: Final = 50
"""What a work costs until it is done and its time is known."""

COMMON: Final = (
    f"local kept = {REMEMBERED_MS}\n"
    """local base = KEYS[1]
local call = redis.call
local function text(number) return string.format('%.0f', number) end
local function enter(ring, member)
  if call('ZSCORE', ring, member) then return end
  local now, own = tonumber(call('GET', ring .. ':at') or 0), tonumber(call('GET', ring .. ':of:' .. member) or 0)
  call('ZADD', ring, text(math.max(now, own)), member)
end
local function leave(ring, member)
  local tag = call('ZSCORE', ring, member)
  if not tag then return end
  call('ZREM', ring, member)
  call('SET', ring .. ':of:' .. member, text(tonumber(tag)), 'PX', kept)
end
local function remove(name, class, group, account)
  local ring = base .. ':' .. class
  local inner = ring .. ':' .. group
  local line = inner .. ':' .. account
  call('HDEL', base, name)
  call('ZREM', line, name)
  if call('EXISTS', line) == 0 then
    leave(inner, account)
    if call('EXISTS', inner) == 0 then leave(ring, group) end
  end
end
"""
)

ADD: Final = (
    "#!lua\n-- citadels work add 1\n-- KEYS base queue spent; ARGV name class group account first? arguments of each\n"
    + COMMON
    + """for at = 1, #ARGV, 6 do
  local name, class, group, account = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  if call('EXISTS', KEYS[3] .. ':' .. account) == 1 then class = '2' end
  local place = class .. ' ' .. group .. ' ' .. account .. ' '
  local known = call('HGET', base, name)
  if known and string.sub(known, 1, #place) ~= place then
    remove(name, string.match(known, '^(%S+) (%S+) (%S+) '))
    known = false
  end
  call('HSET', base, name, place .. ARGV[at + 5])
  if not known then
    local ring = base .. ':' .. class
    local inner = ring .. ':' .. group
    enter(ring, group)
    enter(inner, account)
    local number = call('INCR', base .. ':number')
    if ARGV[at + 4] == '1' then number = -number end
    call('ZADD', inner .. ':' .. account, number, name)
  end
end
return call('HLEN', base) - call('LLEN', KEYS[2])
"""
)

TAKE: Final = (
    "#!lua\n-- citadels work take 1\n-- KEYS base; ARGV provisional cost\n"
    + COMMON
    + """local taken = call('INCR', base .. ':taken')
local order = {'0', '1', '2'}
if taken % 16 == 0 then order = {'2', '1', '0'} elseif taken % 4 == 0 then order = {'1', '0', '2'} end
for _, class in ipairs(order) do
  local ring = base .. ':' .. class
  local first = call('ZRANGE', ring, 0, 0, 'WITHSCORES')
  if first[1] then
    local group, inner = first[1], ring .. ':' .. first[1]
    local second = call('ZRANGE', inner, 0, 0, 'WITHSCORES')
    local account, line = second[1], inner .. ':' .. second[1]
    local name = call('ZRANGE', line, 0, 0)[1]
    local work = call('HGET', base, name)
    call('SET', ring .. ':at', text(tonumber(first[2])), 'PX', kept)
    call('SET', inner .. ':at', text(tonumber(second[2])), 'PX', kept)
    call('ZINCRBY', ring, ARGV[1], group)
    call('ZINCRBY', inner, ARGV[1], account)
    remove(name, class, group, account)
    local others = 0
    for _, one in ipairs({'0', '1', '2'}) do
      local there = base .. ':' .. one
      others = others + call('ZCARD', there)
      if call('ZSCORE', there, group) then others = others - 1 end
    end
    return {name, class, group, account, string.match(work, '^%S+ %S+ %S+ (.*)$'), call('ZCARD', line), others, call('HLEN', base)}
  end
end
return false
"""
)

SETTLE: Final = (
    "#!lua\n-- citadels work settle 1\n-- KEYS base spent; ARGV class group account more spent_ms\n"
    + COMMON
    + """local function charge(ring, member)
  if call('ZSCORE', ring, member) then
    call('ZINCRBY', ring, ARGV[4], member)
  else
    local tag = tonumber(call('GET', ring .. ':of:' .. member) or call('GET', ring .. ':at') or 0)
    call('SET', ring .. ':of:' .. member, text(tag + ARGV[4]), 'PX', kept)
  end
end
charge(base .. ':' .. ARGV[1], ARGV[2])
charge(base .. ':' .. ARGV[1] .. ':' .. ARGV[2], ARGV[3])
if tonumber(ARGV[5]) > 0 then call('SET', KEYS[2] .. ':' .. ARGV[3], '1', 'PX', ARGV[5]) end
return 1
"""
)


class Work(NamedTuple):
    """A work that a worker has taken: its name, its arguments, whose share it takes, and what waits besides it."""

    name: str
    arguments: tuple[Any, ...]
    share: Share
    kind: str
    """Its class."""
    own: int
    """How many works of the same account and class wait."""
    others: int
    """How many other groups wait."""
    waiting: int
    """How many works wait in this queue."""

    @property
    def load(self) -> int:
        """What the account has to share its time with: its own other works, and the other groups."""
        return self.own + self.others


class FairQueue:
    """The work of one of RQ's queues. Its calls are those of redis-py, and fail as those do."""

    def __init__(self, name: str, connection: redis.Redis) -> None:
        self.name = name
        self.base = PREFIX + name
        self.spent = f"{PREFIX}spent"
        self.tickets = f"rq:queue:{name}"
        self.connection = connection
        untyped: Any = connection.register_script
        self._add, self._take, self._settle = untyped(ADD), untyped(TAKE), untyped(SETTLE)

    def add(self, works: Sequence[tuple[str, Sequence[Any], Share, bool]]) -> int:
        """Add works: name, arguments, share, and whether it comes first in its account. Returns how many tickets are missing."""
        said: list[str] = []
        for name, arguments, share, first in works:
            kind = AWAITED if share.awaited else ALONE
            told = json.dumps(arguments, separators=(",", ":"))
            said += (name, kind, share.group or "-", share.account or "-", "1" if first else "0", told)
        return int(self._add([self.base, self.tickets, self.spent], said))

    def take(self) -> Work | None:
        """The work that comes next; None if none waits."""
        found = self._take([self.base], [PROVISIONAL_MS])
        if not found:
            return None
        name, kind, group, account, told = (part.decode() for part in found[:5])
        own, others, waiting = found[5:]
        share = Share(group, account, awaited=kind == AWAITED)
        return Work(name, tuple(json.loads(told)), share, kind, own, others, waiting)

    def settle(self, work: Work, took_ms: float, spent_ms: int = 0) -> None:
        """Charge the time that a work took. For `spent_ms` more, all work of the account comes last."""
        share = work.share
        more = round(took_ms) - PROVISIONAL_MS
        self._settle([self.base, self.spent], [work.kind, share.group, share.account, more, spent_ms])

    def waits(self) -> bool:
        """Whether any work waits."""
        return bool(self.connection.exists(self.base))
