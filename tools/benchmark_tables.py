"""The tables of pages whose every row is a figure of one run: `<!-- table: NAME -->`, written by `tools/benchmarks.py`."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from citadels_sdk.ratings import PARAMETERS, Rating

HOUSE: Final = {0.5: "half of the house", 0.0: "never of the house"}


def anchors(figures: Mapping[str, Any]) -> list[str]:
    """How strong the levels of the house are."""
    lines = ["| level | shown | 95 % | `mu` |", "|---|---|---|---|"]
    for level in ("planner", "greedy", "random"):
        one = figures["levels"][level]
        name = "planner, 100 playouts a decision" if level == "planner" else level
        low, high = shown(one["low"]), shown(one["high"])
        reach = "the middle" if one["mu"] == PARAMETERS["mu"] else f"{low} to {high}"
        lines.append(f"| {name} | {shown(one['mu'])} | {reach} | {one['mu']:.1f} |")
    return lines


def ladder_intervals(figures: Mapping[str, Any]) -> list[str]:
    """How often an interval of the ladder holds the strength, and how far a rating is off."""
    lines = [
        "| the other seats | players | holds the strength after 1, 10, 20, 50, 100 games | off after 20, 100 games |",
        "|---|---|---|---|",
    ]
    for one in figures["seasons"]:
        held = ", ".join(percent(one["after"][games]["held"]) for games in ("1", "10", "20", "50", "100"))
        off = ", ".join(str(one["after"][games]["error"]) for games in ("20", "100"))
        lines.append(f"| {HOUSE[one['house']]} | {one['players']} | {held} of 100 | {off} points |")
    return lines


def ladder_places(figures: Mapping[str, Any]) -> list[str]:
    """When a rating gets its place."""
    lines = [
        "| the other seats | players | games to a place | off by | interval holds the strength |",
        "|---|---|---|---|---|",
    ]
    for one in figures["seasons"]:
        place = one["place"]
        row = f"{place['games']}, {place['most']} | {place['error']} points | {percent(place['held'])} of 100"
        lines.append(f"| {HOUSE[one['house']]} | {one['players']} | {row} |")
    return lines


def shared_deals(figures: Mapping[str, Any]) -> list[str]:
    """By how much luck makes the points of equal bots differ."""
    switches = [(duplicate, shared) for duplicate in (True, False) for shared in (False, True)]
    heads = [f"`--{'' if one else 'no-'}duplicate --{'' if two else 'no-'}shared`" for one, two in switches]
    errors = {(one["seats"], one["duplicate"], one["shared"]): one["error"] for one in figures["switches"]}
    rows = [
        f"| {seats} | {' | '.join(f'{errors[seats, *both]:.2f}' for both in switches)} |"
        for seats in dict.fromkeys(one["seats"] for one in figures["switches"])
    ]
    return [f"| seats | {' | '.join(heads)} |", "|---|---|---|---|---|", *rows]


def shown(mu: float) -> int:
    """A strength as people see it."""
    return Rating(mu, 0.0).shown


def percent(share: float) -> str:
    """Of a hundred.

    >>> percent(0.976)
    '98'
    """
    return f"{100 * share:.0f}"


TABLES: Final[dict[str, tuple[str, Callable[[Mapping[str, Any]], list[str]]]]] = {
    "anchors": ("anchors", anchors),
    "ladder intervals": ("ladder", ladder_intervals),
    "ladder places": ("ladder", ladder_places),
    "shared deals": ("shared", shared_deals),
}
"""The tables: of each the run that it shows, and how it is written."""
