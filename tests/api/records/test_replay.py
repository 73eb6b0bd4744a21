"""A game that is over is shown again as it was seen then; the newest frame brings a position; why an action is not legal."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.play import service as play
from citadels_api.problems import Refusal
from citadels_api.records import service as records
from citadels_api.records.replay import KEPT, replay
from citadels_api.streams.service import events, frames
from citadels_api.tables import service as tables
from citadels_api.tables.transaction import opened_table
from citadels_engine import load
from citadels_engine.formats.record import read

from tests.support.houses import guest, make_house, play_on, playing, seats_of, table_for

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.records.contract import MomentAnswer
    from citadels_api.streams.contract import Frame

pytestmark = pytest.mark.anyio


async def all_of(house: House, table: str, eyes: str | None, limit: int = 37) -> list[MomentAnswer]:
    """All moments, page by page."""
    found: list[MomentAnswer] = []
    while True:
        page = await replay(house, None, table, eyes=eyes, after=len(found) - 1, limit=limit)
        found += page.moments
        if len(page.moments) < limit:
            assert len(found) == page.n + 1
            return found


def without_actions(view: dict[str, Any]) -> dict[str, Any]:
    decision = view["decision"]
    told = None if decision is None else {name: one for name, one in decision.items() if name != "actions"}
    return {**view, "decision": told}


async def watched(people: int = 3, **order: Any) -> tuple[House, str, dict[int | None, list[Frame]]]:
    """A game that is over, and what each seat and a spectator were shown while it went on."""
    house, _, _ = make_house()
    players = [await guest(house) for _ in range(people)]
    table = await table_for(house, players, **order)
    seats: list[tuple[int | None, Principal | None]] = [(None, None), *(await seats_of(house, table, players)).items()]
    shown: dict[int | None, list[Frame]] = {}
    for seat, who in seats:
        stream = frames(house, who, table, positions=True)
        shown[seat] = [await anext(stream)]
        await stream.aclose()  # type: ignore[attr-defined]  # a generator
    chance = random.Random(3)
    while True:
        running = await play_on(house, table, players, chance)
        for seat, who in seats:
            shown[seat] += await events(house, who, table, after=shown[seat][-1].number, positions=True)
        if not running:
            return house, table, shown


async def test_eyes_see_what_was_seen_then() -> None:
    house, table, shown = await watched(ai=1)
    for seat, seen in shown.items():
        moments = await all_of(house, table, None if seat is None else str(seat))
        then = {frame.position.view["n"]: frame.position.view for frame in seen if frame.position is not None}
        assert len(then) > 30
        for n, view in then.items():
            assert moments[n].position == without_actions(view)
        after = next(frame.number for frame in seen)
        told = [one for moment in moments for one in moment.events if one.number > after]
        assert told == [one for frame in seen for one in frame.events]


async def test_the_newest_frame_brings_the_position_and_no_other_does() -> None:
    _, _, shown = await watched(people=2)
    for seen in shown.values():
        for frame in seen:
            if frame.type == "events":
                assert frame.position is not None
                assert frame.position.number == frame.number
                assert frame.position.decision == frame.decision
    assert shown[None][-1].type == "end"


async def test_all_see_the_whole_game() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, ai=2)
    await playing(house, table, people)
    page = await replay(house, None, table, eyes="all", limit=200)
    record = read(await records.record(house, None, table))
    assert [moment.do for moment in page.moments[:20]] == [one.do for one in record.taken[:20]]
    assert load(page.moments[5].position).seed == page.seed
    drawn = [event for moment in page.moments for event in moment.events if event.kind == "draw"]
    assert all(len(event.facts["districts"]) == event.facts["count"] for event in drawn)
    assert page.result is not None
    assert [sheet["total"] for sheet in page.scores] == page.result.totals
    assert page.opening[0].kind == "created"
    assert {moment.by for moment in page.moments if moment.seat in (2, 3)} <= {"ai", None}


async def test_an_archived_game_is_shown_just_the_same() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, ai=1)
    await playing(house, table, people)
    before = {eyes: await all_of(house, table, eyes) for eyes in (None, "1", "all")}
    snapshot = await house.store.load(table, seed=True)
    assert snapshot is not None
    assert await records.archive(house, opened_table(snapshot), snapshot)
    house.replays.clear()
    assert {eyes: await all_of(house, table, eyes) for eyes in before} == before


async def test_pages_make_the_whole_and_every_number_comes_once() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(3)]
    table = await table_for(house, people)
    await playing(house, table, people)
    whole = await replay(house, None, table, limit=200)
    found = await all_of(house, table, None, limit=11)
    assert found[: len(whole.moments)] == whole.moments
    for moment in found[:-2]:
        assert [one.facts["n"] for one in moment.events if one.kind == "ask"] == [moment.n + 1]
    numbers = [one.number for one in whole.opening] + [one.number for moment in found for one in moment.events]
    assert numbers == list(range(1, (await tables.table(house, None, table)).number + 1))
    assert (await replay(house, None, table, after=3)).opening == []
    assert (await replay(house, None, table, after=10_000)).moments == []


async def test_a_decision_without_events_has_what_is_asked_after_it() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, seed="4" * 64)
    chance = random.Random(4)
    redrawn: int | None = None
    for who in people * 500:
        decision = (await play.position(house, who, table)).decision
        if redrawn is None and decision is not None and decision.actions is not None:
            texts = [one.text for one in decision.actions]
            if "redraw" in texts:
                redrawn = decision.n
            text = chance.choice(texts) if redrawn is None else "redraw"
            await play.submit(house, who, table, n=decision.n, actions=[text])
    assert redrawn is not None
    await playing(house, table, people)
    moment = (await replay(house, None, table, after=redrawn - 1, limit=1)).moments[0]
    assert [(one.kind, one.facts.get("what")) for one in moment.events] == [("ask", "redraw")]


async def test_nothing_is_shown_before_the_end() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    for eyes in (None, "0", "all"):
        with pytest.raises(Refusal) as refused:
            await replay(house, people[0], table, eyes=eyes)
        assert refused.value.code == "not_open"


async def test_only_seats_of_the_game_have_eyes() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    await playing(house, table, people)
    for eyes in ("2", "-1", "", "ALL"):
        with pytest.raises(Refusal) as refused:
            await replay(house, None, table, eyes=eyes)
        assert refused.value.code == "invalid"


async def test_few_games_are_kept() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    await playing(house, table, people)
    house.replays |= {f"other{number}": None for number in range(KEPT)}
    await replay(house, None, table)
    assert list(house.replays)[-1] == table
    assert len(house.replays) == KEPT


async def test_who_watches_late_gets_late_positions() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, spectator_delay_ms=30_000)
    chance = random.Random(1)
    stood: list[tuple[int, int]] = []
    seen = 0
    for _ in range(12):
        late = await events(house, None, table, after=seen, positions=True)
        shown = max([number for at, number in stood if at <= clock.now - 30_000], default=0)
        assert max([seen, *[frame.number for frame in late]]) == shown
        for frame in late:
            last = frame is late[-1]
            assert last <= (frame.position is not None)
            if last and frame.position is not None:
                assert (frame.position.number, frame.position.seat) == (shown, None)
        seen = shown
        await play_on(house, table, people, chance)
        stood.append((clock.now, (await tables.table(house, people[0], table)).number))
        clock.now += 10_000
    assert seen > 0


# why not


async def test_reasons_name_the_rule_from_the_own_view() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    position = await play.position(house, people[0], table)
    assert position.decision is not None
    seats = await seats_of(house, table, people)
    asked, other = seats[position.decision.seat], seats[1 - position.decision.seat]
    decision = (await play.position(house, asked, table)).decision
    assert decision is not None
    assert decision.actions is not None
    legal = decision.actions[0].text
    told = await play.reasons(house, asked, table, [legal, "gold", "open sesame"])
    assert [(one.text, one.legal) for one in told] == [(legal, True), ("gold", False), ("open sesame", False)]
    assert (told[0].rule, told[0].why) == (None, None)
    assert told[1].rule == "P-4"
    assert "pick" in (told[1].why or "")
    assert told[2].rule is None
    for who in (other, None):
        [reason] = await play.reasons(house, who, table, [legal])
        assert not reason.legal
        assert reason.rule == "S6.3"


async def test_reasons_end_with_the_game() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    await tables.abort(house, people[0], table)
    with pytest.raises(Refusal) as refused:
        await play.reasons(house, people[0], table, ["gold"])
    assert refused.value.code == "game_over"


def test_a_rule_is_found_whatever_its_name() -> None:
    found = play.RULE.search("build secret_vault: it can never be built (D-SECRET_VAULT-1)")
    assert found is not None
    assert found[1] == "D-SECRET_VAULT-1"
