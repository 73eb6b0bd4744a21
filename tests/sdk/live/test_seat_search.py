"""How a run comes to its seats: what it asks the service for, in which order, and what it does with each answer."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_sdk import Accepts, errors
from citadels_sdk.client.model_base import DecisionClock
from citadels_sdk.live import seat_search as module
from citadels_sdk.live.seat_search import Seating
from citadels_sdk.live.wakeup import Bell

from tests.support.modules import replace_in

CLOCK = DecisionClock(kind="decision", limit_ms=30_000)
ME = "acct_me"


class Service:
    """Answers each operation with what was laid up for it, in order; the last answer stays."""

    def __init__(self, **answers: Any) -> None:
        self.answers = {name: deque(told if isinstance(told, list) else [told]) for name, told in answers.items()}
        self.asked: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        async def ask(*given: Any, **named: Any) -> Any:
            self.asked.append((name, *given, *((named,) if named else ())))
            laid = self.answers[name]
            found = laid.popleft() if len(laid) > 1 else laid[0]
            if isinstance(found, Exception):
                raise found
            return found

        return ask

    def names(self) -> list[str]:
        return [one[0] for one in self.asked]


class Runner:
    """As much of a run as seats are taken for."""

    def __init__(self, client: Service, seek: str = "house", **plan: Any) -> None:
        self.client, self.bell, self.account = client, Bell(), ME
        told = {
            "edition": "modern",
            "players": 4,
            "clock": CLOCK,
            "rated": False,
            "fill": "greedy",
            "table": None,
            "invite": None,
            "tournament": None,
        }
        self.plan = SimpleNamespace(seek=seek, **{**told, **plan})
        self.accepts = Accepts()
        self.sittings: dict[str, Any] = {}
        self.taken: list[str] = []
        self.dropped: list[str] = []
        self.notes: list[str] = []
        self.voice = SimpleNamespace(note=self.notes.append)
        self.stopping = False
        self.rooms = 1
        self.seating = Seating(self)  # type: ignore[arg-type]  # as much of a run as is asked

    @property
    def room(self) -> bool:
        return self.rooms > len(self.sittings)

    @property
    def count(self) -> int:
        return len(self.sittings)

    def take(self, table: Any) -> None:
        self.taken.append(table.id)
        self.sittings[table.id] = SimpleNamespace(begun=True)

    def drop(self, table: str) -> None:
        self.dropped.append(table)
        self.sittings.pop(table, None)


def table(name: str = "game_1", **more: Any) -> Any:
    told = {
        "id": name,
        "status": "open",
        "your_seat": None,
        "edition": "modern",
        "players": 4,
        "clock": CLOCK,
        "rated": False,
    }
    seats = [SimpleNamespace(kind="reserved", player=None), SimpleNamespace(kind="human", player="Ann")]
    return SimpleNamespace(**{**told, "seats": seats, "creator": SimpleNamespace(id="acct_ann"), **more})


def tables(*found: Any) -> Any:
    return SimpleNamespace(items=list(found))


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made, without making them; whether seats count as being asked for meanwhile is not kept."""
    pauses: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await real(0)

    replace_in(monkeypatch, "citadels_sdk.live.seat_search", asyncio, sleep=sleep)
    monkeypatch.setattr(module, "pause_after", lambda attempt, _error: 100.0 + attempt)
    replace_in(monkeypatch, "citadels_sdk.live.seat_search", random, random=lambda: 0.25)
    return pauses


def run(coroutine: Any) -> Any:
    return asyncio.run(asyncio.wait_for(coroutine, 20))


@pytest.mark.parametrize(("seek", "fill"), [("house", "greedy"), ("others", None)])
def test_a_quick_match_asks_for_what_the_plan_says_and_takes_the_table(seek: str, fill: str | None) -> None:
    client = Service(quick_match=table())
    runner = Runner(client, seek)
    run(runner.seating._match())
    assert client.asked == [
        ("quick_match", {"edition": "modern", "players": 4, "clock": CLOCK, "rated": False, "ai_fill": fill})
    ]
    assert (runner.taken, runner.seating.busy) == (["game_1"], False)


def test_nothing_is_asked_for_where_there_is_no_room() -> None:
    client = Service(quick_match=table())
    runner = Runner(client)
    runner.rooms = 0
    run(runner.seating._match())
    assert client.asked == []


def test_a_match_is_asked_for_again_after_a_pause_that_grows(slept: list[float]) -> None:
    """No room at the service, a conflict, too many requests: each has its own pause, and the attempts are counted."""
    faults = [
        errors.QuotaReached("full"),
        errors.Conflict("no"),
        errors.TooMany("wait"),
        errors.TooMany("wait"),
        table(),
    ]
    runner = Runner(Service(quick_match=faults))
    run(runner.seating._match())
    assert slept == [module.NO_ROOM_S, 0.25, 101.0, 102.0]
    assert runner.taken == ["game_1"]


