"""The Bell Tower: what was announced holds as long as it stands."""

from citadels_engine import apply
from citadels_engine.testing import seat, table


def test_what_was_announced_ends_with_it_and_all_are_told() -> None:
    game = table(
        seat("warlord", gold=9),
        seat("king", city="bell_tower castle"),
        turn="warlord",
        gathered=True,
        edition="classic",
        announced=True,
    )
    game.telling = True
    apply(game, "destroy 1 bell_tower")
    told = [event for event in game.events if event.kind == "announce"]
    assert game.announced is False
    assert [(event.seat, event.facts) for event in told] == [(-1, {"on": False})]
    assert "seat" not in told[0].for_seat(0) or told[0].for_seat(0)["seat"] in (None, -1)
