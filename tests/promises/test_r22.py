"""The service holds in simulated worlds (R22), and the simulation finds the mistakes that are made on purpose."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import citadels_api
import citadels_workers
import pytest

from tests.promises import r22
from tests.promises.simulation.mistakes import MISTAKES
from tests.promises.simulation.shrinking import first_failing, read, shrink
from tests.promises.simulation.virtual_time import doors, load_all
from tests.promises.simulation.weather import KINDS
from tests.promises.simulation.world import run
from tests.support.telling import chosen
from tests.support.telling import run as carry_out

if TYPE_CHECKING:
    from collections.abc import Iterator


FOUND_WITHIN = 40
"""In so many worlds a mistake shows."""


@pytest.fixture(scope="module")
def worlds() -> Iterator[Any]:
    """Worlds in a process of their own: what they replace, others in this one use."""
    with r22.pool(1) as pool:
        yield lambda what, *told, **named: pool.submit(what, *told, **named).result()


@pytest.mark.heavy
def test_every_world_comes_to_its_end() -> None:
    found = carry_out(r22.prove(chosen(r22.SIZES), print))
    assert not found.faults
    assert found.figures["worlds"] == chosen(r22.SIZES).worlds


@pytest.mark.parametrize("name", MISTAKES)
@pytest.mark.heavy
def test_the_simulation_finds(worlds: Any, name: str) -> None:
    assert worlds(first_failing, range(FOUND_WITHIN), mistake=name) is not None


def test_the_same_seed_is_the_same_world(worlds: Any) -> None:
    one, two, other = worlds(run, 8), worlds(run, 8), worlds(run, 9)
    assert (one.digest, one.met) == (two.digest, two.met)
    assert one.digest != other.digest


def test_worlds_that_failed_once_hold_now(worlds: Any) -> None:
    kept = [read(line) for line in r22.KEPT.read_text().splitlines() if not line.startswith("#")]
    assert [one.line for one in kept if worlds(run, one.seed, without=one.without, until=one.until).faults] == []


@pytest.mark.heavy
def test_a_world_that_fails_is_shrunk_to_what_it_needs(worlds: Any) -> None:
    mistake = "silence_is_consent"
    failing = worlds(first_failing, range(FOUND_WITHIN), mistake=mistake)
    small = worlds(shrink, failing, mistake=mistake)
    needed = set(KINDS) - set(small.without)
    assert "store answer lost" in needed, "without it this mistake does no harm"
    assert len(needed) < len(KINDS) / 2
    assert read(small.line) == small
    assert worlds(run, small.seed, without=small.without, until=small.until, mistake=mistake).faults
    assert not worlds(run, small.seed, without=small.without, until=small.until).faults


def test_time_and_chance_are_reached_through_doors_that_open() -> None:
    """Each module that names `time` or `secrets` is reached; none imports a function of them by name."""
    load_all()
    reached = {module.__name__ for name in ("time", "secrets") for module, _ in doors(name)}
    for package in (citadels_api, citadels_workers):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name.endswith("__main__"):
                continue
            text = Path(str(importlib.import_module(found.name).__file__)).read_text()
            assert not re.search(r"^\s*from (time|secrets|random) import", text, re.MULTILINE), found.name
            if re.search(r"^import (time|secrets)$", text, re.MULTILINE):
                assert found.name in reached
