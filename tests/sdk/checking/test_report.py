"""The report of a check, in the words that people have read."""

from __future__ import annotations

from pathlib import Path

from citadels_sdk import View
from citadels_sdk.checking.coverage import EVERYTHING, Coverage, everything_with, offer
from citadels_sdk.checking.report import CheckReport, Finding, Scope, Slow

from tests.support.decisions import decisions
from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"

FINDINGS = (
    Finding(code="illegal", count=1, what="it chose fly", where="4 players, modern, seat 0", seat=0, n=12, kind="turn", advice="Choose one of view.actions."),
    Finding(
        code="crash", count=3, what="ValueError: <no>", where="made position modern/king", seat=0, n=1, kind="pick", advice="", place="bot.py:3",
        trace="Traceback\n  line 3", repro="citadels check bot.py --case modern/king",
    ),
)  # fmt: skip


def full() -> Coverage:
    """Everything was put to the bot."""
    found = Coverage()
    for name, there in EVERYTHING.items():
        getattr(found, name).update(there)
    return found


def some() -> Coverage:
    """What the recorded decisions put to a bot."""
    found = Coverage()
    for raw in decisions()[::5]:
        assert raw.own is not None
        found.note(View.read(raw.to_json(), raw.own.seat, [action.text for action in raw.actions], []))
    return found


def report(**more: object) -> CheckReport:
    """A clean report, but for what is said."""
    told = {
        "bot": "mine",
        "findings": (),
        "coverage": full(),
        "games": 14,
        "decisions": 1234,
        "mean_ms": 0.12345,
        "slowest": (),
        "limit": 1.0,
        "seconds": 3.14159,
    }
    return CheckReport(**(told | more))  # type: ignore[arg-type]  # its fields


def test_reports_are_told_in_the_words_that_people_have_read() -> None:
    slow = tuple(
        Slow(ms, at, "turn", f"game {at}", None if at % 2 else f"citadels check --n {at}")
        for at, ms in enumerate((900.4, 600.6, 30.0, 20.0))
    )
    quick = tuple(Slow(ms, 1, "pick", "game 1", None) for ms in (2.04, 1.0))
    reports = [
        report(), report(findings=FINDINGS), report(findings=FINDINGS[:1], slowest=slow), report(stopped="it hangs everywhere", slowest=quick, coverage=some()),
        report(findings=FINDINGS, stopped="it hangs", scope=Scope((4, 5), ("modern",), "accepted", "asked")),
    ]  # fmt: skip
    lines = []
    for one in reports:
        lines += [
            "--",
            one.text(),
            "- colours",
            one.text(colour=True, traces=False).replace("\x1b", "~"),
            str(one.to_json()),
            one._repr_html_(),
        ]
        assert (bool(one), one.ok) == (not one.findings and not one.stopped,) * 2
        assert str(one) == one.text()
    assert_kept(KEPT / "reports.txt", lines)


def test_what_has_been_put_to_a_bot_is_counted() -> None:
    found, other = some(), Coverage(players={"8"})
    other.add(found)
    assert other.players == found.players | {"8"}
    assert (full().complete, found.complete) == (True, False)
    assert all(names == [] for names in full().missing().values())
    lines = [f"{name} {sorted(getattr(found, name))} {found.counts()[name]}" for name in EVERYTHING]
    assert_kept(KEPT / "covered.txt", lines)


def test_what_there_is_hangs_on_the_players_and_editions() -> None:
    lines = []
    for players, editions in [
        ((2,), ("modern",)),
        ((3,), ("classic",)),
        ((4, 5), ("modern", "classic")),
        ((8,), ("modern",)),
        ((2, 8), ("classic",)),
    ]:
        there = everything_with(players, editions)
        lines += [f"{players} {editions} {name}: {' '.join(sorted(EVERYTHING[name] - there[name]))}" for name in there]
        lines.append(f"{sorted(there['players'])} {sorted(there['editions'])}")
    assert_kept(KEPT / "there.txt", lines)


def test_a_way_to_pay_is_an_offer_of_its_own() -> None:
    from citadels_engine import parse

    texts = [
        "build docks",
        "build docks framework",
        "build necropolis over docks",
        "build docks from 1",
        "build thieves_den cards 1",
        "build thieves_den cards 1 from 1",
        "end",
    ]
    assert [offer(parse(text)) for text in texts] == [
        "build",
        "build-framework",
        "build-over",
        "build-from",
        "build-cards",
        "build-from",
        "end",
    ]
