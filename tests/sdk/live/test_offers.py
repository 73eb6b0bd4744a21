"""The parts of a client and of a run: what each module offers is there, and nothing stands there twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from citadels_sdk import live
from citadels_sdk.live import (
    async_calls,
    async_client,
    async_tournament_calls,
    calls,
    client,
    core,
    following,
    games,
    house,
    ladder,
    models,
    models_follow,
    models_house,
    models_ratings,
    models_replay,
    models_tournament,
    operations,
    pacing,
    people,
    readings,
    recorded,
    run_asking,
    run_bell,
    run_clock,
    run_identity,
    run_presence,
    run_saved,
    run_telling,
    run_thinking,
    runner,
    running,
    seat_hearing,
    seat_playing,
    seat_words,
    seated,
    seating,
    session,
    sse,
    tables,
    tournament_calls,
    tournament_orders,
    tournaments,
    unknown,
    wire,
)

if TYPE_CHECKING:
    from types import ModuleType

MODULES = (
    live,
    async_calls,
    async_client,
    async_tournament_calls,
    calls,
    client,
    core,
    following,
    games,
    house,
    ladder,
    models,
    models_follow,
    models_house,
    models_ratings,
    models_replay,
    models_tournament,
    operations,
    pacing,
    people,
    readings,
    recorded,
    run_asking,
    run_bell,
    run_clock,
    run_identity,
    run_presence,
    run_saved,
    run_telling,
    run_thinking,
    runner,
    running,
    seat_hearing,
    seat_playing,
    seat_words,
    seated,
    seating,
    session,
    sse,
    tables,
    tournament_calls,
    tournament_orders,
    tournaments,
    unknown,
    wire,
)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_what_a_module_offers_is_there(module: ModuleType) -> None:
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert len(set(module.__all__)) == len(module.__all__)


def test_the_package_offers_what_its_modules_have_and_nothing_else() -> None:
    assert set(live._PLACES) <= set(live.__all__)
    for name in live.__all__:
        assert name in getattr(live, live._PLACES.get(name, "models")).__all__, name
    with pytest.raises(AttributeError, match=r"module 'citadels_sdk\.live' has no attribute 'Nothing'"):
        live.Nothing  # noqa: B018  # it is only looked for
