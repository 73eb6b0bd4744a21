"""Webhooks: where they may go, who sees their secret, from where they go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from citadels_api.problems import Refusal
from citadels_api.settings import Settings
from citadels_api.store.keys import shard_of
from citadels_api.tournaments.log import OWN
from citadels_api.webhooks import service as webhook_service
from citadels_api.webhooks.service import KINDS, change_hook, check_url, hooks_of, note_delivery
from citadels_contest import log

from tests.support.tournament_world import made_world

if TYPE_CHECKING:
    from citadels_api.webhooks.contract import WebhookAnswer

pytestmark = pytest.mark.anyio


def allowed(url: str, *hosts: str) -> bool:
    """Whether something may be sent to that address."""
    try:
        check_url(Settings(redis_url="memory://", webhook_hosts=hosts, queue_redis_url=None), url)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("url", ["https://example.com/hook?a=1", "https://hooks.example.org:8443/", "https://8.8.8.8/"])
def test_the_open_internet_is_told_over_https(url: str) -> None:
    assert allowed(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/", "ftp://example.com/", "https:///nothing", "https://user:pass@example.com/", "https://user@example.com/",
        "https://127.0.0.1/", "https://[::1]/", "https://10.1.2.3/", "https://169.254.169.254/latest", "https://192.168.0.1/", "https://localhost/",
        "https://redis/", "https://db.internal/", "https://printer.local/", "https://2130706433/", "https://0x7f.1/", "https://127.1/",
        "https://[::ffff:127.0.0.1]/", "https://[fe80::1]/", "https://0.0.0.0/", "https://example.com/#part", "https://exa mple.com/",
        "https://[64:ff9b::7f00:1]/", "https://[2002:7f00:1::]/", "https://224.0.0.1/",
        "https://example.com:99999/", "https://127.0.0.1\\@example.com/", "https://localhost./",
    ],
)  # fmt: skip
def test_nothing_else_is(url: str) -> None:
    assert not allowed(url)


def test_the_operator_allows_a_host_by_name() -> None:
    assert allowed("http://127.0.0.1:9000/x", "127.0.0.1:9000")
    assert not allowed("http://127.0.0.1:9001/x", "127.0.0.1:9000")
    assert allowed("http://hooks.internal/", "Hooks.internal")
    assert allowed("http://[::1]:9000/", "[::1]:9000")
    assert allowed("https://hooks.internal:443/", "hooks.internal")
    assert not allowed("https://hooks.internal:444/", "hooks.internal")


async def test_the_secret_is_told_once_and_deliveries_go_on_from_the_present() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"])
    hook = await webhook_service.make_webhook(world.house, world.organizer, made.id, url="https://example.com/")
    assert hook.secret is not None
    assert hook.secret.startswith("whsec_")
    assert hook.cursor == made.number
    (listed,) = await webhook_service.webhooks(world.house, world.organizer, made.id)
    assert (listed.id, listed.secret) == (hook.id, None)
    assert [one.secret for one in await hooks_of(world.house, made.id)] == [hook.secret]


async def test_a_replay_goes_back_and_turns_it_on_again() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"])
    hook = await webhook_service.make_webhook(world.house, world.organizer, made.id, url="https://example.com/")
    await change_hook(world.house, made.id, hook.id, off=True, failures=9)
    again = await webhook_service.replay_webhook(world.house, world.organizer, made.id, hook.id, after=1)
    assert (again.cursor, again.off, again.failures) == (1, False, 0)
    far = await webhook_service.replay_webhook(world.house, world.organizer, made.id, hook.id, after=10**9)
    assert far.cursor == made.number


async def test_attempts_are_listed_from_a_number_on() -> None:
    world = await made_world()
    made = await world.make()
    made_hook = await webhook_service.make_webhook(world.house, world.organizer, made.id, url="https://example.com/")
    (hook,) = await hooks_of(world.house, made.id)
    for n in range(3):
        await note_delivery(
            world.house, hook, message=f"msg_{n}", entry=n, kind="result", at=n, status=None, error="timeout", ms=5
        )
    page = await webhook_service.deliveries(world.house, world.organizer, made.id, made_hook.id, limit=2)
    assert [one.id for one in page.items] == ["msg_0", "msg_1"]
    rest = await webhook_service.deliveries(
        world.house, world.organizer, made.id, made_hook.id, after=int(page.next or 0), limit=2
    )
    assert ([one.id for one in rest.items], rest.next) == (["msg_2"], None)


async def test_there_are_a_few_at_most_and_a_deleted_one_is_gone() -> None:
    world = await made_world()
    made = await world.make()
    hooks = [
        await webhook_service.make_webhook(world.house, world.organizer, made.id, url=f"https://example.com/{n}")
        for n in range(5)
    ]
    with pytest.raises(Refusal, match="too_many"):
        await webhook_service.make_webhook(world.house, world.organizer, made.id, url="https://example.com/")
    await webhook_service.delete_webhook(world.house, world.organizer, made.id, hooks[0].id)
    with pytest.raises(Refusal, match="not_found"):
        await webhook_service.replay_webhook(world.house, world.organizer, made.id, hooks[0].id)
    assert len(await webhook_service.webhooks(world.house, world.organizer, made.id)) == 4


async def test_a_webhook_is_told_the_kinds_that_it_names_once_and_no_other() -> None:
    world = await made_world()
    made = await world.make()

    async def hook(*kinds: str, url: str = "https://example.com/") -> WebhookAnswer:
        return await webhook_service.make_webhook(world.house, world.organizer, made.id, url=url, kinds=list(kinds))

    assert (await hook("result", "ended", "result")).kinds == ["result", "ended"]
    assert (await hook()).kinds == []
    with pytest.raises(Refusal, match="invalid"):
        await hook("result", "weather")
    longest = "https://example.com/" + "x" * 1980
    assert (await hook(url=longest)).url == longest
    with pytest.raises(Refusal, match="bad_setup"):
        await hook(url=f"{longest}x")


async def test_only_the_organizer_has_to_do_with_webhooks() -> None:
    world = await made_world()
    made, stranger = await world.make(), await world.account()
    hook = await webhook_service.make_webhook(world.house, world.organizer, made.id, url="https://example.com/")
    for asked in (
        webhook_service.make_webhook(world.house, stranger, made.id, url="https://example.com/"),
        webhook_service.webhooks(world.house, stranger, made.id),
        webhook_service.delete_webhook(world.house, stranger, made.id, hook.id),
        webhook_service.replay_webhook(world.house, stranger, made.id, hook.id),
        webhook_service.deliveries(world.house, stranger, made.id, hook.id),
    ):
        with pytest.raises(Refusal, match="forbidden"):
            await asked


async def test_the_clock_looks_at_once_where_something_is_to_be_sent() -> None:
    world = await made_world()
    made = await world.make()
    house = world.house

    async def due() -> list[str]:
        return [name for name, _ in await house.store.claim(shard_of(made.id), lease_ms=3_600_000, limit=9)]

    assert await due() == []
    hook = await webhook_service.make_webhook(house, world.organizer, made.id, url="https://example.com/")
    assert await due() == [made.id]
    await change_hook(house, made.id, hook.id, next_at=world.clock.now + 9000, failures=3)
    assert await due() == []
    await webhook_service.replay_webhook(house, world.organizer, made.id, hook.id, after=-7)
    assert await due() == [made.id]
    (kept,) = await hooks_of(house, made.id)
    assert (kept.cursor, kept.next_at, kept.failures) == (0, 0, 0)


@pytest.mark.parametrize(("limit", "told"), [(-1, 1), (0, 1), (2, 2), (10_000, 3)])
async def test_a_page_of_attempts_has_at_least_one(limit: int, told: int) -> None:
    world = await made_world()
    made = await world.make()
    hook = await webhook_service.make_webhook(world.house, world.organizer, made.id, url="https://example.com/")
    (kept,) = await hooks_of(world.house, made.id)
    for n in (1, 2, 3):
        await note_delivery(
            world.house, kept, message="m", entry=n, kind="result", at=10 * n, status=200 + n, error=None, ms=30 + n
        )
    page = await webhook_service.deliveries(world.house, world.organizer, made.id, hook.id, limit=limit)
    assert [(one.number, one.entry, one.at, one.status, one.ms) for one in page.items] == [
        (n, n, 10 * n, 200 + n, 30 + n) for n in range(1, told + 1)
    ]
    assert page.next == (None if told == 3 else str(told))


async def test_a_webhook_that_is_deleted_takes_no_other_with_it() -> None:
    world = await made_world()
    made = await world.make()
    hooks = [
        await webhook_service.make_webhook(world.house, world.organizer, made.id, url=f"https://example.com/{n}")
        for n in range(3)
    ]
    gone = await webhook_service.delete_webhook(world.house, world.organizer, made.id, hooks[1].id)
    assert (gone.id, gone.secret) == (hooks[1].id, None)
    assert [one.id for one in await webhook_service.webhooks(world.house, world.organizer, made.id)] == [
        hooks[0].id,
        hooks[2].id,
    ]


def test_every_kind_of_entry_can_be_sent_and_nothing_else() -> None:
    assert set(KINDS) == {*OWN, *log.KINDS}
    assert len(KINDS) == len(set(KINDS))
