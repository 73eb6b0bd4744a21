"""Steps: what a decision costs, when the table is due again, what a game adds to the statistics."""

from __future__ import annotations

import contextlib
import random
from typing import TYPE_CHECKING

import pytest
from citadels_api.catalogue import service as catalogue
from citadels_api.play import service as play
from citadels_api.play import step as steps
from citadels_api.play.step import Step, counted, open_game
from citadels_api.play.timeouts import attend
from citadels_api.problems import Refusal
from citadels_api.records import service as records
from citadels_api.store.keys import shard_of
from citadels_api.store.log_codec import unpack
from citadels_api.streams.service import events
from citadels_api.tables import service as tables
from citadels_api.tables.stored import Player
from citadels_api.tables.transaction import opened_table
from citadels_engine import RULES
from citadels_engine.formats.record import commitment, read
from msgspec.structs import replace

from tests.support.houses import guest, make_house, move, playing, seats_of, table_for
from tests.support.orders import clock_order, seat_order, table_order

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.play.contract import DecisionAnswer
    from citadels_api.store.ports import Snapshot
    from citadels_api.tables.contract import TableAnswer
    from citadels_api.tables.stored import Table

pytestmark = pytest.mark.anyio


async def loaded(house: House, table: str) -> Snapshot:
    """The table as it is kept."""
    snapshot = await house.store.load(table, seed=True)
    assert snapshot is not None
    return snapshot


async def kept(house: House, table: str) -> Table:
    """Its document."""
    return opened_table(await loaded(house, table))


async def asks_any(house: House, table: str) -> DecisionAnswer:
    """The decision awaited."""
    decision = (await tables.table(house, None, table)).decision
    assert decision is not None
    return decision


async def asks(house: House, table: str, people: list[Principal]) -> tuple[Principal, int]:
    """Who is asked, and for which decision."""
    decision = await asks_any(house, table)
    return (await seats_of(house, table, people))[decision.seat], decision.n


async def test_only_what_goes_beyond_the_limit_is_taken_from_the_bank_and_each_move_adds_the_increment() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    order = clock_order("bank", bank_ms=10_000, limit_ms=2000, increment_ms=300)
    table = await table_for(house, people, clock=order)
    chance, banks = random.Random(1), {0: 10_000, 1: 10_000}
    for spent in (5000, 1500, 2000, 2001):
        found = await tables.table(house, people[0], table)
        assert found.decision is not None
        seat = found.decision.seat
        assert found.decision.deadline == clock.now + banks[seat] + 2000
        clock.now += spent
        await move(house, (await seats_of(house, table, people))[seat], table, chance)
        banks[seat] += 300 - max(0, spent - 2000)
        assert {one.seat: one.bank_ms for one in (await tables.table(house, None, table)).seats} == banks


async def test_time_goes_on_while_a_step_is_made_and_never_back() -> None:
    house, _, _ = make_house()
    table = await table_for(house, [await guest(house) for _ in range(2)])
    snapshot = await loaded(house, table)
    step = Step(opened_table(snapshot), open_game(snapshot), snapshot)
    step.clock(snapshot.now - 5000)
    assert step.now == snapshot.now
    step.clock(snapshot.now + 700)
    step.clock(snapshot.now + 300)
    assert step.now == snapshot.now + 700


async def test_a_game_is_broken_off_after_so_many_decisions_a_seat_that_no_player_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(steps, "IDLE_ROUNDS", 2)
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, clock=clock_order("decision", limit_ms=1000))

    async def time_out(times: int) -> None:
        for _ in range(times):
            clock.now += 1000 + house.settings.grace_ms
            assert await attend(house, table) == "timeout"

    await time_out(4)
    assert (await kept(house, table)).idle == 4
    who, _ = await asks(house, table, people)
    await move(house, who, table, random.Random(0))
    assert (await kept(house, table)).idle == 0
    await time_out(4)
    assert (await kept(house, table)).status == "running"
    await time_out(1)
    found = await tables.table(house, None, table)
    assert (found.status, found.ended) == ("aborted", clock.now)
    assert found.result is None


async def test_a_decision_taken_for_an_ai_that_does_not_answer_is_noted() -> None:
    house, rings, clock = make_house()
    ann = await guest(house)
    table = await table_for(house, [ann], ai=1, crown=1)
    clock.now += house.settings.ai_limit_ms - 1
    rings.calls.clear()
    assert await attend(house, table) == "called"
    (called,) = rings.calls
    assert called[0] == table
    clock.now += 1
    n = (await asks_any(house, table)).n
    assert await attend(house, table) == "fallback"
    found = await kept(house, table)
    assert (found.fallbacks, found.idle) == (1, 1)
    assert (await asks_any(house, table)).n == n + 1


async def test_who_has_moved_calls_the_ai_that_is_asked_next() -> None:
    house, rings, _ = make_house()
    ann = await guest(house)
    table = await table_for(house, [ann], ai=1, level="random", crown=0)
    own = next(iter(await seats_of(house, table, [ann])))
    rings.calls.clear()
    while (await asks_any(house, table)).seat == own:
        assert rings.calls == []
        await move(house, ann, table, random.Random(3))
    decision = await asks_any(house, table)
    assert rings.calls == [(table, decision.n, decision.seat, "random")]


