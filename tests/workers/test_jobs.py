"""The names of jobs: each leads to a function of the workers, the names of the release before too."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from citadels_api import jobs


def found(name: str) -> Any:
    """What RQ would call for a job of this name."""
    module, _, function = name.rpartition(".")
    return getattr(import_module(module), function)


@pytest.mark.parametrize("name", [jobs.PLAY_SEATS, jobs.PLAY_GAME])
def test_a_job_is_a_function_of_the_module_that_it_names(name: str) -> None:
    assert f"{found(name).__module__}.{found(name).__name__}" == name


@pytest.mark.parametrize(("former", "name"), jobs.FORMER.items())
def test_a_job_of_the_release_before_is_done_as_one_of_today(former: str, name: str) -> None:
    assert found(former) is found(name)
