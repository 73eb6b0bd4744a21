"""Assassin, Witch, Magistrate: what is told, and to whom."""

from citadels_engine import load, save
from citadels_engine.testing import act, legal, position, seat, table


def test_everybody_hears_whom_the_assassin_names() -> None:
    game = table(seat("assassin"), turn="assassin")
    (told,) = act(game, "kill king")
    assert told.for_seat(None) == {"kind": "mark", "seat": 0, "verb": "kill", "characters": ["king"]}


def test_a_killed_character_is_called_like_one_that_nobody_holds() -> None:
    """Who watches cannot tell whether the killed character was in play."""
    seen = []
    for held in ("king", "warlord"):
        game = table(seat("thief"), seat(held), turn="thief", gathered=True, killed="king", crown=2)
        told = act(game, "end")
        seen.append([event.for_seat(None) for event in told if event.kind == "call"][:3])
    assert seen[0] == seen[1]
    assert {"kind": "call", "rank": 4, "character": "king"} in seen[0]


def test_the_witch_goes_on_where_the_bewitched_player_stops() -> None:
    game = table(seat("witch", gold=1, hand="tavern"), seat("merchant"), turn="merchant", bewitched="merchant")
    told = act(game, "gold")
    assert [event.for_seat(None) for event in told if event.kind == "resume"] == [
        {"kind": "resume", "seat": 0, "character": "merchant"}
    ]
    assert legal(game) == ["bonus", "build tavern", "end"]


def test_the_bewitched_players_turn_has_no_end() -> None:
    """His Poor House would pay at an end of turn (S7.2)."""
    game = table(
        seat("witch"), seat("merchant", city="poor_house"), turn="merchant", bewitched="merchant", top="castle manor"
    )
    told = act(game, "draw", "keep castle")
    assert "turn_end" not in [event.kind for event in told]
    assert game.seats[1].gold == 0


def test_everybody_hears_where_the_warrants_lie_and_the_magistrate_which_is_signed() -> None:
    game = table(seat("magistrate"), turn="magistrate")
    (told,) = act(game, "warrants warlord king bishop")
    public = {"kind": "mark", "seat": 0, "verb": "warrants", "characters": ["king", "bishop", "warlord"]}
    assert told.for_seat(1) == public
    assert told.for_seat(0) == {**public, "signed": "warlord"}


def test_a_confiscation_is_told_with_what_it_takes_and_gives_back() -> None:
    game = table(
        seat("magistrate"),
        seat("king", gold=3, hand="manor"),
        turn="king",
        gathered=True,
        warrants={"signed": "king", "blank": ["bishop", "warlord"]},
    )
    told = act(game, "build manor", "confiscate")
    assert [event.for_seat(None) for event in told] == [
        {"kind": "build", "seat": 1, "district": "manor", "do": "build manor"},
        {"kind": "lose", "seat": 1, "gold": 3, "to": None, "why": "build"},
        {"kind": "answer", "seat": 0, "do": "confiscate"},
        {"kind": "gain", "seat": 1, "gold": 3, "why": "confiscation"},
        {"kind": "confiscate", "seat": 0, "district": "manor", "from": 1},
    ]


def test_the_magistrate_pays_the_tax_of_what_he_confiscates() -> None:
    game = table(
        seat("magistrate", gold=1),
        seat("king", gold=4, hand="manor"),
        turn="king",
        gathered=True,
        cast="tax_collector",
        warrants={"signed": "king", "blank": ["bishop", "warlord"]},
    )
    act(game, "build manor", "confiscate")
    assert [game.tax, game.seats[0].gold, game.seats[1].gold] == [1, 0, 4]


def test_a_build_saved_before_the_magistrate_answers_is_the_same_afterwards() -> None:
    told = position(
        seat("magistrate"),
        seat("king", gold=3, hand="manor"),
        turn="king",
        gathered=True,
        warrants={"signed": "king", "blank": ["bishop", "warlord"]},
    )
    game = load(told)
    act(game, "build manor")
    again = load(save(game))
    act(game, "pass")
    act(again, "pass")
    assert save(again) == save(game)
