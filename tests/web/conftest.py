"""What all tests of the page in one process share: it is started with the first test that asks for it, and ended after the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def verifier() -> Iterator[Verifier]:
    """The page's verification, in one process of node."""
    with Verifier() as asked:
        yield asked
