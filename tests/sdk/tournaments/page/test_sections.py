"""Each section of a tournament's page is as people have looked at it, in each format. Who changes one looks at it, and writes it anew."""

from __future__ import annotations

import functools
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from citadels_sdk.tournaments.event import Tournament
from citadels_sdk.tournaments.local_run import tournament
from citadels_sdk.tournaments.outputs import page_of
from citadels_sdk.tournaments.page import inflated, page_html, piece_html

from tests.support.kept import assert_kept
from tests.support.small_tournament import played, small

KEPT = Path(__file__).parent / "kept"
BOTS = ["greedy", "random", "greedy", "random", "random"]


@functools.cache
def event(form: str, **more: Any) -> Tournament:
    """A small one of that format."""
    bots = ["greedy", "random"] if form == "sequential" else BOTS
    return tournament(bots, format=form, seats=2, deals=1, seed="s", jobs=1, progress=False, **more)


def plain(page: str) -> list[str]:
    """The words of a page in lines, its numbers within drawings included, and no style."""
    body = re.sub(r"<style>.*?</style>|<script[^>]*>.*?</script>", "", page, flags=re.DOTALL)
    body = re.sub(r' style="[^"]*"|sha256-[\w+/=]+', "", body)
    body = re.sub(r"\b20\d\d-\d\d-\d\d\b", "DATE", body)
    return [
        line
        for line in re.sub(r"(?=<(?:section|tr|h[1-6]|p|li|caption|svg|nav|header|footer))", "\n", body).split("\n")
        if line
    ]


@pytest.mark.parametrize(
    ("form", "more"),
    [
        ("round-robin", ()), ("swiss", (("rounds", 2),)), ("knock-out", ()), ("gauntlet", ()), ("sequential", (("most", 24), ("bound", 0.2))),
        ("arena", (("most", 6), ("rounds", 3))), ("swiss", (("rounds", 2), ("odd", "fill"))),
    ],
)  # fmt: skip
def test_the_page_of_each_format_is_as_people_have_looked_at_it(
    form: str, more: tuple[tuple[str, object], ...]
) -> None:
    lines = plain(page_of(event(form, **dict(more)), 0))
    if form == "round-robin":
        assert_kept(
            KEPT / "page.txt",
            [re.sub(r'd="[^"]{80,}"', lambda told: sha256(told[0].encode()).hexdigest()[:8], line) for line in lines],
        )
    name = form if not dict(more).get("odd") else "filled"
    assert_kept(
        KEPT / f"{name}.txt",
        [f"{re.sub('<[^>]*>', ' ', line).strip()[:60]} {sha256(line.encode()).hexdigest()[:8]}" for line in lines],
    )


def test_the_games_that_a_page_carries_are_as_they_were_stepped_through() -> None:
    page = inflated(page_of(Tournament.load(small()), 2))
    blocks = re.findall(r'<script type="text/plain" id="([\w-]+)">(.*?)</script>', page, flags=re.DOTALL)
    assert_kept(
        KEPT / "carried.txt", [f"{name} {len(text)} {sha256(text.encode()).hexdigest()[:8]}" for name, text in blocks]
    )


def test_the_styles_are_as_they_were_looked_at() -> None:
    style = re.findall(r"<style>(.*?)</style>", page_of(played(), 0), flags=re.DOTALL)
    assert_kept(KEPT / "style.txt", [one + "}" for one in style[0].split("}")])


def test_a_page_that_is_named_dated_and_void_says_so() -> None:
    one = played()
    raw = {
        **one.described.to_json(),
        "name": "The <cup>",
        "date": "2026-01-31",
        "scenarios": ["first"],
        "edition": "classic",
    }
    named = page_html(raw, one.contest, one.summary, lambda _: None, 0)
    several = page_html({**raw, "name": "", "scenarios": ["a", "b"]}, one.contest, one.summary, lambda _: None, 0)
    piece = piece_html(raw, one.contest, one.summary)
    lines = [*plain(named)[:12], "--", *plain(several)[:8], "--", *plain(piece)]
    assert_kept(KEPT / "named.txt", lines)
