"""A run: what it takes, when it is through, what it does with games that end or break, and what it reports."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, cast

import pytest
from citadels_sdk import Accepts, errors
from citadels_sdk.client.models_stream import InvitedNotice, OwedNotice, SnapshotNotice, TableNotice
from citadels_sdk.live import runner as module
from citadels_sdk.live.run_report import Fault, Played
from citadels_sdk.live.runner import Plan, Runner

from tests.support.modules import replace_in

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

FAULT = Fault("game_1", 0, 3, "turn", "bot_raised", "it raised ValueError: no")


class Client:
    """Answers what is laid up for it."""

    url = "http://host"

    def __init__(self, **answers: Any) -> None:
        self.answers = {name: deque(told if isinstance(told, list) else [told]) for name, told in answers.items()}
        self.asked: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        async def ask(*given: Any, **named: Any) -> Any:
            self.asked.append((name, *given))
            laid = self.answers[name]
            found = laid.popleft() if len(laid) > 1 else laid[0]
            if isinstance(found, Exception):
                raise found
            return found

        return ask

    async def all_tables(self, *, mine: bool, status: str) -> AsyncIterator[Any]:
        assert mine is True
        for one in self.answers.get(status, ()):
            yield one


class Voice:
    """Keeps what a run says."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.ended_with: list[Played] = []
        self.begun_with: list[tuple[Any, ...]] = []

    def note(self, text: str) -> None:
        self.notes.append(text)

    def ended(self, game: Played) -> None:
        self.ended_with.append(game)

    def begun(self, *told: Any, **named: Any) -> None:
        self.begun_with.append((*told, named))


def run(client: Any = None, **plan: Any) -> Runner:
    entrant: Any = SimpleNamespace(kind="object", name="mine")
    voice: Any = Voice()
    told = {"account": "acct_me", "accepts": Accepts(), "voice": voice, "chance": "c"}
    return Runner(client or cast("Any", Client()), entrant, Plan(**plan), **told)


def table(name: str = "game_1", status: str = "open", seat: int | None = 2) -> Any:
    return SimpleNamespace(id=name, status=status, your_seat=seat, players=4, edition="modern")


