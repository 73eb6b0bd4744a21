"""Making views for the tests of a bot, and asking one for an answer."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from citadels_engine import save
from citadels_engine.errors import IllegalAction, PositionError
from citadels_engine.testing import table
from citadels_sdk import Bot, Start, View
from citadels_sdk.errors import BotRaised, IllegalChoice
from citadels_sdk.testing import (
    ask,
    field,
    made_positions,
    made_view,
    not_a_seat,
    opening,
    played_view,
    read,
    scenario,
    seat,
    views,
)
from hypothesis import HealthCheck, given, settings, strategies

from tests.support.kept import assert_kept

CASES = Path(__file__).parents[1] / "cases"


# --- views -----------------------------------------------------------------------------------------------------------


def test_a_line_says_the_same_as_the_words_of_the_engine() -> None:
    said = scenario(
        "warlord gold=1 city=fortress hand=keep; king city=tavern,market+ revealed=king; -; "
        "turn=warlord gathered built=1 used=income players=5 crown=2 deck=palace,docks"
    )
    meant = table(
        seat("warlord", gold=1, city="fortress", hand="keep"),
        seat("king", city="tavern market+", revealed="king"),
        seat(),
        turn={"character": "warlord", "gathered": True, "built": 1, "used": ["income"]},
        players=5,
        crown=2,
        deck="palace docks",
    )
    assert said.to_json() == View.of(meant, 0).to_json()


def test_cards_of_the_cast_and_fields_of_the_notation_can_be_said() -> None:
    view = scenario('witch; queen; turn=witch players=5 cast=queen killed=null options={"emperor_min_players":4} tax=2')
    assert view.cast[0] == "witch"
    assert view.cast[-1] == "queen"
    assert (view.options["emperor_min_players"], view.tax) == (4, 2)


def test_a_position_a_case_and_a_game_make_the_same_view() -> None:
    game = table(seat("thief"), seat("king", gold=4), turn="thief", gathered=True)
    position = save(game)
    case = {
        "id": "x",
        "given": position,
        "steps": [{"do": "rob king"}, {"do": ["end"]}, {"awaits": None}, {"do": "gold"}],
    }
    after = scenario(game, do=["rob king", "end"])
    assert after.gold == 0
    assert scenario(json.dumps(position), do=["rob king", "end"]).to_json() == after.to_json()
    assert scenario(case).to_json() == scenario(json.dumps(case)).to_json() == after.to_json()
    assert game.n == 0


def test_every_case_of_ours_makes_a_view() -> None:
    told = [
        case for case in json.loads((CASES / "characters.json").read_text()) if case["steps"] != [{"refused": True}]
    ]
    assert all(scenario(case).phase for case in told[::5])


def test_the_view_of_another_seat_hides_what_it_may_not_know() -> None:
    line = "king hand=palace; thief; turn=king"
    assert [card.id for card in scenario(line).hand] == ["palace"]
    assert "palace" not in json.dumps(scenario(line, seat=1).to_json()["seats"])
    assert scenario(line, seat=1).actions == ()


@pytest.mark.parametrize(
    "line", ["", "king colour=red; turn=king", "nobody; turn=king", "king; turn=king players=12", "[1]"]
)
def test_a_line_that_says_no_position_is_refused(line: str) -> None:
    with pytest.raises(PositionError):
        scenario(line)


def test_an_action_that_is_not_legal_is_refused() -> None:
    with pytest.raises(IllegalAction):
        scenario("king; turn=king", do=["end"])


# --- asking ----------------------------------------------------------------------------------------------------------


def test_ask_starts_the_bot_and_answers_the_legal_action() -> None:
    class Starting(Bot):
        def on_start(self, start: Start) -> None:
            self.seat = start.seat

        async def choose(self, view: View) -> str:
            assert view.seat == self.seat
            return view.actions[-1].text

    view = scenario("thief; king gold=4; turn=king gathered")
    assert view.seat == 1
    assert ask(Starting, view).text == "end"


def test_ask_raises_what_is_wrong() -> None:
    view = scenario("king; turn=king")
    with pytest.raises(IllegalChoice):
        ask(lambda view: "end", view)
    with pytest.raises(BotRaised) as caught:
        ask(lambda view: view.actions[99], view)
    assert isinstance(caught.value.__cause__, IndexError)


def test_the_same_chance_gives_the_same_answer() -> None:
    class Chancy(Bot):
        def choose(self, view: View) -> str:
            return self.random.choice(view.actions).text

    view = scenario("assassin; turn=assassin")
    assert len({ask(Chancy, view, chance="x") for _ in range(5)}) == 1
    assert len({ask(Chancy, view, chance=str(number)) for number in range(30)}) > 1


# --- views at random -------------------------------------------------------------------------------------------------


@settings(max_examples=60, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(views())
def test_a_random_view_is_of_a_seat_that_has_to_act(view: View) -> None:
    assert view.actions
    assert ask("greedy", view) in view.actions


@settings(max_examples=20, database=None, deadline=None)
@given(views(kinds=["pay", "return"], edition="modern"))
def test_random_views_can_be_of_some_kinds_only(view: View) -> None:
    assert view.kind in ("pay", "return")
    assert view.edition == "modern"


def test_kinds_that_nobody_asks_are_refused() -> None:
    with pytest.raises(ValueError, match="no made position"):
        views(kinds=["nonsense"])


# --- word for word ---------------------------------------------------------------------------------------------------


def test_the_view_has_the_events_of_the_position_and_of_what_is_done_first() -> None:
    line = "thief; king gold=4; turn=thief gathered"
    told = [event["kind"] for event in scenario(line, do=["rob king", "end"]).events]
    once = [event["kind"] for event in scenario(line, do=["rob king"]).events]
    assert (once, told[: len(once)], len(told) > len(once)) == (["mark"], once, True)
    case = {
        "given": save(table(seat("thief"), seat("king"), turn="thief", gathered=True)),
        "steps": [{"do": "rob king"}],
    }
    assert [event["kind"] for event in scenario(case).events] == once


def test_the_seed_of_a_position_is_the_one_that_is_said() -> None:
    def world(**more: str) -> dict[str, object]:
        return save(scenario_game("king; turn=king", **more))

    assert world() == world(seed="0") != world(seed="1")


def scenario_game(line: str, **more: str) -> Any:
    """The game of a position, by way of a world that is as the view has it."""
    return scenario(line, do=["draw"], **more).sample_worlds(1, "w")[0]  # type: ignore[arg-type]  # a seed alone


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("gathered", ("gathered", True)), ("hand=a,b", ("hand", ["a", "b"])), ("city=", ("city", [])), ("revealed=x", ("revealed", ["x"])), ("used=a,,b", ("used", ["a", "b"])),
        ("cast=a", ("cast", ["a"])), ("deck=a", ("deck", ["a"])), ("top=a,b", ("top", ["a", "b"])), ("gold=5", ("gold", 5)), ("gold=-5", ("gold", -5)),
        ("x=true", ("x", True)), ("x=false", ("x", False)), ("x=null", ("x", None)), ("x=truely", ("x", "truely")), ("x=nullable", ("x", "nullable")),
        ('x={"a":1}', ("x", {"a": 1})), ("x=[1]", ("x", [1])), ("edition=classic", ("edition", "classic")), ("x=a=b", ("x", "a=b")),
    ],
)  # fmt: skip
def test_a_word_is_a_name_and_its_value(word: str, meant: tuple[str, object]) -> None:
    assert field(word) == meant


@pytest.mark.parametrize(
    ("words", "is_table"), [("king", False), ("king gold=3 hand=a city=b revealed=c", False), ("turn=king", True), ("gold=3 tax=2", True), ("-", False)]
)  # fmt: skip
def test_the_last_part_is_the_tables_where_a_word_is_of_no_seat(words: str, is_table: bool) -> None:
    assert not_a_seat(words.split()) is is_table


def test_a_line_may_do_without_a_part_for_the_table() -> None:
    assert len(read("king; thief;")["seats"]) == len(read("king; thief")["seats"])  # type: ignore[arg-type]  # a list
    assert read("king; -; turn=king top=palace,docks")["seats"] == read("king;;-; turn=king")["seats"]


def test_what_a_seat_has_not_is_named_with_what_it_has() -> None:
    with pytest.raises(PositionError) as caught:
        read("king colour=red; turn=king")
    assert str(caught.value).startswith(
        "a seat has no 'colour'; it has its characters, then gold, hand, city, revealed"
    )
    with pytest.raises(PositionError, match="a line of words has a part for each seat, and one for the table"):
        read(" ; ")
    with pytest.raises(PositionError, match="a position, and a case, is a JSON object"):
        read(" [1]")


@pytest.mark.parametrize(
    ("steps", "actions"),
    [
        (None, []), ([], []), ([{"do": "a"}], ["a"]), ([{"do": ["a", "b"]}, {"do": "c"}], ["a", "b", "c"]), ([{"do": "a"}, {"awaits": 1}, {"do": "b"}], ["a"]),
        ([{"do": "a", "legal": []}, {"do": "b"}], []),
    ],
)  # fmt: skip
def test_of_a_case_the_actions_up_to_the_first_other_thing_are_taken(steps: object, actions: list[str]) -> None:
    assert opening(steps) == actions


def test_a_bot_that_is_asked_sits_at_a_test_with_the_chance_0() -> None:
    told: list[object] = []

    class Told(Bot):
        def on_start(self, start: Start) -> None:
            told.extend([start, self.random.random()])

        def choose(self, view: View) -> str:
            return view.actions[0].text

    view = scenario("thief; king gold=4; turn=king gathered players=4")
    ask(Told, view)
    assert told[0] == Start("test", 1, 4, "modern", view.cast, ("seat 0", "seat 1", "seat 2", "seat 3"))
    assert told[1] == Random("0").random()
    ask(Told, view, chance="another")
    assert told[3] == Random("another").random()


def test_what_a_view_is_drawn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []
    monkeypatch.setattr(strategies, "integers", lambda *bounds: bounds)
    monkeypatch.setattr(strategies, "sampled_from", list)
    monkeypatch.setattr(strategies, "builds", lambda function, *of: (function.__name__, *of))
    monkeypatch.setattr(strategies, "one_of", lambda *of: drawn.extend(of))
    views()
    both = ["modern", "classic"]
    names = made_positions(both, None)
    assert drawn == [
        ("played_view", [2, 3, 4, 5, 6, 7, 8], both, (0, 2**32 - 1), (0, 200)),
        ("made_view", names, (0, 99)),
    ]
    del drawn[:]
    views(edition="classic", players=(5, 3))
    assert drawn[0] == ("played_view", [3, 5], ["classic"], (0, 2**32 - 1), (0, 200))
    assert views(kinds=["theater"]) == ("made_view", ["modern/theater", "modern/theater-of-two"], (0, 99))  # type: ignore[comparison-overlap]  # as drawn here


def test_made_positions_are_those_of_an_edition_and_of_kinds() -> None:
    assert {name.partition("/")[0] for name in made_positions(["classic"], None)} == {"classic"}
    assert made_positions(["modern", "classic"], ["tribute"]) == ["modern/tribute", "classic/tribute"]
    with pytest.raises(ValueError, match=r"kinds: no made position of classic asks \['theater'\]"):
        made_positions(["classic"], ["theater"])


def test_a_view_of_a_game_is_after_so_many_decisions() -> None:
    lines = []
    for players, edition, number, taken in [
        (2, "modern", 0, 0),
        (3, "classic", 1, 9),
        (5, "modern", 2147483646, 30),
        (4, "modern", 2147483645, 200),
        (8, "classic", 7, 400),
        (2, "modern", 9, 2000),
    ]:
        view = played_view(players, edition, number, taken)
        assert (view.players, view.edition, bool(view.actions)) == (players, edition, True)
        assert view.n == taken or (view.n < taken and view.last_round)
        lines.append(
            f"{view.n} {view.seat} {view.kind} {len(view.events)} {sha256(json.dumps(view.to_json()).encode()).hexdigest()[:8]}"
        )
    lines.append(sha256(json.dumps(made_view("modern/king", 3).to_json()).encode()).hexdigest()[:8])
    assert_kept(Path(__file__).parent / "kept" / "random_views.txt", lines)
