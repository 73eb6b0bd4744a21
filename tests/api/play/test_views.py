"""The typed forms say the same as the public notation: of every view of every seat, every action, every event."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import msgspec
from citadels_api.graphql.context import Asking
from citadels_api.graphql.documents import Documents
from citadels_api.graphql.execution import Request, open_operation, run
from citadels_api.graphql.schema import CORE
from citadels_api.play import service as play
from citadels_api.play.contract import ActionAnswer, DecisionAnswer, EventAnswer, Position
from citadels_api.play.graphql_decisions import ActionInput, action_of
from citadels_api.streams import service as streams
from citadels_api.streams.contract import Frame
from citadels_api.tables.serializer import answer_decision
from citadels_engine import action_from_json, apply, legal_actions, new_game, prices, view
from citadels_engine.cards.catalogue import characters, districts
from graphql import GraphQLInputObjectType

from tests.support.selection import everything
from tests.support.world import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest
    from citadels_engine import Game

DOCUMENTS = Documents(CORE, introspection=True, trusted={})
GAMES = 16


def games() -> Iterator[Game]:
    """Games of all sizes in both editions, with every character and most unique districts among them."""
    chance = random.Random(7)
    for number in range(GAMES):
        edition = ("modern", "classic")[number % 2]
        players = 2 + number % 7
        ranks: dict[int, list[str]] = {}
        for one in characters(edition):
            if one["min_players"] <= players:
                ranks.setdefault(one["rank"], []).append(one["id"])
        cast = [chance.choice(ranks[rank]) for rank in range(1, 9)]
        if players in {3, 8} and 9 in ranks:
            cast.append(chance.choice(ranks[9]))
        unique = [one["id"] for one in districts(edition) if one["unique"]]
        more: Any = {"uniques": chance.sample(unique, 14)} if edition == "modern" else {}
        yield new_game(players, edition=edition, cast=cast, seed=str(number), telling=True, **more)


def asked(text: str) -> Any:
    """What a document gets."""
    nobody: Any = None
    asking = Asking(nobody, None, "x", "r")
    told = asyncio.run(run(open_operation(DOCUMENTS, Request(text, {"id": NOWHERE})), asking))
    assert "errors" not in told, told["errors"]
    return told["data"]


def notation(told: Any) -> dict[str, Any]:
    """The typed view as the public notation has it."""
    seats = []
    for seat in told["seats"]:
        own = {
            "gold": seat["gold"],
            "hand": seat["handSize"] if seat["hand"] is None else seat["hand"],
            "city": [district(one) for one in seat["city"]],
            "characters": seat["characters"],
            "revealed": seat["revealed"],
        }
        seats.append(own if seat["built"] is None else own | {"built": seat["built"]})
    said = {
        "format": "citadels-position/1",
        "edition": told["edition"].lower(),
        "phase": told["phase"].lower(),
        "deck": told["deckSize"],
        "pool": told["poolSize"] if told["pool"] is None else told["pool"],
        "seats": seats,
        "completed": [one if len(one) > 1 else one[0] for one in told["completed"]],
        "threats": markers(told["threats"], alone=True),
        "warrants": markers(told["warrants"], alone=False),
        "decision": details(told["details"]),
    }
    same = (
        "options",
        "cast",
        "uniques",
        "crown",
        "round",
        "n",
        "faceup",
        "facedown",
        "turn",
        "killed",
        "bewitched",
        "robbed",
        "tax",
        "announced",
    )
    said |= {name: told[name] for name in same}
    return said | ({"looks": told["looks"]} if told["looks"] else {})


def district(one: Any) -> Any:
    assert one["text"] == one["district"] + "+" * one["beautified"]
    if one["tuckedSize"] == 0:
        return one["text"]
    return {"id": one["text"], "tucked": one["tuckedSize"] if one["tucked"] is None else one["tucked"]}


def markers(told: Any, *, alone: bool) -> Any:
    """Warrants or threats; what is not known is left out, of one's own nothing is."""
    if told is None:
        return None
    own = told["on"] is None
    return {name: value for name, value in told.items() if value is not None or (own and alone and name != "on")}


def details(told: Any) -> Any:
    if told is None:
        return None
    said = {name: value for name, value in told.items() if value is not None}
    for name, other in (("drawnFrom", "from"), ("fromSeat", "from")):
        if name in said:
            said[other] = said.pop(name)
    size = said.pop("cardsSize", None)
    return said if size is None or "cards" in said else said | {"cards": size}


def watched(game: Game) -> Iterator[tuple[Game, random.Random]]:
    """A game from decision to decision, played at random."""
    chance = random.Random(3)
    while legal_actions(game):
        yield game, chance
        apply(game, chance.choice(legal_actions(game)))
    yield game, chance


