"""How the toolkit is used, with the types that its users see: read by type checkers, never run."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Literal, assert_type

from citadels_engine import Action
from citadels_engine.formats.record import Record, Verdict
from citadels_sdk import AsyncClient, Bot, Client, Game, Unknown, View, errors, play
from citadels_sdk.live import (
    AsyncStream,
    BankClock,
    BotAccount,
    Committed,
    CorrespondenceClock,
    Decision,
    DecisionClock,
    EndFrame,
    EventsFrame,
    Guest,
    InvitedNotice,
    LegalAction,
    NoClock,
    OwedNotice,
    Page,
    Player,
    Position,
    RecordText,
    SnapshotNotice,
    Standing,
    Standings,
    Stream,
    Table,
    TableNotice,
    Tournament,
    TournamentExport,
    TournamentFrame,
    TournamentGame,
    TournamentNotice,
    ViewFrame,
)

Frame = ViewFrame | EventsFrame | EndFrame | Unknown
Notice = SnapshotNotice | TableNotice | OwedNotice | InvitedNotice | TournamentNotice | Unknown


class First(Bot):
    def choose(self, view: View) -> Action:
        assert_type(view.actions, tuple[Action, ...])
        return view.actions[0]


def a_local_game() -> None:
    assert_type(play([First, "greedy", "random", "random"], seed="an example"), Game)


def one_after_the_other(client: Client) -> None:
    assert_type(client.make_guest(name="ann"), Guest)
    assert_type(client.make_guest().credential.secret, str | None)
    table = client.create_table(players=4, seats=["you", "greedy", "greedy", "open"], clock=DecisionClock(limit_ms=500))
    assert_type(table, Table)
    assert_type(table.status, Literal["open", "running", "over", "aborted"] | Unknown)
    assert_type(table.clock, NoClock | DecisionClock | BankClock | CorrespondenceClock | Unknown)
    assert_type(table.seats[0].player, Player | None)
    if isinstance(table.clock, BankClock):
        assert_type(table.clock.bank_ms, int)
    assert_type(client.list_bots(present=True), Page[BotAccount])
    assert_type(client.list_bots().items, tuple[BotAccount, ...])
    assert_type(client.all_tables(mine=True), Iterator[Table])
    position = client.get_position(table.id)
    assert_type(position, Position)
    assert_type(position.view(), View)
    assert_type(position.told, Mapping[str, object])
    assert_type(position.decision, Decision | None)
    if position.decision is not None and position.decision.actions is not None:
        assert_type(position.decision.actions[0], LegalAction)
        assert_type(position.decision.actions[0].price, int)
        answer = client.submit_actions(table.id, position.decision.n, position.decision.actions[0])
        assert_type(answer, Committed)
        client.submit_actions(table.id, answer.n, ["gold", {"verb": "end"}], key="k1")
    frames = client.follow_table(table.id, after=0)
    assert_type(frames, Stream[Frame])
    for frame in frames:
        assert_type(frame, Frame)
        if not isinstance(frame, Unknown):
            assert_type(frame.number, int)
    for notice in client.follow_me():
        assert_type(notice, Notice)
    record = client.get_record(table.id)
    assert_type(record, RecordText)
    assert_type(record.record, Record)
    assert_type(record.verify(), Verdict)


def tournaments(client: Client) -> None:
    made = client.make_tournament(
        "the cup", settings={"format": "swiss", "seats": 4, "order": ["points", "lot"]}, house=["greedy"]
    )
    assert_type(made, Tournament)
    assert_type(client.all_tournaments(format="arena"), Iterator[Tournament])
    for game in client.all_tournament_games(made.id, status="over"):
        assert_type(game, TournamentGame)
        assert_type(client.correct_result(made.id, game.id, "a reason", places=(1, 2, 3, 4)), TournamentGame)
    standings = client.tournament_standings(made.id)
    assert_type(standings, Standings)
    assert_type(standings.standings[0], Standing)
    frames = client.follow_tournament(made.id, after=standings.number)
    assert_type(frames, Stream[TournamentFrame])
    for frame in frames:
        if not isinstance(frame, Unknown):
            assert_type(frame.standings, tuple[Standing, ...] | None)
    assert_type(client.export_tournament(made.id), TournamentExport)


async def many_at_once(client: AsyncClient) -> None:
    assert_type(await client.make_guest(), Guest)
    table = await client.quick_match(players=3, ai_fill="planner")
    assert_type(table, Table)
    assert_type(await client.get_position(table.id), Position)
    assert_type(await client.submit_actions(table.id, 3, "gold"), Committed)
    assert_type(client.all_bots(), AsyncIterator[BotAccount])
    frames = client.follow_table(table.id)
    assert_type(frames, AsyncStream[Frame])
    async with frames:
        async for frame in frames:
            assert_type(frame, Frame)


def what_can_go_wrong(client: Client) -> None:
    try:
        client.submit_actions("game_1", 3, "gold")
    except errors.IllegalMove as error:
        assert_type(error.legal, tuple[str, ...])
        assert_type(error.rule, str | None)
    except errors.Conflict as error:
        assert_type(error.n, int | None)
    except errors.ServiceError as error:
        assert_type(error.code, str)
        assert_type(error.status, int | None)
        assert_type(error.retry_after, float | None)
        assert_type(error.request_id, str | None)
