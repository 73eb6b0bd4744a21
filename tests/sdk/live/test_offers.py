"""The parts of a client and of a run: what each module offers is there, and nothing stands there twice."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from citadels_sdk import live
from citadels_sdk.client import (
    account_calls,
    async_calls,
    async_client,
    async_tournament_calls,
    config,
    game_calls,
    meta_calls,
    models,
    models_account,
    models_ratings,
    models_replay,
    models_stream,
    models_tournament,
    operations,
    rate_limit,
    rating_calls,
    records,
    request_cycle,
    sse,
    stream,
    stream_kinds,
    sync_calls,
    sync_client,
    sync_tournament_calls,
    table_calls,
    tournament_calls,
    tournament_order,
    transport,
    unknown,
)
from citadels_sdk.live import (
    bot_executor,
    bot_run,
    identity,
    presence,
    retry,
    run_report,
    runner,
    saved_decisions,
    seat_search,
    server_clock,
    table_loop,
    table_state,
    table_stream,
    table_text,
    wakeup,
)

if TYPE_CHECKING:
    from types import ModuleType

MODULES = (
    live,
    async_calls,
    async_client,
    async_tournament_calls,
    sync_calls,
    sync_client,
    request_cycle,
    stream,
    game_calls,
    meta_calls,
    rating_calls,
    models,
    models_stream,
    models_account,
    models_ratings,
    models_replay,
    models_tournament,
    operations,
    rate_limit,
    account_calls,
    stream_kinds,
    records,
    retry,
    wakeup,
    server_clock,
    identity,
    presence,
    saved_decisions,
    run_report,
    bot_executor,
    runner,
    bot_run,
    table_stream,
    table_loop,
    table_text,
    table_state,
    seat_search,
    config,
    sse,
    table_calls,
    sync_tournament_calls,
    tournament_order,
    tournament_calls,
    unknown,
    transport,
)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_what_a_module_offers_is_there(module: ModuleType) -> None:
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert len(set(module.__all__)) == len(module.__all__)


def test_the_package_offers_what_its_modules_have_and_nothing_else() -> None:
    assert set(live._PLACES) <= set(live.__all__)
    for name in live.__all__:
        assert name in import_module(f"citadels_sdk.client.{live._PLACES.get(name, 'models')}").__all__, name
    with pytest.raises(AttributeError, match=r"module 'citadels_sdk\.live' has no attribute 'Nothing'"):
        live.Nothing  # noqa: B018  # it is only looked for
