"""What a start of the practice server puts in: people, tables, states, tournaments and ratings, each as a front end may count on it."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_api import ids
from citadels_api.accounts import service as accounts
from citadels_api.credentials import secrets as secret_texts
from citadels_api.credentials.secrets import parse_secret
from citadels_api.http import middleware
from citadels_api.tables import creation, invitations
from citadels_api.tournaments import creation as tournament_making
from citadels_api.webhooks import service as webhooks
from citadels_workers import ai_games
from citadels_workers.practice import tournaments
from citadels_workers.practice.accounts import OTHERS, PRACTICE
from citadels_workers.practice.catalogue import catalogue
from citadels_workers.practice.determinism import NOW, Chance, credential_of, drawn_from, fixed_id
from citadels_workers.practice.server import Practice, PracticeApp, listed, settings
from citadels_workers.practice.table_builder import seat_of, table_of

from tests.support.direct import Door, Heard

DAY = 24 * 3_600_000
HOUR = 3_600_000
MINUTE = 60_000
THERE = ("warrant", "wait_warrant", "open", "over", "clock")


class Start:
    """A start with some tables, and what was asked of it."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self.runner = runner
        self.practice = Practice(settings(), {name: catalogue()[name] for name in THERE})
        self.door = Door(PracticeApp(self.practice))

    def ask(self, method: str, path: str, body: object = None, secret: str | None = PRACTICE.credential) -> Heard:
        """Ask once, with chance as it is in the practice server."""

        async def asked() -> Heard:
            return await self.door.ask(method, path, secret=secret, body=body)

        with drawn_from(self.practice.chance):
            return self.runner.run(asked())

    def get(self, path: str) -> Any:
        heard = self.ask("GET", path)
        assert heard.status == 200, (path, heard.body)
        return heard.json()


@pytest.fixture(scope="module")
def start() -> Any:
    with asyncio.Runner() as runner:
        made = Start(runner)
        with drawn_from(made.practice.chance):
            runner.run(made.practice.put_all())
        yield made


def test_afterwards_it_is_now_and_chance_begins_anew(start: Start) -> None:
    practice = start.practice
    assert (practice.clock(), NOW) == (NOW, 1_767_268_800_000)
    assert practice.house.bell is practice.players


def test_everybody_has_an_account_and_a_credential_good_for_all_that_a_player_does(start: Start) -> None:
    scopes = ["play", "table:create", "account:write", "credential:write", "tournament:write"]
    assert [one.name for one in (PRACTICE, *OTHERS)] == ["practice", *[f"seat-{number}" for number in range(8)]]
    for person in (PRACTICE, *OTHERS):
        me = start.ask("GET", "/v1/me", secret=person.credential).json()
        assert (me["id"], me["kind"], me["name"], me["created"]) == (person.account, "account", person.name, NOW)
        (credential,) = start.ask("GET", "/v1/credentials", secret=person.credential).json()["items"]
        assert (credential["name"], credential["scopes"]) == ("practice", scopes)
        assert (credential["created"], credential["expires"] - NOW) == (NOW, 90 * DAY)
    assert PRACTICE.account == "acct_0pract1ce00000000000000000"
    taken = start.ask("POST", "/v1/accounts", {"name": "practice"}, secret=None)
    assert taken.status == 409, "nobody else gets the name"


def test_ids_and_credentials_are_readable_and_of_the_form_that_all_have() -> None:
    assert fixed_id("game", "ilou_x-9") == "game_0110vx90000000000000000000"[: len("game_") + 26]
    assert fixed_id("acct", "A" * 40) == "acct_0" + "a" * 25
    assert ids.is_id("game", fixed_id("game", "with_school_of_magic_and_more"))
    assert credential_of("seat-1").startswith("ctd_acct_seat-1-known-to-everybody-and-good-for-noth")
    assert parse_secret(credential_of("seat-1")) == "cred_seat-1-known"[: len("cred_") + 12]
    assert len(credential_of("a")) == len(credential_of("b" * 60))
    assert (
        credential_of("a")
        == f"ctd_acct_{'a-known-to-everybody-and-good-for-nothing-else'[:43]}" + credential_of("a")[52:]
    )


