"""Which program plays which game: kept, shared, given back and ended; the programs are fakes."""

from __future__ import annotations

import atexit
import os
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from citadels_sdk.bot import Accepts
from citadels_sdk.errors import BotDied
from citadels_sdk.stdio import program_cache
from citadels_sdk.stdio.child import Failure
from citadels_sdk.stdio.lines import Ready

from tests.support.modules import replace_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_sdk.sandbox.policy import Policy


class Fake:
    """A program that is none."""

    says = Ready()
    refuses = False

    def __init__(self, command: Sequence[str], grace: float, policy: Policy | None = None) -> None:
        self.command, self.grace, self.owner = tuple(command), grace, os.getpid()
        self.policy = policy
        self.deals: set[str] = set()
        self.games: set[str] = set()
        self.greeted: Ready | None = None
        self.failed: Failure | None = None
        self.closed: str | None = None
        self.dropped: Counter[tuple[str, int]] = Counter()
        self.left = 0
        self.dead = False
        self.waited: float | None = None

    def greet(self, seconds: float) -> Ready:
        self.waited = seconds
        if Fake.refuses:
            raise Failure(BotDied, "no")
        self.greeted = Fake.says
        return Fake.says

    def exited(self) -> bool:
        return self.dead

    def leave(self) -> None:
        self.left += 1


END_WITH_PROCESS = program_cache._end_with_process


@pytest.fixture(autouse=True)
def _fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_cache, "Program", Fake)
    monkeypatch.setattr(program_cache, "_kept", {})
    monkeypatch.setattr(program_cache, "_end_with_process", lambda: None)
    monkeypatch.setattr(Fake, "refuses", False)
    monkeypatch.setattr(Fake, "says", Ready())


def says(games: str, tables: int = 1) -> None:
    Fake.says = Ready(games=games, accepts=Accepts(tables=tables))


def take(game: str, *command: str) -> Fake:
    taken = program_cache.take(command or ("bot",), game, 3.0, 2.0)
    assert isinstance(taken, Fake)
    return taken


def back(program: Fake, game: str) -> None:
    program_cache.give_back(program, game)  # type: ignore[arg-type]  # a fake


def test_a_program_is_run_and_greeted_with_the_limits() -> None:
    program = take("one", "bot", "-x")
    assert (program.command, program.grace, program.waited, program.games) == (("bot", "-x"), 2.0, 3.0, {"one"})


def test_a_program_that_plays_one_game_is_ended_after_it() -> None:
    program = take("one")
    back(program, "one")
    assert (program.left, program.games) == (1, set())
    assert take("two") is not program


def test_a_program_that_fails_at_the_greeting_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Fake] = []

    class Seen(Fake):
        def __init__(self, command: Sequence[str], grace: float, policy: Policy | None = None) -> None:
            super().__init__(command, grace, policy)
            made.append(self)

    monkeypatch.setattr(program_cache, "Program", Seen)
    Fake.refuses = True
    with pytest.raises(Failure):
        take("one")
    assert [one.left for one in made] == [1]


@pytest.mark.parametrize("games", ["next", "many"])
def test_a_program_that_can_plays_the_next_game_of_its_command_line(games: str) -> None:
    says(games, 2)
    program = take("one")
    back(program, "one")
    assert program.left == 0
    assert take("two", "another") is not program
    assert take("two") is program


def test_a_program_that_plays_the_next_game_plays_one_at_a_time() -> None:
    says("next", 5)
    assert take("one") is not take("two")


def test_a_program_that_plays_many_has_as_many_as_it_accepts_and_no_game_twice() -> None:
    says("many", 2)
    program = take("one")
    assert take("one") is not program
    assert take("two") is program
    assert take("three") is not program
    back(program, "one")
    assert (program.left, program.games) == (0, {"two"})
    assert take("three") is program


def test_a_program_that_has_failed_is_ended_with_all_its_games() -> None:
    says("many", 3)
    program = take("one")
    assert take("two") is program
    program.failed = Failure(BotDied, "why")
    back(program, "one")
    assert (program.left, program.games) == (1, {"two"})
    assert take("three") is not program


def test_a_program_that_has_ended_is_left_to_its_other_games() -> None:
    says("many", 2)
    program = take("one")
    assert take("two") is program
    program.dead = True
    back(program, "one")
    assert (program.left, program.games) == (0, {"two"})
    back(program, "two")
    assert program.left == 1


@pytest.mark.parametrize("how", ["dead", "closed"])
def test_a_kept_program_that_has_ended_is_not_taken_again(how: str) -> None:
    says("next")
    program = take("one")
    back(program, "one")
    program.dead, program.closed = how == "dead", "output" if how == "closed" else None
    other = take("two")
    assert other is not program
    assert (program.left, program.games) == (1, set())


@pytest.mark.parametrize("how", ["dead", "closed"])
def test_a_program_that_has_ended_is_not_kept(how: str) -> None:
    says("next")
    program = take("one")
    program.dead, program.closed = how == "dead", "input" if how == "closed" else None
    back(program, "one")
    assert program.left == 1


@pytest.mark.parametrize(("games", "left"), [("next", 1), ("many", 0)])
def test_an_answer_that_may_still_come_ends_a_program_that_does_not_name_games(games: str, left: int) -> None:
    says(games, 2)
    program = take("one")
    program.dropped[("one", 3)] = 1
    back(program, "one")
    assert program.left == left


def test_no_more_than_eight_are_kept_without_a_game() -> None:
    says("next")
    programs = [take(str(number)) for number in range(10)]
    for number, program in enumerate(programs):
        back(program, str(number))
    assert [program.left for program in programs] == [0] * 8 + [1] * 2


def test_those_without_a_game_are_ended_and_the_others_are_not() -> None:
    says("next")
    idle, busy = take("one"), take("two")
    back(idle, "one")
    program_cache.end_idle()
    assert (idle.left, busy.left) == (1, 0)
    back(busy, "two")
    assert take("three") is busy


def test_the_programs_of_another_process_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    says("next")
    program = take("one")
    back(program, "one")
    replace_in(monkeypatch, program_cache, os, getpid=lambda: -1)
    assert take("two") is not program
    program_cache.end_idle()
    assert program.left == 0


def test_what_is_kept_is_ended_with_its_process_which_is_told_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(program_cache, "_processes", set())
    monkeypatch.setattr(atexit, "register", told.append)
    monkeypatch.delitem(sys.modules, "multiprocessing.util", raising=False)
    END_WITH_PROCESS()
    END_WITH_PROCESS()
    assert told == [program_cache.end_idle]
