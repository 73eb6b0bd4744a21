"""One game of a tournament: who sits where, what a fault costs, who leaves and when, and what comes of it."""

from __future__ import annotations

import itertools
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from citadels_engine.formats.record import read, verify
from citadels_sdk import Bot
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.pool.heartbeat import NEVER
from citadels_sdk.tournaments import game_run as module
from citadels_sdk.tournaments.game_run import ABSENT, GRACE_S, HOOK_S, HOUSE, LONGEST, Done, Gone, Hall, Seated, Task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from citadels_sdk import Outcome, View
    from citadels_sdk.bot import Start


class Player(Bot):
    """Builds what it can, and stumbles where it is told to."""

    at: int | None = None
    """The first of its own decisions at which it raises; then it always does."""
    takes = 0.0
    heard: list[Any]

    def on_start(self, start: Start) -> None:
        self.asked = 0

    def choose(self, view: View) -> Any:
        type(self).heard.append((view.seat, view.n, view.time_left))
        CLOCK.now += self.takes
        self.asked += 1
        if self.at is not None and self.asked > self.at:
            raise ValueError("no")
        return next((action for action in view.actions if action.verb == "build"), view.actions[0])


class Listener(Player):
    """Hears of everything, and stumbles at the end where it is told to."""

    breaks = ""

    def on_event(self, event: Mapping[str, object]) -> None:
        type(self).heard.append(("event", event["kind"]))
        if self.breaks == "event":
            raise KeyError("event")

    def on_end(self, outcome: Outcome) -> None:
        type(self).heard.append(("end", outcome.seat, outcome.place, outcome.left))
        if self.breaks == "end":
            raise KeyError("end")


