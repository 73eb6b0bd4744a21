"""How every operation about tournaments, webhooks and ratings succeeds."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Final

from tests.support.tournaments_played import end_games
from tests.support.world import Person, World, lines_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from httpx2 import Response


FOUR: Final = ["greedy", "random", "greedy", "random"]
NO_TOURNAMENT: Final = "tour_01" + "0" * 24
TOLD: Final = "https://93.184.215.14/told"
PEOPLE: Final = {"kinds": ["guest", "account", "bot"]}


def in_entry(world: World, **order: Any) -> tuple[Person, str]:
    """A tournament that takes whoever comes, and its organizer."""
    who = world.account()
    made = who.post("/v1/tournaments", {"name": "the cup", "conditions": PEOPLE, **order})
    assert made.status_code == 201, made.text
    return who, made.json()["id"]


def begun(world: World, **order: Any) -> tuple[Person, str]:
    """A tournament of four bots of the house that has started."""
    who, tour = in_entry(world, **{"house": FOUR, **order})
    assert who.post(f"/v1/tournaments/{tour}/conduct", {"do": "start"}).status_code == 200
    return who, tour


def played(world: World, tour: str, *, most: int = 10_000) -> int:
    """So many of its games are over."""
    running = world.server.running
    coming = asyncio.run_coroutine_threadsafe(end_games(running.house, tour, most=most), world.server.loop)
    return coming.result(20)


def over(world: World, **order: Any) -> tuple[Person, str]:
    """A tournament that is over."""
    who, tour = begun(world, **order)
    assert played(world, tour) > 0
    return who, tour


def asked(path: str, body: Any = None, *, method: str = "POST") -> Callable[[World], Response]:
    """Asked of a tournament in entry by its organizer."""

    def ask(world: World) -> Response:
        who, tour = in_entry(world)
        return who.ask(method, f"/v1/tournaments/{tour}{path}", body)

    return ask


def seen(path: str) -> Callable[[World], Response]:
    """Asked by anybody of a tournament that is over."""

    def ask(world: World) -> Response:
        _, tour = over(world)
        return world.nobody.get(f"/v1/tournaments/{tour}{path}")

    return ask


def set_pairings(world: World) -> Response:
    who, tour = begun(world, house=[*FOUR, *FOUR], settings={"format": "swiss", "rounds": 3})
    names = [one["id"] for one in who.get(f"/v1/tournaments/{tour}").json()["entrants"]]
    assert played(world, tour, most=2) == 2
    made = who.get(f"/v1/tournaments/{tour}").json()["progress"]["rounds_made"]
    pairings = [names[:4], names[4:]]
    return who.ask("PUT", f"/v1/tournaments/{tour}/pairings", {"round": made + 1, "pairings": pairings})


def withdraw(world: World) -> Response:
    who, tour = in_entry(world)
    entrant = world.guest()
    assert entrant.post(f"/v1/tournaments/{tour}/entrants").status_code == 200
    told = entrant.post(f"/v1/tournaments/{tour}/entrants/{entrant.id}/withdraw", {"why": "no time"})
    assert who.get(f"/v1/tournaments/{tour}").json()["entrants"] in ([], told.json()["entrants"])
    return told


def invite(world: World) -> Response:
    who, tour = in_entry(world, visibility="private")
    guest = world.guest()
    assert guest.get(f"/v1/tournaments/{tour}").status_code == 404
    told = who.post(f"/v1/tournaments/{tour}/invite", {"account": guest.id})
    assert guest.get(f"/v1/tournaments/{tour}").status_code == 200
    return told


def correct(world: World) -> Response:
    who, tour = over(world)
    game = who.get(f"/v1/tournaments/{tour}/games").json()["items"][0]["id"]
    told = who.post(
        f"/v1/tournaments/{tour}/games/{game}/correct", {"places": [4, 3, 2, 1], "why": "the table was read backwards"}
    )
    assert told.json()["corrected"]
    return told


def games(world: World) -> Response:
    who, tour = over(world)
    there = f"/v1/tournaments/{tour}/games"
    listed = who.get(f"{there}?limit=3&round=1").json()["items"]
    assert who.get(f"{there}?game={listed[-1]['id']}").json() == {"items": listed[-1:], "next": None}
    assert who.get(f"{there}?game=9.0.0.0").json()["items"] == []
    assert who.get(f"{there}?game=first").json()["code"] == "invalid"
    return who.get(f"{there}?limit=3&round=1")


def export(world: World) -> Response:
    _, tour = over(world)
    told = world.guest().get(f"/v1/tournaments/{tour}/export")
    first, *rest = lines_of(told.text)
    assert first["format"] == "citadels-tournament/1"
    assert [one["entry"]["kind"] for one in rest if "entry" in one][-1] == "ended"
    return told


def hooked(method: str, path: str = "", body: Any = None) -> Callable[[World], Response]:
    """Asked of a webhook."""

    def ask(world: World) -> Response:
        who, tour = in_entry(world)
        made = who.post(f"/v1/tournaments/{tour}/webhooks", {"url": TOLD, "kinds": ["result"]}).json()
        return who.ask(method, f"/v1/tournaments/{tour}/webhooks/{made['id']}{path}", body)

    return ask


def head_to_head(world: World) -> Response:
    one, two = world.guest(), world.guest()
    return world.nobody.get(f"/v1/accounts/{one.id}/head-to-head?other={two.id}")


def profile(world: World) -> Response:
    return world.nobody.get(f"/v1/accounts/{world.guest().id}/profile?edition=modern&players=4")


TOURNAMENT_SUCCESSES: Final[dict[str, Callable[[World], Response]]] = {
    "makeTournament": lambda world: world.account().post(
        "/v1/tournaments",
        json.dumps({"name": "the cup", "settings": {"format": "swiss", "rounds": 3}, "house": FOUR}),
        content_type="application/json",
    ),
    "listTournaments": lambda world: world.nobody.get("/v1/tournaments?status=entry&limit=3"),
    "getTournament": seen(""),
    "updateTournament": asked("", {"about": "every Sunday"}, method="PATCH"),
    "conductTournament": asked("/conduct", {"do": "close", "why": "full"}),
    "enterTournament": asked("/entrants", {"level": "greedy"}),
    "withdrawEntrant": withdraw,
    "inviteToTournament": invite,
    "correctResult": correct,
    "setPairings": set_pairings,
    "tournamentStandings": seen("/standings"),
    "tournamentGames": games,
    "followTournament": seen("/events?after=0"),
    "exportTournament": export,
    "makeWebhook": asked("/webhooks", {"url": TOLD}),
    "listWebhooks": asked("/webhooks", method="GET"),
    "deleteWebhook": hooked("DELETE"),
    "replayWebhook": hooked("POST", "/replay", {"after": 0}),
    "listDeliveries": hooked("GET", "/deliveries?limit=5"),
    "leaderboard": lambda world: world.nobody.get("/v1/leaderboard?edition=modern&players=4&limit=3"),
    "accountRatings": lambda world: world.nobody.get(f"/v1/accounts/{world.guest().id}/ratings"),
    "headToHead": head_to_head,
    "profile": profile,
}
