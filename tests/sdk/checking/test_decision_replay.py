"""A decision that is put to a bot again: of a planned game, of a recorded one, and several times."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from citadels_engine.errors import RecordError
from citadels_sdk import Bot, play
from citadels_sdk.checking import decision_replay as agains
from citadels_sdk.checking.checked_seat import Asked, Mishap, Sat
from citadels_sdk.checking.decision_replay import GAMES, Answered, Recorded, again, again_apart, twice
from citadels_sdk.checking.plan import Planned
from citadels_sdk.errors import BotFault
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.game_loop import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_sdk import View

PLANNED = Planned("s", 0, 2)


class First(Bot):
    """Takes the first legal action, and raises at some decisions."""

    raises: tuple[int, ...] = ()

    def choose(self, view: View) -> Any:
        if view.n in self.raises:
            raise ValueError("no")
        return view.actions[0]


def raising(*decisions: int) -> type[First]:
    return type("Raising", (First,), {"raises": decisions})


def own(bot: type[Bot] = First) -> list[int]:
    """The decisions of the bot in the planned game."""
    return [n for n, (seat, _) in enumerate(game(bot).taken) if seat == 0]


def game(bot: type[Bot] = First) -> Any:
    table = PLANNED.table(resolve(bot), 60.0)
    return table.finish()


@pytest.fixture
def seen() -> list[View]:
    """The views that were shown."""
    return []


def test_a_decision_is_shown_and_put_to_the_bot_again(seen: list[View]) -> None:
    n = own()[5]
    found = again(resolve(First), PLANNED, n, 60.0, seen.append)
    assert ([view.n for view in seen], found.answer) == ([n], game().taken[n][1].text)
    assert (found.faulty, found.reached, found.mishaps, found.note, found.traces()) == (False, True, (), "", [])


def test_a_fault_that_is_still_there_is_told(seen: list[View]) -> None:
    n = own()[5]
    found = again(resolve(raising(n)), PLANNED, n, 60.0, seen.append)
    assert (found.faulty, found.reached, len(seen)) == (True, True, 1)
    assert [what for what, _ in found.traces()] == ["it raised ValueError: no"]
    assert found.traces()[0][1].startswith("Traceback")


def test_faults_of_other_decisions_are_not_those_of_this_one(seen: list[View]) -> None:
    decisions = own()
    found = again(resolve(raising(decisions[0])), PLANNED, decisions[1], 60.0, seen.append)
    assert (found.faulty, found.reached, found.mishaps) == (False, True, ())


def test_a_decision_of_another_seat_is_not_reached(seen: list[View]) -> None:
    n = next(n for n in range(9) if n not in own())
    found = again(resolve(First), PLANNED, n, 60.0, seen.append)
    assert (found.faulty, found.reached, found.mishaps, seen) == (False, False, (), [])
    assert found.note == f"decision {n} is another seat's: the bot plays another way than when the command was written"


def test_of_a_game_that_ends_before_it_the_first_three_faults_are_told(seen: list[View]) -> None:
    last = game().final.n
    found = again(resolve(raising(*own()[:5])), PLANNED, 5000, None, seen.append)
    assert (found.faulty, found.reached, len(found.mishaps)) == (True, False, 3)
    assert found.note.startswith("the game is over after decision ")
    clean = again(resolve(First), PLANNED, 5000, 60.0, seen.append)
    assert (clean.faulty, clean.note.split(":")[0]) == (False, f"the game is over after decision {last - 1}")


def test_without_a_limit_the_bot_may_think_as_long_as_it_likes(seen: list[View]) -> None:
    class Asks(First):
        left: list[object] = []  # noqa: RUF012  # what the test looks at

        def choose(self, view: View) -> Any:
            Asks.left.append(view.time_left)
            return view.actions[0]

    again(resolve(Asks), PLANNED, own()[0], None, seen.append)
    assert Asks.left == [None]
    again(resolve(Asks), PLANNED, own()[0], 60.0, seen.append)
    assert Asks.left[-1] is not None


# --- a recorded game -------------------------------------------------------------------------------------------------


@cache
def text() -> str:
    """A recorded game."""
    return play(["greedy", "random", "greedy"], seed="s").record


def recorded(n: int = 4, seat: int | None = None) -> Recorded:
    return Recorded.read(text(), n, seat)


def test_the_seat_is_that_of_the_decision_or_the_one_that_is_said() -> None:
    for n in range(6):
        one = recorded(n)
        assert one.seat == one.record.taken[n].seat
    assert (recorded(4, 2).seat, recorded(4, 2).case) == (2, None)


@pytest.mark.parametrize("past", [0, 7])
def test_a_decision_that_there_is_not_is_refused(past: int) -> None:
    count = len(recorded().record.taken)
    assert recorded(count - 1).seat in (0, 1, 2)
    with pytest.raises(
        RecordError, match=f"the record has {count} decisions: there is none with the number {count + past}"
    ):
        recorded(count + past)
    with pytest.raises(RecordError, match="none with the number -1"):
        recorded(-1)


def test_a_game_that_goes_on_cannot_be_played_again() -> None:
    table = Table.deal(["greedy", "greedy"], seed="s")
    table.step()
    with pytest.raises(RecordError, match="the game goes on, and its seed is not revealed"):
        Recorded.read(table.result().record, 0, None)


def test_at_a_recorded_table_only_the_bot_sits_and_all_is_as_it_was() -> None:
    one = recorded(4, 1)
    table = one.table(resolve(First), 7.5)
    header = one.record.header
    assert [player is not None for player in table.players] == [False, True, False]
    assert (table.time_limit, table.game_id, list(table.names)) == (7.5, header.id, list(header.names))


def test_the_recorded_actions_are_taken_whatever_the_bot_would_do(seen: list[View]) -> None:
    asked: list[int] = []

    class Asked(First):
        def choose(self, view: View) -> Any:
            asked.append(view.n)
            return super().choose(view)

    one = recorded()
    decisions = [n for n, taken in enumerate(one.record.taken) if taken.seat == one.seat]
    found = again(resolve(Asked), one, decisions[6], 60.0, seen.append)
    assert asked == decisions[:7]
    assert ([view.n for view in seen], found.reached) == ([decisions[6]], True)
    assert seen[0].actions[0].text == found.answer


def test_a_fault_in_a_recorded_game_does_not_change_it(seen: list[View]) -> None:
    one = recorded()
    decisions = [n for n, taken in enumerate(one.record.taken) if taken.seat == one.seat]
    found = again(resolve(raising(*decisions)), one, decisions[3], 60.0, seen.append)
    assert (found.faulty, found.reached, len(found.mishaps)) == (True, True, 1)
    assert found.mishaps[0].n == decisions[3]


# --- in another process ----------------------------------------------------------------------------------------------


def dying(n: int, kind: str) -> Mishap:
    return Mishap("bot_died", "its process ended", "", n, kind, fatal=True)


def test_a_decision_that_ends_the_process_is_only_shown_here(seen: list[View], monkeypatch: pytest.MonkeyPatch) -> None:
    n, asked = own()[3], list[Any]()

    def fatal(entrant: object, limit: float, planned: Planned, until: int) -> Mishap:
        asked.append((limit, planned, until))
        return dying(n, "turn")

    monkeypatch.setattr(agains, "fatal", fatal)
    found = again_apart(resolve(First), PLANNED, n, 60.0, seen.append)
    assert (found, [view.n for view in seen]) == (Answered(True, True, mishaps=(dying(n, "turn"),)), [n])
    found = again_apart(resolve(First), PLANNED, n + 2, None, seen.append)
    assert (found.note, [view.n for view in seen]) == (f"that was at decision {n}", [n, n])
    assert asked == [(60.0, PLANNED, n), (1e6, PLANNED, n + 2)]


@pytest.mark.parametrize("kind", ["on_start", "__init__"])
def test_a_hook_that_ends_the_process_shows_nothing(
    seen: list[View], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(agains, "fatal", lambda *_: dying(0, kind))
    assert again_apart(resolve(First), PLANNED, 0, 60.0, seen.append).mishaps == (dying(0, kind),)
    assert seen == []


def test_what_ends_no_process_is_asked_here(seen: list[View], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agains, "fatal", lambda *_: None)
    found = again_apart(resolve(First), PLANNED, own()[2], 60.0, seen.append)
    assert (found.faulty, found.reached, len(seen)) == (False, True, 1)


# --- several times ---------------------------------------------------------------------------------------------------


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> list[Sat]:
    """What comes of the game in other processes."""
    sats: list[Sat] = []

    class Playing:
        def __init__(self, entrant: object, limit: float) -> None:
            self.limit = limit

        def __enter__(self) -> Callable[[Planned], list[Sat]]:
            return lambda planned: list(sats)

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(agains, "playing", Playing)
    return sats


@pytest.mark.usefixtures("elsewhere")
def test_a_bot_that_chooses_the_same_is_played_five_times(seen: list[View]) -> None:
    games: list[int] = []

    class Counting(First):
        def on_start(self, start: object) -> None:
            games.append(1)

    assert twice(resolve(Counting), PLANNED, own()[3], 60.0, seen.append) == (Answered(False, True), None)
    assert (len(games), GAMES, seen) == (5, 4, [])


@pytest.mark.usefixtures("elsewhere")
def test_two_games_that_differ_are_told_with_the_decision_and_both_answers(seen: list[View]) -> None:
    games: list[int] = []
    n = own()[3]

    class Changing(First):
        def on_start(self, start: object) -> None:
            games.append(1)

        def choose(self, view: View) -> Any:
            return view.actions[-1 if view.n == n and len(games) == 3 else 0]

    found, answers = twice(resolve(Changing), PLANNED, n + 3, None, seen.append)
    assert ([view.n for view in seen], found.note, len(games)) == ([n], f"at decision {n}", 3)
    actions = seen[0].actions
    assert answers == (actions[0].text, actions[-1].text)
    assert (found.faulty, found.reached, found.answer) == (True, True, actions[-1].text)


def test_the_last_games_are_played_in_other_processes_up_to_the_decision(
    seen: list[View], elsewhere: list[Sat]
) -> None:
    decisions = own()
    same = [Asked(n, "pick", game().taken[n][1].text, 1.0, False) for n in decisions[:2]]
    later = Asked(decisions[2], "pick", "another", 1.0, False)
    elsewhere.append(Sat(asked=(*same, later)))
    assert twice(resolve(First), PLANNED, decisions[1], 60.0, seen.append)[1] is None
    found, answers = twice(resolve(First), PLANNED, decisions[2], 60.0, seen.append)
    assert answers == (game().taken[decisions[2]][1].text, "another")
    assert found.ms == 1.0


# --- the debugger ----------------------------------------------------------------------------------------------------


@pytest.fixture
def stops(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where the debugger has stopped."""
    found: list[str] = []

    class Debugger:
        def runcall(self, function: Callable[[View], Any], view: View) -> Any:
            found.append("runcall")
            return function(view)

        def set_trace(self) -> None:
            found.append("set_trace")

    monkeypatch.setattr("pdb.Pdb", Debugger)
    return found


def test_the_debugger_stops_at_the_decision_and_only_there(seen: list[View], stops: list[str]) -> None:
    found = again(resolve(lambda view: view.actions[0]), PLANNED, own()[3], 60.0, seen.append, debug=True)
    assert (found.reached, stops, seen[0].time_left) == (True, ["runcall"], None)


def test_the_debugger_stops_in_a_coroutine_too(seen: list[View], stops: list[str]) -> None:
    async def later(view: View) -> Any:
        return view.actions[0]

    found = again(resolve(later), PLANNED, own()[3], 60.0, seen.append, debug=True)
    assert (found.faulty, stops) == (False, ["set_trace"])


def test_the_debugger_goes_into_no_other_bot(seen: list[View]) -> None:
    with pytest.raises(BotFault, match="not into this one"):
        again(resolve("greedy"), PLANNED, own()[0], 60.0, seen.append, debug=True)