def test_chance_is_a_counter_that_answers_as_the_real_one_does() -> None:
    def block(count: int, at: int) -> bytes:
        return sha256(f"practice|{count}|{at}".encode()).digest()

    chance = Chance()
    assert chance.count == 0
    assert chance.token_bytes(40) == (block(1, 0) + block(1, 32))[:40]
    assert chance.token_bytes(32) == block(2, 0)
    assert chance.token_hex(4) == block(3, 0)[:4].hex()
    assert chance.token_urlsafe(1) == base64.urlsafe_b64encode(block(4, 0)[:1]).decode().rstrip("=")
    assert chance.randbits(12) == int.from_bytes(block(5, 0)[:2], "big") >> 4
    assert chance.randbits(16) == int.from_bytes(block(6, 0)[:2], "big")
    assert chance.randbelow(7) == int.from_bytes(block(7, 0)[:8], "big") % 7
    assert chance.choice("abc") == "abc"[int.from_bytes(block(8, 0)[:8], "big") % 3]
    assert chance.compare_digest is secrets.compare_digest


def test_what_a_client_sees_of_chance_and_time_comes_from_it_while_it_lasts() -> None:
    places = (ids, accounts, invitations, creation, secret_texts, webhooks, tournament_making)
    chance = Chance()
    with drawn_from(chance):
        assert all(vars(place)["secrets"] is chance for place in places)
        assert vars(middleware)["secrets"].token_hex(8) == "0" * 16
        assert vars(ai_games)["time"].monotonic() == 0.0
    assert all(vars(place)["secrets"] is secrets for place in (*places, middleware))
    assert vars(ai_games)["time"].__name__ == "time"


def test_who_sits_where_the_practice_player_does_not() -> None:
    warrant, waits, opened = (catalogue()[name] for name in ("warrant", "wait_warrant", "open"))
    assert [seat_of(warrant, number).kind for number in range(4)] == [
        "human" if number == warrant.seat else "ai" for number in range(4)
    ]
    assert seat_of(warrant, (warrant.seat + 1) % 4).player.level == "greedy"  # type: ignore[union-attr]  # an AI is somebody
    for number in range(4):
        seat = seat_of(waits, number)
        assert seat.kind == "human"
        assert seat.player == (PRACTICE if number == waits.seat else OTHERS[number]).player
    assert [seat_of(opened, number).kind for number in range(5)] == ["human", "open", "open", "open", "open"]


def test_the_tables_that_stand_first_are_the_newest_each_a_minute_older(start: Start) -> None:
    names = list(catalogue())
    for name in THERE:
        entry, table = catalogue()[name], start.get(f"/v1/tables/{catalogue()[name].table}")
        assert table["created"] == NOW - HOUR - names.index(name) * MINUTE
        assert table["creator"]["id"] == PRACTICE.account
        assert (table["name"], table["edition"], table["players"]) == (entry.title, entry.edition, entry.players)
        assert (table["cast"], sorted(table["uniques"])) == (entry.cast, sorted(entry.uniques))
        assert (table["seeded"], table["rated"]) == (True, False)
        made = table_of(entry)
        assert made.chance == sha256(name.encode()).hexdigest()
        assert made.options == entry.deal().options.values
        assert table["commitment"] == made.commitment
        assert table["clock"]["kind"] == entry.clock.kind


@pytest.mark.parametrize("name", ["warrant", "over", "clock"])
def test_the_moves_lie_a_second_apart_and_the_last_is_now(start: Start, name: str) -> None:
    entry = catalogue()[name]
    table = start.get(f"/v1/tables/{entry.table}")
    assert table["started"] == NOW - (len(entry.actions) + 1) * 1000
    if name == "over":
        assert (table["status"], table["started"] < table["ended"] <= NOW) == ("over", True)
    else:
        assert table["decision"]["asked"] == NOW
        assert table["decision"]["n"] == len(entry.actions)


