"""Webhooks: delivery of a tournament's log entries to addresses that the organizer has chosen.

1. Entries are sent in order, one at a time. A failed delivery is repeated for a day, after growing pauses, and blocks later entries. After
   that the webhook is off, and a replay from any number turns it on again.
2. Each message is signed as in Standard Webhooks, and has the same id in every attempt. If a response or a process was lost, a message may
   come twice; receivers recognize it by its id.
3. The games' store keeps the progress of each webhook. The delivering process holds a lease on it, so that messages do not overtake each
   other.
4. A process serves a limited number of webhooks at a time, and of these a limited number for one receiver and for one organizer.
5. A host is resolved once per attempt, and only the checked address is used. Private addresses in any spelling are refused unless the
   operator allows the host. Redirects, long responses and slow responses are refused too.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import hmac
import json
import secrets
import time
from collections import deque
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
import structlog
from citadels_api.store.keys import document
from citadels_api.store.ports import StoreError
from citadels_api.tournaments.log import entries_of, held
from citadels_api.tournaments.log_archive import batches
from citadels_api.tournaments.sealed_deals import open_entry
from citadels_api.webhooks.service import change_hooks, hooks_of, note_delivery

from citadels_workers.outbound_http import Refused, send

if TYPE_CHECKING:
    from citadels_api.context import House
    from citadels_api.tournaments.log import Held
    from citadels_api.tournaments.stored import HookDoc
    from citadels_contest.log import Entry


LOG: Final = structlog.get_logger("hooks")
FIRST_PAUSE_MS: Final = 5_000
LONGEST_PAUSE_MS: Final = 3_600_000
PAGE: Final = 200
AT_A_TIME: Final = 100
"""How many webhooks a process serves at a time."""
AT_ONE_HOST: Final = 10
"""How many of them may be at one receiver, which may be slow."""
OF_ONE_ACCOUNT: Final = 10
"""How many of them may be one organizer's."""
_under_way: dict[str, asyncio.Task[None]] = {}
_places: dict[str, tuple[str, str]] = {}
"""The receiver and the organizer of each webhook that is served."""


class Told(NamedTuple):
    """An entry to send: the number of the entry sent before it, its own number, and its time."""

    after: int
    number: int
    at: int
    entry: Entry


# what is sent


def message(tour_id: str, told: Told) -> bytes:
    """The body of a message."""
    facts = {name: value for name, value in told.entry.items() if name not in ("kind", "at")}
    made = {
        "type": f"tournament.{told.entry['kind']}",
        "timestamp": datetime.fromtimestamp(told.at / 1000, UTC).isoformat().replace("+00:00", "Z"),
        "data": {"tournament": tour_id, "number": told.number, "facts": facts},
    }
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()


def signature(secret: str, name: str, seconds: int, body: bytes) -> str:
    """The signature of a message, as Standard Webhooks has it.

    >>> signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    """
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = hmac.new(key, f"{name}.{seconds}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(signed).decode()}"


def pause_after(failures: int) -> int:
    """The pause in milliseconds after this number of failures in a row.

    >>> [pause_after(count) // 1000 for count in (1, 2, 3, 30)]
    [5, 10, 20, 3600]
    """
    return int(min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** min(failures - 1, 20)))


def is_given_up(failures: int, keep_ms: int) -> bool:
    """Whether it has failed for so long that deliveries stop."""
    return sum(pause_after(count) for count in range(1, failures + 1)) > keep_ms


# when


async def see_to_hooks(house: House, there: Held) -> int | None:
    """Start the due deliveries. Returns the milliseconds until the next look, None if nothing is left."""
    waits: list[int] = []
    for hook in await hooks_of(house, there.doc.id):
        if hook.off or hook.cursor >= there.number:
            continue
        waits.append(max(1000, hook.next_at - there.now))
        organizer = there.doc.organizer.owner or there.doc.organizer.account or ""
        if hook.next_at <= there.now and has_slot(hook, organizer):
            task = asyncio.create_task(deliver_quietly(house, there.doc.id, hook.id))
            _under_way[hook.id] = task
            _places[hook.id] = host_of(hook.url), organizer
            task.add_done_callback(partial(give_back, hook.id))
    return min(waits, default=None)


def host_of(url: str) -> str:
    """The receiver that an address names, whatever its path."""
    return urlsplit(url).hostname or ""


def has_slot(hook: HookDoc, organizer: str) -> bool:
    """Whether a webhook may be served now: no receiver and no organizer has all slots."""
    if hook.id in _under_way or len(_under_way) >= AT_A_TIME:
        return False
    host = host_of(hook.url)
    at_host = sum(one == host for one, _ in _places.values())
    of_account = sum(one == organizer for _, one in _places.values())
    return at_host < AT_ONE_HOST and of_account < OF_ONE_ACCOUNT


