"""A view in parts: put together elsewhere it is the same for whoever looks at it, whatever was changed in the one before."""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING, Any

import pytest
from citadels_engine import apply, awaited, is_over, new_game, scenario_cast, view
from citadels_engine.bots import make
from citadels_engine.cards.scenarios import SCENARIOS
from citadels_engine.views.view_parts import Parts, changes, fixed_of, parts_of, view_from

if TYPE_CHECKING:
    from citadels_engine.views.view import View


def seen(value: Any) -> Any:
    """All there is to a value, by its fields."""
    if isinstance(value, (list, tuple)):
        return type(value).__name__, [seen(one) for one in value]
    if isinstance(value, dict):
        return {name: seen(one) for name, one in value.items()}
    names = [name for name in dir(value) if not name.startswith("_") and not callable(getattr(value, name))]
    if isinstance(value, (str, int, type(None))):
        return type(value).__name__, value
    return type(value).__name__, {name: seen(getattr(value, name)) for name in names}


def spoil(one: View) -> None:
    """Change what can be changed in a view."""
    for name in ("faceup", "facedown", "cast", "uniques", "completed"):
        getattr(one, name).append("spoilt")
    one.options["spoilt"] = True
    for seat in one.seats:
        seat.characters.append("spoilt")
        seat.city.clear()
    if one.own is not None:
        one.own.hand.append("spoilt")
    if one.decision is not None:
        one.decision.details["spoilt"] = 1


@pytest.mark.parametrize("scene", [*list(SCENARIOS)[::4], None])
def test_a_view_told_by_its_changes_is_the_same(scene: str | None) -> None:
    players = 5
    edition = "modern" if scene is None else SCENARIOS[scene].edition
    cast = None if scene is None else scenario_cast(scene, players)
    game = new_game(players, edition=edition, cast=cast, seed="parts")
    bots = [make("random", f"{seat}") for seat in range(players)]
    before: list[Parts] = [[] for _ in range(players)]
    mirror: list[Parts] = [[] for _ in range(players)]
    while not is_over(game):
        seat = game.n % players
        raw = view(game, seat)
        parts = parts_of(raw)
        told = marshal.loads(marshal.dumps(changes(before[seat], parts)))
        before[seat] = parts
        mirror[seat] = mirror[seat] or [None] * len(told)
        for place, part in told.items():
            mirror[seat][place] = part
        spoil(view_from(fixed_of(raw), mirror[seat]))
        assert seen(view_from(fixed_of(raw), mirror[seat])) == seen(raw)
        apply(game, bots[awaited(game).seat].choose(view(game, awaited(game).seat), []))


def test_only_what_has_changed_is_told() -> None:
    game = new_game(4, seed="parts", crown=0)
    before = parts_of(view(game, 2))
    apply(game, view(game, 0).actions[0])
    told = changes(before, parts_of(view(game, 2)))
    assert 0 < len(told) < len(before) / 2
