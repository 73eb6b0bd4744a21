"""The operations of a service as methods of `Client`: each is the call of the same name, performed.

The method of an operation is its id in the service's description, in snake case: `makeGuest` is `make_guest`. What two methods say of one
operation, here, in `AsyncCalls` and in the modules that make calls, is held together by a test.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Literal, TypeVar

from citadels_sdk.client import account_calls, game_calls, meta_calls, table_calls
from citadels_sdk.client.sync_tournament_calls import TournamentCalls

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from citadels_sdk.bot import Accepts
    from citadels_sdk.client.game_calls import Move
    from citadels_sdk.client.meta_calls import Language
    from citadels_sdk.client.models import (
        Committed,
        Decision,
        Edition,
        InviteLink,
        Level,
        Owed,
        Page,
        Position,
        Scope,
        Start,
        Status,
        Table,
        TableSetup,
        Timeout,
        Visibility,
    )
    from citadels_sdk.client.models_account import (
        Account,
        BotAccount,
        Character,
        Credential,
        District,
        Guest,
        Health,
        Limits,
        ProblemKind,
        Rules,
        Scenario,
        Statistics,
    )
    from citadels_sdk.client.models_replay import Reason, Replay
    from citadels_sdk.client.models_stream import Frames
    from citadels_sdk.client.records import RecordPage, RecordText
    from citadels_sdk.client.request_cycle import Call
    from citadels_sdk.client.table_calls import ClockOrder, SeatOrder, SeatWord

__all__ = ["Calls"]

T = TypeVar("T")


class Calls(TournamentCalls):
    """All operations but the streams."""

    @abstractmethod
    def _do(self, call: Call[T]) -> T:
        """Perform a call."""
        raise NotImplementedError

    # people

    def make_guest(self, *, name: str | None = None) -> Guest:
        """A new guest with a credential; where no name is given, one is made up."""
        return self._do(account_calls.make_guest(name=name))

    def make_account(self, name: str) -> Guest:
        """A new account with a credential, and a recovery code that is told once."""
        return self._do(account_calls.make_account(name))

    def claim_account(self, name: str) -> Guest:
        """The guest who asks becomes an account and keeps all his games."""
        return self._do(account_calls.claim_account(name))

    def recover_account(self, name: str, recovery: str) -> Guest:
        """A new credential, and a new recovery code, for whoever shows the one of the account."""
        return self._do(account_calls.recover_account(name, recovery))

    def get_me(self) -> Account:
        """The account of who asks."""
        return self._do(account_calls.get_me())

    def update_me(self, *, name: str | None = None, about: str | None = None) -> Account:
        """Change one's name, or what one says of oneself; what is None stays."""
        return self._do(account_calls.update_me(name=name, about=about))

    def get_account(self, account: str) -> Account:
        """One's own account, or that of an own bot."""
        return self._do(account_calls.get_account(account))

    def make_bot(self, name: str, *, about: str | None = None, accepts: Accepts | None = None) -> Guest:
        """A new bot of the account that asks, with a credential of its own."""
        return self._do(account_calls.make_bot(name, about=about, accepts=accepts))

    def list_bots(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        present: bool | None = None,
        edition: Edition | None = None,
        players: int | None = None,
        rated: bool | None = None,
        mine: bool = False,
    ) -> Page[BotAccount]:
        """A part of the list of bots that fit."""
        return self._do(
            account_calls.list_bots(
                cursor=cursor, limit=limit, present=present, edition=edition, players=players, rated=rated, mine=mine
            )
        )

    def get_bot(self, bot: str) -> BotAccount:
        """A bot, what it accepts, and whether it is there."""
        return self._do(account_calls.get_bot(bot))

    def update_bot(
        self, bot: str, *, name: str | None = None, about: str | None = None, accepts: Accepts | None = None
    ) -> BotAccount:
        """Change an own bot; what is None stays, and `accepts` is replaced whole."""
        return self._do(account_calls.update_bot(bot, name=name, about=about, accepts=accepts))

    def retire_bot(self, bot: str) -> BotAccount:
        """End an own bot: its credentials end and its name is free, its games stay."""
        return self._do(account_calls.retire_bot(bot))

    def list_credentials(self, *, account: str | None = None) -> Page[Credential]:
        """One's own credentials, or those of an own bot, newest first, without their secrets."""
        return self._do(account_calls.list_credentials(account=account))

    def make_credential(
        self,
        *,
        name: str | None = None,
        scopes: Sequence[Scope] | None = None,
        days: int | None = None,
        account: str | None = None,
        table: str | None = None,
    ) -> Credential:
        """A new credential for oneself or an own bot, good for what its scopes say; its secret is told once."""
        return self._do(
            account_calls.make_credential(name=name, scopes=scopes, days=days, account=account, table=table)
        )

    def rotate_credential(self, credential: str, *, overlap_s: int = 0) -> Credential:
        """A new credential in place of one that stays good for so many seconds more."""
        return self._do(account_calls.rotate_credential(credential, overlap_s=overlap_s))

    def revoke_credential(self, credential: str) -> Credential:
        """End a credential within a second, on open streams too."""
        return self._do(account_calls.revoke_credential(credential))

    # tables

    def create_table(
        self,
        *,
        name: str | None = None,
        edition: Edition = "modern",
        players: int = 4,
        scenario: str | None = None,
        cast: Sequence[str] | None = None,
        uniques: Sequence[str] | None = None,
        bonus: Sequence[str] = (),
        rank9: bool | None = None,
        substitutes: Sequence[str] = (),
        options: Mapping[str, bool | int | str] | None = None,
        crown: int | None = None,
        seats: Sequence[SeatOrder | SeatWord] = (),
        clock: ClockOrder | None = None,
        timeout: Timeout | None = None,
        visibility: Visibility | None = None,
        spectator_delay_ms: int | None = None,
        rated: bool = False,
        start: Start | None = None,
        seed: str | None = None,
    ) -> Table:
        """A new table; a seat is `you`, `open`, the level of an AI, or a `SeatOrder`, and those that are left out are open."""
        return self._do(
            table_calls.create_table(
                name=name,
                edition=edition,
                players=players,
                scenario=scenario,
                cast=cast,
                uniques=uniques,
                bonus=bonus,
                rank9=rank9,
                substitutes=substitutes,
                options=options,
                crown=crown,
                seats=seats,
                clock=clock,
                timeout=timeout,
                visibility=visibility,
                spectator_delay_ms=spectator_delay_ms,
                rated=rated,
                start=start,
                seed=seed,
            )
        )

    def preview_table(
        self,
        *,
        edition: Edition = "modern",
        players: int = 4,
        scenario: str | None = None,
        cast: Sequence[str] | None = None,
        uniques: Sequence[str] | None = None,
        bonus: Sequence[str] = (),
        rank9: bool | None = None,
        substitutes: Sequence[str] = (),
        options: Mapping[str, bool | int | str] | None = None,
        crown: int | None = None,
    ) -> TableSetup:
        """The cast, the districts and the options that a table of this order would have, and where you may choose otherwise; nothing is made."""
        return self._do(
            table_calls.preview_table(
                edition=edition,
                players=players,
                scenario=scenario,
                cast=cast,
                uniques=uniques,
                bonus=bonus,
                rank9=rank9,
                substitutes=substitutes,
                options=options,
                crown=crown,
            )
        )

    def list_tables(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: Status | None = None,
        edition: Edition | None = None,
        players: int | None = None,
        rated: bool | None = None,
        mine: bool = False,
    ) -> Page[Table]:
        """A part of the list of tables that fit, newest first: open ones where no status is given, and of one's own all."""
        return self._do(
            table_calls.list_tables(
                cursor=cursor, limit=limit, status=status, edition=edition, players=players, rated=rated, mine=mine
            )
        )

    def get_table(self, table: str, *, invite: str | None = None) -> Table:
        """A table; a private one is seen by whoever sits there or shows the secret of an invitation."""
        return self._do(table_calls.get_table(table, invite=invite))

    def join_table(self, table: str, *, seat: int | None = None, invite: str | None = None) -> Table:
        """Take a seat: the one that is named, the one that is kept for who asks, or the first that is free."""
        return self._do(table_calls.join_table(table, seat=seat, invite=invite))

    def leave_table(self, table: str) -> Table:
        """Give the seat back, before the game has started."""
        return self._do(table_calls.leave_table(table))

    def start_table(self, table: str) -> Table:
        """Deal, at a table that waits for its maker."""
        return self._do(table_calls.start_table(table))

    def abort_table(self, table: str) -> Table:
        """End an open table, which its maker may, or a game before its first turn, which its players may."""
        return self._do(table_calls.abort_table(table))

    def resign_table(self, table: str) -> Table:
        """Give up: the seat is played on harmlessly and placed after all who stayed."""
        return self._do(table_calls.resign_table(table))

    def rematch_table(self, table: str) -> Table:
        """A new table like this one, with seats kept for its players."""
        return self._do(table_calls.rematch_table(table))

    def make_invite_link(self, table: str) -> InviteLink:
        """A secret that lets its holder see and join the table."""
        return self._do(table_calls.make_invite_link(table))

    def invite_to_table(self, table: str, account: str, *, seat: int | None = None) -> Table:
        """Keep a seat for an account, of a person or a bot, and tell it."""
        return self._do(table_calls.invite_to_table(table, account, seat=seat))

    def decline_invitation(self, table: str) -> Table:
        """Give the seat back that is kept for one."""
        return self._do(table_calls.decline_invitation(table))

    def seat_ai(self, table: str, seat: int, *, level: Level = "greedy") -> Table:
        """Give a free seat to an AI of the house."""
        return self._do(table_calls.seat_ai(table, seat, level=level))

    def quick_match(
        self,
        *,
        edition: Edition = "modern",
        players: int = 4,
        clock: ClockOrder | None = None,
        rated: bool = False,
        ai_fill: Level | None = None,
    ) -> Table:
        """Sit down at the next table of a kind, or make one; with `ai_fill` AIs take the other seats and the game starts."""
        return self._do(
            table_calls.quick_match(edition=edition, players=players, clock=clock, rated=rated, ai_fill=ai_fill)
        )

    # games

    def get_position(self, table: str, *, invite: str | None = None, unless: Position | None = None) -> Position:
        """The game as one may know it; as long as nothing has happened since `unless`, that is the answer, and nothing is sent."""
        return self._do(game_calls.get_position(table, invite=invite, unless=unless))

    def get_decision(self, table: str, *, invite: str | None = None) -> Decision:
        """The decision awaited; for the seat that is asked with all legal actions."""
        return self._do(game_calls.get_decision(table, invite=invite))

    def submit_actions(
        self, table: str, n: int, actions: Move | Sequence[Move], *, key: str | None = None
    ) -> Committed:
        """Answer decision `n` with an action, or with a series; sent again under one key until the outcome is known."""
        return self._do(game_calls.submit_actions(table, n, actions, key=key))

    def why_not(self, table: str, actions: Sequence[str], *, invite: str | None = None) -> Page[Reason]:
        """Of each action, as its text, whether one could take it now, and else the rule that stands in its way."""
        return self._do(game_calls.why_not(table, actions, invite=invite))

    def list_owed(self) -> Page[Owed]:
        """The decisions that one owes, at all tables, the most urgent first."""
        return self._do(game_calls.list_owed())

    def poll_table(
        self,
        table: str,
        *,
        after: int | None = None,
        wait_ms: int | None = None,
        invite: str | None = None,
        positions: bool = False,
    ) -> Frames:
        """The frames after a number, waited for where there are none yet; without a number a full view."""
        return self._do(game_calls.poll_table(table, after=after, wait_ms=wait_ms, invite=invite, positions=positions))

    def get_record(self, table: str, *, invite: str | None = None) -> RecordText:
        """The record of a game that is over."""
        return self._do(game_calls.get_record(table, invite=invite))

    def replay(
        self,
        table: str,
        *,
        eyes: int | Literal["all"] | None = None,
        after: int | None = None,
        limit: int | None = None,
        invite: str | None = None,
    ) -> Replay:
        """Some moments of a game that is over: with the eyes of a seat as it saw them then, of spectators, or of `"all"`."""
        return self._do(game_calls.replay(table, eyes=eyes, after=after, limit=limit, invite=invite))

    def export_records(self, *, cursor: str | None = None, limit: int | None = None) -> RecordPage:
        """The records of public games that are over, newest first; `next` is where to go on."""
        return self._do(game_calls.export_records(cursor=cursor, limit=limit))

    # the box, and the service itself

    def list_characters(self, *, edition: Edition = "modern", lang: Language = "en") -> Page[Character]:
        """An edition's characters by rank."""
        return self._do(meta_calls.list_characters(edition=edition, lang=lang))

    def list_districts(self, *, edition: Edition = "modern", lang: Language = "en") -> Page[District]:
        """An edition's districts."""
        return self._do(meta_calls.list_districts(edition=edition, lang=lang))

    def list_scenarios(self, *, edition: Edition = "modern", lang: Language = "en") -> Page[Scenario]:
        """The rulebook's scenarios for an edition."""
        return self._do(meta_calls.list_scenarios(edition=edition, lang=lang))

    def get_rules(self) -> Rules:
        """The number of the rules, and the options of each edition."""
        return self._do(meta_calls.get_rules())

    def get_statistics(self) -> Statistics:
        """What was played here."""
        return self._do(meta_calls.get_statistics())

    def get_limits(self) -> Limits:
        """One's allowance, and what each operation costs."""
        return self._do(meta_calls.get_limits())

    def get_health(self) -> Health:
        """Whether the process lives; asked once."""
        return self._do(meta_calls.get_health())

    def get_readiness(self) -> Health:
        """Whether the process can work; asked once, an error where it cannot."""
        return self._do(meta_calls.get_readiness())

    def get_metrics(self) -> str:
        """The figures of the process, in the text format of Prometheus."""
        return self._do(meta_calls.get_metrics())

    def get_open_api(self) -> Mapping[str, object]:
        """The OpenAPI description of the service."""
        return self._do(meta_calls.get_open_api())

    def get_graphql_schema(self) -> str:
        """The schema of the service's GraphQL, in its definition language."""
        return self._do(meta_calls.get_graphql_schema())

    def get_problem(self, code: str) -> ProblemKind:
        """What a code of an error means."""
        return self._do(meta_calls.get_problem(code))
