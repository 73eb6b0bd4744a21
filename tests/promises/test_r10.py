"""R10: what a viewer may not know changes nothing that it is answered, over any transport; and nothing secret is left lying about.

Each planted leak is one that a careless change would make.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api import rate_limits as allowances
from citadels_api.play import graphql as moves
from citadels_api.play import rest as rest_play
from citadels_api.play import service as play
from citadels_api.play.step import open_game
from citadels_api.problems import Refusal
from citadels_api.store.log_codec import Told
from citadels_api.streams import service as follow
from citadels_api.tables import serializer
from citadels_engine import legal_actions
from citadels_engine import view as engine_view
from citadels_engine.formats.codec import encode
from citadels_workers import ai_seats

from tests.promises import r10
from tests.promises.canaries import Canaries, search, spilt
from tests.promises.r10 import NETWORK, SIZES, Compared, Leak, compare_some
from tests.promises.twin_tables import compare_tables
from tests.support.marks import PLANTED
from tests.support.telling import chosen

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 20_000
"""In one test; the proof compares all."""
ENOUGH = 1_200
"""Answers in which every planted leak has shown."""


@pytest.mark.heavy
def test_every_answer_is_the_same_whatever_the_viewer_may_not_know(
    record_property: Callable[[str, object], None],
) -> None:
    tally, wanted = Compared(), min(MOST, chosen(SIZES))
    asyncio.run(compare_some(0, wanted, tally))
    record_property("answers", tally.answers)
    assert tally.answers >= wanted
    assert tally.apart == tally.pairs
    assert set(tally.viewers) == {"seat", "nobody", "stranger", "admin"}
    assert tally.jobs > 0
    assert tally.late > 0


@pytest.mark.heavy
def test_every_transport_and_every_kind_of_refusal_is_compared() -> None:
    tally = Compared()
    asyncio.run(compare_some(3, 400, tally))
    streams = {"sse", "sse from here", "ndjson", "long poll", "graphql sse", "socket", "my stream"}
    moves = {"stale move", "ahead move", "nonsense move", "json move", "illegal move", "another's move", "graphql move"}
    assert streams | moves <= set(tally.kinds)
    assert {"200", "304", "401", "403", "409", "422"} <= set(tally.statuses)


@pytest.mark.heavy
def test_two_tables_of_a_real_service_are_alike_to_who_may_not_know(
    record_property: Callable[[str, object], None],
) -> None:
    answers, faults = asyncio.run(compare_tables(chosen(NETWORK)))
    record_property("answers", answers)
    assert faults == []


@pytest.mark.heavy
def test_two_tables_of_a_real_service_differ_to_who_may_know() -> None:
    _, faults = asyncio.run(compare_tables(200, nosy=True))
    assert any("position differs" in fault or "events differs" in fault for fault in faults)


# --- planted leaks ---------------------------------------------------------------------------------------------------


def find_leak() -> None:
    asyncio.run(compare_some(0, ENOUGH, Compared()))


def every_hand(game: Any) -> list[list[str]]:
    return [[card.id for card in seat.hand] for seat in game.seats]


@pytest.mark.heavy
@PLANTED
def test_finds_a_view_that_shows_every_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = engine_view

    class Shown:
        def __init__(self, game: Any, seat: int | None) -> None:
            self.seen, self.game = honest(game, seat), game
            self.actions = self.seen.actions

        def to_json(self) -> dict[str, Any]:
            return {**self.seen.to_json(), "hands": every_hand(self.game)}

    monkeypatch.setattr(serializer, "engine_view", Shown)
    with pytest.raises(Leak, match="position differs"):
        find_leak()


@pytest.mark.heavy
@PLANTED
def test_finds_a_refusal_that_quotes_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = play.illegal

    def quoting(game: Any, *rest: Any) -> Any:
        refusal = honest(game, *rest)
        refusal.extra["hands"] = sum(card.cost for seat in game.seats for card in seat.hand)
        return refusal

    monkeypatch.setattr(play, "illegal", quoting)
    with pytest.raises(Leak, match="move differs"):
        find_leak()


@pytest.mark.heavy
@PLANTED
def test_finds_a_refusal_before_the_turn_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether another seat could do it is told to whoever asks out of turn."""
    honest = play.begin

    def early(house: Any, table: Any, snapshot: Any, seat: int, n: int) -> Any:
        game = open_game(snapshot)
        if game.n == n and game.pending is not None and game.pending.seat != seat:
            legal = len([one for one in legal_actions(game) if one.verb == "build"])
            raise Refusal("not_your_turn", f"{legal} districts could be built", n=n)
        return honest(house, table, snapshot, seat, n)

    monkeypatch.setattr(play, "begin", early)
    with pytest.raises(Leak, match="move differs"):
        find_leak()


