"""R12: every operation of both doors is tried by every principal; a new one without an expectation fails; what is revoked ends."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.accounts import account_store
from citadels_api.bots import service as bot_service
from citadels_api.credentials import service as credentials
from citadels_api.play import service as play
from citadels_api.rest import dispatch
from citadels_api.tables import lifecycle, serializer, transaction

from tests.promises import r12
from tests.promises.matrix import CASES, FIELDS
from tests.promises.r12 import MOST_S, SIZES, Matrix, Size, missing, revoke, try_all, try_some
from tests.promises.scenes import PRINCIPALS
from tests.support.marks import PLANTED
from tests.support.telling import chosen, slack

if TYPE_CHECKING:
    from collections.abc import Callable


def tried(*operations: str) -> list[str]:
    matrix = asyncio.run(try_some(*operations))
    assert matrix.tried.total() == len(operations) * len(PRINCIPALS)
    return matrix.faults


@pytest.mark.heavy
def test_nobody_comes_in_who_may_not_and_everybody_who_may() -> None:
    matrix = asyncio.run(try_all())
    assert matrix.faults == []
    assert matrix.tried.total() == (len(CASES) + len(FIELDS) + 1) * len(PRINCIPALS)
    assert matrix.tried["ok"] < matrix.tried.total() / 2


def test_every_operation_and_every_field_has_an_entry() -> None:
    assert missing() == []


@pytest.mark.heavy
@PLANTED
def test_a_new_operation_without_an_entry_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(CASES, "getTable")
    monkeypatch.delitem(FIELDS, "Query.owed")
    assert [one.partition(":")[0] for one in missing()] == ["getTable", "Query.owed"]


NODES = "query Q($a: ID!, $c: ID!) { account: node(id: $a) { id } credential: node(id: $c) { id } }"


async def nodes_by_everybody() -> dict[str, list[str]]:
    """Which of an account and a credential each principal is shown under their ids."""
    matrix = Matrix()
    scene = await matrix.ground(CASES["getMe"])
    told = {}
    for principal in PRINCIPALS:
        variables = {"a": scene.names["account"], "c": scene.names["credential"]}
        answer = await matrix.place.door.ask(
            "POST", "/graphql", secret=scene.secrets[principal], body={"query": NODES, "variables": variables}
        )
        told[principal] = [name for name, node in (answer.json().get("data") or {}).items() if node is not None]
    return told


@pytest.mark.heavy
def test_an_id_alone_shows_nothing_of_an_account_or_a_credential() -> None:
    shown = {principal: names for principal, names in asyncio.run(nodes_by_everybody()).items() if names}
    own = ["account"]
    assert shown == {
        "owner": ["account", "credential"], "wrong scope": own, "this table only": own, "another table only": own
    }  # fmt: skip


@pytest.mark.heavy
def test_where_nothing_is_planted_nothing_is_found() -> None:
    assert tried("exportRecords", "getTable", "startTable", "getPosition", "updateBot") == []


# --- planted holes ---------------------------------------------------------------------------------------------------


def open_door(*_: object, **__: object) -> None:
    """Whoever comes may enter."""


@pytest.mark.heavy
@PLANTED
@pytest.mark.parametrize(
    ("module", "name", "hole", "found"),
    [
        (dispatch, "covered", open_door, "exportRecords by nobody: ok, not unauthenticated"),
        (transaction, "may_see", lambda *_: True, "by spectator: ok, not not_found"),
        (lifecycle, "needs_creator", open_door, "startTable by other seat: ok, not forbidden"),
        (credentials, "good", lambda *_: True, "by revoked: ok, not expired"),
    ],
    ids=["scope", "private", "creator", "revoked"],
)
def test_finds_a_check_that_is_left_out(
    module: Any, name: str, hole: Callable[..., Any], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, hole)
    faults = tried("exportRecords", "getTable", "startTable", "getPosition")
    assert any(found in fault for fault in faults), faults[:10]


@pytest.mark.heavy
@PLANTED
def test_finds_a_credential_for_one_table_that_shows_another(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(table: Any, who: Any) -> int | None:
        for number, seat in enumerate(table.seats):
            if who is not None and seat.player is not None and seat.player.account == who.account:
                return number
        return None

    for module in (serializer, transaction, play):
        monkeypatch.setattr(module, "seat_of", careless)
    faults = tried("getPosition")
    assert any(fault.startswith("getPosition by another table only: ok") for fault in faults), faults[:10]


@pytest.mark.heavy
@PLANTED
def test_finds_a_refusal_that_comes_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot is changed first, and only then it is looked at whose it is."""
    honest = bot_service.update_bot

    async def late(house: Any, who: Any, bot: str, **named: Any) -> Any:
        account = await account_store.load_account(house, bot)
        assert account is not None
        account.about = "changed"
        await account_store.save_account(house, account)
        return await honest(house, who, bot, **named)

    monkeypatch.setattr(bot_service, "update_bot", late)
    faults = tried("updateBot")
    assert any("yet something has changed" in fault for fault in faults), faults[:10]


# --- revocation ------------------------------------------------------------------------------------------------------


@pytest.mark.heavy
def test_what_is_revoked_at_one_process_ends_at_another_within_a_second(
    record_property: Callable[[str, object], None],
) -> None:
    cuts = asyncio.run(revoke(chosen(SIZES)))
    record_property("longest_s", max(cut.seconds for cut in cuts))
    assert {cut.kind for cut in cuts} == set(r12.KINDS)
    assert [cut for cut in cuts if cut.seconds > MOST_S * slack() or not cut.told] == []


def test_tries_as_much_as_promised() -> None:
    assert {"quick": Size(1, 3), "ci": Size(2, 5), "full": Size(20, 9)} == SIZES
