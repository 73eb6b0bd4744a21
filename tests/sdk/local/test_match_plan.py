"""Which games a match has, how one of them is played and kept, and who is looked at: every bot but those of the house."""

from __future__ import annotations

from typing import Any

import pytest
from citadels_engine import SCENARIOS, new_game
from citadels_sdk import Bot
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.game_loop import Table
from citadels_sdk.local.match_plan import (
    ANY,
    KEPT,
    Broken,
    FaultNote,
    Plan,
    Watched,
    broken_game,
    play_game,
    replay_game,
    watch,
)
from citadels_sdk.pool.heartbeat import NEVER, Board, Place, Thought


class Noting(Place):
    """A place that keeps all that was written there."""

    def __init__(self, kept: list[tuple[int, int, str] | None]) -> None:
        board = Board.open(1, shared_file=False)
        super().__init__(board.cells, board.memory, 0)
        self.kept = kept

    def think(self, seat: int, n: int, deadline: float, kind: str = "") -> None:
        assert deadline == NEVER
        self.kept.append((seat, n, kind))

    def rest(self) -> None:
        self.kept.append(None)


def test_every_bot_that_is_not_of_the_house_is_looked_at() -> None:
    def mine(view: Any) -> Any:
        return view.actions[0]

    table = Table(new_game(3, seed="s"), [resolve("greedy"), resolve(mine), None])
    table.begin()
    watch(table, Noting([]))
    assert [type(one).__name__ for one in table.players] == ["HousePlayer", "Watched", "NoneType"]
    assert isinstance(table.players[1], Watched)
    assert [one.seat for one in table.hearing] == [one.seat for one in table.players if one is not None and one.hears]


# --- the plan --------------------------------------------------------------------------------------------------------


def plan(*likes: Any, **more: Any) -> Plan:
    """A match of these bots, each at one seat."""
    entrants = tuple(resolve(like) for like in likes or ("greedy", "random"))
    return Plan(entrants, tuple(range(len(entrants))), 40, "s", **more)


def test_each_sits_everywhere_in_a_deal_and_each_deal_has_its_own_order() -> None:
    made = plan("greedy", "random", "planner", "greedy#2")
    deals = [[made.seating(index) for index in range(deal, deal + 4)] for deal in range(0, 40, 4)]
    for games in deals:
        assert all(sorted(seat) == [0, 1, 2, 3] for seat in zip(*games, strict=True))
        assert games[1] == games[0][1:] + games[0][:1]
    assert len({games[0] for games in deals}) > 4
    assert [made.seed_of(index) for index in (0, 3, 4, 39)] == ["s/0", "s/0", "s/1", "s/9"]


def test_a_scenario_by_lot_is_one_of_the_edition_and_the_same_for_a_deal() -> None:
    for edition in (None, "modern", "classic"):
        made = plan(edition=edition, scenario=ANY)
        found = [made.scenario_of(index) for index in range(40)]
        assert found[::2] == found[1::2]
        assert {SCENARIOS[str(name)].edition for name in found} == {edition or "modern"}
        assert (len(set(found)) > 3) == (edition != "classic")
    assert plan(scenario="first_game").scenario_of(7) == "first_game"
    assert plan().scenario_of(7) is None


def test_the_table_of_a_game_is_that_of_the_plan() -> None:
    made = plan(edition="classic", on_fault="raise", time_limit=2.5)
    table = made.table(5)
    assert (table.game_id, table.game.seed, table.game.classic) == ("game-5", "s/2", True)
    assert (table.on_fault, table.time_limit) == ("raise", 2.5)
    assert [one.name for one in table.entrants if one is not None] == [
        made.entrants[who].name for who in made.seating(5)
    ]
    cast = ("witch", "spy", "wizard", "emperor", "abbot", "trader", "navigator", "diplomat")
    four = ("greedy", "random", "greedy#2", "random#2")
    assert tuple(one.id for one in plan(*four, cast=cast).table(0).game.cast) == cast
    assert next(one.id for one in plan(*four, scenario="cunning_agents__001").table(0).game.cast) == "witch"


# --- a game ----------------------------------------------------------------------------------------------------------


def raising(view: Any) -> Any:
    print("loud")
    raise ValueError("no")


def test_of_a_game_a_value_for_each_seat_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    made = plan(raising, "greedy")
    kept, game = play_game(made, 3), replay_game(made, 3)
    out, err = capsys.readouterr()
    assert (out, "loud" in err) == ("", True)
    seat = made.seating(3).index(0)
    assert (kept.number, kept.rounds, kept.places, kept.scores) == (3, game.rounds, game.places, game.scores)
    assert kept.decisions == tuple(pace.count for pace in game.decisions)
    assert all(0 < worst <= seconds for worst, seconds in zip(kept.slowest, kept.seconds, strict=True))
    assert kept.faults == tuple(len(game.faults) if at == seat else 0 for at in range(2))
    assert len(kept.notes) == KEPT == 5
    first = game.faults[0]
    assert kept.notes[0] == FaultNote(
        3, seat, first.n, first.kind, "bot_raised", "it raised ValueError: no", first.repro
    )
    assert f"--seat {seat} --n {first.n} --seed s/1" in str(first.repro)


def test_a_note_says_where_it_was() -> None:
    note = FaultNote(3, 1, 7, "turn", "bot_raised", "it raised", None)
    assert str(note) == "game 3, seat 1, decision 7: it raised"
    assert str(note._replace(n=None)) == "game 3, seat 1: it raised"
    assert str(note._replace(seat=None, n=None)) == "game 3: it raised"


