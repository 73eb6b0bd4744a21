"""The GraphQL fields of tournaments and their webhooks: create, control, enter, follow."""

# ruff: noqa: A002

# `id`, `format` and `input` are GraphQL's own words.

from typing import Annotated, Any

import strawberry

from citadels_api import words
from citadels_api.graphql.context import Info, TournamentId, argument
from citadels_api.graphql.fields import asked, done
from citadels_api.graphql.inputs import after_number, nulls_of, read, tournament_id
from citadels_api.graphql.nodes import Connection, Pages
from citadels_api.graphql.problems import BadSetupProblem, NotPossibleProblem, Problems
from citadels_api.graphql.types import enum_of, payload, word
from citadels_api.tournaments import control, creation, entry, search, stream
from citadels_api.tournaments import words as tournament_words
from citadels_api.tournaments.contract import (
    ConductOrder,
    CorrectOrder,
    EnterOrder,
    GamesQuery,
    InviteeOrder,
    PairingsOrder,
    StandingsAnswer,
    TournamentAnswer,
    TournamentChange,
    TournamentOrder,
    TournamentsQuery,
    WithdrawOrder,
)
from citadels_api.tournaments.contract import TournamentFrame as FrameAnswer
from citadels_api.tournaments.contract import TournamentGame as GameAnswer
from citadels_api.tournaments.graphql_inputs import (
    ConductInput,
    CorrectInput,
    EnterInput,
    InviteToTournamentInput,
    MakeTournamentInput,
    MakeWebhookInput,
    PairingsInput,
    ReplayInput,
    UpdateTournamentInput,
    WebhookInput,
    WithdrawInput,
)
from citadels_api.tournaments.graphql_types import (
    Delivery,
    Standings,
    Tournament,
    TournamentFrame,
    TournamentGame,
    Webhook,
)
from citadels_api.tournaments.rest import entrant_named, game_of, tournament_change, tournament_order
from citadels_api.webhooks import service as hooks
from citadels_api.webhooks.contract import DeliveriesQuery, ReplayOrder, WebhookAnswer, WebhookOrder
from citadels_api.webhooks.rest import hook_of

Edition: Any = enum_of(words.Edition)
Format: Any = enum_of(tournament_words.Format)
GameStatus: Any = enum_of(tournament_words.GameStatus)
TournamentStatus: Any = enum_of(tournament_words.TournamentStatus)

TournamentPayload: Any = payload(
    "TournamentPayload", "tournament", Tournament, "The result of a change of a tournament."
)
TournamentGamePayload: Any = payload(
    "TournamentGamePayload", "game", TournamentGame, "The result of the correction of a game."
)
WebhookPayload: Any = payload("WebhookPayload", "webhook", Webhook, "The result of a change of a webhook.")
TournamentResult = Annotated[
    TournamentPayload | BadSetupProblem | NotPossibleProblem | Problems,
    strawberry.union("TournamentResult", description="The tournament, or a problem."),
]
TournamentGameResult = Annotated[
    TournamentGamePayload | BadSetupProblem | NotPossibleProblem | Problems,
    strawberry.union("TournamentGameResult", description="The game, or a problem."),
]
WebhookResult = Annotated[
    WebhookPayload | BadSetupProblem | NotPossibleProblem | Problems,
    strawberry.union("WebhookResult", description="The webhook, or a problem."),
]


