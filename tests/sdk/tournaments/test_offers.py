"""The parts of a tournament: what each module offers is there, and nothing stands there twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from citadels_sdk.pool import heartbeat, tournament_pool
from citadels_sdk.tournaments import (
    event,
    event_file,
    event_spec,
    executors,
    folder,
    game_run,
    live_event,
    local_run,
    log_check,
    outputs,
    record_check,
    record_writer,
    sandbox_check,
    scheduler,
    screen,
    spec_fields,
    storage,
    verification,
    verify_report,
)

if TYPE_CHECKING:
    from types import ModuleType

MODULES = (
    heartbeat,
    event_spec,
    scheduler,
    event,
    event_file,
    spec_fields,
    outputs,
    executors,
    storage,
    live_event,
    sandbox_check,
    record_writer,
    log_check,
    record_check,
    local_run,
    folder,
    screen,
    game_run,
    tournament_pool,
    verify_report,
    verification,
)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_what_a_module_offers_is_there(module: ModuleType) -> None:
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert len(set(module.__all__)) == len(module.__all__)
