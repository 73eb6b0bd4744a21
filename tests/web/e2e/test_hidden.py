"""What a browser is told depends on nothing that its person may not know: two worlds that differ in that alone give the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from citadels_api.store.log_codec import Told
from citadels_api.tables import serializer
from citadels_engine import is_over
from citadels_engine import view as engine_view

from tests.support.browser import CHROMIUM
from tests.support.marks import SHOWN_WRONG
from tests.support.telling import chosen
from tests.web.e2e.support.twin_services import Pair, Windows, services

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from citadels_engine import Game
    from playwright.sync_api import Browser

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one"),
]
LOOKS: Final = chosen({"quick": 1, "ci": 1, "full": 60})
"""How many pairs of worlds of each kind."""
WHOSE: Final = ("own", "other", "spectator")
"""Who decides before the viewer's eyes: the viewer, another player, or whoever, where nobody's eyes look."""


@pytest.fixture(scope="module")
def windows(chromium: Browser) -> Iterator[Windows]:
    with services() as running, Windows(running, chromium) as opened:
        yield opened


def viewer_of(pair: Pair, whose: str) -> int | None:
    """The viewer, so that the decision awaited is the viewer's own or another's."""
    game = pair.watched.game
    assert game.pending is not None
    if whose == "spectator":
        return None
    return (game.pending.seat + (whose == "other")) % len(game.seats)


@pytest.mark.parametrize("whose", WHOSE)
def test_a_browser_is_told_the_same_in_two_worlds_that_are_the_same_to_its_person(whose: str, windows: Windows) -> None:
    apart = looks = told = 0
    number = WHOSE.index(whose)
    while looks < LOOKS:
        pair = Pair(windows, number)
        number += len(WHOSE)
        while looks < LOOKS and pair.skip(11 + 5 * looks) and not is_over(pair.watched.game):
            viewer = viewer_of(pair, whose)
            assert pair.look(viewer, viewer) == []
            looks += 1
            apart += pair.apart
        told += pair.told
    assert apart
    assert told >= 4 * looks  # the table, its past, why not, and what came over the socket


def test_eyes_that_know_more_are_told_something_else(windows: Windows) -> None:
    pair = Pair(windows, 1)
    assert pair.skip(30)
    faults: list[str] = []
    while not faults and pair.skip(3):
        viewer = viewer_of(pair, "other")
        assert viewer is not None
        eyes = (viewer + 1) % len(pair.watched.game.seats)
        faults = pair.look(viewer, eyes)
    assert any("socket" in fault and "differs" in fault for fault in faults)


class Leaky:
    """A view that tells more than it may: which card lies on top of the deck."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.seen = engine_view(game, seat)
        self.actions = self.seen.actions

    def to_json(self) -> dict[str, Any]:
        """What is told."""
        return {**self.seen.to_json(), "next": str(self.game.deck[-1]) if self.game.deck else None}


def view_leaks(patch: pytest.MonkeyPatch) -> None:
    """What a table looks like now tells too much."""
    patch.setattr(serializer, "engine_view", Leaky)


def log_leaks(patch: pytest.MonkeyPatch) -> None:
    """What has happened at a table is told to everybody as to those who saw it."""

    def everything(told: Told, seat: int | None) -> dict[str, Any]:
        who = {} if told.seat < 0 else {"seat": told.seat}
        secrets = [facts for _, facts in told.secrets]
        return {
            "kind": told.kind,
            **who,
            **told.facts,
            **{name: one for facts in secrets for name, one in facts.items()},
        }

    patch.setattr(Told, "for_seat", everything)


LEAKS: Final = [(view_leaks, "spectator", "socket"), (log_leaks, "own", "/graphql")]
"""A fault of the service, whose browser it is, and where that is told too much."""


@SHOWN_WRONG
@pytest.mark.parametrize(("leaks", "whose", "where"), LEAKS, ids=["view", "log"])
def test_a_leak_in_the_service_is_caught(
    leaks: Callable[[pytest.MonkeyPatch], None],
    whose: str,
    where: str,
    windows: Windows,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leaks(monkeypatch)
    pair = Pair(windows, 2)
    faults: list[str] = []
    while not faults and pair.skip(7):
        viewer = viewer_of(pair, whose)
        faults = pair.look(viewer, viewer)
    assert any(where in fault and "differs" in fault for fault in faults)
