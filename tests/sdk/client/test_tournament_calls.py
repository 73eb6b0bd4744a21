"""Both clients on tournaments of a service over HTTP: every operation, the stream, what is invited, what is taken away whole."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk import errors
from citadels_sdk.client.models_tournament import TournamentFrame
from citadels_sdk.client.records import TournamentExport
from citadels_sdk.client.stream_kinds import NoticeReading, TournamentReading
from citadels_sdk.live import (
    EntriesFrame,
    OverFrame,
    StateFrame,
    TournamentNotice,
    Unknown,
)
from pydantic import TypeAdapter

from tests.sdk.client.test_streams import HEAD, Streaming, sse
from tests.support.client_calls import OF_TOURNAMENTS
from tests.support.persons import Person, name
from tests.support.tournament_successes import FOUR, TOLD, played

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_sdk.live import SettingsOrder

    from tests.support.world import World

SWISS: SettingsOrder = {"format": "swiss", "seats": 4, "rounds": 2, "duplicate": False}


def organizer(person: Person) -> Person:
    """Somebody with an account, who may make tournaments."""
    person.client.sign_in(person.make_account(name()).credential.secret)
    return person


def test_every_operation_is_performed_and_read(client_of: Callable[[], Person], world: World) -> None:
    one, two, nobody = organizer(client_of()), client_of().guest(), client_of()
    # made, changed, entered
    made = one.make_tournament(
        "the cup", settings=SWISS, visibility="private", house=FOUR, conditions={"kinds": ["bot", "guest"]}
    )
    tour = made.id
    assert (made.status, made.settings["rounds"], made.conditions.kinds) == ("entry", 2, ("bot", "guest"))
    assert [entrant.level for entrant in made.entrants] == FOUR
    with pytest.raises(errors.NotFound):
        two.get_tournament(tour)
    one.invite_to_tournament(tour, two.get_me().id)
    invited = [notice for notice in two.heard("follow_me", after=0, most=2) if isinstance(notice, TournamentNotice)]
    assert [notice.tournament for notice in invited] == [tour]
    assert two.enter_tournament(tour).entrants[-1].id == two.get_me().id
    assert two.withdraw_entrant(tour, two.get_me().id, why="no time").status == "entry"
    assert one.update_tournament(tour, about="every Sunday", grace_ms=9000).about == "every Sunday"
    assert [found.id for found in one.heard("all_tournaments", mine=True)] == [tour]
    assert tour not in {found.id for found in nobody.list_tournaments(status="entry").items}
    # webhooks
    hook = one.make_webhook(tour, TOLD, kinds=["result"])
    assert hook.secret is not None
    assert hook.secret not in repr(hook)
    assert [found.id for found in one.list_webhooks(tour).items] == [hook.id]
    assert one.replay_webhook(tour, hook.id, after=1).id == hook.id
    assert one.list_deliveries(tour, hook.id).items == ()
    assert one.delete_webhook(tour, hook.id).id == hook.id
    # played
    assert one.conduct_tournament(tour, "start").status == "running"
    assert one.conduct_tournament(tour, "pause", why="soup").why == "soup"
    assert one.conduct_tournament(tour, "resume").status == "running"
    entrants = [entrant.id for entrant in made.entrants]
    coming = one.get_tournament(tour).progress.rounds_made + 1
    assert one.set_pairings(tour, coming, [entrants[::-1]]).number > made.number
    assert isinstance(one.poll_tournament(tour).items[0], StateFrame)
    assert played(world, tour) == 2
    assert one.poll_tournament(tour, after=10**9, wait_ms=1).after == 10**9
    games = one.heard("all_tournament_games", tour, status="over")
    assert [game.id for game in one.tournament_games(tour, limit=1).items] == [games[0].id]
    assert one.tournament_games(tour, game=games[-1].id).items == (games[-1],)
    assert not one.tournament_games(tour, game="99.0.0.0").items
    assert [game.seats for game in games if game.round == coming] == [tuple(entrants[::-1])]
    standings = one.tournament_standings(tour)
    assert one.tournament_standings(tour, unless=standings) is standings
    assert [line.games for line in standings.standings] == [2, 2, 2, 2]
    assert one.correct_result(tour, games[0].id, "read backwards", places=[4, 3, 2, 1]).corrected
    assert one.tournament_standings(tour, unless=standings).number > standings.number
    assert one.get_tournament(tour).secret is not None
    # taken away
    told = one.export_tournament(tour)
    assert told.event["settings"]["format"] == "swiss"
    assert [entry["kind"] for entry in told.entries if entry["kind"] in ("ended", "corrected")] == [
        "ended",
        "corrected",
    ]
    assert told.records == {}  # these games were ended by the test, and nobody played them
    # the ladder
    assert all(line.rating.low < line.rating.rating for line in nobody.leaderboard(limit=50).items)
    assert nobody.account_ratings(two.get_me().id, edition="modern").items == ()
    assert nobody.head_to_head(two.get_me().id, "house:greedy", players=4).games == 0
    assert nobody.profile(two.get_me().id).games == 0
    two.heard("follow_tournament", tour, most=1)
    assert one.asked | two.asked | nobody.asked >= OF_TOURNAMENTS


def test_a_tournament_is_followed_to_its_end(client_of: Callable[[], Person], world: World) -> None:
    one, nobody = organizer(client_of()), client_of()
    tour = one.make_tournament("the cup", settings=SWISS, house=FOUR).id
    first = nobody.heard("follow_tournament", tour, most=1)[0]
    assert isinstance(first, StateFrame)
    assert first.standings is not None
    one.conduct_tournament(tour, "start")
    assert played(world, tour) == 2
    frames = nobody.heard("follow_tournament", tour, after=first.number)
    assert isinstance(frames[-1], OverFrame)
    numbers = [entry.number for frame in frames for entry in frame.entries]
    assert numbers == list(range(first.number + 1, numbers[-1] + 1))
    assert frames[-1].number == numbers[-1] == nobody.get_tournament(tour).number
    kinds = [entry.kind for frame in frames for entry in frame.entries]
    assert kinds.count("result") == 2
    assert kinds.count("round") == 2


def test_one_may_not_conduct_what_is_not_ones_own(client_of: Callable[[], Person]) -> None:
    one, two = organizer(client_of()), organizer(client_of())
    tour = one.make_tournament("the cup").id
    with pytest.raises(errors.NotAllowed):
        two.conduct_tournament(tour, "start")
    with pytest.raises(errors.ServiceError, match="seats"):
        one.make_tournament("another", settings={"seats": 99})


# the stream


def frame(*numbers: int, kind: str = "entries", last: int = 0) -> dict[str, Any]:
    """A frame of a tournament."""
    entries = [{"number": one, "at": 1, "kind": "result", "facts": {"game": f"1.0.0.{one}"}} for one in numbers]
    number = max((*numbers, last))
    return {"type": kind, "tournament": "tour_1", "number": number, "at": 1, "entries": entries, "status": "running"}


def test_a_stream_goes_on_behind_the_last_entry_and_says_nothing_twice() -> None:
    stream = Streaming(TournamentReading(None))
    found = stream.connect(HEAD, sse(frame(kind="state", last=4)), sse(frame(5, 6)), sse(frame(7))[:-5])
    assert [type(one) for one in found] == [StateFrame, EntriesFrame]
    found = stream.connect(HEAD, sse(frame(5, 6)), sse(frame(6, 7, 8)), sse(frame(9, kind="end"), event="end"))
    assert [[entry.number for entry in one.entries] for one in found] == [[7, 8], [9]]
    assert stream.asked == [None, "6"]
    assert stream.following.over


def test_a_stream_goes_back_to_where_a_service_stands_that_has_lost_what_was_last() -> None:
    stream = Streaming(TournamentReading(9))
    found = stream.connect(HEAD, sse(frame(kind="state", last=4)), sse(frame(5)))
    assert [entry.number for one in found for entry in one.entries] == [5]


def test_what_a_newer_service_tells_is_handed_on() -> None:
    stream = Streaming(TournamentReading(3))
    later = frame(4)
    later["entries"][0]["kind"] = "adjourned"
    found = stream.connect(HEAD, sse(later), sse({"type": "rumour"}))
    assert found[0].entries[0].kind == Unknown("adjourned")
    assert found[1] == Unknown({"type": "rumour"})
    read: TypeAdapter[TournamentFrame] = TypeAdapter(TournamentFrame)
    assert isinstance(read.validate_python(frame(kind="end", last=9)), OverFrame)


def test_an_invitation_to_a_tournament_comes_once() -> None:
    stream = Streaming(NoticeReading(None))
    notice = {"type": "tournament", "number": 8, "at": 1, "tournament": "tour_1", "by": None}
    assert [one.tournament for one in stream.connect(HEAD, sse(notice), sse(notice))] == ["tour_1"]
    assert stream.connect(HEAD, sse(notice)) == []


# the export

LINES = (
    {"format": "citadels-tournament/1", "event": {"name": "cup"}},
    {"entry": {"kind": "started"}},
    {"game": "1.0.0.0", "record": "{}\n"},
)


def exported(*lines: object) -> TournamentExport:
    return TournamentExport("".join(json.dumps(line) + "\n" for line in lines))


def test_an_export_is_whole_or_refused() -> None:
    told = exported(*LINES)
    assert told.whole
    assert (told.event["name"], told.entries[0]["kind"], list(told.records)) == ("cup", "started", ["1.0.0.0"])
    assert not exported(*LINES, {"code": "unavailable"}).whole
    assert not exported(*LINES[1:]).whole
    assert not TournamentExport("").whole
