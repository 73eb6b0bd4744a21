"""R14: whatever is sent, no answer is a server's error, nothing unexpected is logged, what is refused has changed nothing."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import structlog
from citadels_api.accounts import service as account_service
from citadels_api.bots import service as bot_service
from citadels_api.http import content
from citadels_api.play import service as play
from citadels_api.rest import dispatch

from tests.promises.mutating import MUTATIONS, Wanted, mutated
from tests.promises.r14 import SIZES, Size, Straight, over_network, straight
from tests.support.marks import PLANTED
from tests.support.telling import chosen

if TYPE_CHECKING:
    from collections.abc import Callable

ENOUGH = 1_500
"""Finds a fault that was planted in an operation that is asked alone."""
MOST = 40_000
"""In one test; the proof sends all of them."""


@pytest.mark.heavy
def test_requests_gone_wrong_are_refused_and_change_nothing(record_property: Callable[[str, object], None]) -> None:
    sent = straight(1, min(MOST, chosen(SIZES).straight))
    record_property("requests", sent.requests)
    assert sent.faults == []
    assert len(sent.operations) == 144
    assert {"200", "201", "400", "401", "403", "404", "405", "406", "409", "413", "415", "422"} <= set(sent.statuses)


@pytest.mark.heavy
def test_no_process_stumbles_over_what_comes_in(record_property: Callable[[str, object], None]) -> None:
    sent = asyncio.run(over_network(chosen(SIZES).network))
    record_property("requests", sent.requests)
    assert sent.faults == []
    assert {"200", "400", "401", "404", "405", "413", "415"} <= set(sent.statuses)


@pytest.mark.parametrize("change", MUTATIONS, ids=lambda change: change.__name__)
def test_each_change_changes_requests(change: Callable[[Wanted, Random], Wanted]) -> None:
    chance = Random(1)
    body = b'{"query": "{ me { id } }", "n": 1, "actions": ["gold"]}'
    good = Wanted("one", "POST", "/graphql", (("Content-Type", "application/json"),), body)
    changed = {change(good, chance) for _ in range(50)}
    assert len(changed - {good}) > 5
    assert mutated(good, Random(3)) == mutated(good, Random(3))


def test_sends_as_much_as_promised() -> None:
    assert SIZES["full"] == Size(1_000_000, 20_000, 100)
    assert SIZES["ci"].straight + SIZES["ci"].network >= 4_000


# --- planted faults --------------------------------------------------------------------------------------------------


def faults(*only: str) -> list[str]:
    return asyncio.run(Straight(Random(5), *only).run(ENOUGH)).faults


@pytest.mark.heavy
@PLANTED
def test_finds_a_field_that_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = account_service.update_account

    async def trusting(house: Any, who: Any, **named: Any) -> Any:
        if named.get("about") not in (None, "me"):
            raise ValueError("this was not thought of")
        return await honest(house, who, **named)

    monkeypatch.setattr(account_service, "update_account", trusting)
    assert any("500" in fault for fault in faults("updateMe"))


@pytest.mark.heavy
@PLANTED
def test_finds_a_header_that_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = content.choose
    monkeypatch.setattr(
        dispatch, "choose", lambda media, said: honest(media, said) if said is None or b"x" not in said else 1 / 0
    )
    assert any("500" in fault for fault in faults("getMe", "followMe"))


@pytest.mark.heavy
@PLANTED
def test_finds_what_is_written_before_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = play.submit

    async def eager(house: Any, who: Any, table: str, **named: Any) -> Any:
        await house.store.rank("seen", table, 1)
        return await honest(house, who, table, **named)

    monkeypatch.setattr(play, "submit", eager)
    assert any("yet something was written" in fault for fault in faults("submitActions"))


@pytest.mark.heavy
@PLANTED
def test_finds_an_error_that_is_only_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = bot_service.bots

    async def noisy(*rest: Any, **named: Any) -> Any:
        structlog.get_logger("noise").error("unexpected")
        return await honest(*rest, **named)

    monkeypatch.setattr(bot_service, "bots", noisy)
    assert any(fault.startswith("logged:") for fault in faults("listBots"))