@strawberry.type
class TournamentQueries:
    """Queries about tournaments."""

    @asked("Get a tournament by its id; null if it does not exist or you may not see it.", Tournament | None)
    async def tournament(self, info: Info, id: TournamentId) -> TournamentAnswer:
        """A tournament."""
        return await search.tournament(info.context.house, info.context.who, tournament_id(id))

    @asked("List tournaments, newest first: public tournaments, or your own.", Connection[Tournament] | None)
    async def tournaments(
        self,
        info: Info,
        first: Annotated[int, argument("The maximum number of tournaments, at most 100.")] = 20,
        after: Annotated[str | None, argument("The cursor to continue after.")] = None,
        status: Annotated[TournamentStatus | None, argument("Only tournaments in this state.")] = None,
        format: Annotated[Format | None, argument("Only tournaments of this format.")] = None,
        edition: Annotated[Edition | None, argument("Only tournaments of this edition.")] = None,
        rated: Annotated[bool | None, argument("Only rated tournaments, or only those that are not rated.")] = None,
        mine: Annotated[bool, argument("Only tournaments that you organize or take part in.")] = False,
    ) -> Pages:
        """Tournaments."""
        order = read(TournamentsQuery, {"cursor": after, "limit": first})
        page = await search.tournaments(
            info.context.house,
            info.context.who,
            cursor=order.cursor,
            limit=order.limit,
            status=word(status),
            format=word(format),
            edition=word(edition),
            rated=rated,
            mine=mine,
        )
        return Pages(page.items, after=after, following=page.next, cursor=lambda one: f"{one.created}.{one.id}")

    @asked("Get the standings of a tournament.", Standings | None)
    async def standings(self, info: Info, tournament: TournamentId) -> StandingsAnswer:
        """The standings."""
        return await search.standings(info.context.house, info.context.who, tournament_id(tournament))

    @asked("List the games of a tournament, in playing order.", Connection[TournamentGame] | None)
    async def games(
        self,
        info: Info,
        tournament: TournamentId,
        first: Annotated[int, argument("The maximum number of games, at most 100.")] = 50,
        after: Annotated[str | None, argument("The cursor to continue after.")] = None,
        round: Annotated[int | None, argument("Only games of this round.")] = None,
        entrant: Annotated[strawberry.ID | None, argument("Only games of this entrant.")] = None,
        game: Annotated[strawberry.ID | None, argument("Only this game: the `fixture` of its table.")] = None,
        status: Annotated[GameStatus | None, argument("Only games in this state.")] = None,
    ) -> Pages:
        """The games."""
        ids = {"entrant": entrant and str(entrant), "game": game and str(game)}
        said = {"cursor": after, "limit": first, "round": round, **ids}
        order = read(GamesQuery, said)
        page = await search.games(
            info.context.house,
            info.context.who,
            tournament_id(tournament),
            cursor=order.cursor,
            limit=order.limit,
            round=order.round,
            entrant=order.entrant,
            game=order.game,
            status=word(status),
        )
        return Pages(page.items, after=after, following=page.next, cursor=lambda one: str(one.id))

    @asked(
        "Get the frames of a tournament after a number: what a subscription would have sent.",
        list[TournamentFrame] | None,
    )
    async def tournament_frames(
        self,
        info: Info,
        tournament: TournamentId,
        after: Annotated[int, argument("The number of the last frame that you have; 0 for all frames.")] = 0,
    ) -> list[FrameAnswer]:
        """Frames after a number."""
        asking, number = info.context, after_number(after) or 0
        return await stream.events(asking.house, asking.who, tournament_id(tournament), after=number, wait_ms=0)

    @asked("List the webhooks of a tournament of yours.", list[Webhook] | None)
    async def webhooks(self, info: Info, tournament: TournamentId) -> list[WebhookAnswer]:
        """The webhooks of a tournament."""
        return await hooks.webhooks(info.context.house, info.context.who, tournament_id(tournament))

    @asked("List the latest attempts to deliver to a webhook, oldest first.", Connection[Delivery] | None)
    async def deliveries(
        self,
        info: Info,
        tournament: TournamentId,
        webhook: Annotated[strawberry.ID, argument("The id of the webhook.")],
        first: Annotated[int, argument("The maximum number of attempts, at most 100.")] = 50,
        after: Annotated[str | None, argument("The cursor to continue after.")] = None,
    ) -> Pages:
        """The deliveries."""
        said = {"limit": first} if after is None else {"limit": first, "after": after}
        order = read(DeliveriesQuery, said)
        page = await hooks.deliveries(
            info.context.house,
            info.context.who,
            tournament_id(tournament),
            hook_of(webhook),
            after=order.after,
            limit=order.limit,
        )
        return Pages(page.items, after=after, following=page.next, cursor=lambda one: str(one.number))