def test_its_own_tables_are_at_hand_for_whoever_sits_there(start: Start) -> None:
    def at_hand(secret: str) -> set[str]:
        return {one["id"] for one in start.ask("GET", "/v1/tables?mine=true&limit=100", secret=secret).json()["items"]}

    here = {catalogue()[name].table for name in THERE}
    assert at_hand(PRACTICE.credential) >= here
    waits = catalogue()["wait_warrant"]
    for number, other in enumerate(OTHERS):
        assert (waits.table in at_hand(other.credential)) == (number < 4 and number != waits.seat)
        assert catalogue()["warrant"].table not in at_hand(other.credential)


def test_tables_in_other_states_are_a_minute_apart_and_each_was_made_by_who_it_says(start: Start) -> None:
    there = {name: start.get(f"/v1/tables/{table}") for name, table in start.practice.states.items()}
    assert list(there) == ["invited", "resigned", "aborted", "private"]
    for number, (name, table) in enumerate(there.items(), 1):
        assert table["created"] == NOW - number * MINUTE
        assert table["creator"]["id"] == (OTHERS[0] if name == "invited" else PRACTICE).account
        assert (table["players"], table["seeded"]) == (4, True)
        assert table["visibility"] == ("private" if name == "private" else "public")
    assert [one["kind"] for one in there["invited"]["seats"]] == ["human", "reserved", "ai", "ai"]
    assert [one["kind"] for one in there["private"]["seats"]] == ["human", "ai", "open", "open"]
    for name in ("resigned", "aborted"):
        assert [one["kind"] for one in there[name]["seats"]] == ["human", "ai", "ai", "ai"]
    assert {seat["player"]["level"] for one in there.values() for seat in one["seats"] if seat["kind"] == "ai"} == {
        "greedy"
    }
    assert there["resigned"]["seats"][0]["left"] == "resigned"
    assert [one["status"] for one in there.values()] == ["open", "running", "aborted", "open"]
    assert [one["name"] for one in there.values()] == [
        "A seat is kept for the practice player",
        "A player has resigned",
        "A game that was called off",
        "A private table that waits for guests",
    ]


IDS = {
    "over": "tour_01kdwfzy80k4sfta06601eyfgy",
    "running": "tour_01kdwcj2m0vgtzk0amb7bb3pdn",
    "entry": "tour_01kdw9470077hsqz9y63dx55xy",
    "invited": "game_01kdwpstx04y3a6c2610makkem",
    "resigned": "game_01kdwpr0a077c94wt31wnyvw6m",
    "aborted": "game_01kdwpp5q0rw7xp372fj2fmsbe",
    "private": "game_01kdwpmb40gncyc22z14h7z773",
}


def test_ids_are_the_same_at_every_start_whatever_else_is_there(start: Start) -> None:
    assert {**start.practice.tournaments, **start.practice.states} == IDS


