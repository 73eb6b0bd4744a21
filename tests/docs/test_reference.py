"""docs/REFERENCE.md is what the docstrings say."""

from __future__ import annotations

import citadels_sdk
import pytest

from tools import reference

pytestmark = pytest.mark.interpreter


def test_the_page_is_what_the_docstrings_say() -> None:
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page(), "stale: python -m tools.reference"


def test_every_public_name_has_its_place() -> None:
    page = reference.PAGE.read_text(encoding="utf-8")
    for name in citadels_sdk.__all__:
        if not name.startswith("__"):
            assert f"### {name}\n" in page or f"### `citadels_sdk.{name}`\n" in page, name
