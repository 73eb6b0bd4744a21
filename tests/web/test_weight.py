"""What comes over the wire before a page is seen stays small."""

from __future__ import annotations

import re

import pytest
from citadels_api.http.page import ADDRESSES
from citadels_api.http.page_files import Site, folder

SITE = Site(folder())
MOST = 200_000
NAMED = re.compile(rf'(?:href|src)="{SITE.base}([^"]+)"')


def on_the_wire(module: str) -> dict[str, int]:
    """The files that a page begins with, each with its bytes as a browser gets them; words in the longest of the languages."""
    page = SITE.page("index.html", f"pages/{module}_page.mjs")
    assert page is not None
    found = {"index.html": len(page.pressed or page.body)}
    words = [name for name in SITE.names if re.fullmatch(rf"i18n/fr/(core|{module})\.mjs", name)]
    for name in {*NAMED.findall(page.body.decode()), *words}:
        thing = SITE.file(name)
        if thing is not None:
            found[name] = len(thing.pressed or thing.body)
    return found


def test_the_first_page_weighs_less_than_it_may() -> None:
    weights = on_the_wire("home")
    assert {"main.mjs", "vendor/preact.mjs", "i18n/fr/core.mjs"} <= set(weights)
    assert sum(weights.values()) < MOST, sorted(weights.items(), key=lambda one: -one[1])[:10]


@pytest.mark.parametrize("module", sorted({name for _, name in ADDRESSES}))
def test_no_page_weighs_more_than_the_first_may(module: str) -> None:
    weights = on_the_wire(module)
    assert sum(weights.values()) < MOST, sorted(weights.items(), key=lambda one: -one[1])[:10]


def test_everything_that_the_page_names_is_there() -> None:
    page = SITE.page("index.html", "pages/home_page.mjs")
    assert page is not None
    assert [name for name in NAMED.findall(page.body.decode()) if SITE.file(name) is None] == []