def test_of_three_tournaments_one_is_over_one_in_the_middle_and_one_takes_entrants(start: Start) -> None:
    found = {name: start.get(f"/v1/tournaments/{tour}") for name, tour in start.practice.tournaments.items()}
    games = {
        name: start.get(f"/v1/tournaments/{tour}/games")["items"] for name, tour in start.practice.tournaments.items()
    }
    assert [one["status"] for one in found.values()] == ["over", "running", "entry"]
    assert [one["name"] for one in found.values()] == [
        "A tournament that is over",
        "A tournament in its second round",
        "A tournament that takes entrants",
    ]
    said = [
        (one["settings"]["format"], one["settings"]["seats"], one["settings"]["rounds"], one["settings"]["deals"])
        for one in found.values()
    ]
    assert said == [("round-robin", 4, None, 2), ("swiss", 4, 3, 1), ("round-robin", 4, None, 1)]
    levels = [[entrant["level"] for entrant in one["entrants"]] for one in found.values()]
    assert levels == [["greedy", "random"] * 2, ["greedy", "random"] * 4, ["greedy", "random"]]
    assert [one["schedule"]["begins"] for one in found.values()] == ["now", "now", "demand"]
    assert [one["organizer"]["id"] for one in found.values()] == [PRACTICE.account] * 3
    first, second = games["over"][:2]
    assert (first["corrected"], first["correction"], first["result"]["places"]) == (
        True,
        "The seats were read backwards.",
        [[3], [2], [1], [0]],
    )
    assert (second["status"], second["why"], second["result"]) == ("void", "The table was shown to others.", None)
    assert {one["status"] for one in games["over"][2:]} == {"over"}
    assert [one["status"] for one in games["running"]].count("over") == 13
    assert (len(games["over"]), len(games["running"]), len(games["entry"])) == (8, 16, 0)
    for number, (name, of) in enumerate(games.items(), 1):
        began = NOW - (1 + number) * HOUR
        played = [start.get(f"/v1/tables/{one['table']}")["ended"] for one in of if one["table"] and one["result"]]
        ends = sorted(one for one in played if one)
        if name == "running":
            assert ends == [began + minute * MINUTE for minute in range(1, 14)]
        elif name == "over":
            assert ends[0] == began + MINUTE
            assert ends[-1] == began + 8 * MINUTE


def test_ratings_come_from_games_two_hours_apart_four_days_ago(start: Start) -> None:
    def rated(person: Any) -> dict[str, Any]:
        found = start.get(f"/v1/accounts/{person.account}/ratings")
        return next(one for one in found["items"] if one["edition"] == "all" and one["seats"] == 0)

    count = {person.name: rated(person)["games"] for person in (PRACTICE, *OTHERS)}
    sat: dict[str, int] = dict.fromkeys(count, 0)
    people = [*OTHERS, PRACTICE]
    for number in range(12):
        for place in range(4):
            sat[people[(number + 2 * place) % 9].name] += 1
    assert count == {name: times + (24 if name in ("seat-0", "seat-1") else 0) for name, times in sat.items()}
    last = NOW - 4 * DAY + 35 * 2 * HOUR
    assert rated(OTHERS[0])["last_seen"] == rated(OTHERS[1])["last_seen"] == last
    table = start.get(f"/v1/tables/{fixed_id('game', 'rated-00')}")
    assert (table["name"], table["created"], table["status"]) == ("Rated game 1", NOW - 4 * DAY, "over")
    assert (table["rated"], table["players"], table["clock"]["kind"], table["clock"]["limit_ms"]) == (
        True,
        4,
        "decision",
        60_000,
    )
    assert [one["player"]["name"] for one in table["seats"]] == ["seat-0", "seat-2", "seat-4", "seat-6"]
    assert table["creator"]["name"] == "seat-0"
    later = start.get(f"/v1/tables/{fixed_id('game', 'rated-35')}")
    assert [(one["kind"], one["player"]["name"]) for one in later["seats"]] == [
        ("human", "seat-0"),
        ("human", "seat-1"),
        ("ai", "greedy"),
    ]
    assert later["players"] == 3
    ratings = {one["player"]["name"]: one["rating"]["mu"] for one in start.get("/v1/leaderboard")["items"]}
    assert ratings["seat-0"] > ratings["practice"], "the later ones play less well"


