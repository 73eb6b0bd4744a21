"""The parts of a client and of a run: what each module offers is there, and nothing stands there twice."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest
from citadels_sdk import client, live

MODULES = [f"{package.__name__}.{found.name}" for package in (client, live) for found in iter_modules(package.__path__)]


@pytest.mark.parametrize("name", [*MODULES, "citadels_sdk.live"])
def test_what_a_module_offers_is_there(name: str) -> None:
    module = import_module(name)
    assert [one for one in module.__all__ if not hasattr(module, one)] == []
    assert len(set(module.__all__)) == len(module.__all__)


def test_the_package_offers_nothing_else() -> None:
    with pytest.raises(AttributeError, match=r"module 'citadels_sdk\.live' has no attribute 'Nothing'"):
        live.Nothing  # noqa: B018  # it is only looked for