async def test_who_resigns_calls_the_ai_that_is_asked_then() -> None:
    house, rings, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    table = await table_for(house, [ann, bea], ai=1, crown=1)
    rings.calls.clear()
    n = (await asks_any(house, table)).n
    await tables.resign(house, bea, table)
    assert rings.calls == [(table, n + 1, 2, "greedy")]


@pytest.mark.parametrize(("ai", "setting"), [(0, "idle_game_ms"), (2, "ai_lease_ms")])
async def test_without_a_clock_a_table_is_due_when_nobody_has_moved_for_too_long_and_an_ai_s_when_it_is_called_again(
    ai: int, setting: str
) -> None:
    house, _, clock = make_house()
    ann = await guest(house)
    if ai:
        seats = [seat_order("ai", level="greedy")] * ai
        table = (await tables.create(house, ann, table_order(players=2, seats=seats))).id
    else:
        table = await table_for(house, [ann, await guest(house)])
    wait = getattr(house.settings, setting)
    clock.now += wait - 1
    assert await house.store.claim(shard_of(table), lease_ms=0, limit=10) == []
    clock.now += 1
    assert await house.store.claim(shard_of(table), lease_ms=0, limit=10) == [(table, clock.now)]


async def test_a_game_that_is_over_is_due_to_be_shrunk_once_it_has_lingered() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    clock.now += 5000
    await playing(house, table, people)
    assert (await tables.table(house, None, table)).ended == clock.now
    clock.now += house.settings.linger_ms - 1
    assert await house.store.claim(shard_of(table), lease_ms=0, limit=10) == []
    clock.now += 1
    assert await house.store.claim(shard_of(table), lease_ms=0, limit=10) == [(table, clock.now)]


async def test_a_table_where_nobody_moves_is_put_off_to_its_end_and_broken_off_then() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    clock.now += 70_000
    who, _ = await asks(house, table, people)
    await move(house, who, table, random.Random(0))
    clock.now += house.settings.idle_game_ms - 1
    assert await attend(house, table) == "early"
    assert await house.store.claim(shard_of(table), lease_ms=0, limit=10) == []
    clock.now += 1
    assert await house.store.claim(shard_of(table), lease_ms=0, limit=10) == [(table, clock.now)]
    assert await attend(house, table) == "broken off"
    found = await tables.table(house, None, table)
    assert found.status == "aborted"
    assert found.seed is not None, "what was dealt can be checked"
    assert commitment(table, RULES, found.seed) == found.commitment
    last = unpack((await house.store.log(table))[-1].entry).events[-1]
    assert (last.kind, last.facts["seed"]) == ("aborted", found.seed)
    assert await play.owed(house, who) == []


async def test_whoever_an_ai_plays_on_for_owes_nothing_and_may_not_move_until_he_is_back() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, timeout="ai_takes_over", clock=clock_order("decision", limit_ms=1000))
    who, n = await asks(house, table, people)
    clock.now += 1000 + house.settings.grace_ms
    assert await attend(house, table) == "takeover"
    assert await play.owed(house, who) == []
    with pytest.raises(Refusal) as refused:
        await move(house, who, table, random.Random(0))
    assert (refused.value.code, refused.value.extra["n"]) == ("not_your_turn", n)
    assert "an AI plays on for you" in refused.value.message
    await tables.resign(house, who, table)
    seat = next(one for one in (await tables.table(house, None, table)).seats if one.left)
    assert (seat.left, seat.level) == ("resigned", None)


async def test_what_ran_out_is_told_for_ones_own_decision_only() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, clock=clock_order("decision", limit_ms=1000))
    missed: dict[str, tuple[Principal, int]] = {}
    while len(missed) < 2:
        who, n = await asks(house, table, people)
        missed[who.account] = who, n
        clock.now += 1000 + house.settings.grace_ms
        await attend(house, table)
    (one, own), (_, others) = missed.values()
    codes = []
    for n in (own, others):
        with pytest.raises(Refusal) as refused:
            await play.submit(house, one, table, n=n, actions=["gold"])
        codes.append(refused.value.code)
    assert codes == ["clock_expired", "conflict"]


@pytest.mark.parametrize(("count", "fits"), [(0, False), (64, True), (65, False)])
async def test_64_actions_fit_into_one_request(count: int, fits: bool) -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    who, n = await asks(house, table, people)
    position = await play.position(house, who, table)
    assert position.decision is not None
    assert position.decision.actions is not None
    said = [position.decision.actions[0].text] * count
    for asked in (play.reasons(house, who, table, said), play.submit(house, who, table, n=n, actions=said)):
        if fits:
            await asked
        else:
            with pytest.raises(Refusal, match="invalid"):
                await asked


@pytest.mark.parametrize(
    ("key", "good"), [("", False), ("k" * 64, True), ("k" * 65, False), ("a b", True), ("a\nb", False)]
)
async def test_a_key_has_1_to_64_printable_characters(key: str, good: bool) -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    who, _ = await asks(house, table, people)
    if good:
        assert await move(house, who, table, random.Random(0), key=key)
    else:
        with pytest.raises(Refusal, match="invalid"):
            await move(house, who, table, random.Random(0), key=key)


