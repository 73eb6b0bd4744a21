"""Webhooks of a tournament: where its entries are sent to, how far that has come, what became of each attempt.

1. A webhook is told of the log from its cursor on, in order; `citadels_workers` sends. A replay puts the cursor back.
2. Addresses are of the open internet and https, unless the operator names the host (`CITADELS_WEBHOOK_HOSTS`). What a name stands for is
   looked at again whenever something is sent.
3. The secret is told once; it is kept as it is, since deliveries are signed with it.
"""

from __future__ import annotations

import base64
import json
import secrets
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

from citadels_api.context import need
from citadels_api.contract import Page
from citadels_api.ids import new_id
from citadels_api.problems import Refusal
from citadels_api.store.keys import document
from citadels_api.tournaments.creation import needs_organizer
from citadels_api.tournaments.serializer import seen
from citadels_api.tournaments.stored import HookDoc, pack_tournament, unpack_hooks
from citadels_api.webhooks.addresses import is_named, is_open
from citadels_api.webhooks.contract import DeliveryAnswer, WebhookAnswer

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.context import House, Principal
    from citadels_api.settings import Settings
    from citadels_api.tournaments.log import Held


KINDS: Final = (
    "created", "changed", "opened", "closed", "invited", "entered", "withdrew", "started", "paused", "resumed", "cancelled", "pairings",
    "round", "result", "void", "corrected", "forfeited", "ended", "revealed",
)  # fmt: skip
"""The kinds of entries that can be sent."""
MOST_HOOKS: Final = 5
KEPT: Final = 500
"""How many attempts of a webhook are remembered."""
TRIES: Final = 20


def hooks_key(tour_id: str) -> str:
    """The webhooks of a tournament."""
    return document("hooks", tour_id)


def deliveries_key(hook_id: str) -> str:
    """The attempts of a webhook."""
    return document("deliveries", hook_id)


async def hooks_of(house: House, tour_id: str) -> list[HookDoc]:
    """The webhooks of a tournament, with their secrets: for who sends, and nobody else."""
    return unpack_hooks(await house.store.get(hooks_key(tour_id)))


async def change_hooks(house: House, tour_id: str, alter: Callable[[list[HookDoc]], list[HookDoc]]) -> list[HookDoc]:
    """The webhooks after the change, which is asked again when somebody was quicker."""
    for _ in range(TRIES):
        raw = await house.store.get(hooks_key(tour_id))
        before = unpack_hooks(raw)
        after = alter(list(before))
        if after == before:
            return after
        if await house.store.put(hooks_key(tour_id), pack_tournament(after) if after else None, expects=raw):
            return after
    raise Refusal("unavailable", "too many change these webhooks at the same time", retry_after=1)


async def change_hook(house: House, tour_id: str, hook_id: str, **said: Any) -> HookDoc | None:
    """A webhook with these fields; None where it was deleted."""

    def alter(found: list[HookDoc]) -> list[HookDoc]:
        return [msgspec.structs.replace(one, **said) if one.id == hook_id else one for one in found]

    after = await change_hooks(house, tour_id, alter)
    return next((one for one in after if one.id == hook_id), None)


async def note_delivery(
    house: House, hook: HookDoc, *, message: str, entry: int, kind: str, at: int, status: int | None, error: str | None, ms: int
) -> None:  # fmt: skip
    """Write down what became of an attempt."""
    told = {"id": message, "entry": entry, "kind": kind, "at": at, "status": status, "error": error, "ms": ms}
    await house.store.append(deliveries_key(hook.id), json.dumps(told).encode(), keep=KEPT)


# what the organizer does


async def make_webhook(
    house: House, who: Principal | None, tour_id: str, *, url: str, kinds: list[str] | None = None
) -> WebhookAnswer:
    """A webhook for what comes from now on, with the secret that is told this once."""
    there = await own(house, who, tour_id)
    check_url(house.settings, url)
    wanted = list(dict.fromkeys(kinds or []))
    if any(kind not in KINDS for kind in wanted):
        raise Refusal("invalid", f"kinds: of {', '.join(KINDS)}", errors=[{"path": "kinds"}])
    made = HookDoc(
        id=new_id("hook", there.now),
        tournament=tour_id,
        created=there.now,
        url=url,
        secret="whsec_" + base64.b64encode(secrets.token_bytes(32)).decode(),
        kinds=wanted,
        cursor=there.number,
    )

    def put(found: list[HookDoc]) -> list[HookDoc]:
        if len(found) >= MOST_HOOKS:
            raise Refusal("too_many", f"a tournament has at most {MOST_HOOKS} webhooks")
        return [*found, made]

    await change_hooks(house, tour_id, put)
    await look_soon(house, there)
    return answer(made, secret=made.secret)