@strawberry.type
class TournamentMutations:
    """Mutations of tournaments."""

    @done("Create a tournament that is open for entry.", TournamentResult)
    async def make_tournament(
        self, info: Info, input: Annotated[MakeTournamentInput, argument("The tournament to create.")]
    ) -> TournamentAnswer:
        """Create a tournament."""
        order = read(TournamentOrder, input)
        return await creation.make(info.context.house, info.context.who, tournament_order(order))

    @done(
        "Change a tournament of yours. After the start you can change only `name`, `about`, `graceMs` and `atOnce`.",
        TournamentResult,
    )
    async def update_tournament(
        self, info: Info, input: Annotated[UpdateTournamentInput, argument("The changes.")]
    ) -> TournamentAnswer:
        """Change a tournament."""
        asking, change = info.context, read(TournamentChange, input, "tournament")
        parts = {name: nulls_of(getattr(input, name)) for name in ("settings", "conditions", "schedule")}
        wanted = tournament_change(change, nulls=parts)
        return await creation.update(asking.house, asking.who, tournament_id(input.tournament), wanted)

    @done("Open or close entry, start, pause, resume or cancel a tournament of yours.", TournamentResult)
    async def conduct_tournament(
        self, info: Info, input: Annotated[ConductInput, argument("The command.")]
    ) -> TournamentAnswer:
        """Control a tournament."""
        asking, order = info.context, read(ConductOrder, input, "tournament")
        return await control.conduct(
            asking.house, asking.who, tournament_id(input.tournament), do=order.do, why=order.why
        )

    @done(
        "Enter a tournament yourself or with a bot of yours. You may also enter house bots into a tournament of yours.",
        TournamentResult,
    )
    async def enter_tournament(
        self, info: Info, input: Annotated[EnterInput, argument("The entrant.")]
    ) -> TournamentAnswer:
        """Enter a tournament."""
        asking, order = info.context, read(EnterOrder, input, "tournament")
        return await entry.enter(
            asking.house, asking.who, tournament_id(input.tournament), account=order.account, level=order.level
        )

    @done("Withdraw an entrant: yourself, a bot of yours, or anybody from a tournament of yours.", TournamentResult)
    async def withdraw_entrant(
        self, info: Info, input: Annotated[WithdrawInput, argument("The entrant.")]
    ) -> TournamentAnswer:
        """Withdraw an entrant."""
        asking, order = info.context, read(WithdrawOrder, input, "tournament", "entrant")
        return await entry.withdraw(
            asking.house, asking.who, tournament_id(input.tournament), entrant_named(input.entrant), why=order.why
        )

    @done("Invite an account to a tournament of yours.", TournamentResult)
    async def invite_to_tournament(
        self, info: Info, input: Annotated[InviteToTournamentInput, argument("The account and the tournament.")]
    ) -> TournamentAnswer:
        """Invite an account."""
        asking, order = info.context, read(InviteeOrder, input, "tournament")
        return await entry.invite(asking.house, asking.who, tournament_id(input.tournament), order.account)

    @done("Correct the result of a game in a tournament of yours.", TournamentGameResult)
    async def correct_result(
        self, info: Info, input: Annotated[CorrectInput, argument("The corrected result.")]
    ) -> GameAnswer:
        """Correct a result."""
        asking, order = info.context, read(CorrectOrder, input, "tournament", "game")
        return await control.correct(
            asking.house,
            asking.who,
            tournament_id(input.tournament),
            game_of(input.game),
            places=order.places,
            scores=order.scores,
            why=order.why,
        )

    @done("Set the pairings of the next round of a tournament of yours.", TournamentResult)
    async def set_pairings(
        self, info: Info, input: Annotated[PairingsInput, argument("The pairings.")]
    ) -> TournamentAnswer:
        """Set pairings."""
        asking, order = info.context, read(PairingsOrder, input, "tournament")
        return await control.set_pairings(
            asking.house, asking.who, tournament_id(input.tournament), round=order.round, pairings=order.pairings
        )

    @done("Create a webhook, which sends the log entries of a tournament of yours to a server.", WebhookResult)
    async def make_webhook(
        self, info: Info, input: Annotated[MakeWebhookInput, argument("The address and the kinds of entries.")]
    ) -> WebhookAnswer:
        """Create a webhook."""
        asking, order = info.context, read(WebhookOrder, input, "tournament")
        return await hooks.make_webhook(
            asking.house, asking.who, tournament_id(input.tournament), url=order.url, kinds=order.kinds
        )

    @done("Delete a webhook. Nothing more is sent to its address.", WebhookResult)
    async def delete_webhook(self, info: Info, input: Annotated[WebhookInput, argument("Which.")]) -> WebhookAnswer:
        """Delete a webhook."""
        asking = info.context
        return await hooks.delete_webhook(
            asking.house, asking.who, tournament_id(input.tournament), hook_of(input.webhook)
        )

    @done("Send all entries after a number to a webhook once more.", WebhookResult)
    async def replay_webhook(
        self, info: Info, input: Annotated[ReplayInput, argument("The webhook, and where to start.")]
    ) -> WebhookAnswer:
        """Send entries again."""
        asking, order = info.context, read(ReplayOrder, input, "tournament", "webhook")
        return await hooks.replay_webhook(
            asking.house, asking.who, tournament_id(input.tournament), hook_of(input.webhook), after=order.after
        )
