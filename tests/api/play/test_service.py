"""Playing through the use cases: what a move answers, and what the log makes of it."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from citadels_api.play import service as play
from citadels_api.play.timeouts import attend
from citadels_api.problems import Refusal
from citadels_api.records import service as records
from citadels_api.store.ports import Outcome
from citadels_api.streams.service import events
from citadels_api.tables import service as tables
from citadels_engine.formats.record import read, verify

from tests.support.houses import guest, make_house, move, playing, seats_of, table_for
from tests.support.orders import clock_order, seat_order, table_order

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.play.contract import Committed, EventAnswer
    from citadels_api.store.ports import Logged

    from tests.support.houses import Clock

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
    record = read(await records.record(house, people[0], table))
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
    record = read(await records.record(house, people[0], table))
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
    text = await records.record(house, None, table)
    position = await play.position(house, people[1], table)
    clock.now += house.settings.linger_ms + 1
    assert await attend(house, table) == "archived"
    found = await tables.table(house, people[0], table)
    assert found.archived
    assert [await whole_log(house, who, table) for who in (*people, None)] == before
    assert await records.record(house, None, table) == text
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
        order = clock_order() if limit is None else clock_order("decision", limit_ms=limit)
        seats = [seat_order("you"), seat_order()]
        made.append((await tables.create(house, who, table_order(players=2, seats=seats, clock=order, seed="3"))).id)
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
    text = await records.record(house, None, table)
    clock.now += house.settings.linger_ms
    read_log = house.store.log

    async def archived_first(name: str, **which: int) -> list[Logged]:
        patch.undo()
        assert await attend(house, table) == "archived"
        return await read_log(name, **which)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.store, "log", archived_first)
        if question == "record":
            assert await records.record(house, None, table) == text
        elif question == "attend":
            assert await attend(house, table) == "archived"
        else:
            again = play.submit(house, who, table, n=n, actions=actions[:1], key="k")
            assert (await refused(again)).code == "game_over"


# refusals


async def pair(**order: Any) -> tuple[House, Clock, str, list[Principal], Principal, int, list[str]]:
    """Two people at a table, and who has to act."""
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, **order)
    return house, clock, table, people, *await asked(house, table, people)


async def test_a_key_is_good_for_one_move_only() -> None:
    house, _, table, people, who, n, actions = await pair()
    first = await play.submit(house, who, table, n=n, actions=actions[:1], key="k")
    assert (first.outcome, first.taken, first.table) == ("ok", 1, table)
    for other in ({"n": n, "actions": actions[1:2]}, {"n": n + 1, "actions": actions[:1]}):
        fault = await refused(play.submit(house, who, table, key="k", **other))  # type: ignore[arg-type]
        assert (fault.code, fault.status) == ("key_reused", 422)
    again = await play.submit(house, who, table, n=n, actions=actions[:1], key="k")
    assert (again.replayed, again.number, again.n) == (True, first.number, first.n)
    assert len(people) == 2


async def test_a_key_that_the_store_finds_used_by_another_move_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _, table, _, who, n, actions = await pair()

    async def used(*_: object) -> Outcome:
        return Outcome(kind="key_reused", number=0, now=0, deadline=None)

    monkeypatch.setattr(play, "commit", used)
    assert (await refused(play.submit(house, who, table, n=n, actions=actions[:1], key="k"))).code == "key_reused"


async def test_who_is_always_too_late_is_told_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _, table, _, who, n, actions = await pair()
    tries: list[object] = []

    async def late(*_: object) -> Outcome:
        tries.append(1)
        return Outcome(kind="stale", number=0, now=0, deadline=None)

    monkeypatch.setattr(play, "commit", late)
    fault = await refused(play.submit(house, who, table, n=n, actions=actions[:1]))
    assert (fault.code, fault.extra["retry_after"], len(tries)) == ("unavailable", 1, 20)


@pytest.mark.parametrize(
    ("count", "good"), [(0, False), (1, True), (play.MOST_ACTIONS, True), (play.MOST_ACTIONS + 1, False)]
)
async def test_a_move_has_one_action_at_least_and_not_too_many(count: int, good: bool) -> None:
    house, _, table, _, who, n, actions = await pair()
    said = [actions[0]] * count
    if good:
        assert (await play.submit(house, who, table, n=n, actions=said)).taken >= 1
        return
    for fault in (
        await refused(play.submit(house, who, table, n=n, actions=said)),
        await refused(play.reasons(house, who, table, said)),
    ):
        assert (fault.code, [one["path"] for one in fault.extra["errors"]]) == ("invalid", ["actions"])


@pytest.mark.parametrize(
    ("key", "good"),
    [
        ("k" * play.LONGEST_KEY, True),
        ("k" * (play.LONGEST_KEY + 1), False),
        ("", False),
        ("ä", False),
        ("a\n", False),
        ("a b", True),
    ],
)
async def test_a_key_has_printable_characters_and_not_too_many(key: str, good: bool) -> None:
    house, _, table, _, who, n, actions = await pair()
    if good:
        assert (await play.submit(house, who, table, n=n, actions=actions[:1], key=key)).taken == 1
        return
    fault = await refused(play.submit(house, who, table, n=n, actions=actions[:1], key=key))
    assert (fault.code, [one["path"] for one in fault.extra["errors"]]) == ("invalid", ["Idempotency-Key"])


async def test_each_reason_why_a_move_cannot_be_taken_has_its_code_and_the_decision_awaited() -> None:
    house, clock, table, people, who, n, actions = await pair(clock=clock_order(kind="decision", limit_ms=60_000))
    other = next(one for one in people if one is not who)
    stranger = await guest(house)

    async def fault(asker: Principal, number: int) -> Refusal:
        return await refused(play.submit(house, asker, table, n=number, actions=actions[:1]))

    wrong = await fault(who, n + 1)
    assert (wrong.code, wrong.extra["n"]) == ("conflict", n)
    theirs = await fault(other, n)
    assert (theirs.code, theirs.extra["n"]) == ("not_your_turn", n)
    assert (await fault(stranger, n)).code == "not_seated"
    position = await play.position(house, who, table)
    assert position.decision is not None
    deadline = position.decision.deadline
    assert deadline == clock.now + 60_000
    clock.now = deadline + house.settings.grace_ms + 1
    late = await fault(who, n)
    assert (late.code, late.extra["n"], late.extra["deadline"]) == ("clock_expired", n, deadline)
    clock.now -= 1
    assert (await play.submit(house, who, table, n=n, actions=actions[:1])).taken == 1, "the grace is his to the end"


async def test_a_table_that_has_not_begun_or_is_over_takes_no_move_and_tells_no_reasons() -> None:
    house, _, _ = make_house()
    who = await guest(house)
    waiting = (await tables.create(house, who, table_order(players=2, seats=[seat_order("you"), seat_order()]))).id
    for asking in (play.submit(house, who, waiting, n=0, actions=["gold"]), play.position(house, who, waiting)):
        assert (await refused(asking)).code == "not_started"
    house, _, table, people, who, n, actions = await pair()
    for one in people:
        await tables.resign(house, one, table)
    fault = await refused(play.submit(house, who, table, n=n, actions=actions[:1]))
    assert (fault.code, "aborted" in fault.message) == ("game_over", True)
    assert (await refused(play.reasons(house, who, table, actions[:1]))).code == "game_over"


async def test_what_is_no_action_is_refused_with_all_that_are() -> None:
    house, _, table, _, who, n, actions = await pair()
    for said in ("dance", {"verb": "dance"}):
        fault = await refused(play.submit(house, who, table, n=n, actions=[said]))
        assert (fault.code, fault.extra["rule"], fault.extra["n"]) == ("illegal_action", None, n)
        assert fault.extra["legal"] == actions
    fault = await refused(play.submit(house, who, table, n=n, actions=["end"]))
    assert (fault.code, fault.extra["legal"], fault.extra["n"]) == ("illegal_action", actions, n)


async def test_a_series_that_stops_says_why() -> None:
    house, _, table, _, who, n, actions = await pair()
    done = await play.submit(house, who, table, n=n, actions=[actions[0], "gold"])
    assert done.taken == 1
    assert done.stopped is not None
    expected = (
        "illegal_action" if done.position.decision is not None and done.position.decision.actions else "not_your_turn"
    )
    assert (done.stopped["code"], done.stopped["n"]) == (expected, n + 1)


def test_why_a_series_has_stopped_is_told_from_where_the_game_stands() -> None:
    table: Any = SimpleNamespace(status="running")
    over: Any = SimpleNamespace(pending=None, n=9)
    waits: Any = SimpleNamespace(pending=SimpleNamespace(seat=1), n=9)
    assert play.stopped(table, over, 0, []) is None
    ended = play.stopped(table, over, 0, ["gold"])
    assert ended is not None
    assert ended["code"] == "game_over"
    aborted = play.stopped(SimpleNamespace(status="aborted"), waits, 1, ["gold"])  # type: ignore[arg-type]
    assert aborted is not None
    assert aborted["code"] == "game_over"
    theirs = play.stopped(table, waits, 0, ["gold"])
    assert theirs is not None
    assert (theirs["code"], theirs["n"]) == ("not_your_turn", 9)


async def test_a_decision_that_was_taken_since_its_time_was_over_is_named_so_to_who_comes_late() -> None:
    house, clock, table, _, who, n, actions = await pair(clock=clock_order(kind="decision", limit_ms=1000))
    clock.now += 1000 + house.settings.grace_ms + 1
    await attend(house, table)
    fault = await refused(play.submit(house, who, table, n=n, actions=actions[:1]))
    assert fault.code == "clock_expired"
    assert f"the time for decision {n} was over; it was taken for you" in fault.message
    seat = (await tables.table(house, who, table)).your_seat
    assert seat is not None
    assert await play.ran_out(house, table, seat, n)
    assert not await play.ran_out(house, table, 1 - seat, n)
    assert not await play.ran_out(house, table, seat, n + 1)


async def test_an_archived_game_was_asked_for_at_its_end() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    await playing(house, table, people)
    ended = (await tables.table(house, people[0], table)).ended
    clock.now += house.settings.linger_ms + 1
    await attend(house, table)
    assert (await tables.table(house, people[0], table)).archived
    looked, game, seat = await play.looked_at(house, people[0], table)
    assert (looked.status, seat, game.pending) == (
        "over",
        (await tables.table(house, people[0], table)).your_seat,
        None,
    )
    assert ended is not None
