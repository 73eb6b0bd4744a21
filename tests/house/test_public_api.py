"""Public is what `__all__` says: every name in it exists, and nothing else is offered by accident."""

import importlib
import types

import pytest

PACKAGES = ["citadels_engine", "citadels_sdk"]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_exists(package: str) -> None:
    module = importlib.import_module(package)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_the_list_is_in_order_and_says_nothing_twice(package: str) -> None:
    names = importlib.import_module(package).__all__
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_else_is_offered(package: str) -> None:
    module = importlib.import_module(package)
    offered = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType) and name != "annotations"
    }
    assert offered - set(module.__all__) == set()
