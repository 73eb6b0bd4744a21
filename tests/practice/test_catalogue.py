"""The catalogue of the practice server: every kind of decision is there, and each position is what it says it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.ids import is_id
from citadels_engine import apply, is_over, legal_actions, view
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS
from citadels_engine.formats import codec
from citadels_workers.practice.abilities import OF_ACTION, OF_CHARACTER
from citadels_workers.practice.catalogue import catalogue
from citadels_workers.practice.wanted_positions import wishes

from tests.support.pages import PAGES

if TYPE_CHECKING:
    from citadels_engine import Game
    from citadels_workers.practice.catalogue import Entry

KINDS = re.findall(
    r"^\| `([a-z_]+)` \|", PAGES["NOTATION.md"].read_text(encoding="utf-8").split("## 2.")[0], re.MULTILINE
)
CLASSIC = {"pick", "set_aside", "turn", "keep", "redraw", "take", "ransom", "tribute", "chime", "search", "ward"}
"""The kinds of the classic edition: it has neither Theater nor Seer nor markers, and its killed Emperor does not advise."""


def played(entry: Entry) -> Game:
    """The game of an entry, as it stands."""
    game: Game = entry.deal()
    for text in entry.actions:
        apply(game, text)
    return game


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {name: played(entry) for name, entry in catalogue().items() if entry.kind != "open"}


def of(edition: str) -> list[Entry]:
    return [entry for entry in catalogue().values() if entry.edition == edition]


def test_each_position_awaits_exactly_what_it_says(games: dict[str, Game]) -> None:
    for name, game in games.items():
        entry, decision = catalogue()[name], game.pending
        if entry.kind == "over":
            assert is_over(game), name
            continue
        assert decision is not None, name
        legal = [str(action) for action in legal_actions(game)]
        assert (decision.kind, decision.seat, len(legal)) == (entry.kind, entry.asked, entry.count), name
        assert set(entry.shows) <= set(legal), name
        assert (entry.seat == entry.asked) == (entry.others == "play"), name


def test_every_decision_kind_of_both_editions_is_there() -> None:
    # the notation's table, and what it says below the table of the classic edition
    assert {entry.kind for entry in of("modern")} - {"over", "open"} == {*KINDS, "tribute"}
    assert {entry.kind for entry in of("classic")} - {"over", "open"} == CLASSIC
    assert set(KINDS) | CLASSIC == set(codec.KINDS) == {entry.kind for entry in catalogue().values()} - {"over", "open"}
    for edition in ("modern", "classic"):
        assert {entry.players for entry in of(edition) if entry.kind == "pick"} == set(range(2, 9))
        assert {"over", "open"} <= {entry.kind for entry in of(edition)}


@pytest.mark.parametrize("edition", ["modern", "classic"])
def test_every_character_has_a_turn_and_every_unique_district_an_owner(edition: str, games: dict[str, Game]) -> None:
    characters: set[str] = set()
    owned: set[str] = set()
    for name, game in games.items():
        if catalogue()[name].edition == edition and game.turn is not None and game.pending is not None:
            characters.add(game.turn.character.id)
            seat = game.seats[game.pending.seat]
            owned.update(card.id for card in (*[built.card for built in seat.city], *seat.hand))
    assert characters >= {one.id for one in CHARACTERS[edition].values()}
    assert owned >= {card.id for card in DISTRICTS[edition].values() if card.unique}


def test_what_characters_and_districts_can_do_is_legal_in_their_positions() -> None:
    for character, beginnings in OF_CHARACTER.items():
        shown = catalogue()[f"turn_{character}"].shows
        assert len(shown) == len(beginnings), character
        for text, beginning in zip(shown, beginnings, strict=True):
            assert text.startswith(beginning), character
    for district, beginning in OF_ACTION.items():
        assert catalogue()[f"with_{district}"].shows[0].startswith(beginning), district
    assert catalogue()["with_framework"].shows[0].endswith(" framework")


def test_what_a_board_seldom_has_to_show_is_there(games: dict[str, Game]) -> None:
    seen: dict[str, Any] = {name: view(game, catalogue()[name].seat).to_json() for name, game in games.items()}
    bewitched, resumed = seen["bewitched"], seen["resumed"]
    assert bewitched["turn"]["character"] == bewitched["bewitched"]["character"]
    assert bewitched["decision"]["actions"] == ["gold", "draw"]
    assert resumed["turn"]["resumed"]
    for name in ("tucked", "classic_tucked"):
        mine = seen[name]["seats"][catalogue()[name].seat]["city"]
        assert any(isinstance(built, dict) and built["tucked"] for built in mine)


def test_ids_names_and_titles_are_each_there_once() -> None:
    entries = list(catalogue().values())
    assert {wish.name for wish in wishes()} == set(catalogue())
    assert len({entry.table for entry in entries}) == len({entry.title for entry in entries}) == len(entries)
    assert all(is_id("game", entry.table) for entry in entries)


def test_what_the_brief_of_front_ends_asks_for_by_name_is_there() -> None:
    titles = {entry.title for entry in catalogue().values()}
    assert {"The Magistrate must answer", "The Seer gives back, 8 players", "2-player draft, third pick"} <= titles
