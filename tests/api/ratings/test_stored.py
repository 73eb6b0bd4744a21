"""What the store keeps of ratings: names of keys, names of ladders, and the bytes of each document."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from citadels_api.ratings import stored as kept
from citadels_api.store.keys import document
from citadels_api.tables.stored import Player

ANN = Player(account="acct_ann", name="Ann")


def test_a_player_is_rated_by_the_account_and_a_bot_of_the_house_by_its_level() -> None:
    assert kept.rated_id(ANN) == "acct_ann"
    assert kept.rated_id(Player(name="greedy", level="greedy")) == "house:greedy"
    assert kept.rated_id(Player(account="acct_1", level="greedy")) == "acct_1"


def test_a_game_counts_on_four_ladders() -> None:
    assert kept.ladder_name() == "all/0"
    assert kept.ladder_name("modern") == "modern/0"
    assert kept.ladders_of("modern", 4) == ("modern/4", "modern/0", "all/4", "all/0")


def test_a_pair_has_one_key_whoever_is_named_first() -> None:
    assert kept.pair_of("a", "b") == kept.pair_of("b", "a") == ("a", "b")
    assert kept.pair_of("a", "a") == ("a", "a")
    assert kept.pair_key("b", "a") == kept.pair_key("a", "b") == document("pair", "a|b")
    assert kept.meetings_key("b", "a") == kept.meetings_key("a", "b") == document("met", "a|b")


def test_each_kind_of_document_has_keys_of_its_own() -> None:
    assert kept.rating_key("x") == document("rating", "x")
    assert kept.history_key("x") == document("rated", "x")
    assert kept.profile_key("x") == document("profile", "x")
    assert kept.board_key("modern/4") == document("board", "modern/4")
    assert kept.LADDER == "ladder_all"
    assert document("rated-pending", "ladder_all") == kept.PENDING


RATED = kept.Rated(25.0, 8.5, 3, 77)


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (RATED, [25.0, 8.5, 3, 77]),
        (kept.SeatCount(), [0, 0]),
        (kept.CharacterCount(), [0, 0, 0]),
        (kept.PairDoc(), {"number": 0, "games": 0, "ahead": 0, "behind": 0}),
        (kept.Counts(), {"games": 0, "wins": 0, "places": 0, "seats": {}, "characters": {}}),
        (
            kept.Counts(seats={2: kept.SeatCount(3, 1)}, characters={"king": kept.CharacterCount(4, 3, 1)}),
            {"games": 0, "wins": 0, "places": 0, "seats": {2: [3, 1]}, "characters": {"king": [4, 3, 1]}},
        ),
        (kept.ProfileDoc(), {"number": 0, "ladders": {}, "held": []}),
        (
            kept.Meeting(table="t", at=1, edition="modern", seats=4, places=(1, 2)),
            {"table": "t", "at": 1, "edition": "modern", "seats": 4, "places": (1, 2)},
        ),
        (
            kept.RatingPointDoc(table="t", at=1, edition="modern", seats=4, place=2, ladders={"all/0": RATED}),
            {
                "table": "t",
                "at": 1,
                "edition": "modern",
                "seats": 4,
                "place": 2,
                "ladders": {"all/0": [25.0, 8.5, 3, 77]},
            },
        ),
    ],
)
def test_a_document_is_kept_in_these_words_and_comes_back(made: Any, told: Any) -> None:
    raw = msgspec.msgpack.encode(made)
    assert msgspec.msgpack.decode(raw, strict=False) == msgspec.msgpack.decode(
        msgspec.msgpack.encode(told), strict=False
    )
    assert msgspec.msgpack.decode(raw, type=type(made)) == made


def test_what_a_document_does_not_say_is_nothing() -> None:
    rating = msgspec.convert({"player": msgspec.to_builtins(ANN)}, kept.RatingDoc)
    assert (rating.number, rating.ladders) == (0, {})
    said = {"table": "t", "at": 1, "edition": "modern", "seats": 2, "players": [], "places": [1, 2], "after": []}
    folded = msgspec.convert(said, kept.FoldedGame)
    assert (folded.picks, folded.sealed) == ([], False)
