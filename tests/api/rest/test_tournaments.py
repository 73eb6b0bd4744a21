"""Tournaments over HTTP: what is asked again without news, followed, made, refused."""

from __future__ import annotations

import threading
from contextlib import closing
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import pytest
from citadels_api.tournaments.contract import SettingsOrder
from citadels_api.tournaments.words import Criterion
from citadels_api.words import words_of
from citadels_contest.settings import CHOICES, CRITERIA, Settings

from tests.api.rest.test_following import Reader
from tests.support.tournament_successes import FOUR, NO_TOURNAMENT, begun, in_entry, over, played
from tests.support.waits import until
from tests.support.world import lines_of

if TYPE_CHECKING:
    from tests.support.world import World


def words(annotation: Any) -> tuple[str, ...]:
    """The words that a field takes."""
    return tuple(words_of(get_args(annotation)[0] if get_args(annotation)[1:] == (NoneType,) else annotation).words)


def test_every_setting_can_be_said_in_its_own_words() -> None:
    assert set(SettingsOrder.model_fields) == set(Settings._fields) - {"seed"}
    fields = get_type_hints(SettingsOrder, include_extras=True)
    for name, known in CHOICES.items():
        assert words(fields[name]) == known, name
    assert words(Criterion) == CRITERIA


def test_standings_without_news_are_not_sent_again(world: World) -> None:
    _, tour = begun(world)
    path = f"/v1/tournaments/{tour}/standings"
    first = world.nobody.get(path)
    again = world.nobody.get(path, if_none_match=first.headers["etag"])
    assert (again.status_code, again.headers["etag"]) == (304, first.headers["etag"])
    assert played(world, tour, most=1) == 1
    after = world.nobody.get(path, if_none_match=first.headers["etag"])
    assert after.status_code == 200
    assert after.headers["etag"] != first.headers["etag"]


def numbers(frames: list[Any]) -> list[int]:
    return [entry["number"] for frame in frames for entry in frame["entries"]]


def test_a_stream_that_is_cut_goes_on_without_gap_or_double(world: World) -> None:
    _, tour = begun(world, settings={"deals": 3, "duplicate": False})
    path = f"/v1/tournaments/{tour}/events"
    with closing(Reader(world.nobody, path)) as reader:
        (state,) = reader.take(1)
        assert (state.type, state.id, state.data["status"]) == ("state", state.data["number"], "running")
        played(world, tour, most=1)
        (first,) = reader.take(1)
    played(world, tour)
    with closing(Reader(world.nobody, path, last_event_id=str(first.id))) as again:
        rest = list(again.events())
    assert (rest[-1].type, rest[-1].data["status"]) == ("end", "over")
    got = numbers([first.data, *[event.data for event in rest]])
    assert got == list(range(state.data["number"] + 1, rest[-1].data["number"] + 1))
    whole = lines_of(world.nobody.get(f"{path}?after=0", accept="application/x-ndjson").text)
    assert numbers(whole) == list(range(1, rest[-1].data["number"] + 1))
    assert numbers(world.nobody.get(f"{path}?after=0").json()["items"]) == numbers(whole)


def test_a_long_poll_waits_for_the_next_result(world: World) -> None:
    _, tour = begun(world)
    path = f"/v1/tournaments/{tour}/events"
    played(world, tour, most=0)
    after = world.nobody.get(path).json()["after"]
    assert world.nobody.get(f"{path}?after={after}").json() == {"items": [], "after": after}
    got: list[Any] = []
    waiting = threading.Thread(
        target=lambda: got.append(world.nobody.get(f"{path}?after={after}&wait_ms=20000").json())
    )
    waiting.start()
    until(lambda: bool(world.server.running.streams), "the long poll has come")
    played(world, tour, most=1)
    waiting.join(20)
    assert numbers(got[0]["items"])[0] == after + 1


def test_what_was_played_is_there_to_be_taken_home(world: World) -> None:
    who, tour = over(world)
    first, *rest = lines_of(who.get(f"/v1/tournaments/{tour}/export").text)
    assert first["event"]["commitment"] == who.get(f"/v1/tournaments/{tour}").json()["commitment"]
    assert [line["entry"]["kind"] for line in rest if "entry" in line][-1] == "ended"


def test_a_private_tournament_is_not_there_for_others(world: World) -> None:
    who, tour = in_entry(world, visibility="private")
    for path in ("", "/standings", "/games", "/events", "/events?after=1", "/export"):
        assert world.guest().get(f"/v1/tournaments/{tour}{path}").json()["code"] == "not_found"
        assert who.get(f"/v1/tournaments/{tour}{path}", accept="*/*").status_code == 200
    with closing(Reader(world.nobody, f"/v1/tournaments/{tour}/events")) as reader:
        assert reader.status == 404
    listed = [one["id"] for one in world.nobody.get("/v1/tournaments?limit=100").json()["items"]]
    assert tour not in listed


@pytest.mark.parametrize("path", ["", "/standings", "/games", "/events"])
@pytest.mark.parametrize("tour", [NO_TOURNAMENT, "tour_x", "game_01" + "0" * 24])
def test_what_is_no_tournament_is_not_found(world: World, tour: str, path: str) -> None:
    assert world.nobody.get(f"/v1/tournaments/{tour}{path}").json()["code"] == "not_found"


BAD: list[tuple[dict[str, Any], str, str]] = [
    ({"settings": {"format": "swiss", "seats": 9}}, "invalid", "settings.seats"),
    ({"settings": {"seed": "mine"}}, "invalid", "settings.seed"),
    ({"settings": {"order": ["luck"]}}, "invalid", "settings.order.0"),
    ({"settings": {"rotation": "full", "seats": 8}}, "bad_setup", "rotation"),
    ({"settings": {"format": "knock-out", "advance": 4, "seats": 4}}, "bad_setup", "advance"),
    ({"schedule": {"begins": "at"}}, "bad_setup", "schedule.at"),
    ({"scenarios": ["no_such_thing"]}, "bad_setup", "no_such_thing"),
    ({"cast": ["assassin"]}, "bad_setup", "players"),
    ({"house": ["wizard"]}, "invalid", "house.0"),
]


@pytest.mark.parametrize(("order", "code", "named"), BAD, ids=[one[2] for one in BAD])
def test_what_cannot_be_a_tournament_is_refused_by_name(
    world: World, order: dict[str, Any], code: str, named: str
) -> None:
    told = world.account().post("/v1/tournaments", {"name": "cup", **order}).json()
    assert (told["code"], named in told["detail"]) == (code, True), told


def test_a_guest_takes_part_and_makes_none(world: World) -> None:
    told = world.guest().post("/v1/tournaments", {"name": "cup"}).json()
    assert (told["code"], told["scope"]) == ("forbidden", "tournament:write")


def test_games_are_listed_page_by_page(world: World) -> None:
    _, tour = over(world, house=[*FOUR, *FOUR], settings={"format": "swiss", "rounds": 2, "duplicate": False})
    path = f"/v1/tournaments/{tour}/games?limit=3"
    found: list[str] = []
    cursor = ""
    while True:
        page = world.nobody.get(path + (f"&cursor={cursor}" if cursor else "")).json()
        found += [one["id"] for one in page["items"]]
        if page["next"] is None:
            break
        cursor = page["next"]
    assert found == ["1.0.0.0", "1.1.0.0", "2.0.0.0", "2.1.0.0"]
    of_one = world.nobody.get(f"/v1/tournaments/{tour}/games?entrant=greedy%232&round=2").json()["items"]
    assert [("greedy#2" in one["seats"], one["round"]) for one in of_one] == [(True, 2)]