def test_the_list_says_all_of_it(start: Start) -> None:
    told = json.loads(start.ask("GET", "/v1/practice", secret=None).body)
    assert told == json.loads(json.dumps(listed(start.practice)))
    assert set(told) == {"now", "players", "positions", "tables", "tournaments"}
    assert told["players"] == [
        {"name": one.name, "account": one.account, "credential": one.credential} for one in (PRACTICE, *OTHERS)
    ]
    for one, entry in zip(told["positions"], start.practice.entries.values(), strict=True):
        fields = ("name", "title", "edition", "kind", "players", "table", "seat", "asked", "others", "shows")
        assert one == {
            **{name: getattr(entry, name) for name in fields},
            "credential": PRACTICE.credential,
            "page": f"/table/{entry.table}",
        }
    assert told["tables"] == [
        {"name": name, "title": start.get(f"/v1/tables/{table}")["name"], "table": table, "page": f"/table/{table}"}
        for name, table in start.practice.states.items()
    ]
    assert told["tournaments"] == [
        {
            "name": name,
            "title": start.get(f"/v1/tournaments/{tour}")["name"],
            "tournament": tour,
            "page": f"/tournaments/{tour}",
        }
        for name, tour in start.practice.tournaments.items()
    ]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "/v1/practice", {}, 405, "method_not_allowed"),
        ("GET", "/v1/practice/reset", None, 405, "method_not_allowed"),
        ("POST", "/v1/practice/reset", {"nam": "warrant"}, 400, "invalid"),
        ("POST", "/v1/practice/reset", {"name": 7}, 404, "not_found"),
        ("POST", "/v1/practice/reset", {"name": "keep"}, 404, "not_found"),
    ],
)
def test_its_own_addresses_refuse_what_they_cannot_do(
    start: Start, method: str, path: str, body: object, status: int, code: str
) -> None:
    heard = start.ask(method, path, body)
    assert (heard.json()["code"], heard.status) == (code, status)
    if status == 405:
        assert heard.header("allow") == ("GET, HEAD" if path == "/v1/practice" else "POST")


def test_an_answer_of_its_own_says_how_long_it_is(start: Start) -> None:
    heard = start.ask("GET", "/v1/practice")
    assert heard.header("content-type") == "application/json"
    assert heard.header("content-length") == str(len(heard.body))


def test_nobody_is_turned_away_for_asking_a_lot() -> None:
    chosen = settings("::1", 8123)
    assert (chosen.host, chosen.port, chosen.redis_url, chosen.queue_redis_url) == ("::1", 8123, "memory://", None)
    plenty = 1_000_000
    assert (chosen.rate_per_second, chosen.rate_burst) == (plenty, 10 * plenty)
    assert (chosen.address_per_second, chosen.address_burst) == (plenty, 10 * plenty)
    assert (chosen.guests_per_hour, chosen.streams_per_credential, chosen.planner_playouts) == (plenty, 1000, 30)
    assert settings().port == 0
    assert settings("localhost").host == "localhost"


def test_a_start_that_does_not_stand_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    practice = Practice(settings(), {"clock": catalogue()["clock"]}, contests=False)
    monkeypatch.setattr(practice.store, "commit", quicker_of(practice))

    async def go() -> None:
        with drawn_from(practice.chance):
            await practice.put_all()

    with pytest.raises(RuntimeError, match="stale"):
        asyncio.run(go())
    rated = Practice(settings(), {})
    monkeypatch.setattr(rated.store, "commit", quicker_of(rated))

    async def games() -> None:
        with drawn_from(rated.chance):
            await rated.put_all()

    with pytest.raises(RuntimeError, match=f"{fixed_id('game', 'rated-00')}: stale"):
        asyncio.run(games())
    whole = Practice(settings(), {})

    async def not_played(*_: object) -> str:
        return "taken"

    monkeypatch.setattr(tournaments, "play_game", not_played)

    async def contest() -> None:
        with drawn_from(whole.chance):
            await whole.put_all()

    with pytest.raises(RuntimeError, match="was not played"):
        asyncio.run(contest())


def quicker_of(practice: Practice) -> Any:
    """Commits of a store in which somebody is always quicker once a game has begun."""
    real = practice.store.commit

    async def commit(change: Any) -> Any:
        outcome = await real(change)
        return outcome if change.moves_to == "running" else SimpleNamespace(kind="stale")

    return commit
