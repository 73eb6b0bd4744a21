"""The parts of a tournament: what each module offers is there, and nothing stands there twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from citadels_sdk.tournaments import (
    board,
    described,
    driving,
    event,
    event_file,
    fields,
    folder,
    hands,
    keeping,
    live_event,
    reaching,
    recording,
    refolding,
    replaying,
    running,
    saved,
    screen,
    seating,
    staff,
    telling,
    verdict,
    verifying,
)

if TYPE_CHECKING:
    from types import ModuleType

MODULES = (
    board,
    described,
    driving,
    event,
    event_file,
    fields,
    folder,
    hands,
    keeping,
    live_event,
    reaching,
    recording,
    refolding,
    replaying,
    running,
    saved,
    screen,
    seating,
    staff,
    telling,
    verdict,
    verifying,
)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_what_a_module_offers_is_there(module: ModuleType) -> None:
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert len(set(module.__all__)) == len(module.__all__)