def test_every_view_says_the_same_as_its_notation(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"query Q($id: ID!) {{ position(table: $id) {{ {everything('Position')} }} }}"
    answers: list[Position] = []

    async def position(*_: Any, **__: Any) -> Position:
        return answers[-1]

    monkeypatch.setattr(play, "position", position)
    compared = 0
    for started in games():
        for game, chance in watched(started):
            if chance.random() > 0.12:
                continue
            seat = chance.choice([None, *range(len(game.seats))])
            stands = view(game, seat).to_json()
            answers.append(Position(NOWHERE, 1, seat, "running", stands, None, None))
            told = asked(text)["position"]
            assert told["notation"] == stands
            expected = stands | {"decision": awaited(stands["decision"])}
            assert notation(told["view"]) == expected
            compared += 1
    assert compared > 100


def awaited(decision: Any) -> Any:
    """What the view says of the decision, apart from what stands in the position's decision."""
    if decision is None:
        return None
    return {name: value for name, value in decision.items() if name not in {"seat", "n", "actions"}}


def test_every_legal_action_is_sent_back_as_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"query Q($id: ID!) {{ position(table: $id) {{ decision {{ actions {{ {everything('Action')} }} }} }} }}"
    listed: list[ActionAnswer] = []

    async def position(*_: Any, **__: Any) -> Position:
        decision = DecisionAnswer(0, "turn", 0, 0, None, listed)
        return Position(NOWHERE, 1, 0, "running", {}, decision, None)

    monkeypatch.setattr(play, "position", position)
    known: dict[str, Any] = {}
    for started in games():
        for game, _ in watched(started):
            known |= {action.text: action for action in legal_actions(game)}
    actions = list(known.values())
    for action in actions:
        told = action.to_json()
        listed.append(ActionAnswer(action.text, told.pop("verb"), told))
    taken = CORE.type_map["ActionInput"]
    assert isinstance(taken, GraphQLInputObjectType)
    for action, told in zip(actions, asked(text)["position"]["decision"]["actions"], strict=True):
        sent = {
            name: value
            for name, value in told.items()
            if value is not None and name not in {"text", "price"} and value is not False
        }
        assert set(sent) <= set(taken.fields)
        said = action_of(ActionInput(**sent))
        assert isinstance(said, dict)
        assert action_from_json(said) == action
        assert action_of(ActionInput(text=told["text"])) == action.text
    assert len({action.verb for action in actions}) > 25


def test_every_fact_of_every_event_has_a_field(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"query Q($id: ID!) {{ frames(table: $id) {{ events {{ {everything('Event')} }} }} }}"
    frames: list[Frame] = []

    async def events(*_: Any, **__: Any) -> list[Frame]:
        return [frames[-1]]

    monkeypatch.setattr(streams, "events", events)
    kinds: set[str] = set()
    for started in games():
        for game, chance in watched(started):
            new = [event for event in game.events if event.kind not in kinds or chance.random() < 0.03]
            for seat in [None, *range(len(game.seats))] if new else []:
                told = [EventAnswer(1, event.kind, None, event.for_seat(seat)) for event in new]
                for one in told:
                    one.facts.pop("kind")
                    one.facts.pop("seat", None)
                frames.append(Frame("events", NOWHERE, 1, 1, told))
                (frame,) = asked(text)["frames"]
                for one, got in zip(told, frame["events"], strict=True):
                    check_facts(one.facts, got["facts"])
            kinds |= {event.kind for event in new}
    assert len(kinds) >= 28


def check_facts(facts: Any, told: Any) -> None:
    """Each fact that says something stands in exactly the typed fields that are not null."""
    assert told.pop("json") == facts
    found = [value for value in told.values() if value is not None]
    said = [value for value in facts.values() if value is not None]
    assert len(found) == len(said), (facts, told)
    for value in said:
        assert value in found or [value] in found, (facts, told)


def test_every_legal_action_tells_its_price_at_both_doors(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "query Q($id: ID!) { position(table: $id) { decision { actions { text price } } } }"
    answers: list[Position] = []

    async def position(*_: Any, **__: Any) -> Position:
        return answers[-1]

    monkeypatch.setattr(play, "position", position)
    costly: set[str] = set()
    for started in games():
        for game, chance in watched(started):
            if game.pending is None or chance.random() > 0.15:
                continue
            seat = game.pending.seat
            due = [(action.text, price) for action, price in zip(legal_actions(game), prices(game), strict=True)]
            decision = answer_decision(game, seat, 0, None)
            assert decision is not None
            assert decision.actions is not None
            listed = [(one["text"], one.get("price")) for one in msgspec.to_builtins(decision.actions)]
            assert listed == [(text, price or None) for text, price in due]
            answers.append(Position(NOWHERE, 1, seat, "running", {}, decision, None))
            told = asked(text)["position"]["decision"]["actions"]
            assert [(one["text"], one["price"]) for one in told] == due
            costly |= {text.split()[0] for text, price in due if price}
    assert len(costly) > 3


def test_nobody_but_the_seat_that_decides_is_told_a_price() -> None:
    game = next(games())
    assert game.pending is not None
    for seat in (None, 1 - game.pending.seat):
        decision = answer_decision(game, seat, 0, None)
        assert decision is not None
        assert decision.actions is None
