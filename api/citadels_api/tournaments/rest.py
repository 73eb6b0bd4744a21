"""Tournaments: make, enter, conduct, and see how they stand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import asdict

from citadels_api import ids
from citadels_api.contract import Page
from citadels_api.operations import PUBLIC, Link, Routes
from citadels_api.problems import Refusal
from citadels_api.tables.options import clock_as_ordered
from citadels_api.tournaments import control, creation, entry, options, search
from citadels_api.tournaments.contract import (
    ConductOrder,
    CorrectOrder,
    EnterOrder,
    InviteeOrder,
    PairingsOrder,
    TournamentAnswer,
    TournamentChange,
    TournamentGame,
    TournamentOrder,
    TournamentsQuery,
    WithdrawOrder,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from citadels_api.rest.request import Request


routes: Final = Routes("tournaments")


def tournament_of(request: Request) -> str:
    """The id of the tournament in the path."""
    return request.id("tournament", "tour")


def entrant_named(value: str) -> str:
    """The id of an entrant; what has not its form names nobody."""
    if re.fullmatch(ids.ENTRANT, value) is None:
        raise Refusal("not_found")
    return value


def game_of(value: str) -> str:
    """The id of a game in its tournament; what has not its form names nothing."""
    if re.fullmatch(ids.GAME, value) is None:
        raise Refusal("not_found")
    return value


def tournament_order(order: TournamentOrder) -> Any:
    """The tournament as the use case takes it: of the settings what was said."""
    said = {**order.model_dump(), "settings": order.settings.model_dump(exclude_none=True)}
    said["clock"] = asdict(clock_as_ordered(order.clock))
    return msgspec.convert(said, options.TournamentOrder)


def tournament_change(change: TournamentChange, *, nulls: Mapping[str, dict[str, None]] | None = None) -> Any:
    """The change as the use case takes it: of each part what was said, with what is said to be null."""
    said = change.model_dump(exclude_unset=True)
    for name, none in (nulls or {}).items():
        if none:
            said[name] = {**(said.get(name) or {}), **none}
    return msgspec.convert(said, options.TournamentChange)


ID: Final = {"tournament": "$response.body#/id"}
TO_TOURNAMENT: Final = (
    Link("look", "getTournament", ID, "Look at it."),
    Link("change", "updateTournament", ID, "Change it before it starts."),
    Link("conduct", "conductTournament", ID, "Open, close, start, pause, resume or cancel it."),
    Link("enter", "enterTournament", ID, "Take part, or enter a bot."),
    Link(
        "withdrawFirst",
        "withdrawEntrant",
        {**ID, "entrant": "$response.body#/entrants/0/id"},
        "Take the first who entered out.",
    ),
    Link("invite", "inviteToTournament", ID, "Invite an account."),
    Link("pairings", "setPairings", ID, "Set the pairings of the next round."),
    Link("standings", "tournamentStandings", ID, "See how it stands."),
    Link("games", "tournamentGames", ID, "See its games."),
    Link("follow", "followTournament", ID, "See what happens."),
    Link("export", "exportTournament", ID, "Take all of it."),
    Link("tell", "makeWebhook", ID, "Have a server of one's own told of what happens."),
    Link("told", "listWebhooks", ID, "See who is told."),
)


@routes(
    "POST",
    "/v1/tournaments",
    "Make a tournament",
    scope="tournament:write",
    body=TournamentOrder,
    status=201,
    codes=("bad_setup", "too_many"),
    links=TO_TOURNAMENT,
)
async def make_tournament(request: Request) -> TournamentAnswer:
    """Makes a tournament, open for entry. What is not said of its settings has the default of its format. The commitment to the secret that
    all deals are made from is there before anybody enters.
    """
    return await creation.make(request.house, request.who, tournament_order(request.body))


@routes(
    "GET",
    "/v1/tournaments",
    "List tournaments",
    scope=PUBLIC,
    pressed=True,
    query=TournamentsQuery,
    codes=("forbidden",),
    links=(Link("first", "getTournament", {"tournament": "$response.body#/items/0/id"}, "Look at the newest."),),
)
async def list_tournaments(request: Request) -> Page[TournamentAnswer]:
    """Tournaments, newest first; those of others only where they are public."""
    asked = request.query
    return await search.tournaments(
        request.house,
        request.who,
        cursor=asked.cursor,
        limit=asked.limit,
        status=asked.status,
        format=asked.format,
        edition=asked.edition,
        rated=asked.rated,
        mine=asked.mine,
    )


@routes("GET", "/v1/tournaments/{tournament}", "Look at a tournament", scope=PUBLIC, pressed=True)
async def get_tournament(request: Request) -> TournamentAnswer:
    """Its settings, who takes part, how far it has come. A private one is seen by its organizer and by those who take part or are invited."""
    return await search.tournament(request.house, request.who, tournament_of(request))


@routes(
    "PATCH",
    "/v1/tournaments/{tournament}",
    "Change a tournament",
    scope="tournament:write",
    body=TournamentChange,
    codes=("bad_setup", "already_started", "game_over", "not_possible"),
)
async def update_tournament(request: Request) -> TournamentAnswer:
    """Changes a tournament before it has started; its name, what it is about, `grace_ms` and `at_once` later too. What is left out stays,
    in `settings`, `conditions` and `schedule` too; null in them stands for the default. Only the organizer may.
    """
    return await creation.update(request.house, request.who, tournament_of(request), tournament_change(request.body))


@routes(
    "POST",
    "/v1/tournaments/{tournament}/conduct",
    "Conduct a tournament",
    scope="tournament:write",
    body=ConductOrder,
    codes=("bad_setup", "already_started", "not_started", "game_over", "not_possible"),
)
async def conduct_tournament(request: Request) -> TournamentAnswer:
    """Opens or closes entry, starts, pauses, resumes or cancels. A pause begins no new games; those that run are played on. Only the
    organizer may.
    """
    body = request.body
    return await control.conduct(request.house, request.who, tournament_of(request), do=body.do, why=body.why)


@routes(
    "POST",
    "/v1/tournaments/{tournament}/entrants",
    "Enter a tournament",
    scope="play",
    body=EnterOrder,
    codes=(
        "already_seated",
        "entry_closed",
        "table_full",
        "same_owner",
        "not_eligible",
        "game_over",
        "bad_setup",
        "not_possible",
    ),
)
async def enter_tournament(request: Request) -> TournamentAnswer:
    """Enters who asks, a bot of one's own, or, by the organizer, a bot of the house. After the start it is entered by the policy `late`."""
    body = request.body
    return await entry.enter(request.house, request.who, tournament_of(request), account=body.account, level=body.level)