async def webhooks(house: House, who: Principal | None, tour_id: str) -> list[WebhookAnswer]:
    """The webhooks of a tournament, without their secrets; only for its organizer."""
    await own(house, who, tour_id)
    return [answer(one) for one in await hooks_of(house, tour_id)]


async def delete_webhook(house: House, who: Principal | None, tour_id: str, hook_id: str) -> WebhookAnswer:
    """Nothing more is sent there."""
    await own(house, who, tour_id)
    found = await hook_named(house, tour_id, hook_id)
    await change_hooks(house, tour_id, lambda hooks: [one for one in hooks if one.id != hook_id])
    return answer(found)


async def replay_webhook(
    house: House, who: Principal | None, tour_id: str, hook_id: str, *, after: int = 0
) -> WebhookAnswer:
    """Everything after a number of the log is sent again, each message under the id that it had."""
    there = await own(house, who, tour_id)
    await hook_named(house, tour_id, hook_id)
    after = min(max(0, after), there.number)
    changed = await change_hook(house, tour_id, hook_id, cursor=after, failures=0, next_at=0, off=False)
    if changed is None:
        raise Refusal("not_found", "there is no such webhook")
    await look_soon(house, there)
    return answer(changed)


async def deliveries(
    house: House, who: Principal | None, tour_id: str, hook_id: str, *, after: int = 0, limit: int = 100
) -> Page[DeliveryAnswer]:
    """What became of the attempts, from a number on; `next` goes on from there."""
    await own(house, who, tour_id)
    await hook_named(house, tour_id, hook_id)
    kept = await house.store.appended(deliveries_key(hook_id), after=after)
    wanted = max(1, min(limit, KEPT))
    items = [delivery(number, json.loads(raw)) for number, raw in kept[:wanted]]
    return Page(items, str(items[-1].number) if len(kept) > wanted else None)


def delivery(number: int, told: dict[str, Any]) -> DeliveryAnswer:
    """An attempt as it was written down."""
    return DeliveryAnswer(
        number, told["id"], told["entry"], told["kind"], told["at"], told["status"], told["error"], told["ms"]
    )


async def own(house: House, who: Principal | None, tour_id: str) -> Held:
    """A tournament that the asker runs."""
    asker = need(who, "tournament:write")
    there = await seen(house, asker, tour_id)
    needs_organizer(there.doc, asker)
    return there


async def hook_named(house: House, tour_id: str, hook_id: str) -> HookDoc:
    """The webhook of that id."""
    for one in await hooks_of(house, tour_id):
        if one.id == hook_id:
            return one
    raise Refusal("not_found", "there is no such webhook")


async def look_soon(house: House, there: Held) -> None:
    """The clock looks at the tournament at once; where it has moved on, it will anyway."""
    await house.store.put_off(there.doc.id, ms=0, expects=there.number)


def answer(hook: HookDoc, *, secret: str | None = None) -> WebhookAnswer:
    """What the organizer is told of a webhook."""
    return WebhookAnswer(
        hook.id, hook.tournament, hook.url, hook.kinds, hook.created, hook.cursor, hook.failures, hook.off, secret
    )


# addresses


def bad_url(message: str) -> Refusal:
    """An address that nothing is sent to."""
    return Refusal("bad_setup", f"url: {message}")


def check_url(settings: Settings, url: str) -> None:
    """Refuse an address that nothing may be sent to: not https, or not of the open internet, and its host not named by the operator."""
    if len(url) > 2_000 or not url.isascii() or not url.isprintable() or " " in url:
        raise bad_url("at most 2000 printable ASCII characters")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise bad_url("not an address") from None
    if parts.scheme not in ("http", "https") or not host:
        raise bad_url("https://HOST/...")
    if parts.username is not None or parts.password is not None or "@" in parts.netloc:
        raise bad_url("names nobody: deliveries are signed instead")
    if parts.fragment:
        raise bad_url("has no fragment")
    if is_named(parts.scheme, host, port, settings.webhook_hosts):
        return
    if parts.scheme != "https":
        raise bad_url("only https, unless the operator names the host, with its port where that is not the usual one")
    if not is_open(host):
        raise bad_url(
            "the host is not of the open internet, and the operator does not name it, with its port where that is not the usual one"
        )
