"""What holds for tables in every store."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.store.ports import Change, Known, Logged, Outcome

from tests.support.waits import until_async

if TYPE_CHECKING:
    from citadels_api.store.ports import Store

pytestmark = pytest.mark.anyio


async def begin(store: Store, table: str = "t") -> None:
    assert await store.create(table, b"doc", "secret", b"first", index="open", rank=7)


def change(expects: int, number: int = 0, **more: Any) -> Change:
    return Change(table="t", expects=expects, number=number or expects + 1, entry=b"entry %d" % expects, **more)


async def test_a_new_table_has_its_first_event_and_no_state(store: Store) -> None:
    await begin(store)
    found = await store.load("t", seed=True)
    assert found is not None
    assert (found.doc, found.number, found.state, found.deadline, found.seed) == (b"doc", 1, None, None, "secret")
    assert [(logged.number, logged.entry) for logged in await store.log("t")] == [(1, b"first")]


async def test_a_table_is_made_once(store: Store) -> None:
    await begin(store)
    assert not await store.create("t", b"doc", "secret", b"first", index="open", rank=7)
    assert not await store.create("t", b"other", "other", b"other", index="over", rank=9)
    assert await store.index("over", before=None, limit=9) == []
    found = await store.load("t")
    assert found is not None
    assert found.doc == b"doc"


async def test_there_is_nothing_where_no_table_was_made(store: Store) -> None:
    assert await store.load("t", key="k", seed=True) is None
    assert await store.log("t") == []
    assert await store.archived("t") is None
    assert (await store.commit(change(1, key="k"))).kind == "gone"
    assert not await store.archive("t", b"blob", expects=1, keep_ms=None)
    assert not await store.put_off("t", ms=0, expects=1)
    assert await store.load("t") is None


async def test_the_seed_is_told_only_where_it_is_asked_for(store: Store) -> None:
    await begin(store)
    found = await store.load("t")
    assert found is not None
    assert found.seed is None


async def test_a_change_is_written_whole(store: Store) -> None:
    await begin(store)
    outcome = await store.commit(change(1, 4, doc=b"new doc", state=b"state", allow=5000))
    found = await store.load("t")
    assert found is not None
    assert outcome == Outcome("ok", 4, outcome.now, outcome.now + 5000)
    assert (found.doc, found.number, found.state) == (b"new doc", 4, b"state")
    assert (found.asked, found.deadline) == (outcome.now, outcome.now + 5000)
    assert found.now >= outcome.now


async def test_what_a_change_does_not_name_stays(store: Store) -> None:
    await begin(store)
    first = await store.commit(change(1, doc=b"new doc", state=b"state", allow=5000))
    second = await store.commit(change(2))
    found = await store.load("t")
    assert found is not None
    assert (found.doc, found.number, found.state) == (b"new doc", 3, b"state")
    assert (found.asked, found.deadline, second.deadline) == (first.now, first.deadline, first.deadline)


async def test_a_deadline_can_be_taken_off(store: Store) -> None:
    await begin(store)
    await store.commit(change(1, allow=5000))
    outcome = await store.commit(change(2, allow=-1))
    found = await store.load("t")
    assert found is not None
    assert (outcome.deadline, found.deadline, found.asked) == (None, None, outcome.now)


async def test_a_change_of_what_has_moved_on_is_stale(store: Store) -> None:
    await begin(store)
    first = await store.commit(change(1, 3, state=b"state", allow=5000))
    late = await store.commit(change(1, 9, state=b"late", due_in=0, key="k", counts={"moves": 1}, moves_to="over"))
    found = await store.load("t", key="k")
    assert found is not None
    assert (late.kind, late.number, late.deadline) == ("stale", 3, first.deadline)
    assert (found.number, found.state, found.known) == (3, b"state", None)
    assert len(await store.log("t")) == 2
    assert await store.counts() == {}
    assert await store.index("over", before=None, limit=9) == []


async def test_of_many_that_change_the_same_event_exactly_one_wins(store: Store, another: Store) -> None:
    await begin(store)
    for number in range(1, 6):
        tries = [
            (store if place % 2 else another).commit(change(number, key=f"{place}:{number}")) for place in range(16)
        ]
        kinds = [outcome.kind for outcome in await asyncio.gather(*tries)]
        assert sorted(kinds) == ["ok", *["stale"] * 15]
    assert [logged.number for logged in await store.log("t")] == [1, 2, 3, 4, 5, 6]


async def test_a_key_is_answered_twice_alike_and_done_once(store: Store) -> None:
    await begin(store)
    sent = change(1, 3, key="0:a", digest=b"\x00 \n digest", allow=5000, counts={"moves": 1})
    first = await store.commit(sent)
    await store.commit(change(3, 4, allow=-1))
    again = await store.commit(sent)
    assert (again.kind, again.number, again.deadline) == ("replay", 3, first.deadline)
    assert await store.counts() == {"moves": 1}
    assert [logged.number for logged in await store.log("t")] == [1, 3, 4]
    found = await store.load("t", key="0:a")
    assert found is not None
    assert found.known == Known(b"\x00 \n digest", 3, first.deadline)


async def test_a_key_that_comes_with_another_request_is_refused(store: Store) -> None:
    await begin(store)
    await store.commit(change(1, key="0:a", digest=b"one"))
    outcome = await store.commit(change(2, key="0:a", digest=b"two"))
    assert (outcome.kind, outcome.number) == ("key_reused", 2)
    assert len(await store.log("t")) == 2


async def test_the_same_change_sent_many_times_at_once_is_done_once(store: Store, another: Store) -> None:
    await begin(store)
    sent = change(1, key="0:a", digest=b"one")
    outcomes = await asyncio.gather(*((store, another)[place % 2].commit(sent) for place in range(20)))
    assert sorted(outcome.kind for outcome in outcomes) == ["ok", *["replay"] * 19]
    assert len(await store.log("t")) == 2


async def test_long_keys_are_told_apart(store: Store) -> None:
    await begin(store)
    await store.commit(change(1, key="0:" + "a" * 200, digest=b"one"))
    assert (await store.commit(change(2, key="0:" + "a" * 199 + "b", digest=b"one"))).kind == "ok"


async def test_the_log_is_read_from_and_to_an_event(store: Store) -> None:
    await begin(store)
    for expects, number in ((1, 3), (3, 4), (4, 9)):
        await store.commit(change(expects, number))
    numbers = {
        (after, until, limit): [entry.number for entry in await store.log("t", after=after, until=until, limit=limit)]
        for after, until, limit in [
            (0, None, None),
            (1, None, None),
            (2, 4, None),
            (4, None, 1),
            (0, 3, 1),
            (9, None, 5),
        ]
    }
    assert numbers == {
        (0, None, None): [1, 3, 4, 9],
        (1, None, None): [3, 4, 9],
        (2, 4, None): [3, 4],
        (4, None, 1): [9],
        (0, 3, 1): [1],
        (9, None, 5): [],
    }


async def test_the_log_says_when(store: Store) -> None:
    await begin(store)
    outcome = await store.commit(change(1))
    assert [logged.at for logged in await store.log("t", after=1)] == [outcome.now]


async def test_a_table_moves_from_index_to_index(store: Store) -> None:
    await begin(store)
    assert await store.index("open", before=None, limit=9) == [(7, "t")]
    await store.commit(change(1, moves_from="open", moves_to="running", rank=7))
    assert await store.index("open", before=None, limit=9) == []
    assert await store.index("running", before=None, limit=9) == [(7, "t")]
    await store.commit(change(2, moves_from="running"))
    assert await store.index("running", before=None, limit=9) == []
    await store.commit(change(3, moves_to="over", rank=8))
    assert await store.index("over", before=None, limit=9) == [(8, "t")]


async def test_an_index_is_turned_page_by_page_across_all_shards(store: Store) -> None:
    tables = [f"table{place}" for place in range(40)]
    await asyncio.gather(
        *(store.create(table, b"d", "s", b"e", index="open", rank=place // 5) for place, table in enumerate(tables))
    )
    expected = sorted(((place // 5, table) for place, table in enumerate(tables)), reverse=True)
    seen: list[tuple[int, str]] = []
    while page := await store.index("open", before=seen[-1] if seen else None, limit=7):
        assert len(page) <= 7
        seen += page
    assert seen == expected


async def test_an_archived_table_keeps_its_doc_and_record_and_nothing_else(store: Store) -> None:
    await begin(store)
    await store.commit(change(1, state=b"state", due_in=0, allow=5000, key="k", digest=b"d", doc=b"over"))
    assert not await store.archive("t", b"blob", expects=1, keep_ms=None)
    assert await store.archived("t") is None
    assert await store.archive("t", b"blob", expects=2, keep_ms=None)
    assert await store.archived("t") == b"blob"
    found = await store.load("t", key="k", seed=True)
    assert found is not None
    assert (found.doc, found.number, found.state, found.seed, found.known) == (b"over", 2, None, None, None)
    assert found.deadline is None
    assert await store.log("t") == []
    assert await store.oldest_due() == 0
    assert not await store.archive("t", b"other", expects=2, keep_ms=None)
    assert await store.archived("t") == b"blob"


async def test_an_archived_table_takes_no_change(store: Store) -> None:
    await begin(store)
    await store.archive("t", b"blob", expects=1, keep_ms=None)
    assert (await store.commit(change(1, state=b"state"))).kind == "gone"
    assert not await store.put_off("t", ms=0, expects=1)
    assert await store.log("t") == []


async def test_an_archive_is_kept_for_as_long_as_it_is_told(store: Store) -> None:
    await begin(store)
    assert await store.archive("t", b"blob", expects=1, keep_ms=60)
    await until_gone(store)

    async def forgotten() -> bool:
        return await store.archived("t") is None

    await until_async(forgotten, "the record is gone, at most a moment after its table")


async def until_gone(store: Store) -> None:
    async def gone() -> bool:
        return await store.load("t") is None

    await until_async(gone, "the table is gone")


async def test_a_dropped_table_leaves_nothing(store: Store) -> None:
    await begin(store)
    await store.commit(change(1, state=b"state", due_in=0, key="k", digest=b"d"))
    await store.drop("t", index="open")
    assert await store.load("t") is None
    assert await store.index("open", before=None, limit=9) == []
    assert await store.log("t") == []
    assert await store.oldest_due() == 0
    await begin(store)
    found = await store.load("t", key="k")
    assert found is not None
    assert (found.number, found.known, found.state) == (1, None, None)
    await store.drop("nobody", index=None)


async def test_a_change_counts(store: Store) -> None:
    await begin(store)
    await store.commit(change(1, counts={"moves": 2, "games": 1}))
    await store.commit(change(2, counts={"moves": 3, "games": -1}))
    await store.tally("me", 1, {"moves": 5, "guests": 1})
    assert await store.counts() == {"moves": 10, "games": 0, "guests": 1}


async def test_a_batch_is_counted_once_however_often_it_is_sent(store: Store) -> None:
    for batch in (1, 1, 2, 1, 2):
        await store.tally("me", batch, {"moves": 5})
    await store.tally("another", 1, {"moves": 1})
    assert await store.counts() == {"moves": 11}


async def test_what_is_below_its_floor_is_lifted_and_nothing_else(store: Store) -> None:
    await store.tally("me", 1, {"moves": 5, "guests": 7}, floors={"moves": 3, "games": 2})
    assert await store.counts() == {"moves": 5, "guests": 7, "games": 2}
    await store.tally("me", 1, {}, floors={"moves": 6, "guests": 6})
    assert await store.counts() == {"moves": 6, "guests": 7, "games": 2}


async def test_a_log_that_is_put_in_anew_has_those_entries_and_forgets_the_keys(store: Store) -> None:
    await begin(store)
    await store.commit(change(1, state=b"state", key="k", digest=b"d"))
    entries = [Logged(1, 5, b"first one"), Logged(2, 6, b"packed")]
    for wrong in (1, 3):
        assert not await store.repack("t", entries, expects=wrong)
    assert [entry.entry for entry in await store.log("t")] != [b"first one", b"packed"]
    assert await store.repack("t", entries, expects=2)
    assert await store.log("t") == entries
    found = await store.load("t", key="k", seed=True)
    assert found is not None
    assert (found.number, found.state, found.known, found.seed is None) == (2, b"state", None, False)
    assert not await store.repack("nobody", entries, expects=0)
    await store.archive("t", b"blob", expects=2, keep_ms=None)
    assert not await store.repack("t", entries, expects=2)
    assert await store.log("t") == []
