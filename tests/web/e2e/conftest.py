"""The one practice server and the one whole service of all tests in one process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.stage import up
from tests.web.e2e.support.practice_server import Ready

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.stage import Up


@pytest.fixture(scope="session")
def practice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """A running practice server."""
    with up(tmp_path_factory.mktemp("practice"), "--practice") as service:
        yield service


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """A running `citadels up`, which keeps what was done when it is ended and started again. No game runs on it but those that the tests play."""
    with up(tmp_path_factory.mktemp("up"), "--workers", "1", "--no-demo") as running:
        yield running


@pytest.fixture
def service(house: Up) -> Up:
    """The same, lent to a test, and started again where one before has left it ended."""
    if house.process is None:
        house.start()
    return house


@pytest.fixture(scope="module")
def ready(practice: Up) -> Ready:
    """The practice server, lent to the tests of a file: everything on it stands as it did at first."""
    practice.call("POST", "/v1/practice/reset", {})
    return Ready(practice)
