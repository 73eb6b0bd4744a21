"""A plugin of the suite: `--shuffle SEED` runs the tests in another order, folders, files and tests shuffled, the same for the same seed."""

from __future__ import annotations

import hashlib

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the seed."""
    parser.getgroup("order").addoption(
        "--shuffle", metavar="SEED", help="run folders, files and tests in an order that this says"
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle; what lies together stays together, since it may share what is costly to make."""
    seed = config.getoption("--shuffle")
    if seed is not None:
        items.sort(
            key=lambda item: [place(seed, str(item.path.parent)), place(seed, str(item.path)), place(seed, item.nodeid)]
        )


def place(seed: str, name: str) -> bytes:
    """Where something comes in the order of a seed."""
    return hashlib.sha256(f"{seed} {name}".encode()).digest()