@pytest.mark.heavy
@PLANTED
def test_finds_an_etag_over_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = serializer.answer_position
    states: dict[int, str] = {}

    def noting(table: Any, game: Any, *rest: Any, **named: Any) -> Any:
        position = honest(table, game, *rest, **named)
        states[id(position.view)] = sha256(repr(encode(game)).encode()).hexdigest()[:8]
        return position

    monkeypatch.setattr(play, "answer_position", noting)
    monkeypatch.setattr(rest_play, "etag", lambda position: f'"{states[id(position.view)]}"')
    with pytest.raises(Leak, match="position differs"):
        find_leak()


@pytest.mark.heavy
@PLANTED
def test_finds_events_that_tell_everybody_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Told.for_seat

    def telling(self: Told, seat: int | None) -> dict[str, Any]:
        told = honest(self, seat)
        for _, known in self.secrets:
            told.update(known)
        return told

    monkeypatch.setattr(Told, "for_seat", telling)
    with pytest.raises(Leak, match=r"(events|view|sse) differs"):
        find_leak()


@pytest.mark.heavy
@PLANTED
def test_finds_an_allowance_that_depends_on_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, seen = allowances.headers, [0]
    opened = open_game

    def opening(snapshot: Any, **named: Any) -> Any:
        game = opened(snapshot, **named)
        seen[0] = sum(card.cost for card in game.deck)
        return game

    monkeypatch.setattr(play, "open_game", opening)
    monkeypatch.setattr(allowances, "headers", lambda *rest: [*honest(*rest), (b"x-weight", str(seen[0]).encode())])
    with pytest.raises(Leak, match="differs"):
        find_leak()


@pytest.mark.heavy
@PLANTED
def test_finds_a_leak_in_graphql_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Generous:
        submit = staticmethod(play.submit)

        @staticmethod
        async def position(house: Any, who: Any, table: str, **named: Any) -> Any:
            found = await play.position(house, who, table, **named)
            snapshot = await house.store.load(table, seed=True)
            found.view["seed"] = snapshot.seed[:4]
            return found

    monkeypatch.setattr(moves, "play", Generous)
    with pytest.raises(Leak, match="graphql differs"):
        find_leak()


@pytest.mark.heavy
@PLANTED
def test_finds_an_ai_that_is_handed_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    def everything(entries: list[Any], seat: int) -> list[dict[str, Any]]:
        return [
            {"kind": event.kind, **event.facts, "secrets": event.secrets} for entry in entries for event in entry.events
        ]

    monkeypatch.setattr(ai_seats, "seen_by", everything)
    with pytest.raises(Leak, match="what an AI is handed differs"):
        asyncio.run(compare_some(0, 3 * ENOUGH, Compared()))


@pytest.mark.heavy
@PLANTED
@pytest.mark.parametrize("module", [follow, serializer, play])
def test_finds_a_spectator_who_is_not_late(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "behind", lambda *_: False)
    with pytest.raises(Leak, match=r"late .* differs"):
        find_leak()


def test_counts_each_answer_once() -> None:
    assert SIZES == {"quick": 1_500, "ci": 4_000, "full": 200_000}
    one = Compared(answers=2, pairs=1)
    one.add(replace(one, answers=3))
    assert (one.answers, one.pairs) == (5, 2)
    assert r10.PER_GAME > 1


# --- what is left lying about ----------------------------------------------------------------------------------------


@pytest.mark.heavy
def test_nothing_secret_lies_in_logs_queue_metrics_or_refusals() -> None:
    canaries = asyncio.run(search(moves=12))
    assert canaries.jobs > 0
    assert len(canaries.places) == 8
    assert set(canaries.secrets.values()) == {
        "a seed", "a credential", "a recovery code", "an invitation", "the chance of AI seats"
    }  # fmt: skip
    assert len(canaries.refusals) > 20
    assert spilt(canaries) == []


@pytest.mark.heavy
@PLANTED
def test_finds_a_seed_on_standard_error_and_cards_in_a_job() -> None:
    found = spilt(asyncio.run(search(moves=2, spilling=True)))
    assert "a seed stands in the log of api0" in found or "a seed stands in the log of api1" in found
    assert "the card castle is named in the queue while jobs wait" in found


def test_finds_what_stands_in_any_place() -> None:
    canaries = Canaries(
        {"s3cret": "a seed"}, frozenset({"tavern"}), {"a log": b"x s3cret", "metrics": b'{card="tavern"}'}
    )
    canaries.refusals.append(b"s3cret")
    assert spilt(canaries) == [
        "a seed stands in a log",
        "the card tavern is named in metrics",
        "a seed stands in a refusal",
    ]