def test_an_answer_that_was_lost_may_have_been_a_table(slept: list[float]) -> None:
    """So one's own tables are looked through before another is asked for."""
    lost = errors.UnknownOutcome("lost")
    client = Service(
        quick_match=[lost, lost, table("game_2")], list_tables=[tables(), tables(), tables(table("game_1")), tables()]
    )
    runner = Runner(client)
    runner.rooms = 2
    run(runner.seating._match())
    assert slept == [101.0, 102.0]
    assert client.names() == ["quick_match", "list_tables", "list_tables", "quick_match", "list_tables", "list_tables"]
    assert [one[1] for one in client.asked if one[0] == "list_tables"] == [
        {"mine": True, "status": status} for status in ("running", "open")
    ] * 2
    assert runner.taken == ["game_1"]


def test_a_refusal_that_is_definite_ends_the_search() -> None:
    runner = Runner(Service(quick_match=errors.NotSignedIn("no")))
    with pytest.raises(errors.NotSignedIn):
        run(runner.seating._match())
    assert runner.seating.busy is False


def test_a_table_that_is_named_is_joined_once_and_the_search_is_over_with_it() -> None:
    client = Service(join_table=table("game_7"))
    runner = Runner(client, "table", table="game_7", invite="secret")

    async def play() -> None:
        seeking = asyncio.create_task(runner.seating.seek())
        while not runner.taken:
            await asyncio.sleep(0)
        assert runner.seating.exhausted is False
        runner.drop("game_7")
        runner.bell.ring()
        await seeking

    run(play())
    assert client.asked == [("join_table", "game_7", {"seat": None, "invite": "secret"})]
    assert (runner.seating.exhausted, runner.seating.busy) == (True, False)


def test_who_sits_there_already_takes_the_table_up() -> None:
    client = Service(join_table=errors.AlreadySeated("you do"), get_table=table("game_7"))
    runner = Runner(client)
    assert run(runner.seating._join("game_7", "secret", 2)).id == "game_7"
    assert client.asked == [
        ("join_table", "game_7", {"seat": 2, "invite": "secret"}),
        ("get_table", "game_7", {"invite": "secret"}),
    ]


def told(status: str = "running", /, **out: str | None) -> Any:
    entrants = [SimpleNamespace(id=one, withdrawn=why) for one, why in out.items()]
    return SimpleNamespace(name="The cup", status=status, entrants=entrants)


