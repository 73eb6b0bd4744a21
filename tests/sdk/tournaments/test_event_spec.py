"""What a tournament is before it is played: as `event.json` has it, and what is not the same in two of them."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_contest.settings import settings_from
from citadels_contest.types import ContestError, Entrant
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.tournaments.event_spec import FORMAT, Described, Entered, entered_from, files_of, level_of

if TYPE_CHECKING:
    from pathlib import Path

MASON = Entered(Entrant("mason", "Mason", "bot", "acct_1", None), "mason.py", {"mason.py": "aa", "helper.py": "bb"})
GREEDY = Entered(Entrant("greedy", "greedy", "house", None, "greedy"), "greedy")


def event(**more: Any) -> Described:
    told: dict[str, Any] = {
        "edition": "classic", "scenarios": ("a", "b"), "cast": ("king", "thief"), "uniques": ("keep",), "options": {"x": True},
        "time": 1.5, "game_time": 60.0, "date": "2026-01-31", "name": "The cup", **more,
    }  # fmt: skip
    return Described(settings_from({"format": "swiss", "seats": 2, "seed": "s"}), (MASON, GREEDY), **told)


PLAIN = Described(settings_from({"seed": "s"}), ())


def test_an_event_is_told_by_its_fields_and_read_again() -> None:
    told = event().to_json()
    assert list(told) == [
        "format", "name", "date", "settings", "edition", "scenarios", "cast", "uniques", "options", "time", "game_time", "entrants",
    ]  # fmt: skip
    assert {name: value for name, value in told.items() if name != "settings"} == {
        "format": "citadels-tournament/1", "name": "The cup", "date": "2026-01-31", "edition": "classic", "scenarios": ["a", "b"],
        "cast": ["king", "thief"], "uniques": ["keep"], "options": {"x": True}, "time": 1.5, "game_time": 60.0,
        "entrants": [
            {"id": "mason", "name": "Mason", "kind": "bot", "owner": "acct_1", "level": None, "bot": "mason.py", "files": {"mason.py": "aa", "helper.py": "bb"}},
            {"id": "greedy", "name": "greedy", "kind": "house", "owner": None, "level": "greedy", "bot": "greedy", "files": {}},
        ],
    }  # fmt: skip
    assert told["settings"] == event().settings.to_json()
    assert Described.from_json(json.loads(json.dumps(told))) == event()


def test_what_an_event_leaves_open_is_null_and_read_so() -> None:
    told = PLAIN.to_json()
    assert [told[name] for name in ("edition", "cast", "uniques", "options", "time", "game_time")] == [None] * 6
    assert (told["scenarios"], told["entrants"], told["name"], told["date"]) == ([], [], "", "")
    assert Described.from_json(told) == PLAIN
    least = {"format": FORMAT, "settings": {"seed": "s"}, "entrants": []}
    assert Described.from_json(least) == PLAIN
    assert event().seed == PLAIN.seed == "s"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "citadels-tournament/2"}, f"format: this is no description of a tournament: {FORMAT!r} is expected"),
        ({"settings": None}, "settings: an object is expected"), ({"settings": 3}, "settings: an object is expected"), ({"entrants": {}}, "entrants: a list is expected"),
        ({"entrants": [3]}, "entrants: each is an object"), ({"entrants": [{"name": "x"}]}, "entrants: each has an id"), ({"entrants": [{"id": ""}]}, "entrants: each has an id"),
        ({"edition": 3}, "edition: 3 is no text"), ({"scenarios": "a"}, "scenarios: 'a' is no list of texts"), ({"cast": [1]}, "cast: [1] is no list of texts"),
        ({"uniques": {}}, "uniques: {} is no list of texts"), ({"options": []}, "options: an object is expected"), ({"time": 0}, "time: 0 is no time"),
        ({"game_time": True}, "game_time: True is no time"), ({"date": 3}, "date: 3 is no text"), ({"name": []}, "name: [] is no text"),
    ],
)  # fmt: skip
def test_a_field_that_says_nothing_is_named(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ContestError) as caught:
        Described.from_json({**event().to_json(), **change})
    assert (str(caught.value), caught.value.code) == (f"event.json: {said}", "bad_file")


def test_what_is_no_object_is_no_event() -> None:
    with pytest.raises(ContestError, match="this is no description of a tournament"):
        Described.from_json([])


def test_an_entrant_has_its_id_for_a_name_and_is_a_bot_where_nothing_is_said() -> None:
    assert entered_from({"id": "x"}) == Entered(Entrant("x", "x", "bot", None, None), None, {})
    told = {"id": "x", "name": "X", "kind": "house", "owner": "o", "level": "greedy", "bot": "b", "files": {"f": 3}}
    assert entered_from(told) == Entered(Entrant("x", "X", "house", "o", "greedy"), "b", {"f": "3"})
    assert entered_from({"id": "x", "files": []}).files == {}


def test_deals_have_their_seeds_and_their_scenarios_in_turn() -> None:
    assert event().seed_of("1/0") == "s/1/0"
    assert [event().scenario_of(number) for number in range(4)] == ["a", "b", "a", "b"]
    assert PLAIN.scenario_of(3) is None
    assert event().bots == {"mason": "mason.py", "greedy": "greedy"}
    assert level_of("fill:planner:2") == "planner"


def test_a_decision_is_brought_back_by_a_command_unless_there_are_options() -> None:
    sources = ["mason.py", "greedy"]
    command = event(options=None).repro(sources, 0, 17, "s/1/0", "a")
    assert command == (
        "citadels bot repro mason.py --seat 0 --n 17 --seed s/1/0 --players 2 --edition classic --scenario a"
        " --cast king,thief --uniques keep --against greedy --limit 1.5 --apart"
    )
    assert event(options={}).repro(sources, 0, 17, "s/1/0", "a") == command
    assert event().repro(sources, 0, 17, "s/1/0", "a") is None


# what is not the same


def differences(one: Described, other: Described) -> list[tuple[str, str]]:
    return list(one.differences(other))


@pytest.mark.parametrize(
    ("change", "name", "said"),
    [
        ({"edition": "modern"}, "edition", "edition was 'classic' and is 'modern'"), ({"scenarios": ()}, "scenarios", "scenarios was ['a', 'b'] and is []"),
        ({"cast": None}, "cast", "cast was ['king', 'thief'] and is None"), ({"uniques": None}, "uniques", "uniques was ['keep'] and is None"),
        ({"options": None}, "options", "options was {'x': True} and is None"), ({"time": None}, "time", "time was 1.5 and is None"),
        ({"game_time": 9.0}, "game_time", "game_time was 60.0 and is 9.0"),
    ],
)  # fmt: skip
def test_each_field_that_is_not_the_same_is_told(change: dict[str, Any], name: str, said: str) -> None:
    assert differences(event(**change), event()) == [(name, said)]


def test_settings_are_told_by_their_names_and_date_and_name_are_not() -> None:
    assert differences(event(date="2027-01-01", name="Another"), event()) == []
    other = replace(event(), settings=event().settings._replace(deals=5, points="wins"))
    deals, points = event().settings.deals, event().settings.points
    assert differences(other, event()) == [
        ("deals", f"deals was {deals} and is 5"), ("points", f"points was {points!r} and is 'wins'"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("now", "found"),
    [
        ([MASON, GREEDY], []),
        ([GREEDY, MASON], [("bots", "the bots were mason, greedy and are greedy, mason")]),
        ([GREEDY], [("bots", "the bots were mason, greedy and are greedy")]),
        ([MASON._replace(files={"mason.py": "aa", "helper.py": "cc"}), GREEDY], [("helper.py", "helper.py has changed")]),
        ([MASON._replace(files={"mason.py": "cc"}), GREEDY], [("mason.py", "mason.py has changed")]),
        ([MASON._replace(files={"other.py": "aa"}), GREEDY], [("other.py", "mason was not other.py")]),
        ([MASON._replace(files={"mason.py": "aa", "new.py": "dd"}), GREEDY], [("new.py", "mason did not import new.py")]),
        ([MASON._replace(bot="other"), GREEDY], []),
        ([MASON, GREEDY._replace(bot="random")], [("greedy", "greedy was 'greedy' and is 'random'")]),
        ([MASON, GREEDY, MASON._replace(entrant=Entrant("new", "new", "bot"))], [("bots", "the bots were mason, greedy and are mason, greedy, new")]),
    ],
)  # fmt: skip
def test_bots_are_told_by_their_order_their_files_and_what_they_were_given_as(
    now: list[Entered], found: list[tuple[str, str]]
) -> None:
    assert differences(replace(event(), entrants=tuple(now)), event()) == found


# the files of a bot


def digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def test_a_bot_of_a_file_is_that_file_and_what_it_imports_from_beside_it(tmp_path: Path) -> None:
    bot, helper = tmp_path / "mine.py", tmp_path / "told_by_mine.py"
    bot.write_text("from told_by_mine import AT\n\ndef choose(view):\n    return view.actions[AT]\n")
    helper.write_text("AT = 0\n")
    player: Any = SimpleNamespace(source=f"{bot}:choose", kind="function")
    assert list(files_of(player, "").items()) == [(str(bot), digest(bot)), (str(helper), digest(helper))]
    assert files_of(resolve("greedy"), "greedy") == {}


def test_a_program_is_the_files_on_its_command_line(tmp_path: Path) -> None:
    script, other = tmp_path / "a bot.sh", tmp_path / "data.txt"
    script.write_text("#!/bin/sh\n")
    other.write_text("x")
    player: Any = SimpleNamespace(source=f"'{script}' --level 3 {other} nowhere.txt {tmp_path}", kind="process")
    assert list(files_of(player, "")) == [str(script), str(other)]


def choose(view: Any) -> Any:
    return view.actions[0]


class Mine:
    choose = choose


@pytest.mark.parametrize("like", [choose, Mine, Mine()], ids=["function", "class", "object"])
def test_a_bot_that_was_handed_over_is_the_file_of_its_module(like: object) -> None:
    player: Any = SimpleNamespace(source=None, kind="class")
    assert next(iter(files_of(player, like))) == __file__


def test_what_has_no_file_has_none() -> None:
    player: Any = SimpleNamespace(source=None, kind="class")
    made = type("Made", (), {"__module__": "nowhere"})
    assert files_of(player, made) == files_of(player, made()) == {}
    assert files_of(SimpleNamespace(source="nowhere.py", kind="class"), "") == {}  # type: ignore[arg-type]  # as much of one as is asked
