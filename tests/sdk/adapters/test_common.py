"""What both adapters share: the encoding of a setting, the spaces, the picture of a table, its result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from citadels_sdk.adapters.common import (
    RENDER_MODES,
    Setting,
    action_space,
    bits,
    check_render_mode,
    observation_space,
    observed,
    picture,
    result,
)
from citadels_sdk.adapters.encoding import Encoding, rewards
from citadels_sdk.local.game_loop import Table
from gymnasium import spaces

from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"
UNIQUES = "armory factory framework great_wall imperial_treasury keep laboratory library map_room museum necropolis observatory park poor_house"


def played(steps: int | None, players: int = 3, edition: str = "modern") -> Table:
    """A table after so many decisions, or at the end."""
    table = Table.deal(["greedy", "random", "greedy", "random"][:players], edition=edition, seed="s")
    table.begin()
    while not table.over and (steps is None or table.game.n < steps):
        table.step()
    return table


def test_a_setting_is_dealt_as_it_says() -> None:
    cast = ("witch", "spy", "wizard", "emperor", "abbot", "trader", "navigator", "diplomat")
    uniques = tuple(UNIQUES.split())
    table = Setting(4, "modern", None, cast, uniques, {"emperor_min_players": 4}).deal([None] * 4, "s")
    game = table.game
    assert (tuple(one.id for one in game.cast), sorted(card.id for card in game.uniques)) == (cast, sorted(uniques))
    assert (game.options.values["emperor_min_players"], game.seed, len(table.players)) == (4, "s", 4)
    assert Setting(3, "classic").deal([None] * 3, "s").game.classic
    assert next(one.id for one in Setting(4, scenario="cunning_agents__001").deal([None] * 4, "s").game.cast) == "witch"


def test_the_smallest_encoding_is_taken_where_none_is_given() -> None:
    for setting, edition in (
        (Setting(3), "modern"),
        (Setting(5, "classic"), "classic"),
        (Setting(3, scenario="classic_basic"), "classic"),
    ):
        found = setting.encoding(None)
        assert (found.edition, found.seats) == (edition, setting.players)


def test_an_encoding_that_is_given_has_to_fit() -> None:
    for seats in (3, 4, 8):
        given = Encoding("modern", seats)
        assert Setting(3).encoding(given) is given
    for given in (Encoding("modern", 2), Encoding("classic", 3)):
        with pytest.raises(ValueError, match="does not fit a modern game of 3 players"):
            Setting(3).encoding(given)


def test_a_render_mode_is_one_of_two_or_none() -> None:
    assert RENDER_MODES == ("ansi", "human")
    assert [check_render_mode(mode) for mode in (None, "ansi", "human")] == [None, "ansi", "human"]
    with pytest.raises(ValueError, match="render_mode: 'rgb' is not one of ansi, human; None draws nothing"):
        check_render_mode("rgb")


def test_the_spaces_are_as_large_as_the_encoding() -> None:
    encoding = Encoding("modern", 3)
    seen: Any = observation_space(encoding)
    vector, mask = seen["observation"], seen["action_mask"]
    assert list(seen.spaces) == ["action_mask", "observation"]
    assert (vector.shape, vector.dtype, vector.low.min(), vector.low.max(), vector.high.min(), vector.high.max()) == (
        (encoding.length,),
        np.float32,
        0.0,
        0.0,
        1.0,
        1.0,
    )
    assert (mask.shape, mask.dtype, mask.low.max(), mask.high.min(), mask.high.max()) == (
        (encoding.actions,),
        np.int8,
        0,
        1,
        1,
    )
    assert action_space(encoding) == spaces.Discrete(encoding.actions)


def test_what_an_agent_is_given_is_the_vector_and_the_mask() -> None:
    table, encoding = played(5), Encoding("modern", 3)
    seen = table.view().raw
    mask = encoding.mask(seen)
    told = observed(encoding, seen, mask)
    assert list(told) == ["observation", "action_mask"]
    assert told["observation"].tolist() == list(encoding.observe(seen))
    assert told["action_mask"].tolist() == list(mask) == bits(mask).tolist()
    assert [str(told[name].dtype) for name in told] == ["float32", "int8"]


@pytest.mark.parametrize("reward", ["win", "place", "score"])
def test_each_seat_is_told_its_place_and_its_score(reward: str) -> None:
    table = played(None, 4)
    game = table.result()
    given, told = result(table, reward)
    assert told == [{"place": game.places[seat], "score": game.scores[seat]} for seat in range(4)]
    assert given == rewards(reward, game.order, game.scores)


def test_seats_that_share_a_place_have_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_sdk.adapters.common.places", lambda _game: [[2], [0, 3], [1]])
    _, told = result(played(None, 4), "place")
    assert [one["place"] for one in told] == [2, 4, 1, 2]


def test_pictures_are_as_they_were_looked_at() -> None:
    lines = []
    for edition in ("modern", "classic"):
        for steps in (4, 60, None):
            table = played(steps, 4, edition)
            for seat in (1, None):
                text = picture(table, seat, table.names)
                assert not text.startswith("\n")
                assert "\x1b" not in text
                lines += [f"-- {edition} {steps} {seat}", text]
    assert_kept(KEPT / "pictures.txt", lines)
