"""Making views for the tests of a bot, and asking one for an answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from citadels_engine import save
from citadels_engine.errors import IllegalAction, PositionError
from citadels_engine.testing import table
from citadels_sdk import Bot, Start, View
from citadels_sdk.errors import BotRaised, IllegalChoice
from citadels_sdk.testing import ask, scenario, seat, views
from hypothesis import HealthCheck, given, settings

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
