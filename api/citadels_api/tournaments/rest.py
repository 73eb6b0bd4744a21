"""The REST operations of tournaments: create, change, enter, control, correct."""

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
    """The id of an entrant. An id of the wrong form is not found."""
    if re.fullmatch(ids.ENTRANT, value) is None:
        raise Refusal("not_found")
    return value


def game_of(value: str) -> str:
    """The id of a game in its tournament. An id of the wrong form is not found."""
    if re.fullmatch(ids.GAME, value) is None:
        raise Refusal("not_found")
    return value


def tournament_order(order: TournamentOrder) -> Any:
    """The request as the use case takes it: only the settings that the client sent."""
    said = {**order.model_dump(), "settings": order.settings.model_dump(exclude_none=True)}
    said["clock"] = asdict(clock_as_ordered(order.clock))
    return msgspec.convert(said, options.TournamentOrder)


def tournament_change(change: TournamentChange, *, nulls: Mapping[str, dict[str, None]] | None = None) -> Any:
    """The change as the use case takes it: only the fields that the client sent, and which of them are null."""
    said = change.model_dump(exclude_unset=True)
    for name, none in (nulls or {}).items():
        if none:
            said[name] = {**(said.get(name) or {}), **none}
    return msgspec.convert(said, options.TournamentChange)


ID: Final = {"tournament": "$response.body#/id"}
TO_TOURNAMENT: Final = (
    Link("look", "getTournament", ID, "Get the tournament."),
    Link("change", "updateTournament", ID, "Change it before it starts."),
    Link("conduct", "conductTournament", ID, "Open, close, start, pause, resume or cancel it."),
    Link("enter", "enterTournament", ID, "Take part, or enter a bot."),
    Link(
        "withdrawFirst",
        "withdrawEntrant",
        {**ID, "entrant": "$response.body#/entrants/0/id"},
        "Remove the first entrant.",
    ),
    Link("invite", "inviteToTournament", ID, "Invite an account."),
    Link("pairings", "setPairings", ID, "Set the pairings of the next round."),
    Link("standings", "tournamentStandings", ID, "Get the standings."),
    Link("games", "tournamentGames", ID, "List its games."),
    Link("follow", "followTournament", ID, "Follow the tournament."),
    Link("export", "exportTournament", ID, "Export the tournament."),
    Link("tell", "makeWebhook", ID, "Create a webhook."),
    Link("told", "listWebhooks", ID, "List the webhooks."),
)


@routes(
    "POST",
    "/v1/tournaments",
    "Create a tournament",
    scope="tournament:write",
    body=TournamentOrder,
    status=201,
    codes=("bad_setup", "too_many"),
    links=TO_TOURNAMENT,
)
async def make_tournament(request: Request) -> TournamentAnswer:
    """Creates a tournament that is open for entry. Settings that you leave out have the default of the format. The commitment to the secret
    of all deals is published before anybody enters.
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
    links=(Link("first", "getTournament", {"tournament": "$response.body#/items/0/id"}, "Get the newest tournament."),),
)
async def list_tournaments(request: Request) -> Page[TournamentAnswer]:
    """Lists tournaments, newest first. Tournaments of others are listed only if they are public."""
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


@routes("GET", "/v1/tournaments/{tournament}", "Get a tournament", scope=PUBLIC, pressed=True)
async def get_tournament(request: Request) -> TournamentAnswer:
    """Returns the settings, the entrants and the progress of a tournament. Only its organizer, its entrants and invited accounts see a
    private tournament.
    """
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
    """Changes a tournament that has not started. After the start you can change only the name, the description, `grace_ms` and `at_once`.
    Fields that you leave out stay as they are, also inside `settings`, `conditions` and `schedule`; null in these sets the default. Only
    the organizer may do this.
    """
    return await creation.update(request.house, request.who, tournament_of(request), tournament_change(request.body))


@routes(
    "POST",
    "/v1/tournaments/{tournament}/conduct",
    "Control a tournament",
    scope="tournament:write",
    body=ConductOrder,
    codes=("bad_setup", "already_started", "not_started", "game_over", "not_possible"),
)
async def conduct_tournament(request: Request) -> TournamentAnswer:
    """Opens or closes entry; starts, pauses, resumes or cancels the tournament. During a pause no new games start, and running games
    continue. Only the organizer may do this.
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
    """Enters you or a bot of yours. The organizer may also enter house bots. After the start the policy `late` decides."""
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
    """Withdraws an entrant: you or a bot of yours. The organizer may withdraw anybody. The policy `withdrawal` decides whether the games
    played count; the policy `empty_seat` decides who plays the remaining games.
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
    """Lets an account see and enter the tournament, and sends a notice to its stream. Only the organizer may do this."""
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
    """Corrects the result of a finished game, with a reason that everybody can read. Without places the game counts for nobody. The record
    of the game stays the same. Only the organizer may do this.
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
    """Sets the pairings of the next round in place of those of the format. Only the organizer may do this, and only before the round is
    created.
    """
    body = request.body
    return await control.set_pairings(
        request.house, request.who, tournament_of(request), round=body.round, pairings=body.pairings
    )