def give_back(hook_id: str, _: object = None) -> None:
    """Give the slot of a webhook back."""
    _under_way.pop(hook_id, None)
    _places.pop(hook_id, None)


async def deliver_quietly(house: House, tour_id: str, hook_id: str) -> None:
    """Deliver. After any error, the clock's next look tries again."""
    try:
        await deliver(house, tour_id, hook_id)
    except StoreError as error:
        LOG.warning("a webhook was broken off", hook=hook_id, reason=type(error).__name__)
    except Exception as error:
        LOG.exception("a webhook could not be delivered", hook=hook_id, reason=type(error).__name__)


async def deliver(house: House, tour_id: str, hook_id: str) -> int:
    """Send all unsent entries to a webhook until an attempt fails. Returns the number of delivered messages."""
    lease, own = document("hooking", hook_id), secrets.token_bytes(8)
    lasts = house.settings.webhook_timeout_ms + 5000
    if not await house.store.put(lease, own, expects=None, ttl_ms=lasts):
        return 0
    arrived = 0
    try:
        ahead: deque[Told] = deque()
        while await deliver_next(house, tour_id, hook_id, ahead):
            arrived += 1
            if not await house.store.put(lease, own, expects=own, ttl_ms=lasts):
                break
    finally:
        with contextlib.suppress(StoreError):
            await house.store.put(lease, None, expects=own)
    return arrived


async def deliver_next(house: House, tour_id: str, hook_id: str, ahead: deque[Told]) -> bool:
    """Send the next message of a webhook; returns whether it arrived. `ahead` are entries that were read together with earlier ones."""
    now = await house.store.now()
    hook = await hook_of(house, tour_id, hook_id)
    if hook is None or hook.off or hook.next_at > now:
        return False
    if ahead and ahead[0].after != hook.cursor:
        ahead.clear()  # a replay has put it elsewhere
    if not ahead:
        last = await read_ahead(house, hook, ahead)
        if not ahead:
            if last > hook.cursor:
                await keep(house, hook, cursor=last)
            return False
    told = ahead.popleft()
    number = told.number
    name, body, seconds = f"{hook.id}_{number}", message(tour_id, told), now // 1000
    headers = {
        "content-type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": str(seconds),
        "webhook-signature": signature(hook.secret, name, seconds, body),
    }
    began = time.monotonic()
    status, error = None, None
    try:
        status = await send(
            hook.url, body, headers, hosts=house.settings.webhook_hosts, timeout_ms=house.settings.webhook_timeout_ms
        )
    except Refused as refused:
        error = str(refused)
    took = int((time.monotonic() - began) * 1000)
    kind = str(told.entry["kind"])
    await note_delivery(house, hook, message=name, entry=number, kind=kind, at=now, status=status, error=error, ms=took)
    if status is not None and 200 <= status < 300:
        await keep(house, hook, cursor=number, failures=0, next_at=0)
        return True
    failures = hook.failures + 1
    off = status == 410 or is_given_up(failures, house.settings.webhook_keep_ms)
    at = now + pause_after(failures) + secrets.randbelow(1000)
    await keep(house, hook, failures=failures, next_at=at, off=off)
    return False


async def read_ahead(house: House, hook: HookDoc, ahead: deque[Told]) -> int:
    """Read the next entries for a webhook. Returns also the number up to which there are no others."""
    last = before = hook.cursor
    while not ahead:
        logged = await batches(house, hook.tournament, after=last, limit=PAGE)
        there = await held(house, hook.tournament) if logged else None
        if there is None:
            break
        for one in logged:
            entries = entries_of(one)
            for number, entry in enumerate(entries, one.number - len(entries) + 1):
                if number > hook.cursor and (not hook.kinds or entry["kind"] in hook.kinds):
                    ahead.append(Told(before, number, one.at, open_entry(there.event, entry)))
                    before = number
            last = one.number
    return last


# what is kept


async def hook_of(house: House, tour_id: str, hook_id: str) -> HookDoc | None:
    """A webhook as it is stored."""
    return next((one for one in await hooks_of(house, tour_id) if one.id == hook_id), None)


async def keep(house: House, hook: HookDoc, **said: Any) -> None:
    """Store the result of a delivery, unless a replay has changed the webhook's position meanwhile."""

    def alter(found: list[HookDoc]) -> list[HookDoc]:
        same = [one.id == hook.id and (one.cursor, one.failures) == (hook.cursor, hook.failures) for one in found]
        return [msgspec.structs.replace(one, **said) if right else one for one, right in zip(found, same, strict=True)]

    await change_hooks(house, hook.tournament, alter)