class Sitting:
    """A game that ends as it was laid up."""

    ends: ClassVar[deque[Any]] = deque()
    made: ClassVar[list[Any]] = []

    def __init__(self, runner: Any, told: Any, seat: int, *, resumed: bool) -> None:
        self.table, self.seat, self.resumed, self.begun, self.mind, self.faults = (
            told,
            seat,
            resumed,
            True,
            object(),
            [FAULT],
        )
        self.owed: list[tuple[int, bool]] = []
        Sitting.made.append(self)

    def owes(self, n: int, *, overdue: bool = False) -> None:
        self.owed.append((n, overdue))

    async def play(self) -> Any:
        if not Sitting.ends:
            await asyncio.Event().wait()
        found = Sitting.ends.popleft()
        if isinstance(found, Exception):
            raise found
        return found


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that end as laid up, and answers that come once and at once; pauses take no time."""
    Sitting.ends, Sitting.made = deque(), []
    real = asyncio.sleep

    async def sure(ask: Any, **_: Any) -> Any:
        return await ask()

    async def sleep(_seconds: float) -> None:
        await real(0)

    monkeypatch.setattr(module, "Sitting", Sitting)
    monkeypatch.setattr(module, "sure", sure)
    replace_in(monkeypatch, "citadels_sdk.live.runner", asyncio, sleep=sleep)


def played(name: str = "game_1", place: int | None = 1, **more: Any) -> Played:
    return Played(name, f"http://host/table/{name}", 2, 4, place, 20, **more)


def wait(coroutine: Any) -> Any:
    return asyncio.run(asyncio.wait_for(coroutine, 20))


async def through(one: Runner) -> None:
    """Until all games have ended."""
    while one._tasks:
        await asyncio.gather(*one._tasks)


@pytest.mark.parametrize(
    ("status", "seat", "taken"),
    [("open", 2, 1), ("running", 0, 1), ("over", 2, 0), ("aborted", 2, 0), ("open", None, 0)],
)
def test_a_table_is_taken_where_one_has_a_seat_and_it_is_not_over(status: str, seat: int | None, taken: int) -> None:
    async def act() -> Runner:
        one = run()
        one.take(table(status=status, seat=seat), resumed=True)
        one.take(table(status=status, seat=seat))
        return one

    one = wait(act())
    assert one.count == taken
    assert [(each.seat, each.resumed) for each in Sitting.made] == [(seat, True)] * taken


@pytest.mark.parametrize(
    ("plan", "count", "sittings", "stopping", "room"),
    [
        ({}, 0, 0, False, True), ({"tables": 1}, 1, 1, False, False), ({"tables": 2}, 1, 1, False, True), ({"games": 3, "tables": 9}, 2, 0, False, True),
        ({"games": 3, "tables": 9}, 3, 0, False, False), ({}, 0, 0, True, False),
    ],
)  # fmt: skip
def test_there_is_room_up_to_the_games_and_tables_of_the_plan(
    plan: dict[str, Any], count: int, sittings: int, stopping: bool, room: bool
) -> None:
    one = run(**plan)
    one.count, one.stopping = count, stopping
    one.sittings = {str(number): SimpleNamespace() for number in range(sittings)}  # type: ignore[misc]  # only counted
    assert one.room is room


@pytest.mark.parametrize(
    ("plan", "state", "finished"),
    [
        ({}, {}, False), ({}, {"stopping": True}, True), ({}, {"stopping": True, "busy": True}, False), ({}, {"stopping": True, "sittings": [True]}, False),
        ({"games": 2}, {"count": 2}, True), ({"games": 2}, {"count": 1}, False), ({"games": 2}, {"count": 2, "busy": True}, False), ({}, {"exhausted": True}, True),
        ({}, {"exhausted": True, "sittings": [True]}, False), ({}, {"handing_over": True}, True), ({}, {"handing_over": True, "sittings": [True, True]}, True),
        ({}, {"handing_over": True, "sittings": [True, False]}, False), ({}, {"handing_over": True, "busy": True}, False), ({}, {"_fatal": ValueError(), "sittings": [True]}, True),
    ],
)  # fmt: skip
def test_a_run_is_through_when_nothing_is_played_sought_or_asked_for(
    plan: dict[str, Any], state: dict[str, Any], finished: bool
) -> None:
    one = run(**plan)
    for name, value in state.items():
        if name == "sittings":
            one.sittings = {str(at): SimpleNamespace(begun=begun) for at, begun in enumerate(value)}  # type: ignore[misc]  # as much as is asked
        else:
            setattr(one.seating if name in ("busy", "exhausted") else one, name, value)
    assert one._finished() is finished


def test_a_game_that_ends_is_told_and_reported() -> None:
    async def act() -> Runner:
        one = run()
        Sitting.ends.append(played(faults=(FAULT,)))
        one.take(table())
        await through(one)
        return one

    one = wait(act())
    report = one.report()
    assert (one.sittings, one.count, one.voice.ended_with) == ({}, 1, [played(faults=(FAULT,))])
    assert (report.games, report.unfinished, report.failed, report.faults) == (
        (played(faults=(FAULT,)),),
        (),
        False,
        (FAULT,),
    )


def test_a_game_that_never_began_does_not_count() -> None:
    one = run()
    one.count = 1
    wait(one._ended(SimpleNamespace(mind=None), played(place=None)))  # type: ignore[arg-type]  # as much as is asked
    assert (one.count, one.played) == (0, [])
    wait(one._ended(SimpleNamespace(mind=object()), played(place=None)))  # type: ignore[arg-type]  # as much as is asked
    assert (one.count, len(one.played)) == (0, 1)


def test_records_are_saved_where_that_is_asked_for_and_can_be(tmp_path: Path) -> None:
    saved: list[Path] = []
    one = run(
        Client(get_record=[SimpleNamespace(save=saved.append), errors.NotFound("no record")]),
        save=tmp_path / "deep" / "folder",
    )
    wait(one._ended(SimpleNamespace(mind=object()), played()))  # type: ignore[arg-type]  # as much as is asked
    file = tmp_path / "deep" / "folder" / "game_1.ndjson"
    assert (saved, one.played[0].record) == ([file], str(file))
    wait(one._ended(SimpleNamespace(mind=object()), played("game_2")))  # type: ignore[arg-type]  # as much as is asked
    assert one.played[1].record is None
    assert one.voice.notes[0].startswith("the record of game_2 is not saved: ")  # type: ignore[attr-defined]  # it is one of ours
    wait(one._ended(SimpleNamespace(mind=object()), played("game_3", place=None)))  # type: ignore[arg-type]  # as much as is asked
    assert one.client.asked == [("get_record", "game_1"), ("get_record", "game_2")]  # type: ignore[attr-defined]  # it is one of ours


def play(*ends: Any) -> Runner:
    """A game whose tries end so."""

    async def act() -> Runner:
        one = run()
        Sitting.ends.extend(ends)
        one.take(table())
        await through(one)
        return one

    made: Runner = wait(act())
    return made


def test_a_table_that_the_service_refuses_is_given_up_and_not_taken_again() -> None:
    one = play(errors.Conflict("no"))
    assert (one.failed, one.given_up, one._fatal, one.sittings) == (True, ["game_1"], None, {})
    assert one.report().unfinished == ("game_1",)
    wait(taking(one))
    assert one.sittings == {}


async def taking(one: Runner) -> None:
    one.take(table())


@pytest.mark.parametrize("error", [errors.NotSignedIn("who"), errors.Unreachable("nobody")])
def test_what_concerns_all_games_ends_the_run(error: Exception) -> None:
    one = play(error)
    assert (one._fatal, one.failed, one.given_up) == (error, False, [])


def test_a_game_that_breaks_is_begun_again_and_ends_the_run_only_in_the_end() -> None:
    one = play(ValueError("odd"), played())
    assert (one._fatal, len(one.played), [each.resumed for each in Sitting.made]) == (None, 1, [False, True])
    assert one.voice.notes == ["game_1 is begun again after ValueError: odd"]  # type: ignore[attr-defined]  # it is one of ours
    Sitting.made = []
    broken = [ValueError(str(number)) for number in range(module.TRIES)]
    assert play(*broken)._fatal is broken[-1]
    assert len(Sitting.made) == module.TRIES


def test_a_seat_that_is_given_back_is_forgotten() -> None:
    async def act() -> None:
        one = run()
        one.take(table())
        (task,) = one._tasks
        one.drop("game_9")
        assert one.count == 1
        one.drop("game_1")
        assert (one.count, one.sittings) == (0, {})
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()

    wait(act())


def test_a_bot_that_fails_too_often_takes_no_new_games() -> None:
    one = run()
    one.fails("game_1")
    assert (one.failed, one.stopping, one.handing_over) == (True, True, False)
    assert one.voice.notes == ["the bot is not asked any more at game_1; no new games are taken"]  # type: ignore[attr-defined]  # it is one of ours
    one.stop(hand_over=True)
    one.stop()
    assert one.handing_over is True


@pytest.mark.parametrize(("resume", "taken"), [(True, ["game_1", "game_2", "game_3"]), (False, [])])
def test_what_runs_already_is_taken_up_owed_first_or_left_alone(resume: bool, taken: list[str]) -> None:
    async def act() -> Runner:
        owed = SimpleNamespace(items=[SimpleNamespace(table="game_1")])
        client = Client(
            list_owed=owed,
            running=[table("game_2"), table("game_1"), table("game_8", seat=None)],
            open=[table("game_3")],
            get_table=[table("game_1"), table("game_2"), table("game_3")],
        )
        one = run(client, resume=resume)
        await one._resume()
        return one

    one = wait(act())
    assert [each.table.id for each in Sitting.made] == taken
    assert all(each.resumed for each in Sitting.made)
    assert one._passed == (set() if resume else {"game_1", "game_2", "game_3"})


def test_a_table_that_is_gone_or_was_passed_is_not_adopted() -> None:
    async def act() -> Runner:
        one = run(Client(get_table=errors.NotFound("gone")))
        await one.adopt("game_1")
        one._passed.add("game_2")
        await one.adopt("game_2")
        return one

    one = wait(act())
    assert (one.sittings, one.client.asked) == ({}, [("get_table", "game_1")])


def test_what_the_account_hears_is_acted_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a stream that breaks is opened again after pauses that grow, from the number of the last invitation."""
    waits: list[int] = []

    def pause_after(attempt: int, _error: Exception) -> float:
        waits.append(attempt)
        return 0.0

    monkeypatch.setattr(module, "pause_after", pause_after)
    owed = SimpleNamespace(table="game_1", n=5)
    notices = [
        SnapshotNotice.model_construct(tables=["game_1"], owed=[owed]), OwedNotice.model_construct(table="game_2", owed=[SimpleNamespace(table="game_2", n=7)]),
        TableNotice.model_construct(table="game_3", seat=1), TableNotice.model_construct(table="game_4", seat=None), InvitedNotice.model_construct(number=9, table="game_5"),
    ]  # fmt: skip
    streams: deque[Any] = deque(
        [
            errors.Unreachable("nobody"),
            errors.Unreachable("nobody"),
            notices,
            errors.Unreachable("nobody"),
            errors.NotSignedIn("who"),
        ]
    )
    after: list[int | None] = []

    class Following(Client):
        def follow_me(self, *, after: int | None) -> Any:
            return follow(after)

    @asynccontextmanager
    async def follow(number: int | None) -> AsyncIterator[Any]:
        after.append(number)
        found = streams.popleft()
        if isinstance(found, Exception):
            raise found

        async def told() -> AsyncIterator[Any]:
            for one in found:
                yield one

        yield told()

    async def act() -> Runner:
        one = run(
            Following(get_table=[table("game_1"), table("game_2"), table("game_3")]), seek="invitations", tables=9
        )
        with pytest.raises(errors.NotSignedIn):
            await one._follow()
        return one

    one = wait(act())
    assert [each.table.id for each in Sitting.made] == ["game_1", "game_2", "game_3"]
    assert [each.owed for each in Sitting.made] == [[(5, False)], [(7, False)], []]
    assert [each.table for each in one.seating.invitations] == ["game_5"]
    assert (waits, after) == ([1, 2, 1], [0, 0, 0, 9, 9])
    assert (one.link("game_1"), one._passed) == ("http://host/table/game_1", set())
