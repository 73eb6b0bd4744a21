"""Every event has its sentence and every action its words, in games of both editions with all their cards."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from citadels_engine import Game, apply, is_over, legal_actions, load, new_game, play, scenario_cast, view
from citadels_engine.cards import catalogue
from citadels_engine.cards.registry import CHARACTERS
from citadels_engine.dice import Dice
from citadels_engine.state import NOBODY, Markers
from citadels_engine.views.view import MarkersView
from citadels_sdk.render import sentences
from citadels_sdk.render.board import board, markers, open_view
from citadels_sdk.render.sentences import Teller
from citadels_sdk.view.explanations import explain, price

from tests.support.decisions import told_events
from tests.support.kept import assert_kept

NAMES = [f"Nam{seat}" for seat in range(8)]


def games(edition: str, count: int) -> Iterator[Game]:
    """Games just dealt, with casts and unique districts by lot, so that every card comes up."""
    for number in range(count):
        dice = Dice(f"{edition} {number}", "set-up")
        players = 2 + number % 7
        ranks: dict[int, list[str]] = {}
        for one in catalogue.characters(edition):
            if one["min_players"] <= players:
                ranks.setdefault(one["rank"], []).append(one["id"])
        cast = [of_rank[dice.below(len(of_rank))] for _, of_rank in sorted(ranks.items())]
        if players == 2 or (players == 3 and edition == "classic"):
            cast = cast[:8]
        uniques = None
        if edition == "modern":
            uniques = [one["id"] for one in catalogue.districts(edition) if one["unique"]]
            dice.shuffle(uniques)
            uniques = uniques[:14]
        else:
            bonus = [one["id"] for one in catalogue.districts(edition) if one["bonus"]]
            dice.shuffle(bonus)
            purple = [one["id"] for one in catalogue.districts(edition) if one["unique"] and not one["bonus"]]
            if "diplomat" in cast:
                purple.remove("graveyard")
            uniques = [*purple, *bonus[:3]]
        yield new_game(players, edition=edition, cast=cast, uniques=uniques, seed=str(number), telling=True)


def play_on(game: Game, seed: str) -> Iterator[Game]:
    """The game after each decision, with actions by lot, but gathering and ending turns less often than the others."""
    dice = Dice(seed, "play")
    yield game
    while not is_over(game):
        legal = legal_actions(game)
        eager = [action for action in legal if action.verb not in ("end", "pass", "gold", "done")] or list(legal)
        chosen = eager if dice.below(4) else list(legal)
        apply(game, chosen[dice.below(len(chosen))])
        yield game


def test_every_kind_of_event_has_a_sentence() -> None:
    kinds = set()
    for edition in ("modern", "classic"):
        tellers = {viewer: Teller(edition, NAMES, viewer=viewer) for viewer in (None, 0, 1)}
        for number, dealt in enumerate(games(edition, 70)):
            for game in play_on(dealt, str(number)):
                for event in game.events:
                    kinds.add(event.kind)
                    for viewer, teller in tellers.items():
                        sentence = teller.event(event.for_seat(viewer))
                        assert sentence[0].isupper() or sentence[0].isdigit(), sentence
                        assert sentence.endswith("."), sentence
                        assert "_" not in sentence, sentence
                        assert "None" not in sentence, sentence
    assert kinds == sentences.KINDS


@pytest.mark.parametrize("edition", ["modern", "classic"])
def test_every_legal_action_is_explained(edition: str) -> None:
    teller = Teller(edition, NAMES)
    for number, dealt in enumerate(games(edition, 28)):
        for game in play_on(dealt, f"explained {number}"):
            seat = game.pending.seat if game.pending is not None else 0
            seen = view(game, seat)
            for action in seen.actions:
                said = explain(teller, seen, action)
                assert said != action.text
                assert "_" not in said
                assert said.strip()


@pytest.mark.parametrize("edition", ["modern", "classic"])
def test_the_price_that_is_told_is_what_is_paid(edition: str) -> None:
    """In games without those who take or give back gold at the same moment."""
    teller = Teller(edition, NAMES)
    checked: Counter[str] = Counter()
    for number, dealt in enumerate(games(edition, 56)):
        if any(one.id in ("tax_collector", "magistrate") for one in dealt.cast):
            continue
        for game in play_on(dealt, f"priced {number}"):
            if game.pending is None or game.pending.kind != "turn":
                continue
            seat = game.pending.seat
            seen = view(game, seat)
            for action in seen.actions:
                said = explain(teller, seen, action)
                if action.verb in ("build", "destroy", "seize", "exchange") and said.endswith(" gold"):
                    after = play(game, action)
                    assert game.seats[seat].gold - after.seats[seat].gold == int(said.split()[-2]), said
                    checked[action.verb] += 1
    verbs = ["build", "destroy", "exchange", *(["seize"] if edition == "modern" else [])]
    assert all(checked[verb] > 20 for verb in verbs), checked


def test_what_a_viewer_may_not_know_is_not_told() -> None:
    game = new_game(4, seed="7", telling=True)
    apply(game, "pick thief")
    picked = game.events[0]
    assert "Thief" in Teller("modern", NAMES).event(picked.for_seat(picked.seat))
    assert "Thief" not in Teller("modern", NAMES).event(picked.for_seat((picked.seat + 1) % 4))


def test_names_are_told_in_the_language() -> None:
    told = {"kind": "reveal", "seat": 0, "character": "bishop"}
    assert Teller("modern", NAMES, language="fr").event(told) == "Nam0 showed the Évêque."
    assert Teller("modern", NAMES, language="pt", viewer=0).event(told) == "You showed the Bispo."


def test_an_unknown_event_is_told_in_the_notations_words() -> None:
    assert Teller("modern", NAMES).event({"kind": "comet", "seat": 2}) == "comet: seat 2."


# --- the board -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_no_line_of_the_board_is_wider_than_the_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for edition in ("modern", "classic"):
        for language in catalogue.LANGUAGES:
            teller = Teller(edition, [f"greedy-{seat}" for seat in range(8)], language=language)
            for number, dealt in enumerate(games(edition, 7)):
                for game in list(play_on(dealt, str(number)))[::9]:
                    for seen in (open_view(game), view(game, 0), view(game, None)):
                        for line in board(teller, seen, columns):
                            assert len(click.unstyle(line)) <= columns, line


def test_a_seats_board_shows_no_hidden_card() -> None:
    """Hands of others are of cards that stand nowhere else, so their names would be seen."""
    cast = scenario_cast("first_game", 4)
    game = load(
        {
            "cast": cast,
            "seats": [
                {"hand": ["castle"], "characters": ["king"]},
                {"hand": ["temple"], "characters": ["thief"], "city": [{"id": "museum", "tucked": ["docks"]}]},
                {"characters": ["bishop"]},
                {"characters": ["warlord"]},
            ],
            "turn": {"character": "king"},
            "facedown": ["assassin"],
        }
    )
    teller = Teller("modern", NAMES)
    own = "\n".join(board(teller, view(game, 0), 80))
    assert "Castle" in own
    for name in ("Temple", "Docks", "Bishop", "Warlord", "Assassin"):
        assert name not in own
    opened = "\n".join(board(teller, open_view(game), 80))
    assert all(name in opened for name in ("Castle", "Temple", "Bishop", "Warlord"))


def test_the_factory_makes_a_unique_district_cheaper() -> None:
    game = load(
        {
            "cast": scenario_cast("first_game", 4),
            "seats": [
                {"hand": ["keep", "castle"], "city": ["factory"], "gold": 9, "characters": ["king"]},
                {},
                {},
                {},
            ],
            "turn": {"character": "king"},
        }
    )
    seen = view(game, 0)
    assert (price(seen, "keep"), price(seen, "castle")) == (2, 4)


def test_the_end_of_a_sealed_game_has_a_sentence_without_the_hands() -> None:
    assert Teller("modern", NAMES).event({"kind": "over"}) == "The game is over."


def test_the_board_gives_markers_that_nobody_placed_to_nobody() -> None:
    king, bishop = CHARACTERS["modern"]["king"], CHARACTERS["modern"]["bishop"]
    seen = MarkersView(Markers(king, (bishop,), NOBODY), ["king", "bishop"], False, "signed")
    assert markers(Teller("modern", ["ann", "bob"]), "Warrants", "signed", seen) == ["Warrants: King, Bishop."]


def test_every_kind_of_event_is_told_in_the_words_that_people_have_read() -> None:
    lines = []
    for one in told_events():
        teller = Teller(one["edition"], [*NAMES[:2], "Óscar", *NAMES[3:]], viewer=one["viewer"])
        lines.append(
            f"{'-' if one['viewer'] is None else one['viewer']} {one['event']['kind']}: {teller.event(one['event'])}"
        )
    assert_kept(Path(__file__).parent / "kept" / "events.txt", lines)