@pytest.mark.parametrize(
    ("last", "note"),
    [
        (told("over", acct_me=None), "The cup is over"),
        (told("cancelled", acct_me=None), "The cup is cancelled"),
        (told(acct_me="asked to"), "out of The cup: asked to"),
        (told(other=None), "out of The cup: not among those who take part"),
    ],
)
def test_who_takes_part_enters_and_is_through_when_it_is_over(
    last: Any, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOOKED_AT_S", 0.001)
    client = Service(get_tournament=[told(other=None), told(acct_me=None), last], enter_tournament=None)
    runner = Runner(client, "tournament", tournament="cup_1")
    run(runner.seating.seek())
    assert client.names() == ["get_tournament", "enter_tournament", "get_tournament", "get_tournament"]
    assert {one[1] for one in client.asked} == {"cup_1"}
    assert (runner.notes, runner.seating.exhausted) == ([note], True)


def test_who_has_entered_does_not_enter_again_and_sits_down_where_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOKED_AT_S", 5.0)
    client = Service(
        get_tournament=[told(acct_me=None), told(acct_me=None), told("over", acct_me=None)],
        get_table=table(),
        join_table=table(),
    )
    runner = Runner(client, "tournament", tournament="cup_1")

    async def play() -> None:
        seeking = asyncio.create_task(runner.seating.seek())
        await asyncio.sleep(0.01)
        await runner.seating.invited(notice())
        await seeking

    run(play())
    assert client.names() == ["get_tournament", "get_tournament", "get_table", "join_table", "get_tournament"]
    assert runner.taken == ["game_1"]


def notice(seat: int | None = 0, by: str | None = "Ann") -> Any:
    return SimpleNamespace(
        table="game_1", invite="secret", seat=seat, by=None if by is None else SimpleNamespace(name=by)
    )


@pytest.mark.parametrize(
    ("seek", "stopping", "kept"),
    [("invitations", False, 1), ("tournament", False, 1), ("house", False, 0), ("invitations", True, 0)],
)
def test_invitations_are_kept_by_who_waits_for_them(seek: str, stopping: bool, kept: int) -> None:
    runner = Runner(Service(), seek)
    runner.stopping = stopping
    run(runner.seating.invited(notice()))
    assert len(runner.seating.invitations) == kept


@pytest.mark.parametrize(
    ("found", "said", "asked", "taken", "note"),
    [
        (table(), notice(), ["get_table", "join_table"], ["game_1"], ""),
        (table(status="running"), notice(), ["get_table"], ["game_1"], ""),
        (table(your_seat=1), notice(), ["get_table"], ["game_1"], ""),
        (table(), notice(None), ["get_table"], [], ""),
        (table(), notice(1), ["get_table"], [], ""),
        (errors.NotFound("gone"), notice(), ["get_table"], [], ""),
        (
            table(players=9),
            notice(),
            ["get_table", "decline_invitation"],
            [],
            "declined game_1, from Ann: the bot does not play games of 9",
        ),
        (
            table(players=9),
            notice(by=None),
            ["get_table", "decline_invitation"],
            [],
            "declined game_1, from somebody: the bot does not play games of 9",
        ),
    ],
)
def test_an_invitation_that_still_stands_is_accepted_or_declined(
    found: Any, said: Any, asked: list[str], taken: list[str], note: str
) -> None:
    client = Service(get_table=found, join_table=table(), decline_invitation=None)
    runner = Runner(client, "invitations")
    run(runner.seating._answer(said))
    assert (client.names(), runner.taken, "".join(runner.notes)) == (asked, taken, note)
    assert client.asked[0] == ("get_table", "game_1", {"invite": "secret"})
    assert runner.seating.busy is False


def test_a_seat_that_is_refused_is_told_and_ends_nothing() -> None:
    runner = Runner(Service(get_table=table(), join_table=errors.Conflict("taken")), "invitations")
    run(runner.seating._answer(notice()))
    assert runner.notes[0].startswith("no seat at game_1, from Ann: ")
    signed_out = Runner(Service(get_table=table(), join_table=errors.NotSignedIn("who are you")), "invitations")
    with pytest.raises(errors.NotSignedIn):
        run(signed_out.seating._answer(notice()))
    assert signed_out.seating.busy is False


def test_an_invitation_that_stands_no_more_is_declined_in_peace() -> None:
    run(Runner(Service(decline_invitation=errors.NotFound("gone"))).seating._decline("game_1"))
    with pytest.raises(errors.NotSignedIn):
        run(Runner(Service(decline_invitation=errors.NotSignedIn("who"))).seating._decline("game_1"))


def test_who_stops_declines_what_waits_and_gets_up_from_what_has_not_begun() -> None:
    left = table(seats=[SimpleNamespace(player=None)], creator=SimpleNamespace(id=ME))
    client = Service(decline_invitation=None, leave_table=left, abort_table=None)
    runner = Runner(client)
    runner.seating.invitations.extend([notice(), notice()])
    runner.sittings = {"game_1": SimpleNamespace(begun=False), "game_2": SimpleNamespace(begun=True)}
    run(runner.seating.leave_open_tables())
    assert client.asked == [("decline_invitation", "game_1")] * 2 + [
        ("leave_table", "game_1"),
        ("abort_table", "game_1"),
    ]
    assert runner.dropped == ["game_1"]
    runner.sittings["game_1"] = SimpleNamespace(begun=False)
    run(runner.seating.leave_open_tables())
    assert client.names().count("leave_table") == 1


@pytest.mark.parametrize(
    ("left", "closed"),
    [
        (table(seats=[SimpleNamespace(player=None)], creator=SimpleNamespace(id="acct_ann")), False),
        (table(seats=[SimpleNamespace(player="Ann")], creator=SimpleNamespace(id=ME)), False),
        (errors.NotFound("gone"), False),
        (table(seats=[SimpleNamespace(player=None)], creator=SimpleNamespace(id=ME)), True),
    ],
)
def test_only_an_empty_table_of_one_s_own_is_closed(left: Any, closed: bool) -> None:
    client = Service(leave_table=left, abort_table=errors.NotFound("gone"))
    runner = Runner(client)
    run(runner.seating._get_up("game_1"))
    assert (runner.dropped, "abort_table" in client.names()) == (["game_1"], closed)


def test_a_table_that_has_started_meanwhile_is_played() -> None:
    started: list[bool] = []
    runner = Runner(Service(leave_table=errors.AlreadyStarted("it has")))
    runner.sittings["game_1"] = SimpleNamespace(begun=False, has_started=lambda: started.append(True))
    run(runner.seating._get_up("game_1"))
    run(runner.seating._get_up("game_2"))
    assert (started, runner.dropped) == ([True], [])


def test_with_others_one_waits_at_one_table_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAITED_S", 0.01)
    client = Service(leave_table=errors.NotFound("gone"))
    runner = Runner(client, "others")
    runner.rooms = 3
    runner.sittings = {"game_1": SimpleNamespace(begun=False)}
    run(runner.seating._room())
    assert client.asked == [("leave_table", "game_1")]
    house = Runner(Service(), "house")
    house.rooms = 2
    house.sittings = {"game_1": SimpleNamespace(begun=False)}
    run(house.seating._room())
    assert house.client.asked == []
