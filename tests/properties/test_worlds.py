"""Worlds agree with the view they are drawn from, and with all that its seat has seen; checked by a memory of our own."""

import inspect
import json
import typing
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from citadels_engine import Game, apply, is_over, legal_actions, load, new_game, save, view
from citadels_engine.cards.editions import full_deck
from citadels_engine.errors import WorldError
from citadels_engine.inference.card_locations import REF
from citadels_engine.inference.knowledge import Knowledge
from citadels_engine.inference.worlds import Worlds, sample_world
from citadels_engine.state import NOBODY

from tests.properties.walks import check_state
from tests.support.setups import setup
from tests.support.twins import Watched

if TYPE_CHECKING:
    from citadels_engine.views.view import View

GAMES = [pytest.param(first, marks=pytest.mark.heavy if first >= 20 else ()) for first in range(0, 70, 10)]
CHUNK = 10
CASES = Path(__file__).parents[1] / "cases"


# --- what is known, remembered in another way ------------------------------------------------------------------------


class Memory:
    """Some of what a seat has seen, kept as plainly as can be.

    What it picked from, the hands that nobody has touched unseen since, and its cards at the bottom of the deck.
    """

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.order: list[int] = []
        self.offered: list[tuple[int, list[str]]] = []
        self.swapped = False
        self.hands: dict[int, Counter[str]] = {}
        self.under: list[str] = []

    def see(self, event: dict[str, Any]) -> None:
        """Remember what matters of the event."""
        kind, seat = event["kind"], event.get("seat", NOBODY)
        self.see_draft(kind, seat, event)
        self.see_deck(kind, seat, event)
        if kind == "look" and seat == self.seat:
            self.hands[event["of"]] = Counter(event["hand"])
        elif kind == "swap" and "got" in event:
            self.hands.clear()
            self.hands[event["with"] if seat == self.seat else seat] = Counter(event["gave"])
        elif kind == "swap":
            self.hands.clear()
        elif kind in ("gain", "kept", "discard", "move", "build", "tuck", "keep", "answer"):
            self.touch(kind, seat, event)

    def touch(self, kind: str, seat: int, event: dict[str, Any]) -> None:
        """A hand has changed: keep what is known of it, or forget it."""
        if kind in ("discard", "move", "build", "tuck"):
            names = [event["district"]] if kind == "build" else event.get("districts")
            if seat in self.hands:
                if names is None or Counter(names) - self.hands[seat]:
                    del self.hands[seat]
                else:
                    self.hands[seat] -= Counter(names)
            if kind == "move" and event["to"] in self.hands:
                if names is None:
                    del self.hands[event["to"]]
                else:
                    self.hands[event["to"]] += Counter(names)
        elif kind in ("kept", "answer") or event.get("cards", 0) or event.get("returned") == 0:
            self.hands.pop(seat, None)

    def see_draft(self, kind: str, seat: int, event: dict[str, Any]) -> None:
        """Who picked in which order, and from what the seat picked."""
        if kind == "round":
            self.order, self.offered, self.swapped = [], [], False
        elif kind == "pick":
            if "offered" in event:
                self.offered.append((len(self.order), event["offered"]))
            self.order.append(seat)
        elif kind == "theater" and event["with"] is not None:
            self.swapped = True

    def see_deck(self, kind: str, seat: int, event: dict[str, Any]) -> None:
        """The lowest cards of the deck, as far up as all of them are known, the lowest last."""
        if kind == "shuffle":
            self.under = []
        elif kind == "destroy":
            self.under.append(event["district"].removesuffix("+"))
            if event["district"].startswith("museum"):
                self.under = []
        elif kind == "discard":
            self.under = [*self.under, *event["districts"]] if "districts" in event else []
        elif kind == "keep":
            self.under = (
                [*self.under, *event["under"]] if "under" in event else self.under[: 0 if event["returned"] else None]
            )
        elif kind == "answer" and event["do"] == "recover":
            self.under = []

    def check(self, world: Game, at: str) -> None:
        """Whether the world agrees with it."""
        waits = world.pending is not None and world.pending.kind == "ransom"
        under = self.under[:-1] if waits else self.under  # the district destroyed lies nowhere until the answer
        bottom = [card.id for card in world.deck[: len(under)]]
        known = under[::-1][: len(bottom)]
        assert bottom == known, f"{at}: the bottom of the deck is {known}, not {bottom}"
        for seat, hand in self.hands.items():
            found = Counter(card.id for card in world.seats[seat].hand)
            assert found == hand, f"{at}: seat {seat} holds {hand}, not {found}"
        if not self.swapped and self.seat is not None:
            self.check_draft(world, at)

    def check_draft(self, world: Game, at: str) -> None:
        """Who chose before has nothing that was still on offer; who chose after nothing that was not."""
        last = len(world.seats) * (2 if len(world.seats) <= 3 else 1) - 1
        for when, offered in self.offered:
            picks = Counter[int]()
            for i, seat in enumerate(self.order):
                picked = world.seats[seat].characters[picks[seat]].id
                picks[seat] += 1
                if i < when:
                    assert picked not in offered, f"{at}: {picked} was still on offer"
                elif i > when and i < last:
                    assert picked in offered, f"{at}: {picked} was not on offer any more"


