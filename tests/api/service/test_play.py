"""Playing through the use cases: what a move answers, and what the log makes of it."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import msgspec
import pytest
from citadels_api.problems import Refusal
from citadels_api.service import archiving, play, tables
from citadels_api.service.attending import attend
from citadels_api.service.follow import events
from citadels_api.service.orders import ClockOrder, SeatOrder, TableOrder
from citadels_engine.record import read, verify

from tests.support.houses import guest, make_house, move, playing, seats_of, table_for

if TYPE_CHECKING:
    from citadels_api.answers import Committed, EventAnswer
    from citadels_api.service.house import House, Principal
    from citadels_api.store.ports import Logged

pytestmark = pytest.mark.anyio


async def asked(house: House, table: str, people: list[Principal]) -> tuple[Principal, int, list[str]]:
    """Who has to act, at which decision, with which actions."""
    for who in people:
        position = await play.position(house, who, table)
        if position.decision is not None and position.decision.actions is not None:
            return who, position.decision.n, [action.text for action in position.decision.actions]
    raise AssertionError("nobody is asked")


async def refused(awaitable: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await awaitable  # type: ignore[misc]  # a coroutine
    return caught.value


@pytest.mark.parametrize(("edition", "players"), [("modern", 2), ("modern", 4), ("classic", 3), ("classic", 7)])
async def test_a_game_is_played_to_its_end_and_its_record_verifies(edition: str, players: int) -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(players)]
    table = await table_for(house, people, edition=edition)
    moves = await playing(house, table, people)
    found = await tables.table(house, people[0], table)
    assert found.status == "over"
    assert found.result is not None
    assert moves > 50
    record = read(await archiving.record(house, people[0], table))
    assert verify(record).ok
    assert record.header.commitment == found.commitment
    assert record.result is not None
    assert record.result.places == found.result.places


async def test_ai_seats_play_their_bursts() -> None:
    house, rings, _ = make_house()
    people = [await guest(house)]
    table = await table_for(house, people, ai=3)
    await playing(house, table, people)
    assert (await tables.table(house, people[0], table)).status == "over"
    record = read(await archiving.record(house, people[0], table))
    assert {taken.by for taken in record.taken} == {"ai", None}
    assert verify(record).ok
    assert rings.calls


async def test_the_same_key_gives_the_same_answer_for_ever() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    chance = random.Random(5)
    answers: list[tuple[Principal, int, list[str], str, Committed]] = []
    for number in range(60):
        who, n, actions = await asked(house, table, people)
        clock.now += 1700
        said = [chance.choice(actions), chance.choice(actions), "end"]
        key = f"key {number}"
        answer = await play.submit(house, who, table, n=n, actions=said, key=key)
        answers.append((who, n, said, key, answer))
    assert any(answer.taken > 1 for *_, answer in answers)
    assert any(answer.stopped is not None for *_, answer in answers)
    number = (await tables.table(house, people[0], table)).number
    for who, n, said, key, answer in answers:
        again = await play.submit(house, who, table, n=n, actions=said, key=key)
        assert again.replayed
        assert msgspec.to_builtins(again) == {**msgspec.to_builtins(answer), "replayed": True}
    assert (await tables.table(house, people[0], table)).number == number
    who, n, said, key, _ = answers[0]
    assert (await refused(play.submit(house, who, table, n=n, actions=["gold"], key=key))).code == "key_reused"


async def test_a_known_key_is_found_where_the_table_was_read_without_it() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    who, n, actions = await asked(house, table, people)
    first = await play.submit(house, who, table, n=n, actions=actions[:1], key="k")
    ahead = await play.prefetch(house, None, table, "k")
    again = await play.submit(house, who, table, n=n, actions=actions[:1], key="k", prefetched=ahead)
    assert again.replayed
    assert again.number == first.number
    other = play.submit(house, who, table, n=n, actions=["gold"], key="k", prefetched=ahead)
    assert (await refused(other)).code == "key_reused"


async def test_keys_of_different_players_do_not_meet() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    for _ in range(2):
        who, n, actions = await asked(house, table, people)
        assert not (await play.submit(house, who, table, n=n, actions=actions[:1], key="k")).replayed


async def test_of_many_at_once_one_is_taken() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(3)]
    table = await table_for(house, people)
    who, n, actions = await asked(house, table, people)
    tries = [
        play.submit(house, who, table, n=n, actions=[actions[place % len(actions)]], key=f"k{place}")
        for place in range(20)
    ]
    got = await asyncio.gather(*tries, return_exceptions=True)
    taken = [one for one in got if not isinstance(one, BaseException)]
    assert len(taken) == 1
    conflicts = [one for one in got if isinstance(one, Refusal)]
    assert {one.code for one in conflicts} == {"conflict"}
    assert {one.extra["n"] for one in conflicts} == {n + 1}


async def test_refusals_name_what_stands_in_the_way() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(3)]
    stranger = await guest(house)
    table = await table_for(house, people)
    who, n, actions = await asked(house, table, people)
    other = next(one for one in people if one is not who)
    assert (await refused(play.submit(house, other, table, n=n, actions=["gold"]))).code == "not_your_turn"
    assert (await refused(play.submit(house, who, table, n=n + 1, actions=actions[:1]))).code == "conflict"
    assert (await refused(play.submit(house, stranger, table, n=n, actions=["gold"]))).code == "not_seated"
    assert (await refused(play.submit(house, None, table, n=n, actions=["gold"]))).code == "unauthenticated"
    illegal = await refused(play.submit(house, who, table, n=n, actions=["gold"]))
    assert illegal.code == "illegal_action"
    assert illegal.extra["legal"] == actions
    nonsense = await refused(play.submit(house, who, table, n=n, actions=[{"verb": "fly"}]))
    assert nonsense.code == "illegal_action"
    assert (await refused(play.submit(house, who, "game_0", n=0, actions=["gold"]))).code == "not_found"
    assert (await refused(play.submit(house, who, table, n=n, actions=[]))).code == "invalid"
    assert (await refused(play.submit(house, who, table, n=n, actions=actions[:1], key="é"))).code == "invalid"


async def test_an_illegal_build_names_its_rule() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, seed="3")
    chance = random.Random(1)
    for _ in range(200):
        who, n, actions = await asked(house, table, people)
        position = await play.position(house, who, table)
        if position.decision is not None and position.decision.kind == "turn" and "gold" in actions:
            refusal = await refused(play.submit(house, who, table, n=n, actions=["end"]))
            assert refusal.code == "illegal_action"
            assert refusal.extra["rule"]
            return
        await move(house, who, table, chance)
    raise AssertionError("no turn came")


async def test_a_view_is_the_seats_own_and_nobody_elses() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(3)]
    table = await table_for(house, people)
    seats = await seats_of(house, table, people)
    for seat, who in seats.items():
        seen = (await play.position(house, who, table)).view["seats"]
        for number, one in enumerate(seen):
            assert isinstance(one["hand"], list) == (number == seat)
    assert all(isinstance(one["hand"], int) for one in (await play.position(house, None, table)).view["seats"])


async def test_every_viewer_gets_every_number_and_the_same_public_facts() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(3)]
    table = await table_for(house, people)
    await playing(house, table, people)
    logs = [await whole_log(house, who, table) for who in (*people, None)]
    numbers = [[event.number for event in log] for log in logs]
    assert numbers[0] == list(range(1, len(numbers[0]) + 1))
    assert all(other == numbers[0] for other in numbers)
    for ones in zip(*logs, strict=True):
        assert len({(one.kind, one.seat) for one in ones}) == 1
        public = ones[-1].facts.items()
        for one in ones:
            assert public <= one.facts.items()


async def whole_log(house: House, who: Principal | None, table: str) -> list[EventAnswer]:
    found: list[EventAnswer] = []
    after = 0
    while True:
        frames = await events(house, who, table, after=after)
        found.extend(event for frame in frames for event in frame.events)
        after = frames[-1].number
        if frames[-1].type == "end":
            return found


async def test_an_archived_game_tells_the_same_as_before() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(3)]
    table = await table_for(house, people, ai=1)
    await playing(house, table, people)
    before = [await whole_log(house, who, table) for who in (*people, None)]
    text = await archiving.record(house, None, table)
    position = await play.position(house, people[1], table)
    clock.now += house.settings.linger_ms + 1
    assert await attend(house, table) == "archived"
    found = await tables.table(house, people[0], table)
    assert found.archived
    assert [await whole_log(house, who, table) for who in (*people, None)] == before
    assert await archiving.record(house, None, table) == text
    assert (await play.position(house, people[1], table)).view == position.view
    assert (await refused(play.submit(house, people[0], table, n=0, actions=["gold"]))).code == "game_over"


async def test_owed_tells_who_has_to_act() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    first = await table_for(house, people)
    second = await table_for(house, people)
    for table in (first, second):
        who, n, _ = await asked(house, table, people)
        assert (table, n) in [(one.table, one.n) for one in await play.owed(house, who)]
        other = next(one for one in people if one is not who)
        assert table not in [one.table for one in await play.owed(house, other)]


@pytest.mark.parametrize(
    "limits", [[None, 9000, None, 4000], [None, None, 4000, 9000], [4000, 9000, None, None]], ids=str
)
@pytest.mark.parametrize("backwards", [False, True])
async def test_owed_goes_by_deadline_then_by_who_was_asked_first(limits: list[int | None], backwards: bool) -> None:
    house, _, clock = make_house()
    who = await guest(house)
    made = []
    for limit in limits:
        clock.now += 1
        order = ClockOrder() if limit is None else ClockOrder("decision", limit_ms=limit)
        seats = [SeatOrder("you"), SeatOrder()]
        made.append((await tables.create(house, who, TableOrder(players=2, seats=seats, clock=order, seed="3"))).id)
    other, asked_at = await guest(house), {}
    for table in reversed(made) if backwards else made:
        clock.now += 1
        await tables.join(house, other, table)
        asked_at[table] = clock.now
    limit_of = dict(zip(made, limits, strict=True))
    for one in (who, other):
        names = [owed.table for owed in await play.owed(house, one)]
        assert names == sorted(names, key=lambda name: (limit_of[name] or 1 << 40, asked_at[name]))


@pytest.mark.parametrize("question", ["record", "attend", "move"])
async def test_what_is_archived_meanwhile_is_answered_all_the_same(question: str) -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    who, n, actions = await asked(house, table, people)
    await play.submit(house, who, table, n=n, actions=actions[:1], key="k")
    await playing(house, table, people)
    text = await archiving.record(house, None, table)
    clock.now += house.settings.linger_ms
    read_log = house.store.log

    async def archived_first(name: str, **which: int) -> list[Logged]:
        patch.undo()
        assert await attend(house, table) == "archived"
        return await read_log(name, **which)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.store, "log", archived_first)
        if question == "record":
            assert await archiving.record(house, None, table) == text
        elif question == "attend":
            assert await attend(house, table) == "archived"
        else:
            again = play.submit(house, who, table, n=n, actions=actions[:1], key="k")
            assert (await refused(again)).code == "game_over"
