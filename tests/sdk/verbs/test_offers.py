"""The verbs of `citadels`: what each module offers is there, and nothing stands there twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from citadels_sdk import verbs
from citadels_sdk.verbs import bot, bot_run, check, match, play, replay, tournament, verify, watch

if TYPE_CHECKING:
    from types import ModuleType

MODULES = (
    verbs,
    bot,
    check,
    match,
    play,
    replay,
    bot_run,
    tournament,
    verify,
    watch,
)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_what_a_module_offers_is_there(module: ModuleType) -> None:
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert len(set(module.__all__)) == len(module.__all__)
