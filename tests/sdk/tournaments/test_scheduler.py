"""What is played next, and what is written down of it: games that end in any order, that are void, that wait, that were played before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from citadels_contest.settings import settings_from
from citadels_contest.types import Entrant
from citadels_sdk.errors import MatchBroken
from citadels_sdk.tournaments import scheduler as module
from citadels_sdk.tournaments.event_spec import Described, Entered
from citadels_sdk.tournaments.folder import FaultNote
from citadels_sdk.tournaments.game_run import Done, Task, Void
from citadels_sdk.tournaments.scheduler import LOST, Driver, Underway
from citadels_sdk.tournaments.storage import Keeper, Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FIELD = ("ann", "bob", "cy")


class Keeping(Keeper):
    """Notes what it is asked to keep, and when."""

    def __init__(self, described: Described) -> None:
        super().__init__(described)
        self.did: list[tuple[str, Any]] = []

    def add(self, entries: Sequence[Kept]) -> None:
        super().add(entries)
        self.did.append(("add", [one.entry.get("game", one.entry["kind"]) for one in entries]))

    def set_by(self, waiting: Any) -> None:
        self.did.append(("set by", sorted(waiting)))

    def sync(self) -> None:
        self.did.append(("sync", self.times.seconds))

    def what(self, word: str) -> list[Any]:
        return [told for did, told in self.did if did == word]


def keeper(*names: str, entrants: Sequence[Entered] = (), more: Any = None, **settings: Any) -> Keeping:
    """A tournament of two at a table, a deal each, which is kept."""
    field = list(entrants) or [Entered(Entrant(name, name, "bot"), f"{name}.py") for name in names or FIELD]
    told = {"seats": 2, "deals": 1, "seed": "s", **settings}
    return Keeping(Described(settings_from(told), tuple(field), **(more or {})))


def done(task: Task, *, better: int = 0, **more: Any) -> Done:
    """The game as it ended: that seat came first."""
    seats = len(task.names)
    places = tuple(1 if seat == better else 2 for seat in range(seats))
    told: dict[str, Any] = {
        "game": task.game, "names": task.names, "places": places, "scores": tuple(30 - place for place in places), "rounds": 9, "left": (),
        "faults": (0,) * seats, "picks": ((),) * seats, "sha": "aa", "record": f"record of {task.game}\n".encode(), "decisions": (10, 20)[:seats],
        "seconds": (1.0, 2.0)[:seats], "slowest": (0.5, 0.25)[:seats], **more,
    }  # fmt: skip
    return Done(**told)


class Hands:
    """Plays games as they are laid up: what comes of each, in which order, in which batches."""

    def __init__(self, outcome: Callable[[Task], Any] = done, *, order: int = 1, batch: int = 1) -> None:
        self.outcome, self.order, self.batch = outcome, order, batch
        self.played: list[list[str]] = []
        self.tasks: list[Task] = []

    def play(self, tasks: Sequence[Task], heard: Callable[[Sequence[Any]], None]) -> None:
        self.played.append([task.game for task in tasks])
        self.tasks += tasks
        ended = [self.outcome(task) for task in tasks][:: self.order]
        for at in range(0, len(ended), self.batch):
            heard(ended[at : at + self.batch])


class Clock:
    """Goes on by so much with each look at it."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 1000.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "monotonic", Clock(0.0))


