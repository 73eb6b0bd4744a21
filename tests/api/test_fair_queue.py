"""The fair queue on a real server: who comes next, how much of the workers each gets, and what is lost."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.context import Share
from citadels_api.fair_queue import PREFIX, PROVISIONAL_MS, FairQueue
from citadels_api.job_queue import queue_connection
from citadels_api.settings import Settings

from tests.support.servers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    import redis

COST = 50


@pytest.fixture(scope="module")
def server() -> Iterator[redis.Redis]:
    with Server("valkey") as started:
        yield queue_connection(Settings(redis_url=started.url, queue_redis_url=None))


@pytest.fixture
def works(server: redis.Redis) -> FairQueue:
    server.flushall()
    return FairQueue("fast", server)


def add(
    works: FairQueue, name: str, account: str, *, group: str = "", awaited: bool = True, first: bool = False
) -> int:
    return works.add([(name, (name, 7, 2), Share(group or account, account, awaited), first)])


def taken(works: FairQueue, count: int, *, cost: float = COST, again: bool = False) -> list[str]:
    """The works that are taken one after the other, each done in the same time; with `again` each comes back at once."""
    found = []
    for _ in range(count):
        work = works.take()
        if work is None:
            break
        works.settle(work, cost)
        found.append(work.name)
        if again:
            works.add([(work.name, work.arguments, work.share, False)])
    return found


def test_a_work_is_taken_once_with_what_it_was_given(works: FairQueue) -> None:
    add(works, "t1", "ann", group="net")
    work = works.take()
    assert work is not None
    assert (work.name, work.arguments, work.share) == ("t1", ("t1", 7, 2), Share("net", "ann", awaited=True))
    assert works.take() is None


def test_a_newcomer_comes_before_the_many_works_of_another(works: FairQueue) -> None:
    for number in range(100):
        add(works, f"b{number}", "bob")
    assert len(taken(works, 10)) == 10
    add(works, "a", "ann")
    assert taken(works, 1) == ["a"]


def test_accounts_share_the_time_equally_whatever_the_number_of_their_works(works: FairQueue) -> None:
    for number in range(30):
        add(works, f"b{number}", "bob")
    add(works, "a", "ann")
    add(works, "c", "cid")
    assert Counter(name[0] for name in taken(works, 30, again=True)) == {"a": 10, "b": 10, "c": 10}


def test_time_is_shared_and_not_the_number_of_works(works: FairQueue) -> None:
    add(works, "a", "ann")
    add(works, "b", "bob")
    used: Counter[str] = Counter()
    for _ in range(60):
        work = works.take()
        assert work is not None
        cost = 10 if work.name == "a" else 100
        works.settle(work, cost)
        used[work.name] += cost
        works.add([(work.name, work.arguments, work.share, False)])
    assert abs(used["a"] - used["b"]) <= 200, used


def test_the_guests_of_one_network_share_one_share_and_share_it_equally(works: FairQueue) -> None:
    for number in range(9):
        add(works, f"g{number}", f"guest{number}", group="net1")
    add(works, "h", "guest_h", group="net2")
    names = taken(works, 36, again=True)
    assert Counter(name[0] for name in names) == {"g": 18, "h": 18}
    assert set(Counter(name for name in names if name[0] == "g").values()) == {2}


def test_the_tables_of_an_account_take_turns(works: FairQueue) -> None:
    for name in ("t1", "t2", "t3"):
        add(works, name, "ann")
    assert taken(works, 6, again=True) == ["t1", "t2", "t3", "t1", "t2", "t3"]


def test_the_rest_of_a_game_comes_before_the_other_games_of_its_account(works: FairQueue) -> None:
    add(works, "g1", "ann")
    add(works, "g2", "ann")
    add(works, "g3", "ann", first=True)
    assert taken(works, 3) == ["g3", "g1", "g2"]


def test_whoever_comes_back_has_saved_nothing_up(works: FairQueue) -> None:
    for number in range(50):
        add(works, f"b{number}", "bob")
    taken(works, 20, again=True)
    add(works, "a1", "ann")
    add(works, "a2", "ann")
    assert Counter(name[0] for name in taken(works, 20, again=True))["a"] in (10, 11), "half, and one at the start"


def test_whoever_leaves_the_queue_after_each_work_pays_for_what_he_used(works: FairQueue) -> None:
    add(works, "b1", "bob")
    add(works, "b2", "bob")
    for _ in range(20):
        add(works, "a", "ann")
        found = taken(works, 1, again=False)
        if found != ["a"]:
            add(works, found[0], "bob")
    left = taken(works, 40, again=True)
    assert abs(Counter(name[0] for name in left)["a"] - 20) <= 1


def test_a_table_that_somebody_waits_for_comes_before_those_of_ais_alone(works: FairQueue) -> None:
    for number in range(5):
        add(works, f"b{number}", "bob", awaited=False)
    add(works, "a", "ann")
    assert taken(works, 1) == ["a"]


def test_games_of_ais_alone_get_a_quarter_of_the_works_while_others_wait(works: FairQueue) -> None:
    for number in range(5):
        add(works, f"b{number}", "bob", awaited=False)
        add(works, f"a{number}", "ann")
    assert Counter(name[0] for name in taken(works, 40, again=True)) == {"a": 30, "b": 10}


def test_the_work_of_an_account_beyond_its_budget_comes_last_but_comes(works: FairQueue) -> None:
    add(works, "b", "bob")
    work = works.take()
    assert work is not None
    works.settle(work, COST, spent_ms=60_000)
    add(works, "b", "bob")
    add(works, "a", "ann", awaited=False)
    names = taken(works, 64, again=True)
    assert names[0] == "a"
    assert Counter(names)["b"] == 4, "one of sixteen"


def test_a_work_that_waits_already_keeps_its_place_and_takes_the_new_arguments(works: FairQueue) -> None:
    add(works, "t1", "ann")
    add(works, "t2", "ann")
    works.add([("t1", ("t1", 9, 3), Share("ann", "ann"), False)])
    work = works.take()
    assert work is not None
    assert work.arguments == ("t1", 9, 3)
    assert taken(works, 2) == ["t2"]


def test_a_work_whose_class_has_changed_waits_in_its_new_class_only(works: FairQueue) -> None:
    add(works, "t1", "ann", awaited=False)
    add(works, "t1", "ann", awaited=True)
    work = works.take()
    assert work is not None
    assert work.share.awaited is True
    assert works.take() is None


def test_the_missing_tickets_are_the_works_without_a_job(works: FairQueue, server: redis.Redis) -> None:
    assert add(works, "t1", "ann") == 1
    assert add(works, "t2", "ann") == 2
    server.rpush(works.tickets, "job")
    assert add(works, "t2", "ann") == 1
    server.rpush(works.tickets, "job", "job")
    assert add(works, "t2", "ann") == -1


def test_a_work_says_what_waits_besides_it(works: FairQueue) -> None:
    for name, account in (("a1", "ann"), ("a2", "ann"), ("a3", "ann"), ("b", "bob")):
        add(works, name, account)
    add(works, "c", "cid", awaited=False)
    work = works.take()
    assert work is not None
    assert (work.name, work.own, work.others, work.waiting, work.load) == ("a1", 2, 2, 4, 4)


def test_nothing_is_left_of_works_that_are_done_but_what_expires(works: FairQueue, server: redis.Redis) -> None:
    for number in range(20):
        add(works, f"t{number}", f"acct{number % 3}", group=f"net{number % 2}", awaited=number % 5 > 0)
    assert works.waits()
    assert len(taken(works, 30)) == 20
    assert not works.waits()
    names: Any = server.keys(f"{PREFIX}*")
    lasting = {name.decode() for name in names if server.ttl(name) == -1}
    assert lasting == {f"{works.base}:number", f"{works.base}:taken"}


def test_a_work_costs_something_before_its_time_is_known(works: FairQueue) -> None:
    assert PROVISIONAL_MS > 0
    for name, account in (("a1", "ann"), ("a2", "ann"), ("b1", "bob"), ("b2", "bob")):
        add(works, name, account)
    names = [work.name for work in (works.take() for _ in range(4)) if work is not None]
    assert [name[0] for name in names] in (["a", "b", "a", "b"], ["a", "b", "b", "a"])