def remembering(watched: Watched) -> dict[int | None, Memory]:
    """A memory for every viewer."""
    memories = {viewer: Memory(viewer) for viewer in watched.viewers}
    for viewer in watched.viewers:
        for event in watched.told[viewer]:
            memories[viewer].see(event)
    return memories


# --- properties ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", GAMES)
def test_agrees_with_the_view_and_with_what_was_seen(first: int) -> None:
    worlds = 0
    for number in range(first, first + CHUNK):
        watched = Watched(number)
        game = watched.game
        chance = Random(f"worlds {number}")
        memories = remembering(watched)
        cards = Counter(full_deck(setup(number).edition, game.uniques, game.options))
        while True:
            if chance.random() < 0.05 or is_over(game):
                for viewer in watched.viewers:
                    at = f"set-up {number}, decision {game.n}, viewer {viewer}"
                    seen = view(game, viewer)
                    for knowledge in (None, watched.knowledge[viewer].copy()):
                        world = Worlds(seen, knowledge).sample(at)
                        assert view(world, viewer).to_json() == seen.to_json(), at
                        check_state(world, cards, at)
                        worlds += 1
                        if knowledge is not None and not is_over(game):
                            memories[viewer].check(world, at)
            if is_over(game):
                break
            told = {viewer: len(watched.told[viewer]) for viewer in watched.viewers}
            watched.take(watched.choose())
            for viewer in watched.viewers:
                for event in watched.told[viewer][told[viewer] :]:
                    memories[viewer].see(event)
    assert worlds > 100 * CHUNK


def test_what_is_known_for_certain_is_true() -> None:
    for number in range(40):
        watched = Watched(number)
        game = watched.game
        while not is_over(game):
            watched.take(watched.choose())
            for viewer in watched.viewers:
                known = watched.knowledge[viewer]
                for seat, tokens in zip(game.seats, known.cards.hands, strict=True):
                    names = Counter(known.names[token] for token in tokens if token < REF)
                    assert not names - Counter(card.id for card in seat.hand)


def test_the_events_alone_lead_to_the_same_knowledge() -> None:
    for number in range(10):
        watched = Watched(number)
        while watched.game.n < 60 and not is_over(watched.game):
            watched.take(watched.choose())
        for viewer in watched.viewers:
            seen = view(watched.game, viewer)
            world = sample_world(seen, watched.told[viewer], chance="from the deal on")
            assert view(world, viewer).to_json() == seen.to_json()


def test_the_same_text_makes_the_same_world() -> None:
    watched = Watched(3)
    for _ in range(40):
        watched.take(watched.choose())
    seen = view(watched.game, 1)
    worlds = [save(sample_world(seen, watched.told[1], chance=chance)) for chance in ("one", "one", "two")]
    assert worlds[0] == worlds[1]
    assert worlds[0] != worlds[2]


def test_a_world_goes_on_to_its_end() -> None:
    chance = Random("to the end")
    for number in range(30):
        watched = Watched(number)
        for _ in range(25):
            watched.take(watched.choose())
        viewer = watched.viewers[number % len(watched.viewers)]
        world = sample_world(view(watched.game, viewer), watched.told[viewer], chance=str(number))
        again = load(save(world))
        for game in (world, again):
            own = Random(chance.random())
            while not is_over(game):
                apply(game, own.choice(legal_actions(game)))


def test_takes_a_view_and_events_and_never_a_game() -> None:
    for function in (sample_world, Worlds.__init__, Knowledge.__init__, Knowledge.see, Knowledge.meet):
        for name, annotation in inspect.get_annotations(function).items():
            assert name == "return" or "Game" not in str(annotation)
    with pytest.raises((AttributeError, TypeError)):
        sample_world(typing.cast("View", new_game(4)), chance="a game is no view")


def test_every_world_is_met_as_often() -> None:
    """Of two characters that one seat and the facedown place may have, each lies there half the time."""
    cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
    game = load(
        {
            "cast": cast,
            "seats": [
                {"characters": ["assassin"]}, {"characters": ["thief"]}, {"characters": ["king"]}, {"characters": ["bishop"]},
            ],
            "faceup": ["magician", "merchant"],
            "facedown": ["architect", "warlord"],
            "turn": {"character": "king", "gathered": True},
        }
    )  # fmt: skip
    worlds = Worlds(view(game, 2))
    held = Counter(worlds.sample(str(i)).seats[3].characters[0].id for i in range(900))
    assert set(held) == {"bishop", "architect", "warlord"}
    assert min(held.values()) > 240


def test_agrees_with_the_view_of_positions_that_no_game_reaches() -> None:
    positions = 0
    for path in sorted(CASES.glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            if isinstance(case, dict) and "given" in case and not any("refused" in step for step in case["steps"]):
                game = load(case["given"])
                for viewer in (*range(len(game.seats)), None):
                    seen = view(game, viewer)
                    world = sample_world(seen, chance=case["id"])
                    assert view(world, viewer).to_json() == seen.to_json(), case["id"]
                positions += 1
    assert positions > 500


def test_refuses_events_of_another_game() -> None:
    one, other = Watched(1), Watched(8)
    for _ in range(30):
        one.take(one.choose())
        other.take(other.choose())
    with pytest.raises(WorldError):
        sample_world(view(one.game, 0), other.told[0], chance="0")