def clocked(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    monkeypatch.setattr(module, "monotonic", Clock(step))


def run(kept: Keeper, hands: Hands | None = None, tell: Any = None) -> Driver:
    driver = Driver(kept)
    driver.run(hands or Hands(), tell)
    return driver


GAMES = ["1.0.0.0", "1.0.0.1", "1.1.0.0", "1.1.0.1", "1.2.0.0", "1.2.0.1"]


def test_everybody_enters_the_games_are_played_and_it_ends() -> None:
    kept = keeper()
    hands = Hands()
    driver = run(kept, hands)
    assert [entry["kind"] for entry in kept.log] == ["entered"] * 3 + ["started", "round"] + ["result"] * 6 + ["ended"]
    assert hands.played == [GAMES]
    assert kept.what("add") == [["entered"] * 3 + ["started"], ["round"], *[[game] for game in GAMES], ["ended"]]
    assert driver.contest.status == "over"
    assert {game: kept.games.text(game) for game in GAMES} == {game: f"record of {game}\n" for game in GAMES}
    assert kept.did[-2:] == [("set by", []), ("sync", 0.0)]


@pytest.mark.parametrize("batch", [1, 4, 6])
def test_games_are_written_down_in_playing_order_whichever_ends_first(batch: int) -> None:
    kept = keeper()
    run(kept, Hands(order=-1, batch=batch))
    assert [entry["game"] for entry in kept.log if entry["kind"] == "result"] == GAMES
    assert kept.what("add")[2:-1] == [GAMES]


def test_what_is_handed_out_says_who_sits_where_and_which_deal_it_is() -> None:
    more = {"scenarios": ("first_game", "cunning_agents__001")}
    hands = Hands()
    run(keeper("ann", "bob", deals=2, more=more), hands)
    assert hands.tasks == [
        Task("1.0.0.0", ("ann", "bob"), ("ann", "bob"), "s/1/0", "first_game"),
        Task("1.0.0.1", ("bob", "ann"), ("bob", "ann"), "s/1/0", "first_game"),
        Task("1.0.1.0", ("ann", "bob"), ("ann", "bob"), "s/1/1", "cunning_agents__001"),
        Task("1.0.1.1", ("bob", "ann"), ("bob", "ann"), "s/1/1", "cunning_agents__001"),
    ]


def test_a_field_that_does_not_fill_a_table_is_filled_by_the_house() -> None:
    hands = Hands(lambda task: done(task, decisions=(1, 2, 3), seconds=(0.0, 1.0, 2.0), slowest=(0.0, 1.0, 2.0)))
    kept = keeper("ann", "bob", seats=3, small_field="fill", filler="random", duplicate=False)
    run(kept, hands)
    seen = {(name, bot) for task in hands.tasks for name, bot in zip(task.names, task.bots, strict=True)}
    assert seen == {("ann", "ann"), ("bob", "bob"), ("fill:random:1", "fill:house:random")}


@pytest.mark.parametrize(("policy", "name", "bot"), [("house", "fill:greedy:", "fill:house:greedy"), ("absent", "fill:absent:", "fill:absent")])  # fmt: skip
def test_the_seat_of_who_is_out_is_somebody_elses(policy: str, name: str, bot: str) -> None:
    """Who forfeits a game is out here, and one deal of each table is played at a time."""
    hands = Hands(lambda task: done(task, **forfeited(task, "cy")))
    kept = keeper("ann", "bob", "cy", deals=3, forfeits=1, empty_seat=policy)
    run(kept, hands)
    assert [entry["entrant"] for entry in kept.log if entry["kind"] == "withdrew"] == ["cy"]
    assert len(hands.played) == 3
    assert {game.split(".")[2] for game in hands.played[0]} == {"0"}
    later = [
        (seat, task.names[seat], task.bots[seat])
        for task in hands.tasks[6:]
        for seat in range(2)
        if task.names[seat].startswith("fill:")
    ]
    assert later
    assert {(one == f"{name}{seat + 1}", other == bot) for seat, one, other in later} == {(True, True)}
    assert not any("cy" in task.names for task in hands.tasks[6:])


def forfeited(task: Task, who: str) -> dict[str, Any]:
    """Where somebody has left, he comes last."""
    if who not in task.names:
        return {}
    seat = task.names.index(who)
    return {"left": (seat,), "places": tuple(2 if one == seat else 1 for one in range(2))}


# what could not be played


def test_a_game_that_could_not_be_played_is_void_with_the_reason_and_no_longer_than_needed() -> None:
    why = "x" * 501
    kept = keeper()
    driver = run(kept, Hands(lambda task: Void(task.game, why) if task.game == GAMES[1] else done(task)))
    assert [entry for entry in kept.log if entry["kind"] == "void"] == [
        {"kind": "void", "game": GAMES[1], "why": "x" * 500}
    ]
    assert (driver.voids, len(driver.contest.results)) == ([Void(GAMES[1], why)], 5)


@pytest.mark.parametrize(("voids", "games", "broken"), [(9, 9, False), (10, 12, True), (10, 20, False), (11, 21, True)])
def test_a_tournament_of_which_most_cannot_be_played_is_given_up(voids: int, games: int, broken: bool) -> None:
    """After ten such games at least, and only where they are more than those that were played."""
    assert LOST == 10
    kept = keeper("ann", "bob", deals=20, duplicate=False)
    driver = Driver(kept)
    driver.begin()
    driver.follow()
    fixtures = driver.contest.open()
    driver.order = [fixture.id for fixture in fixtures]
    driver.open = {fixture.id: fixture for fixture in fixtures}
    ended: list[Any] = [done(driver.task(fixture)) for fixture in fixtures[: games - voids]]
    driver.heard(ended)
    lost = [Void(fixture.id, f"odd {at}") for at, fixture in enumerate(fixtures[games - voids :][:voids])]
    if len(lost) < voids:
        lost += [Void(lost[-1].game, "odd") for _ in range(voids - len(lost))]
    if broken:
        with pytest.raises(MatchBroken, match=rf"{voids} games could not be played; of the last one: odd"):
            driver.heard(lost)
    else:
        driver.heard(lost)


# times and faults


def test_how_long_bots_thought_is_added_up_for_those_who_thought() -> None:
    kept = keeper("ann", "bob", duplicate=False, deals=2)
    run(
        kept,
        Hands(lambda task: done(task, decisions=(10, 10), seconds=tuple(float(name == "ann") for name in task.names))),
    )
    assert list(kept.times.entrants) == ["ann"]
    assert kept.times.entrants["ann"][:2] == [20, 2.0]


def test_the_first_fault_of_a_game_has_the_command_that_brings_it_back() -> None:
    notes = ((1, 17, "it raised"), (0, 20, "late"))
    kept = keeper("ann", "bob", duplicate=False, more={"edition": "classic"})
    run(kept, Hands(lambda task: done(task, notes=notes)))
    (first,), (second,) = kept.faults["bob"], kept.faults["ann"]
    assert first == FaultNote(
        "1.0.0.0", 1, 17, "it raised", kept.described.repro(["ann.py", "bob.py"], 1, 17, "s/1/0", None)
    )
    assert first.repro is not None
    assert "--seat 1 --n 17 --seed s/1/0 --players 2 --edition classic" in first.repro
    assert second == FaultNote("1.0.0.0", 0, 20, "late", None)


def test_at_a_table_with_an_empty_seat_there_is_no_such_command() -> None:
    def outcome(task: Task) -> Done:
        seat = 1 if task.names[0].startswith("fill:") else 0
        return done(task, notes=((seat, 1, "odd"),), **forfeited(task, "cy"))

    kept = keeper("ann", "bob", "cy", deals=2, forfeits=1, empty_seat="absent")
    hands = Hands(outcome)
    run(kept, hands)
    empty = {task.game for task in hands.tasks if "fill:absent" in task.bots}
    noted = [note for notes in kept.faults.values() for note in notes]
    assert {note.repro is None for note in noted if note.game in empty} == {True}
    assert {note.repro is None for note in noted if note.game not in empty} == {False}


def test_a_bot_of_the_house_that_fills_a_table_is_named_in_the_command() -> None:
    kept = keeper("ann", "bob", seats=3, small_field="fill", filler="random", duplicate=False)
    three: dict[str, Any] = {"decisions": (1, 2, 3), "seconds": (1.0,) * 3, "slowest": (1.0,) * 3}
    hands = Hands(lambda task: done(task, notes=((task.names.index("ann"), 1, "odd"),), **three))
    run(kept, hands)
    ((note,),) = kept.faults.values()
    assert "random" in str(note.repro)
    assert "fill:" not in str(note.repro)


# now and then


@pytest.mark.parametrize(
    ("step", "set_by", "synced"),
    [(0.0, 1, 1), (0.17, 4, 1), (0.5, 6, 2), (1.0, 7, 2)],
)  # fmt: skip
def test_games_that_wait_are_set_by_and_all_is_made_sure_now_and_then(
    step: float, set_by: int, synced: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocked(monkeypatch, step)
    kept = keeper()
    run(kept, Hands(order=-1))
    assert (len(kept.what("set by")), len(kept.what("sync"))) == (set_by, synced)
    assert kept.what("set by")[-1] == []
    waited = [one for one in kept.what("set by") if one]
    assert all(one == sorted(GAMES)[-len(one) :] for one in waited)


def test_the_time_of_all_runs_together_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    clocked(monkeypatch, 1.0)
    kept = keeper("ann", "bob", duplicate=False)
    kept.times.seconds = 100.0
    driver = Driver(kept)
    began = driver.began
    driver.run(Hands())
    assert kept.times.seconds == kept.what("sync")[-1]
    assert 100.0 < kept.times.seconds < 100.0 + 10.0
    assert (driver.seconds_before, began) == (100.0, 1001.0)


def test_it_is_told_a_few_times_a_second_and_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Underway] = []
    kept = keeper()
    driver = Driver(kept)
    times = iter([0.1, 0.15, 0.2, 0.21])
    monkeypatch.setattr(module, "monotonic", lambda: next(times))
    driver.began, driver.tell = 0.0, told.append
    for _ in range(3):
        driver.show()
    driver.show(last=True)
    assert [one.seconds for one in told] == [0.1, 0.2, 0.21]
    driver.tell = None
    monkeypatch.setattr(module, "monotonic", lambda: 9.0)
    driver.show(last=True)
    assert len(told) == 3


def test_how_far_it_has_come_counts_what_waits_and_not_what_was_played_before() -> None:
    kept = keeper()
    driver = Driver(kept)
    assert driver.underway(5.0)[:5] == (0, None, 5.0, None, 0)
    driver.begin()
    driver.follow()
    fixtures = driver.contest.open()
    driver.order = [fixture.id for fixture in fixtures]
    driver.open = {fixture.id: fixture for fixture in fixtures}
    driver.heard([done(driver.task(fixtures[0])), done(driver.task(fixtures[2]))])
    now = driver.underway(5.0)
    assert now[:5] == (2, 6, 5.0, 10.0, 1)
    assert now.contest is driver.contest
    assert now.standings == driver.contest.standings()
    driver.resumed = 1
    assert driver.underway(5.0).left == 20.0
    driver.resumed = 2
    assert driver.underway(5.0).left is None


def test_the_end_is_told_whatever_ends_it() -> None:
    class Breaking(Hands):
        def play(self, tasks: Sequence[Task], heard: Callable[[Sequence[Any]], None]) -> None:
            heard([done(tasks[1])])
            raise KeyboardInterrupt

    kept = keeper()
    told: list[Underway] = []
    with pytest.raises(KeyboardInterrupt):
        run(kept, Breaking(), told.append)
    assert kept.did[-2:] == [("set by", [GAMES[1]]), ("sync", 0.0)]
    assert told[-1].played == 1


# going on


def interrupted(to: int) -> Keeping:
    """A tournament of which so many entries are kept."""
    whole, kept = keeper(), keeper()
    run(whole)
    kept.log += whole.log[:to]
    return kept


@pytest.mark.parametrize("to", [0, 4, 5, 6, 8, 10, 11, 12])
def test_it_goes_on_where_it_was(to: int) -> None:
    whole, kept, hands = keeper(), interrupted(to), Hands()
    run(whole)
    run(kept, hands)
    assert kept.log == whole.log
    assert hands.played == ([GAMES[max(0, to - 5) :]] if to < 11 else [])


def test_games_that_waited_are_not_played_again() -> None:
    whole, kept, hands = keeper(), interrupted(6), Hands()
    run(whole)
    entries = {str(entry["game"]): entry for entry in whole.log if entry["kind"] == "result"}
    kept.ahead = {game: Kept(entries[game], b"record") for game in (GAMES[1], GAMES[3])}
    driver = run(kept, hands)
    assert hands.played == [[GAMES[2], GAMES[4], GAMES[5]]]
    assert (kept.log, driver.resumed) == (whole.log, 3)
    assert kept.games.text(GAMES[1]) == "record"


def test_with_a_limit_of_forfeits_a_deal_that_was_under_way_is_played_first() -> None:
    def outcome(task: Task) -> Done:
        return done(task, **forfeited(task, "cy"))

    whole = keeper("ann", "bob", "cy", deals=2, forfeits=1)
    run(whole, Hands(outcome))
    kinds = [entry["kind"] for entry in whole.log]
    withdrew = kinds.index("withdrew")
    assert (kinds[5:withdrew], withdrew) == (["result"] * 6, 11)
    for to in (*range(5, withdrew + 2), len(kinds) - 2):
        kept, hands = keeper("ann", "bob", "cy", deals=2, forfeits=1), Hands(outcome)
        kept.log += whole.log[:to]
        run(kept, hands)
        assert kept.log == whole.log, to