class Clock:
    """Goes on only where a bot takes its time."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    CLOCK.now = 100.0
    monkeypatch.setattr(module, "perf_counter", CLOCK)


def made(kind: type[Player] = Player, **ways: Any) -> type[Player]:
    """A bot of its own."""
    return type("Made", (kind,), {"heard": [], **ways})


class Place:
    """Notes who was thinking."""

    def __init__(self) -> None:
        self.thought: list[tuple[Any, ...]] = []

    def think(self, seat: int, n: int, deadline: float) -> None:
        self.thought.append((seat, n, deadline))

    def rest(self) -> None:
        self.thought.append(())


def hall(*bots: Any, **more: Any) -> Hall:
    told: dict[str, Any] = {
        "entrants": {f"bot{at}": resolve(bot) for at, bot in enumerate(bots)}, "edition": None, "cast": None, "uniques": None, "options": None, "time": None,
        "game_time": None, "forfeit": True, "date": "2026-01-31", **more,
    }  # fmt: skip
    return Hall(**told)


def task(*bots: str, **more: Any) -> Task:
    names = bots or ("bot0", "bot1")
    return Task("1.0.0.0", tuple(f"{name}!" for name in names), tuple(names), "s", **more)


def play(one: Hall, what: Task | None = None, place: Any = None, well: Any = None) -> tuple[Done, Seated]:
    seated = Seated(one, what or task(), place, well)
    return seated.play(), seated


def decisions(done: Done, seat: int) -> list[Any]:
    return [one for one in read(done.record.decode()).taken if one.seat == seat]


# what comes of it


def test_a_game_is_played_to_its_end_and_written_down() -> None:
    done, seated = play(hall(made(), "greedy"))
    record = read(done.record.decode())
    assert verify(record).ok
    assert (done.game, done.names, done.left, done.faults, done.notes) == (
        "1.0.0.0", ("bot0!", "bot1!"), (), (0, 0), (),
    )  # fmt: skip
    assert record.result is not None
    assert (record.header.id, record.header.date, list(record.header.names)) == (
        "1.0.0.0",
        "2026-01-31",
        ["bot0!", "bot1!"],
    )
    assert done.scores == tuple(one["total"] for one in record.result.scores)
    assert sorted(done.places) == [1, 2]
    assert done.places[record.result.places[0][0]] == 1
    assert (done.sha, done.rounds) == (sha256(done.record).hexdigest(), seated.game.round)
    assert sum(done.decisions) == len(record.taken)
    assert done.decisions[0] == len(decisions(done, 0))
    assert (done.seconds, done.slowest) == ((0.0, 0.0), (0.0, 0.0))
    assert len(done.picks[0]) >= done.rounds


def test_the_same_game_comes_to_the_same_bytes_whoever_sits_there_by_name() -> None:
    one, _ = play(hall("greedy", "random"))
    other, _ = play(hall("greedy", "random"))
    assert one == other
    assert play(hall("greedy", "random"), task("bot0", "bot0"))[0].record == (
        play(hall("greedy", "greedy"), task("bot0", "bot1")._replace(names=("bot0!", "bot0!")))[0].record
    )


def test_a_hall_says_who_plays_where_and_what_is_dealt() -> None:
    one = hall("greedy", edition="classic")
    assert one.bot(ABSENT) is None
    assert one.bot("bot0") is one.entrants["bot0"]
    found = one.bot(f"{HOUSE}random")
    assert found is not None
    assert (found.name, found.kind) == ("random", "house")
    game = one.deal(task("bot0", "bot0", "bot0"))
    assert (len(game.seats), game.classic, game.seed) == (3, True, "s")
    told = ("assassin", "thief", "magician", "emperor", "bishop", "merchant", "architect", "warlord")
    dealt = hall("greedy", cast=told).deal(task(*["bot0"] * 4))
    assert tuple(each.id for each in dealt.cast) == told


# how long they think


@pytest.mark.parametrize(
    ("time", "game_time", "lefts"),
    [(None, None, [None, None]), (2.0, None, [2.0, 2.0]), (None, 9.0, [9.0, 8.0]), (2.0, 9.0, [2.0, 2.0]), (8.5, 9.0, [8.5, 8.0])],
)  # fmt: skip
def test_a_bot_has_as_long_as_a_decision_and_the_game_allow(time: Any, game_time: Any, lefts: list[Any]) -> None:
    bot = made(takes=1.0)
    place = Place()
    one = hall(bot, "greedy", time=time, game_time=game_time)
    if game_time is None:
        done, _ = play(one, place=place)
        assert (done.seconds[0], done.slowest[0]) == (float(done.decisions[0]), 1.0)
    else:
        done, _ = play(one, place=place)
        assert (done.left, done.notes[0][0], done.notes[0][2]) == ((0,), 0, "its 9 s for the game are used up")
        assert len(bot.heard) == 9
    assert [left for _, _, left in bot.heard[:2]] == lefts
    asked = [one for one in place.thought if one and one[1] == bot.heard[0][1]][-1]
    assert asked == (0, bot.heard[0][1], NEVER if lefts[0] is None else 100.0 + lefts[0] + GRACE_S)
    assert GRACE_S == 0.25


def test_the_slowest_decision_and_all_together_are_told() -> None:
    class Slower(Player):
        heard: list[Any] = []  # noqa: RUF012  # of this test alone

        def choose(self, view: View) -> Any:
            self.takes = 3.0 if self.asked == 1 else 0.5
            return super().choose(view)

    done, _ = play(hall(Slower, "greedy"))
    assert (done.slowest[0], done.seconds[0]) == (3.0, 3.0 + 0.5 * (done.decisions[0] - 1))
    assert (done.slowest[1], done.seconds[1]) == (0.0, 0.0)


def test_who_fails_beyond_the_time_of_the_game_is_out_of_time_and_not_at_fault_for_more() -> None:
    done, _ = play(hall(made(takes=10.0, at=0), "greedy", game_time=9.0, forfeit=False))
    assert {what for _, _, what in done.notes} == {"its 9 s for the game are used up"}
    done, _ = play(hall(made(takes=9.0, at=0), "greedy", game_time=9.0))
    assert [what for _, _, what in done.notes] == ["it raised ValueError: no"]


def test_while_a_bot_is_told_something_it_stands_on_the_board_for_as_long_as_a_hook_may_take() -> None:
    for time, deadline in ((None, NEVER), (2.0, 100.0 + HOOK_S), (99.0, 199.0)):
        place, well = Place(), itertools.count()
        play(hall(made(Listener), "greedy", time=time), place=place, well=lambda well=well: next(well))
        assert place.thought[:2] == [(0, 0, deadline), ()]
        thoughts = [one for one in place.thought if one]
        assert len(thoughts) * 2 == len(place.thought)
        assert next(well) == len(thoughts)
        assert {seat for seat, _, _ in thoughts} == {0}
    assert HOOK_S == 30.0


# what a fault costs


def test_who_fails_has_left_and_comes_last() -> None:
    done, _ = play(hall("random", made(at=2)))
    (note,) = done.notes
    assert (done.left, done.faults, done.places) == ((1,), (0, 1), (1, 2))
    taken = decisions(done, 1)
    assert (note[0], note[2]) == (1, "it raised ValueError: no")
    assert taken[2].n == note[1]
    assert [one.by for one in taken] == [None, None] + ["default"] * (len(taken) - 2)
    record = read(done.record.decode())
    assert verify(record).ok
    assert list(record.result.left) == [1]  # type: ignore[union-attr]  # it is over


def test_where_faults_do_no_harm_only_the_answers_are_replaced() -> None:
    bot = made(at=2)
    done, _ = play(hall("random", bot, forfeit=False))
    assert (done.left, done.faults[1]) == ((), done.decisions[1] - 2)
    assert len(bot.heard) == done.decisions[1]
    assert len(done.notes) == 2
    assert [note[1] for note in done.notes] == [one.n for one in decisions(done, 1)[2:4]]


def test_a_hook_that_fails_is_a_fault_like_any_other() -> None:
    done, _ = play(hall("random", made(Listener, breaks="event")))
    assert (done.left, done.faults) == ((1,), (0, 1))
    assert done.notes[0][2].startswith("in on_event it raised KeyError")


def test_after_the_end_nobody_leaves_any_more() -> None:
    done, _ = play(hall("random", made(Listener, breaks="end")))
    assert (done.left, done.faults) == ((), (0, 1))
    assert done.notes[0][2].startswith("in on_end it raised KeyError")


def test_who_wants_to_hear_hears_all_and_the_result_and_others_nothing() -> None:
    hearing, other = made(Listener), made()
    done, _ = play(hall(hearing, other))
    kinds = [one[1] for one in hearing.heard if one[0] == "event"]
    assert (kinds[0], len(kinds) > done.decisions[0]) == ("round", True)
    assert [one for one in hearing.heard if one[0] == "end"] == [("end", 0, done.places[0], ())]
    assert {len(one) for one in other.heard} == {3}


# who has left before


@pytest.mark.parametrize("n", [0, 7, 30])
def test_a_seat_is_empty_from_the_decision_on_at_which_its_bot_has_left(n: int) -> None:
    bot = made()
    done, _ = play(hall("random", bot, forfeit=False), task(gone=(Gone(1, n, "it ended its process"),)))
    assert (done.left, done.faults, done.notes, done.places) == (
        (1,),
        (0, 1),
        ((1, n, "it ended its process"),),
        (1, 2),
    )
    assert all(one.by == ("default" if one.n >= n else None) for one in decisions(done, 1))
    assert all(asked < n for _, asked, _ in bot.heard)


def test_the_first_of_two_such_decisions_counts_and_each_is_charged() -> None:
    done, _ = play(hall("random", made()), task(gone=(Gone(1, 30, "late"), Gone(1, 7, "again"))))
    assert (done.left, done.faults, [note[1] for note in done.notes]) == ((1,), (0, 2), [30, 7])
    assert next(one.n for one in decisions(done, 1) if one.by) >= 7
    assert all(one.by for one in decisions(done, 1) if one.n >= 7)


def test_one_whose_leaving_never_came_has_not_left() -> None:
    bot = made(Listener)
    done, _ = play(hall("random", bot), task(gone=(Gone(1, 9999, "late"),)))
    assert (done.left, done.faults) == ((), (0, 1))
    assert not [one for one in bot.heard if one[0] == "end"]


def test_nobody_sits_at_an_empty_seat_and_nobody_is_charged() -> None:
    done, _ = play(hall("random"), task("bot0", ABSENT))
    assert (done.left, done.faults, done.notes, done.places) == ((1,), (0, 0), (), (1, 2))
    assert {one.by for one in decisions(done, 1)} == {"default"}
    assert {one.by for one in decisions(done, 0)} == {None}
    assert (ABSENT, HOUSE) == ("fill:absent", "fill:house:")


def test_a_bot_of_the_house_may_sit_down_for_somebody() -> None:
    done, _ = play(hall("random"), task("bot0", f"{HOUSE}greedy"))
    assert (done.left, {one.by for one in decisions(done, 1)}) == ((), {None})
    assert (
        done.record == play(hall("random", "greedy"), task()._replace(names=("bot0!", "fill:house:greedy!")))[0].record
    )


def test_where_everybody_has_left_the_house_plays_to_the_end_and_the_first_to_leave_is_last() -> None:
    done, _ = play(hall(made(at=5), made(at=1)))
    assert (done.left, done.places, done.faults) == ((1, 0), (1, 2), (1, 1))
    record = read(done.record.decode())
    assert verify(record).ok
    last = max(note[1] for note in done.notes)
    assert {one.by for one in record.taken if one.n > last} == {"ai"}
    assert record.taken[last].by == "default"


def test_a_game_without_an_end_is_brought_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST", 2)
    hearing = made(Listener)
    done, seated = play(hall("random", hearing))
    record = read(done.record.decode())
    assert (done.left, done.faults, len(seated.finishing)) == ((), (0, 0), 2)
    by = [one.by for one in record.taken]
    first = by.index("ai")
    assert set(by[:first]) == {None}
    assert set(by[first:]) == {"ai"}
    assert max(n for _, n, _ in [one for one in hearing.heard if len(one) == 3]) < first
    assert verify(record).ok
    assert LONGEST == 100