@routes(
    "POST",
    "/v1/tournaments/{tournament}/entrants/{entrant}/withdraw",
    "Withdraw an entrant",
    scope="play",
    body=WithdrawOrder,
    codes=("not_seated", "game_over", "not_possible"),
)
async def withdraw_entrant(request: Request) -> TournamentAnswer:
    """Takes an entrant out: oneself, a bot of one's own, or anybody by the organizer. What was played counts by the policy `withdrawal`,
    what was not yet is played by the policy `empty_seat`.
    """
    return await entry.withdraw(
        request.house, request.who, tournament_of(request), entrant_named(request.path["entrant"]), why=request.body.why
    )


@routes(
    "POST",
    "/v1/tournaments/{tournament}/invite",
    "Invite to a tournament",
    scope="tournament:write",
    body=InviteeOrder,
    codes=("already_seated", "game_over", "too_many"),
)
async def invite_to_tournament(request: Request) -> TournamentAnswer:
    """Lets an account see the tournament and enter it, and tells its stream. Only the organizer may."""
    return await entry.invite(request.house, request.who, tournament_of(request), request.body.account)


@routes(
    "POST",
    "/v1/tournaments/{tournament}/games/{game}/correct",
    "Correct a result",
    scope="tournament:write",
    body=CorrectOrder,
    codes=("not_started", "not_possible"),
)
async def correct_result(request: Request) -> TournamentGame:
    """Lets a game that is over count as something else, with a reason that everybody sees; without places it counts for nobody. What the
    game was stays in its record. Only the organizer may.
    """
    body = request.body
    return await control.correct(
        request.house,
        request.who,
        tournament_of(request),
        game_of(request.path["game"]),
        places=body.places,
        scores=body.scores,
        why=body.why,
    )


@routes(
    "PUT",
    "/v1/tournaments/{tournament}/pairings",
    "Set the pairings of the next round",
    scope="tournament:write",
    body=PairingsOrder,
    codes=("not_possible",),
)
async def set_pairings(request: Request) -> TournamentAnswer:
    """The next round is made of these pairings instead of those of the format. Only the organizer may, before the round is made."""
    body = request.body
    return await control.set_pairings(
        request.house, request.who, tournament_of(request), round=body.round, pairings=body.pairings
    )
