"""Tournaments: make, conduct, enter, follow; and webhooks, which tell others of them."""

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

TournamentPayload: Any = payload("TournamentPayload", "tournament", Tournament, "A tournament after a change.")
TournamentGamePayload: Any = payload(
    "TournamentGamePayload", "game", TournamentGame, "A game of a tournament after a correction."
)
WebhookPayload: Any = payload("WebhookPayload", "webhook", Webhook, "A webhook after a change.")
TournamentResult = Annotated[
    TournamentPayload | BadSetupProblem | NotPossibleProblem | Problems,
    strawberry.union("TournamentResult", description="The tournament, or why not."),
]
TournamentGameResult = Annotated[
    TournamentGamePayload | BadSetupProblem | NotPossibleProblem | Problems,
    strawberry.union("TournamentGameResult", description="The game, or why not."),
]
WebhookResult = Annotated[
    WebhookPayload | BadSetupProblem | NotPossibleProblem | Problems,
    strawberry.union("WebhookResult", description="The webhook, or why not."),
]


@strawberry.type
class TournamentQueries:
    """What is asked about tournaments."""

    @asked("A tournament, by its id; null where there is none that you may see.", Tournament | None)
    async def tournament(self, info: Info, id: TournamentId) -> TournamentAnswer:
        """A tournament."""
        return await search.tournament(info.context.house, info.context.who, tournament_id(id))

    @asked("Tournaments, newest first: those that are public, or your own.", Connection[Tournament] | None)
    async def tournaments(
        self,
        info: Info,
        first: Annotated[int, argument("How many, at most 100.")] = 20,
        after: Annotated[str | None, argument("The cursor of the edge to go on from.")] = None,
        status: Annotated[TournamentStatus | None, argument("Only those that stand so.")] = None,
        format: Annotated[Format | None, argument("Only those of this form.")] = None,
        edition: Annotated[Edition | None, argument("Only those of this edition.")] = None,
        rated: Annotated[bool | None, argument("Only those that are rated, or are not.")] = None,
        mine: Annotated[bool, argument("Only those that you have made or take part in.")] = False,
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

    @asked("How a tournament stands.", Standings | None)
    async def standings(self, info: Info, tournament: TournamentId) -> StandingsAnswer:
        """How it stands."""
        return await search.standings(info.context.house, info.context.who, tournament_id(tournament))

    @asked("The games of a tournament, in the order of playing.", Connection[TournamentGame] | None)
    async def games(
        self,
        info: Info,
        tournament: TournamentId,
        first: Annotated[int, argument("How many, at most 100.")] = 50,
        after: Annotated[str | None, argument("The cursor of the edge to go on from.")] = None,
        round: Annotated[int | None, argument("Only those of this round.")] = None,
        entrant: Annotated[strawberry.ID | None, argument("Only those in which this entrant sits.")] = None,
        game: Annotated[strawberry.ID | None, argument("Only this one: the `fixture` of its table.")] = None,
        status: Annotated[GameStatus | None, argument("Only those that stand so.")] = None,
    ) -> Pages:
        """Its games."""
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
        "The frames of a tournament after a number: what a subscription would have sent.", list[TournamentFrame] | None
    )
    async def tournament_frames(
        self,
        info: Info,
        tournament: TournamentId,
        after: Annotated[int, argument("The number of the last frame that you have; 0 for all.")] = 0,
    ) -> list[FrameAnswer]:
        """Frames after a number."""
        asking, number = info.context, after_number(after) or 0
        return await stream.events(asking.house, asking.who, tournament_id(tournament), after=number, wait_ms=0)

    @asked("The webhooks of a tournament of yours.", list[Webhook] | None)
    async def webhooks(self, info: Info, tournament: TournamentId) -> list[WebhookAnswer]:
        """The webhooks of a tournament."""
        return await hooks.webhooks(info.context.house, info.context.who, tournament_id(tournament))

    @asked("The latest attempts to deliver to a webhook, oldest first.", Connection[Delivery] | None)
    async def deliveries(
        self,
        info: Info,
        tournament: TournamentId,
        webhook: Annotated[strawberry.ID, argument("The id of the webhook.")],
        first: Annotated[int, argument("How many, at most 100.")] = 50,
        after: Annotated[str | None, argument("The cursor of the edge to go on from.")] = None,
    ) -> Pages:
        """What was delivered."""
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
    """What is done with tournaments."""

    @done("Make a tournament, open for entry.", TournamentResult)
    async def make_tournament(
        self, info: Info, input: Annotated[MakeTournamentInput, argument("The tournament as you want it.")]
    ) -> TournamentAnswer:
        """Make a tournament."""
        order = read(TournamentOrder, input)
        return await creation.make(info.context.house, info.context.who, tournament_order(order))

    @done(
        "Change a tournament of yours before it starts; its name, what it is about, `graceMs` and `atOnce` later too.",
        TournamentResult,
    )
    async def update_tournament(
        self, info: Info, input: Annotated[UpdateTournamentInput, argument("What is to change.")]
    ) -> TournamentAnswer:
        """Change a tournament."""
        asking, change = info.context, read(TournamentChange, input, "tournament")
        parts = {name: nulls_of(getattr(input, name)) for name in ("settings", "conditions", "schedule")}
        wanted = tournament_change(change, nulls=parts)
        return await creation.update(asking.house, asking.who, tournament_id(input.tournament), wanted)

    @done("Open or close entry, start, pause, resume or cancel a tournament of yours.", TournamentResult)
    async def conduct_tournament(
        self, info: Info, input: Annotated[ConductInput, argument("What is to be done.")]
    ) -> TournamentAnswer:
        """Conduct a tournament."""
        asking, order = info.context, read(ConductOrder, input, "tournament")
        return await control.conduct(
            asking.house, asking.who, tournament_id(input.tournament), do=order.do, why=order.why
        )

    @done("Take part in a tournament, or enter a bot of yours, or of the house in yours.", TournamentResult)
    async def enter_tournament(
        self, info: Info, input: Annotated[EnterInput, argument("Who is to take part.")]
    ) -> TournamentAnswer:
        """Enter a tournament."""
        asking, order = info.context, read(EnterOrder, input, "tournament")
        return await entry.enter(
            asking.house, asking.who, tournament_id(input.tournament), account=order.account, level=order.level
        )

    @done("Take an entrant out: you, a bot of yours, anybody in a tournament of yours.", TournamentResult)
    async def withdraw_entrant(
        self, info: Info, input: Annotated[WithdrawInput, argument("Who takes part no more.")]
    ) -> TournamentAnswer:
        """Take an entrant out."""
        asking, order = info.context, read(WithdrawOrder, input, "tournament", "entrant")
        return await entry.withdraw(
            asking.house, asking.who, tournament_id(input.tournament), entrant_named(input.entrant), why=order.why
        )

    @done("Invite an account to a tournament of yours.", TournamentResult)
    async def invite_to_tournament(
        self, info: Info, input: Annotated[InviteToTournamentInput, argument("Whom, and where to.")]
    ) -> TournamentAnswer:
        """Invite an account."""
        asking, order = info.context, read(InviteeOrder, input, "tournament")
        return await entry.invite(asking.house, asking.who, tournament_id(input.tournament), order.account)

    @done("Let a game of a tournament of yours count as something else.", TournamentGameResult)
    async def correct_result(
        self, info: Info, input: Annotated[CorrectInput, argument("What it is to count as.")]
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

    @done("Have a server told of what happens in a tournament of yours.", WebhookResult)
    async def make_webhook(
        self, info: Info, input: Annotated[MakeWebhookInput, argument("Where, and of what.")]
    ) -> WebhookAnswer:
        """Make a webhook."""
        asking, order = info.context, read(WebhookOrder, input, "tournament")
        return await hooks.make_webhook(
            asking.house, asking.who, tournament_id(input.tournament), url=order.url, kinds=order.kinds
        )

    @done("Send nothing more to a webhook.", WebhookResult)
    async def delete_webhook(self, info: Info, input: Annotated[WebhookInput, argument("Which.")]) -> WebhookAnswer:
        """Delete a webhook."""
        asking = info.context
        return await hooks.delete_webhook(
            asking.house, asking.who, tournament_id(input.tournament), hook_of(input.webhook)
        )

    @done("Send everything after an entry to a webhook once more.", WebhookResult)
    async def replay_webhook(
        self, info: Info, input: Annotated[ReplayInput, argument("Which, and from where on.")]
    ) -> WebhookAnswer:
        """Send again."""
        asking, order = info.context, read(ReplayOrder, input, "tournament", "webhook")
        return await hooks.replay_webhook(
            asking.house, asking.who, tournament_id(input.tournament), hook_of(input.webhook), after=order.after
        )