# --- a game that is watched ------------------------------------------------------------------------------------------


class Hooked(Bot):
    """Has all hooks."""

    def on_start(self, start: Any) -> None:
        pass

    def on_event(self, event: Any) -> None:
        pass

    def on_end(self, outcome: Any) -> None:
        pass

    def choose(self, view: Any) -> Any:
        return view.actions[0]


def test_each_thought_is_written_down_before_it_begins_and_after_it_has_ended() -> None:
    made, told = plan(Hooked, "greedy"), list[tuple[int, int, str] | None]()
    kept = play_game(made, 0, Noting(told))
    seat = made.seating(0).index(0)
    assert told[1::2] == [None] * (len(told) // 2)
    thoughts = [one for one in told if one is not None]
    assert {who for who, _, _ in thoughts} == {seat}
    hooks = {"on_start", "on_event", "on_end"}
    assert hooks < {kind for *_, kind in thoughts}
    assert (thoughts[0], thoughts[-1][2]) == ((seat, 0, "on_start"), "on_end")
    asked = [(n, kind) for _, n, kind in thoughts if kind not in hooks]
    assert len(asked) == kept.decisions[seat]
    assert [n for n, _ in asked] == [n for n, (who, _) in enumerate(replay_game(made, 0).taken) if who == seat]
    assert asked[0][1] == "pick"
    assert kept._replace(seconds=(), slowest=()) == play_game(made, 0)._replace(seconds=(), slowest=())


def test_a_thought_that_fails_has_ended_too() -> None:
    table = Table(new_game(2, seed="s"), [resolve(raising), resolve(raising)], on_fault="harmless")
    told: list[tuple[int, int, str] | None] = []
    watch(table, Noting(told))
    table.step()
    assert told == [(0, 0, "on_start"), None, (1, 0, "on_start"), None, (table.taken[0][0], 0, "pick"), None]
    assert len(table.faults) == 1


def test_a_watched_player_is_let_go_with_its_bot() -> None:
    table = Table(new_game(2, seed="s"), [resolve(raising), resolve("greedy")])
    watch(table, Noting([]))
    watched, closed = table.players[0], list[int]()
    assert isinstance(watched, Watched)
    watched.player.close = lambda: closed.append(1)  # type: ignore[method-assign]  # to see it
    table.close()
    assert closed == [1]


# --- a game that ended its process -----------------------------------------------------------------------------------


def test_a_broken_game_says_who_was_thinking_and_how_to_see_it_again() -> None:
    made = plan("greedy", "greedy", edition="classic", time_limit=0.5)
    one = broken_game(made, 3, "was ended by SIGKILL", Thought(3, 1, 7, NEVER, "turn"))
    what = "the process that it was played in was ended by SIGKILL"
    again = "citadels bot repro greedy --seat 1 --n 7 --seed s/1 --players 2 --edition classic --against greedy --limit 0.5 --apart"
    note = FaultNote(3, 1, 7, "turn", "bot_died", what, again)
    assert one == Broken(3, "s/1", ("greedy", "greedy#2"), "was ended by SIGKILL", note, again)
    assert str(one) == (
        "game 3 (greedy, greedy#2; seed s/1): the process that played it has ended twice, while greedy#2 was thinking at seat 1; it was ended by SIGKILL"
    )
    assert one.to_json() == {
        "game": 3, "seed": "s/1", "names": ["greedy", "greedy#2"], "how": "was ended by SIGKILL", "note": note._asdict(), "repro": again,
    }  # fmt: skip


def test_a_hook_that_ended_its_process_is_no_decision() -> None:
    one = broken_game(plan(), 3, "ended with status 1", Thought(3, 1, 7, NEVER, "on_end"))
    assert one.note is not None
    assert (one.note.n, one.note.kind) == (None, "on_end")
    assert one.note.what == "in on_end the process that it was played in ended with status 1"
    assert "--n 7" in str(one.repro)


@pytest.mark.parametrize(
    ("settings", "command"),
    [
        ({}, "citadels play greedy random --seed=s/1 --harmless"),
        ({"edition": "classic"}, "citadels play greedy random --seed=s/1 --harmless --edition classic"),
        ({"scenario": "first_game"}, "citadels play greedy random --seed=s/1 --harmless --scenario first_game"),
        ({"time_limit": 0.25}, "citadels play greedy random --seed=s/1 --harmless --limit 0.25"),
        ({"cast": ("king", "thief")}, None),
    ],
)
def test_where_nobody_was_thinking_the_whole_game_is_played_again(
    settings: dict[str, Any], command: str | None
) -> None:
    made = plan(**settings)
    names = [made.entrants[who].name for who in made.seating(2)]
    expected = None if command is None else command.replace("greedy random", " ".join(names))
    one = broken_game(made, 2, "ended with status 1", None)
    assert (one.note, one.repro) == (None, expected)
    assert str(one).endswith("has ended twice; it ended with status 1")
    assert one.to_json()["note"] is None


def test_of_a_bot_without_a_source_there_is_no_command() -> None:
    made = plan(lambda view: view.actions[0], "greedy")
    assert broken_game(made, 2, "ended", None).repro is None
    assert broken_game(made, 2, "ended", Thought(2, 0, 1, NEVER, "turn")).repro is None
