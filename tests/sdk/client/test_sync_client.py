"""Both clients against the service over HTTP: every operation, whole games, streams that are cut, and everything closed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk import errors
from citadels_sdk.bot import Accepts
from citadels_sdk.client.operations import OPERATIONS
from citadels_sdk.live import (
    DecisionClock,
    EndFrame,
    EventsFrame,
    InvitedNotice,
    SeatOrder,
    SnapshotNotice,
    ViewFrame,
)

from tests.support.client_calls import OF_TOURNAMENTS
from tests.support.persons import name

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.persons import Person


def play(table: str, people: list[Person]) -> None:
    """Play to the end, at random."""
    chance = random.Random(table)
    while True:
        moved = False
        for one in people:
            position = one.get_position(table)
            if position.decision is not None and position.decision.actions is not None:
                assert position.view().n == position.decision.n
                committed = one.submit_actions(table, position.decision.n, chance.choice(position.decision.actions))
                assert (committed.outcome, committed.taken, committed.stopped) == ("ok", 1, None)
                moved = True
        if not moved:
            return


# everything


def test_every_operation_is_performed_and_read(client_of: Callable[[], Person]) -> None:
    one, two, nobody = client_of().guest(), client_of().guest(), client_of()
    # people
    account = nobody.make_account(name())
    again = nobody.recover_account(account.account.name, account.recovery)
    assert again.account == account.account
    one.claim_account(name())
    assert one.update_me(about="plays slowly").about == "plays slowly"
    me = one.get_me()
    assert one.get_account(me.id) == me
    made = one.make_bot(name(), about="a bot", accepts=Accepts(players=(2, 3), clocks=("bank",), rated=False))
    bot = one.get_bot(made.account.id)
    assert (bot.players, bot.clocks, bot.rated, bot.present) == ((2, 3), ("bank",), False, False)
    assert one.update_bot(bot.id, accepts=Accepts(editions=("classic",))).editions == ("classic",)
    assert bot.id in {found.id for found in nobody.list_bots(present=False, limit=50).items}
    assert [found.id for found in one.heard("all_bots", mine=True)] == [bot.id]
    assert one.retire_bot(bot.id).id == bot.id
    made = one.make_credential(name="laptop", scopes=["play"], days=7)
    assert made.secret
    rotated = one.rotate_credential(made.id, overlap_s=60)
    assert one.revoke_credential(rotated.id).revoked is not None
    assert {made.id, rotated.id} <= {found.id for found in one.list_credentials().items}
    # tables
    table = one.create_table(
        name="a table", players=3, seats=["you"], clock=DecisionClock(limit_ms=60_000), start="demand"
    )
    assert (table.clock, table.your_seat, table.start) == (DecisionClock(limit_ms=60_000), 0, "demand")
    link = one.make_invite_link(table.id)
    assert two.get_table(table.id, invite=link.invite).your_seat is None
    assert two.join_table(table.id, seat=2, invite=link.invite).your_seat == 2
    assert two.leave_table(table.id).your_seat is None
    one.invite_to_table(table.id, two.get_me().id, seat=2)
    two.decline_invitation(table.id)
    two.join_table(table.id)
    assert one.seat_ai(table.id, 2, level="random").seats[2].player.level == "random"
    assert one.start_table(table.id).status == "running"
    assert nobody.get_decision(table.id).actions is None
    assert one.abort_table(table.id).status == "aborted"
    assert one.quick_match(players=5).players == 5
    assert one.heard("all_tables", mine=True, most=3, status="open")[0].players == 5
    assert len(nobody.list_tables(status="open", limit=1).items) == 1
    # a game
    table = one.create_table(players=2, seats=["you", SeatOrder("reserved", account=two.get_me().id)])
    invited = two.heard("follow_me", after=0, most=3)
    assert {type(notice) for notice in invited} >= {SnapshotNotice, InvitedNotice}
    two.join_table(table.id)
    owed = [*one.list_owed().items, *two.list_owed().items]
    assert [each.table for each in owed] == [table.id]
    position = one.get_position(table.id)
    assert one.get_position(table.id, unless=position) is position
    assert isinstance(one.poll_table(table.id).items[0], ViewFrame)
    assert [(each.legal, each.rule) for each in nobody.why_not(table.id, ["gold"]).items] == [(False, "S6.3")]
    play(table.id, [one, two])
    assert nobody.poll_table(table.id, after=10**9, wait_ms=1).after == 10**9
    frames = two.heard("follow_table", table.id, after=0)
    assert isinstance(frames[-1], EndFrame)
    over = nobody.get_table(table.id)
    assert over.result is not None
    record = nobody.get_record(table.id)
    assert record.verify().ok
    assert [record.text] == [each.text for each in one.heard("all_records", most=1)]
    assert one.export_records(limit=1).next is not None
    again = nobody.replay(table.id, eyes=1, limit=3)
    assert [(each.n, each.do) for each in again.moments] == [(taken.n, taken.do) for taken in record.record.taken[:3]]
    rematch = one.rematch_table(table.id)
    assert two.get_table(table.id).rematch == rematch.id
    table = one.create_table(players=2, seats=["you", "greedy"])
    assert one.resign_table(table.id).seats[0].left == "resigned"
    # the house
    assert len(nobody.list_characters(lang="pt").items) == 27
    assert nobody.list_districts(edition="classic", lang="fr").items
    assert "Vicious Nobles (English rules, 2016/2021)" in [told.title for told in nobody.list_scenarios().items]
    setup = nobody.preview_table(players=3, substitutes=["tax_collector"])
    assert (setup.rank9, setup.cast[8], setup.places[0].choices) == (
        "always",
        "tax_collector",
        ("artist", "tax_collector"),
    )
    assert nobody.get_rules().editions["modern"]
    assert nobody.get_statistics().at
    assert one.get_limits().costs == {key: told.cost for key, told in OPERATIONS.items()}
    assert (nobody.get_health().status, nobody.get_readiness().status) == ("ok", "ok")
    assert "citadels_" in nobody.get_metrics()
    assert nobody.get_open_api()["openapi"] == "3.1.0"
    assert "type Query" in nobody.get_graphql_schema()
    assert nobody.get_problem("conflict").status == 409
    assert one.asked | two.asked | nobody.asked >= set(OPERATIONS) - OF_TOURNAMENTS  # those have a test of their own


def test_what_the_service_refuses_is_an_error_with_all_that_it_tells(client_of: Callable[[], Person]) -> None:
    one, two, nobody = client_of().guest(), client_of().guest(), client_of()
    table = one.create_table(players=2, seats=["you"])
    with pytest.raises(errors.NotStarted):
        one.get_position(table.id)
    assert one.join_table(table.id).your_seat == 0
    with pytest.raises(errors.NotSignedIn):
        nobody.join_table(table.id)
    two.join_table(table.id)
    asked, other = (one, two) if one.list_owed().items else (two, one)
    n = other.get_position(table.id).decision.n
    with pytest.raises(errors.IllegalMove) as illegal:
        asked.submit_actions(table.id, n, "build castle")
    assert illegal.value.legal == tuple(action.text for action in asked.get_decision(table.id).actions)
    assert illegal.value.request_id
    with pytest.raises(errors.NotYourTurn):
        other.submit_actions(table.id, n, "gold")
    with pytest.raises(errors.Conflict) as conflict:
        asked.submit_actions(table.id, n + 5, "gold")
    assert conflict.value.n == n
    first = asked.submit_actions(table.id, n, illegal.value.legal[0], key="k1")
    assert asked.submit_actions(table.id, n, illegal.value.legal[0], key="k1").replayed
    assert not first.replayed
    with pytest.raises(errors.KeyReused):
        asked.submit_actions(table.id, n, "gold", key="k1")
    with pytest.raises(errors.BadSetup):
        one.create_table(cast=["king", "king"])
    with pytest.raises(errors.Invalid) as invalid:
        one.create_table(players=99)
    assert invalid.value.errors[0][0] == "players"
    with pytest.raises(errors.NotFound):
        one.get_table("game_nothing")
    one.revoke_credential(one.list_credentials().items[0].id)
    with pytest.raises(errors.NotSignedIn):
        one.get_me()


@pytest.mark.heavy
def test_a_game_is_followed_while_it_is_played(client_of: Callable[[], Person]) -> None:
    one, two = client_of().guest(), client_of().guest()
    table = one.create_table(players=2, seats=["you"])
    first = one.heard("follow_table", table.id, most=1)[0]
    two.join_table(table.id)
    play(table.id, [one, two])
    frames = one.heard("follow_table", table.id, after=first.number)
    whole = one.heard("follow_table", table.id, after=0)
    numbers = [event.number for frame in frames for event in frame.events]
    assert numbers == list(range(first.number + 1, frames[-1].number + 1))
    assert whole[-len(frames) : -1] == frames[:-1]  # the end tells when it was asked for
    dealt = [frame.position for frame in frames if isinstance(frame, EventsFrame) and frame.position is not None]
    assert dealt[0].view().seat == 0


def test_what_concerns_one_comes_by_itself(client_of: Callable[[], Person]) -> None:
    one, two = client_of().guest(), client_of().guest()
    table = one.create_table(players=2, seats=["you", SeatOrder("reserved", account=two.get_me().id)])
    snapshot = one.heard("follow_me", most=1)[0]
    assert isinstance(snapshot, SnapshotNotice)
    assert snapshot.tables == (table.id,)
    two.join_table(table.id)
    owed = [each for who in (one, two) for each in who.list_owed().items]
    told = [each for who in (one, two) for each in who.heard("follow_me", most=1)[0].owed]
    assert told == owed
    assert [each.table for each in told] == [table.id]


# lists


def test_a_list_is_gone_through_over_all_its_parts(
    client_of: Callable[[], Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = client_of().guest()
    made = {one.create_table(players=2).id for _ in range(5)}
    whole = [table.id for table in one.list_tables(mine=True).items]
    assert set(whole) == made
    pages: Any = one.client.list_tables
    asked: list[int | None] = []

    def some(*, limit: int | None = None, **more: Any) -> Any:
        asked.append(limit)
        return pages(limit=2, **more)  # parts of two, whatever is asked for

    monkeypatch.setattr(one.client, "list_tables", some)
    assert [table.id for table in one.heard("all_tables", mine=True)] == whole
    assert asked == [100, 100, 100]
