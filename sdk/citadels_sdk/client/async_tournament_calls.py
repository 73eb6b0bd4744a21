"""The operations about tournaments and ratings as methods of `AsyncClient`: each is the call of the same name, performed."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, TypeVar

from citadels_sdk.client import rating_calls, tournament_calls

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from citadels_sdk.client.models import Edition, Level, Page, Timeout, Visibility
    from citadels_sdk.client.models_ratings import Delivery, HeadToHead, Profile, Ranked, Rating, Webhook
    from citadels_sdk.client.models_tournament import (
        EntryKind,
        GameStatus,
        Standings,
        Tournament,
        TournamentFrames,
        TournamentGame,
        TournamentStatus,
    )
    from citadels_sdk.client.records import TournamentExport
    from citadels_sdk.client.request_cycle import Call
    from citadels_sdk.client.table_calls import ClockOrder
    from citadels_sdk.client.tournament_calls import Conduct
    from citadels_sdk.client.tournament_order import ConditionsOrder, Format, ScheduleOrder, SettingsOrder

__all__ = ["AsyncTournamentCalls"]

T = TypeVar("T")


class AsyncTournamentCalls:
    """All operations about tournaments and ratings but the stream."""

    @abstractmethod
    async def _do(self, call: Call[T]) -> T:
        """Perform a call."""
        raise NotImplementedError

    # tournaments

    async def make_tournament(
        self,
        name: str,
        *,
        about: str | None = None,
        settings: SettingsOrder | None = None,
        edition: Edition = "modern",
        scenarios: Sequence[str] | None = None,
        cast: Sequence[str] | None = None,
        uniques: Sequence[str] | None = None,
        options: Mapping[str, bool | int | str] | None = None,
        clock: ClockOrder | None = None,
        timeout: Timeout | None = None,
        visibility: Visibility | None = None,
        spectator_delay_ms: int | None = None,
        rated: bool = False,
        conditions: ConditionsOrder | None = None,
        schedule: ScheduleOrder | None = None,
        grace_ms: int | None = None,
        at_once: int | None = None,
        house: Sequence[Level] | None = None,
    ) -> Tournament:
        """A new tournament, open for entry; what `settings` leave out has the default of the format."""
        return await self._do(
            tournament_calls.make_tournament(
                name,
                about=about,
                settings=settings,
                edition=edition,
                scenarios=scenarios,
                cast=cast,
                uniques=uniques,
                options=options,
                clock=clock,
                timeout=timeout,
                visibility=visibility,
                spectator_delay_ms=spectator_delay_ms,
                rated=rated,
                conditions=conditions,
                schedule=schedule,
                grace_ms=grace_ms,
                at_once=at_once,
                house=house,
            )
        )

    async def list_tournaments(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: TournamentStatus | None = None,
        format: Format | None = None,  # noqa: A002  (the word that the service has)
        edition: Edition | None = None,
        rated: bool | None = None,
        mine: bool = False,
    ) -> Page[Tournament]:
        """A part of the list of tournaments that fit, newest first; those of others only where they are public."""
        return await self._do(
            tournament_calls.list_tournaments(
                cursor=cursor, limit=limit, status=status, format=format, edition=edition, rated=rated, mine=mine
            )
        )

    async def get_tournament(self, tournament: str) -> Tournament:
        """Its settings, who takes part, how far it has come."""
        return await self._do(tournament_calls.get_tournament(tournament))

    async def update_tournament(
        self,
        tournament: str,
        *,
        name: str | None = None,
        about: str | None = None,
        settings: SettingsOrder | None = None,
        conditions: ConditionsOrder | None = None,
        schedule: ScheduleOrder | None = None,
        grace_ms: int | None = None,
        at_once: int | None = None,
    ) -> Tournament:
        """Change a tournament of one's own: what is None, or left out of its parts, stays; None in a part, before the start, is the default."""
        return await self._do(
            tournament_calls.update_tournament(
                tournament,
                name=name,
                about=about,
                settings=settings,
                conditions=conditions,
                schedule=schedule,
                grace_ms=grace_ms,
                at_once=at_once,
            )
        )

    async def conduct_tournament(self, tournament: str, do: Conduct, *, why: str | None = None) -> Tournament:
        """Open or close the entry, start, pause, resume or cancel a tournament of one's own."""
        return await self._do(tournament_calls.conduct_tournament(tournament, do, why=why))

    async def enter_tournament(
        self, tournament: str, *, account: str | None = None, level: Level | None = None
    ) -> Tournament:
        """Take part: oneself, or a bot of one's own (`account`), or, by the organizer, a bot of the house (`level`)."""
        return await self._do(tournament_calls.enter_tournament(tournament, account=account, level=level))

    async def withdraw_entrant(self, tournament: str, entrant: str, *, why: str | None = None) -> Tournament:
        """Take an entrant out: oneself, a bot of one's own, or anybody by the organizer."""
        return await self._do(tournament_calls.withdraw_entrant(tournament, entrant, why=why))

    async def invite_to_tournament(self, tournament: str, account: str) -> Tournament:
        """Let an account see and enter a tournament of one's own, and tell it."""
        return await self._do(tournament_calls.invite_to_tournament(tournament, account))

    async def correct_result(
        self,
        tournament: str,
        game: str,
        why: str,
        *,
        places: Sequence[int] | None = None,
        scores: Sequence[int] | None = None,
    ) -> TournamentGame:
        """Let a game count as something else, for a reason that everybody sees; without places it counts for nobody."""
        return await self._do(tournament_calls.correct_result(tournament, game, why, places=places, scores=scores))

    async def set_pairings(
        self,
        tournament: str,
        round: int,  # noqa: A002  (the word that the service has)
        pairings: Sequence[Sequence[str]],
    ) -> Tournament:
        """Make the next round of these pairings; who is in none of them rests."""
        return await self._do(tournament_calls.set_pairings(tournament, round, pairings))

    async def tournament_standings(self, tournament: str, *, unless: Standings | None = None) -> Standings:
        """The standings, with all statistics; as long as nothing has happened since `unless`, that is the answer, and nothing is sent."""
        return await self._do(tournament_calls.tournament_standings(tournament, unless=unless))

    async def tournament_games(
        self,
        tournament: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        round: int | None = None,  # noqa: A002  (the word that the service has)
        entrant: str | None = None,
        game: str | None = None,
        status: GameStatus | None = None,
    ) -> Page[TournamentGame]:
        """A part of the games of the rounds made so far, in the order of playing."""
        return await self._do(
            tournament_calls.tournament_games(
                tournament, cursor=cursor, limit=limit, round=round, entrant=entrant, game=game, status=status
            )
        )

    async def poll_tournament(
        self, tournament: str, *, after: int | None = None, wait_ms: int | None = None
    ) -> TournamentFrames:
        """The frames after a number, waited for where there are none yet; without a number where it stands."""
        return await self._do(tournament_calls.poll_tournament(tournament, after=after, wait_ms=wait_ms))

    async def export_tournament(self, tournament: str) -> TournamentExport:
        """Everything: settings, log and records, as `citadels tournament verify` reads it."""
        return await self._do(tournament_calls.export_tournament(tournament))

    async def make_webhook(self, tournament: str, url: str, *, kinds: Sequence[EntryKind] | None = None) -> Webhook:
        """Have the entries of the log sent to an address; the secret that signs them is told once."""
        return await self._do(tournament_calls.make_webhook(tournament, url, kinds=kinds))

    async def list_webhooks(self, tournament: str) -> Page[Webhook]:
        """The webhooks of a tournament of one's own, without their secrets."""
        return await self._do(tournament_calls.list_webhooks(tournament))

    async def delete_webhook(self, tournament: str, webhook: str) -> Webhook:
        """Send nothing more there."""
        return await self._do(tournament_calls.delete_webhook(tournament, webhook))

    async def replay_webhook(self, tournament: str, webhook: str, *, after: int = 0) -> Webhook:
        """Send everything after an entry of the log once more, each message under the id that it had."""
        return await self._do(tournament_calls.replay_webhook(tournament, webhook, after=after))

    async def list_deliveries(
        self, tournament: str, webhook: str, *, after: int | None = None, limit: int | None = None
    ) -> Page[Delivery]:
        """The latest attempts to deliver to a webhook, oldest first."""
        return await self._do(tournament_calls.list_deliveries(tournament, webhook, after=after, limit=limit))

    # ratings

    async def leaderboard(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        edition: Edition | None = None,
        players: int | None = None,
    ) -> Page[Ranked]:
        """A part of the leaderboard, of games of an edition and with so many players, or of all: the best first, then whose rating is provisional."""
        return await self._do(rating_calls.leaderboard(cursor=cursor, limit=limit, edition=edition, players=players))

    async def account_ratings(
        self, account: str, *, edition: Edition | None = None, players: int | None = None
    ) -> Page[Rating]:
        """The ratings of an account on every ladder on which it has played, each with its history."""
        return await self._do(rating_calls.account_ratings(account, edition=edition, players=players))

    async def head_to_head(
        self, account: str, other: str, *, edition: Edition | None = None, players: int | None = None
    ) -> HeadToHead:
        """The rated games in which both took part; the other may be `house:<level>`."""
        return await self._do(rating_calls.head_to_head(account, other, edition=edition, players=players))

    async def profile(self, account: str, *, edition: Edition | None = None, players: int | None = None) -> Profile:
        """What the rated games of an account come to, by seat and by character."""
        return await self._do(rating_calls.profile(account, edition=edition, players=players))
