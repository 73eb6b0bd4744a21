"""How every field about tournaments, webhooks and ratings succeeds."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import msgspec
from citadels_api.ratings.service import board_score
from citadels_api.ratings.stored import Rated, RatingDoc, board_key, rating_key
from citadels_api.tables.stored import Player

from tests.support.talking import OWN, ask, events, own, payload, read_events
from tests.support.tournament_successes import FOUR, TOLD, begun, in_entry, over, played

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.world import Person, World

    Success = Callable[[World], object]


TOURNAMENT_SUCCESSES: Final[dict[str, Success]] = {}
USED: Final[set[str]] = set()
"""Trusted documents that a success has used."""


def success(field: str) -> Callable[[Success], Success]:
    """Declare how a field at the top succeeds."""

    def keep(made: Success) -> Success:
        TOURNAMENT_SUCCESSES[field] = made
        return made

    return keep


def by_name(world: World, name: str, variables: Any = None, *, who: Person | None = None) -> Any:
    USED.add(name)
    return own(world, name, variables, who=who)


def changed(world: World, name: str, who: Person, /, **members: Any) -> Any:
    return payload(by_name(world, name, {"input": members}, who=who), "TournamentPayload")["tournament"]


@success("Query.tournament")
def tournament(world: World) -> None:
    who, tour = begun(world, settings={"format": "swiss", "rounds": 2, "bye": "full"})
    told = by_name(world, "Tournament", {"id": tour})
    assert (told["id"], told["status"], told["organizer"]["account"]) == (tour, "RUNNING", who.id)
    assert (told["settings"]["format"], told["settings"]["bye"]) == ("SWISS", "FULL")
    assert [one["level"] for one in told["entrants"]] == ["GREEDY", "RANDOM", "GREEDY", "RANDOM"]
    text = "query Q($id: ID!) { node(id: $id) { __typename id ... on Tournament { name } } }"
    assert ask(world, text, {"id": tour})["node"] == {"__typename": "Tournament", "id": tour, "name": "the cup"}


@success("Query.tournaments")
def tournaments(world: World) -> None:
    who, first = in_entry(world)
    second = changed(world, "MakeTournament", who, name="another")["id"]
    told = by_name(world, "Tournaments", {"mine": True, "first": 1}, who=who)
    assert [one["id"] for one in told["nodes"]] == [second]
    after = told["pageInfo"]["endCursor"]
    told = by_name(world, "Tournaments", {"mine": True, "after": after, "status": "ENTRY"}, who=who)
    assert [one["id"] for one in told["nodes"]] == [first]
    assert not told["pageInfo"]["hasNextPage"]


@success("Query.standings")
def standings(world: World) -> None:
    _, tour = over(world)
    told = by_name(world, "Standings", {"tournament": tour})
    assert (told["status"], [one["place"] for one in told["standings"]]) == ("OVER", [1, 2, 3, 4])
    assert told["statistics"]


@success("Query.games")
def games(world: World) -> None:
    _, tour = over(world, settings={"deals": 3, "duplicate": False})
    told = by_name(world, "TournamentGames", {"tournament": tour, "first": 2})
    assert [one["status"] for one in told["nodes"]] == ["OVER", "OVER"]
    rest = by_name(world, "TournamentGames", {"tournament": tour, "after": told["pageInfo"]["endCursor"]})
    assert {one["game"] for one in told["nodes"] + rest["nodes"]} == {"1.0.0.0", "1.0.1.0", "1.0.2.0"}
    assert told["nodes"][0]["table"].startswith("game_")
    second = told["nodes"][1]
    assert by_name(world, "TournamentGames", {"tournament": tour, "game": second["game"]})["nodes"] == [second]
    assert by_name(world, "TournamentGames", {"tournament": tour, "game": "9.0.0.0"})["nodes"] == []


@success("Query.tournamentFrames")
def frames(world: World) -> None:
    _, tour = over(world)
    got = by_name(world, "TournamentFrames", {"tournament": tour})
    numbers = [entry["number"] for frame in got for entry in frame["entries"]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert got[-1]["type"] == "END"


@success("Query.webhooks")
def webhooks(world: World) -> None:
    who, tour = in_entry(world)
    made = make_webhook(world, who, tour)
    assert [one["webhook"] for one in by_name(world, "Webhooks", {"tournament": tour}, who=who)] == [made["webhook"]]


@success("Query.deliveries")
def deliveries(world: World) -> None:
    who, tour = in_entry(world)
    said = {"tournament": tour, "webhook": make_webhook(world, who, tour)["webhook"]}
    assert by_name(world, "Deliveries", said, who=who)["nodes"] == []


@success("Query.leaderboard")
def leaderboard(world: World) -> None:
    ranked(world, {"house:greedy": 25.0, "acct_a": 25.000_1, "acct_b": 24.999_9, "acct_c": 31.234_567_891})
    ranked(world, {"acct_d": 40.0, "acct_e": 39.0}, games=9)
    places = [1, 2, 3, 4, None, None]
    told = by_name(world, "Leaderboard", {"edition": "CLASSIC", "players": 8})
    names = [one["player"]["name"] for one in told["nodes"]]
    assert (names, [one["place"] for one in told["nodes"]]) == (["c", "a", "greedy", "b", "d", "e"], places)
    assert [one["rating"]["provisional"] for one in told["nodes"]] == [False] * 4 + [True] * 2
    assert [(one["rating"]["gamesLeft"], one["rating"]["widthLeft"]) for one in told["nodes"][3:]] == [
        (0, 0),
        (11, 0),
        (11, 0),
    ]
    text = """query Q($after: String) { leaderboard(first: 5, after: $after, edition: CLASSIC, players: 8) {
        edges { cursor node { place player { name } anchor } } pageInfo { hasNextPage } } }"""
    whole = ask(world, text)["leaderboard"]
    assert whole["pageInfo"]["hasNextPage"]
    for number, edge in enumerate(whole["edges"]):
        rest = ask(world, text, {"after": edge["cursor"]})["leaderboard"]["edges"]
        assert [one["node"]["player"]["name"] for one in rest] == names[number + 1 :]
        assert [one["node"]["place"] for one in rest] == places[number + 1 :]


def ranked(world: World, strengths: dict[str, float], games: int = 90) -> None:
    """Ratings on a ladder on which nobody has played, as the workers keep them."""
    store, board = world.server.running.house.store, board_key("classic/8")

    async def keep() -> None:
        for name, mu in strengths.items():
            told, rated = name[5:] if name.startswith("acct_") else name[6:], Rated(mu, 1.0, games, 1)
            house = name.startswith("house:")
            player = Player(name=told, level=told) if house else Player(account=name, name=told)
            doc = RatingDoc(player=player, ladders={"classic/8": rated})
            await store.put(rating_key(name), msgspec.msgpack.encode(doc))
            await store.rank(board, name, board_score(rated, anchor=house))

    asyncio.run_coroutine_threadsafe(keep(), world.server.loop).result(20)


@success("Query.ratings")
def ratings(world: World) -> None:
    assert by_name(world, "Ratings", {"account": world.guest().id}) == []


@success("Query.headToHead")
def head_to_head(world: World) -> None:
    one, two = world.guest(), world.guest()
    told = by_name(world, "HeadToHead", {"account": one.id, "other": two.id})
    assert (told["player"]["account"], told["other"]["account"], told["games"]) == (one.id, two.id, 0)


@success("Mutation.makeTournament")
def make(world: World) -> None:
    told = changed(
        world,
        "MakeTournament",
        world.account(),
        name="the cup",
        settings={"format": "KNOCK_OUT", "advance": 2, "order": ["REACHED", "LOT"], "noShow": "WITHDRAW"},
        clock={"kind": "DECISION", "limitMs": 5_000},
        conditions={"kinds": ["BOT", "GUEST"], "most": 16},
        schedule={"begins": "AT", "at": 4_000_000_000_000 // 2},
        house=["GREEDY", "GREEDY"],
    )
    assert told["settings"]["order"] == ["REACHED", "LOT"]
    assert told["schedule"]["begins"] == "AT"
    assert told["conditions"]["kinds"] == ["bot", "guest"]
    assert len(told["entrants"]) == 2


@success("Mutation.updateTournament")
def update(world: World) -> None:
    who, tour = in_entry(world)
    told = changed(world, "UpdateTournament", who, tournament=tour, about="every Sunday", settings={"deals": 5})
    assert (told["name"], told["about"], told["settings"]["deals"]) == ("the cup", "every Sunday", 5)


@success("Mutation.conductTournament")
def conduct(world: World) -> None:
    who, tour = in_entry(world, house=FOUR)
    for do, status in (("CLOSE", "ENTRY"), ("START", "RUNNING"), ("PAUSE", "PAUSED"), ("CANCEL", "CANCELLED")):
        assert changed(world, "ConductTournament", who, tournament=tour, do=do, why="so")["status"] == status


@success("Mutation.enterTournament")
def enter(world: World) -> None:
    who, tour = in_entry(world)
    told = changed(world, "EnterTournament", who, tournament=tour, level="PLANNER")
    assert [(one["kind"], one["level"]) for one in told["entrants"]] == [("house", "PLANNER")]
    guest = world.guest()
    told = changed(world, "EnterTournament", guest, tournament=tour)
    assert told["entrants"][1]["entrant"] == guest.id


@success("Mutation.withdrawEntrant")
def withdraw(world: World) -> None:
    who, tour = begun(world)
    told = changed(world, "WithdrawEntrant", who, tournament=tour, entrant="greedy", why="too strong")
    assert told["entrants"][0]["withdrawn"] == "too strong"


@success("Mutation.inviteToTournament")
def invite(world: World) -> None:
    who, tour = in_entry(world, visibility="private")
    guest = world.guest()
    changed(world, "InviteToTournament", who, tournament=tour, account=guest.id)
    assert by_name(world, "Tournament", {"id": tour}, who=guest)["id"] == tour


@success("Mutation.correctResult")
def correct(world: World) -> None:
    who, tour = over(world)
    said = {"tournament": tour, "game": "1.0.0.0", "places": [4, 3, 2, 1], "why": "read backwards"}
    told = payload(by_name(world, "CorrectResult", {"input": said}, who=who), "TournamentGamePayload")["game"]
    assert (told["corrected"], told["result"]["places"]) == (True, [[3], [2], [1], [0]])


@success("Mutation.setPairings")
def set_pairings(world: World) -> None:
    who, tour = begun(world, house=[*FOUR, *FOUR], settings={"format": "swiss", "rounds": 3})
    assert played(world, tour, most=1) == 1
    names = [one["entrant"] for one in by_name(world, "Tournament", {"id": tour})["entrants"]]
    pairings = [names[:4], names[4:]]
    assert changed(world, "SetPairings", who, tournament=tour, round=2, pairings=pairings)["id"] == tour


def make_webhook(world: World, who: Person, tour: str) -> Any:
    said = {"tournament": tour, "url": TOLD, "kinds": ["result", "ended"]}
    return payload(by_name(world, "MakeWebhook", {"input": said}, who=who), "WebhookPayload")["webhook"]


@success("Mutation.makeWebhook")
def webhook(world: World) -> None:
    told = make_webhook(world, *in_entry(world))
    assert told["secret"].startswith("whsec_")
    assert told["kinds"] == ["result", "ended"]


@success("Mutation.deleteWebhook")
def delete_webhook(world: World) -> None:
    who, tour = in_entry(world)
    said = {"tournament": tour, "webhook": make_webhook(world, who, tour)["webhook"]}
    payload(by_name(world, "DeleteWebhook", {"input": said}, who=who), "WebhookPayload")
    assert by_name(world, "Webhooks", {"tournament": tour}, who=who) == []


@success("Mutation.replayWebhook")
def replay_webhook(world: World) -> None:
    who, tour = in_entry(world)
    said = {"tournament": tour, "webhook": make_webhook(world, who, tour)["webhook"], "after": 0}
    told = payload(by_name(world, "ReplayWebhook", {"input": said}, who=who), "WebhookPayload")["webhook"]
    assert (told["cursor"], told["off"], told["secret"]) == (0, False, None)


@success("Subscription.tournament")
def follow(world: World) -> None:
    _, tour = over(world)
    USED.add("FollowTournament")
    with events(world, OWN["FollowTournament"], {"id": tour}) as answer:
        got = list(read_events(answer))
    assert got[-1] == ("complete", None)
    first, *_, last = [one["data"]["tournament"] for name, one in got if name == "next"]
    assert (first["type"], len(first["standings"])) == ("STATE", 4)
    assert last["type"] == "END"