# what a game adds to the statistics


async def test_a_game_that_is_over_is_counted_by_edition_by_size_and_by_who_sat_and_won_where() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, ai=2, edition="classic")
    snapshot = await loaded(house, table)
    found = replace(opened_table(snapshot), status="over", places=[[1, 0], [2], [3]], decisions=77)
    for number, kind in enumerate(("human", "ai", "human", "ai")):
        found.seats[number].kind = kind  # type: ignore[assignment]  # one of the kinds
        found.seats[number].player = Player(name="x", level="greedy" if kind == "ai" else None)
    assert counted(found) == {
        "games:over": 1, "games:edition:classic": 1, "games:players:4": 1, "games:decisions": 77, "seats:human": 2, "seats:ai:greedy": 2,
        "wins:human": 1, "wins:ai:greedy": 1, "wins:seat:0": 1, "wins:seat:1": 1,
    }  # fmt: skip
    assert counted(replace(found, places=[[0, 2], [1], [3]]))["wins:human"] == 2
    assert counted(replace(found, status="aborted", places=None)) == {"games:aborted": 1}


async def test_the_statistics_count_every_decision_of_a_game_and_the_game_once() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, ai=1)
    await playing(house, table, people)
    taken = len(read(await records.record(house, None, table)).taken)
    counts = (await catalogue.statistics(house)).counts
    assert counts["decisions"] == counts["games:decisions"] == taken
    assert (counts["games:over"], counts["games:players:3"], counts["seats:human"]) == (1, 1, 2)
    aborted = await table_for(house, people)
    await tables.abort(house, people[0], aborted)
    assert (await catalogue.statistics(house)).counts["games:aborted"] == 1


async def test_moves_are_counted_by_what_became_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    who, n = await asks(house, table, people)
    other = next(one for one in people if one is not who)
    position = await play.position(house, who, table)
    assert position.decision is not None
    assert position.decision.actions is not None
    first, second = [action.text for action in position.decision.actions][:2]
    told: list[str] = []
    monkeypatch.setattr(house.metrics, "move", told.append)
    for asker, number, said, key in (
        (other, n, first, None), (who, n + 1, first, None), (who, n, "fly", None), (who, n, first, "k"), (who, n, first, "k"), (who, n, second, "k"),
    ):  # fmt: skip
        with contextlib.suppress(Refusal):
            await play.submit(house, asker, table, n=number, actions=[said], key=key)
    assert told == ["not_your_turn", "conflict", "illegal", "taken", "replayed", "key_reused"]


async def test_a_table_says_when_it_was_made_started_and_ended() -> None:
    house, _, clock = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await tables.create(house, ann, table_order(players=2, seats=[seat_order("you")]))
    began = clock.now
    clock.now += 3000
    await tables.join(house, bea, made.id)
    clock.now += 4000
    await tables.abort(house, bea, made.id)

    def times(found: TableAnswer) -> tuple[int, int | None, int | None]:
        return found.created, found.started, found.ended

    assert times(await tables.table(house, ann, made.id)) == (began, began + 3000, began + 7000)
    closed = await tables.create(house, ann, table_order(players=2, seats=[seat_order("you")]))
    clock.now += 500
    await tables.abort(house, ann, closed.id)
    assert times(await tables.table(house, ann, closed.id)) == (began + 7000, None, began + 7500)
    places = [(began + 7000, closed.id), (began, made.id)]
    assert await house.store.index("aborted", before=None, limit=9) == places, "by when they were made"
    clock.now += house.settings.linger_ms - 1
    assert await attend(house, closed.id) == "early"
    clock.now += 1
    assert await attend(house, closed.id) == "dropped"
    assert await house.store.index("aborted", before=None, limit=9) == [(began, made.id)]


@pytest.mark.parametrize(("policy", "told"), [(None, "resign"), ("forfeit", "forfeit")])
async def test_who_goes_for_good_is_told_of_as_he_went(policy: str | None, told: str) -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(3)]
    order = clock_order("decision", limit_ms=1000)
    table = await table_for(house, people, clock=order, timeout=policy or "default_action")
    who, _ = await asks(house, table, people)
    seat = (await asks_any(house, table)).seat
    if policy is None:
        await tables.resign(house, who, table)
    else:
        clock.now += 1000 + house.settings.grace_ms
        await attend(house, table)
    kinds = [(event.kind, event.seat) for frame in await events(house, None, table, after=0) for event in frame.events]
    assert [one for one in kinds if one[0] in ("resign", "forfeit", "timeout")] == [(told, seat)]
    assert (await tables.table(house, None, table)).seats[seat].left == f"{told}ed"


async def test_nothing_is_owed_at_a_table_that_was_broken_off() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    who, n = await asks(house, table, people)
    owed = play.owes(who, await loaded(house, table))
    assert owed is not None
    assert (owed.table, owed.n) == (table, n)
    await tables.abort(house, who, table)
    assert play.owes(who, await loaded(house, table)) is None
