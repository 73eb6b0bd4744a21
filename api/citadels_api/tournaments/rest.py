"""Tournaments: make, enter, conduct, and see how they stand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import asdict

from citadels_api import ids
from citadels_api.contract import Page
from citadels_api.operations import PUBLIC, Link, Operation
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


TAG: Final = "tournaments"


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


async def make(request: Request) -> TournamentAnswer:
    """A new tournament."""
    return await creation.make(request.house, request.who, tournament_order(request.body))


async def listed(request: Request) -> Page[TournamentAnswer]:
    """The tournaments that fit."""
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


async def tournament(request: Request) -> TournamentAnswer:
    """A tournament."""
    return await search.tournament(request.house, request.who, tournament_of(request))


async def update(request: Request) -> TournamentAnswer:
    """A tournament, changed."""
    return await creation.update(request.house, request.who, tournament_of(request), tournament_change(request.body))


async def conduct(request: Request) -> TournamentAnswer:
    """A tournament opened, closed, started, paused, resumed or cancelled."""
    body = request.body
    return await control.conduct(request.house, request.who, tournament_of(request), do=body.do, why=body.why)


async def enter(request: Request) -> TournamentAnswer:
    """One more entrant."""
    body = request.body
    return await entry.enter(request.house, request.who, tournament_of(request), account=body.account, level=body.level)


async def withdraw(request: Request) -> TournamentAnswer:
    """One entrant less."""
    return await entry.withdraw(
        request.house, request.who, tournament_of(request), entrant_named(request.path["entrant"]), why=request.body.why
    )


async def invite(request: Request) -> TournamentAnswer:
    """An account invited."""
    return await entry.invite(request.house, request.who, tournament_of(request), request.body.account)


async def correct(request: Request) -> TournamentGame:
    """A result corrected."""
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


async def set_pairings(request: Request) -> TournamentAnswer:
    """The organizer's own pairings."""
    body = request.body
    return await control.set_pairings(
        request.house, request.who, tournament_of(request), round=body.round, pairings=body.pairings
    )


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

OPERATIONS: Final = (
    Operation(
        id="makeTournament",
        method="POST",
        path="/v1/tournaments",
        run=make,
        tag=TAG,
        summary="Make a tournament",
        description="Makes a tournament, open for entry. What is not said of its settings has the default of its format. The commitment to "
        "the secret that all deals are made from is there before anybody enters.",
        scope="tournament:write",
        body=TournamentOrder,
        answer=TournamentAnswer,
        status=201,
        codes=("bad_setup", "too_many"),
        links=TO_TOURNAMENT,
    ),
    Operation(
        id="listTournaments",
        method="GET",
        path="/v1/tournaments",
        run=listed,
        tag=TAG,
        summary="List tournaments",
        description="Tournaments, newest first; those of others only where they are public.",
        scope=PUBLIC,
        pressed=True,
        query=TournamentsQuery,
        answer=Page[TournamentAnswer],
        codes=("forbidden",),
        links=(Link("first", "getTournament", {"tournament": "$response.body#/items/0/id"}, "Look at the newest."),),
    ),
    Operation(
        id="getTournament",
        method="GET",
        path="/v1/tournaments/{tournament}",
        run=tournament,
        tag=TAG,
        summary="Look at a tournament",
        description="Its settings, who takes part, how far it has come. A private one is seen by its organizer and by those who take part "
        "or are invited.",
        scope=PUBLIC,
        pressed=True,
        answer=TournamentAnswer,
    ),
    Operation(
        id="updateTournament",
        method="PATCH",
        path="/v1/tournaments/{tournament}",
        run=update,
        tag=TAG,
        summary="Change a tournament",
        description="Changes a tournament before it has started; its name, what it is about, `grace_ms` and `at_once` later too. What is left "
        "out stays, in `settings`, `conditions` and `schedule` too; null in them stands for the default. Only the organizer may.",
        scope="tournament:write",
        body=TournamentChange,
        answer=TournamentAnswer,
        codes=("bad_setup", "already_started", "game_over", "not_possible"),
    ),
    Operation(
        id="conductTournament",
        method="POST",
        path="/v1/tournaments/{tournament}/conduct",
        run=conduct,
        tag=TAG,
        summary="Conduct a tournament",
        description="Opens or closes entry, starts, pauses, resumes or cancels. A pause begins no new games; those that run are played on. "
        "Only the organizer may.",
        scope="tournament:write",
        body=ConductOrder,
        answer=TournamentAnswer,
        codes=("bad_setup", "already_started", "not_started", "game_over", "not_possible"),
    ),
    Operation(
        id="enterTournament",
        method="POST",
        path="/v1/tournaments/{tournament}/entrants",
        run=enter,
        tag=TAG,
        summary="Enter a tournament",
        description="Enters who asks, a bot of one's own, or, by the organizer, a bot of the house. After the start it is entered by the "
        "policy `late`.",
        scope="play",
        body=EnterOrder,
        answer=TournamentAnswer,
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
    ),
    Operation(
        id="withdrawEntrant",
        method="POST",
        path="/v1/tournaments/{tournament}/entrants/{entrant}/withdraw",
        run=withdraw,
        tag=TAG,
        summary="Withdraw an entrant",
        description="Takes an entrant out: oneself, a bot of one's own, or anybody by the organizer. What was played counts by the policy "
        "`withdrawal`, what was not yet is played by the policy `empty_seat`.",
        scope="play",
        body=WithdrawOrder,
        answer=TournamentAnswer,
        codes=("not_seated", "game_over", "not_possible"),
    ),
    Operation(
        id="inviteToTournament",
        method="POST",
        path="/v1/tournaments/{tournament}/invite",
        run=invite,
        tag=TAG,
        summary="Invite to a tournament",
        description="Lets an account see the tournament and enter it, and tells its stream. Only the organizer may.",
        scope="tournament:write",
        body=InviteeOrder,
        answer=TournamentAnswer,
        codes=("already_seated", "game_over", "too_many"),
    ),
    Operation(
        id="correctResult",
        method="POST",
        path="/v1/tournaments/{tournament}/games/{game}/correct",
        run=correct,
        tag=TAG,
        summary="Correct a result",
        description="Lets a game that is over count as something else, with a reason that everybody sees; without places it counts for "
        "nobody. What the game was stays in its record. Only the organizer may.",
        scope="tournament:write",
        body=CorrectOrder,
        answer=TournamentGame,
        codes=("not_started", "not_possible"),
    ),
    Operation(
        id="setPairings",
        method="PUT",
        path="/v1/tournaments/{tournament}/pairings",
        run=set_pairings,
        tag=TAG,
        summary="Set the pairings of the next round",
        description="The next round is made of these pairings instead of those of the format. Only the organizer may, before the round is "
        "made.",
        scope="tournament:write",
        body=PairingsOrder,
        answer=TournamentAnswer,
        codes=("not_possible",),
    ),
)
