"""The words of the settings, their defaults by format, and what is said of wrong ones: all as they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from citadels_contest.settings import CHOICES, CRITERIA, FORMATS, settings_from
from citadels_contest.types import ContestError

from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"
WRONG: list[Any] = [
    *({name: "nonsense"} for name in CHOICES),
    *({name: None} for name in CHOICES if name != "format"),
    *({name: value} for name in ("seats", "deals", "most") for value in (None, 0, "2", True, 10**9)),
    *({name: value} for name in ("rounds", "tables", "advance", "forfeits") for value in (0, 10**7, "2")),
    *({name: value} for name in ("duplicate", "shared") for value in (None, 1, "true")),
    *({name: value} for name in ("bound", "alpha", "beta") for value in (0, 1, 0.5, True, "0.1", None) if (name, value) != ("bound", 0.5)),
    {"seed": 7},
    {"seed": None},
    *({name: value} for name in ("focus", "order") for value in ("ann", ["ann", 7], 7) if (name, value) != ("order", 7)),
    {"order": ["points", "beauty"]},
    {"focus": ["ann", "bea", "ann"]},
    {"format": "sequential", "focus": ["ann"]},
    {"format": "sequential", "focus": ["ann", "bea", "cid"]},
    {"rotation": "full", "seats": 6},
    {"seats": 4, "advance": 4},
    {"seats": 2, "advance": 3},
    {"colour": "red"},
    {"colour": "red", "smell": "sweet"},
]  # fmt: skip


def test_the_words_and_the_defaults_are_what_they_were() -> None:
    lines = [f"{name}: {', '.join(words)}" for name, words in CHOICES.items()]
    lines.append(f"criteria: {', '.join(CRITERIA)}")
    for form in FORMATS:
        plain = settings_from({"format": form}).to_json()
        lines += [f"== {form}", *(f"{name} {value!r}" for name, value in plain.items())]
    assert_kept(KEPT / "settings.txt", lines)


def test_what_is_said_of_wrong_settings_is_what_it_was() -> None:
    lines = []
    for given in WRONG:
        try:
            settings_from(given)
        except ContestError as error:
            lines.append(f"{given}\n  {error.code}: {error}")
        else:
            lines.append(f"{given}\n  is taken")
    assert_kept(KEPT / "wrong_settings.txt", lines)


def test_what_is_given_is_kept_as_it_was_given() -> None:
    given: dict[str, object] = {
        "format": "sequential", "seats": 3, "deals": 4, "duplicate": False, "rotation": "latin", "shared": False, "rounds": 5, "tables": 6,
        "advance": 2, "focus": ["bea", "ann"], "seeding": "entry", "points": "share", "order": ["wins", "lot"], "odd": "smaller",
        "small_field": "refuse", "filler": "planner", "bye": "none", "late": "byes", "withdrawal": "void", "empty_seat": "cancel",
        "fault": "harmless", "forfeit": "void", "no_show": "withdraw", "forfeits": 3, "bound": 0.25, "alpha": 0.125, "beta": 0.375,
        "most": 77, "seed": "s",
    }  # fmt: skip
    assert settings_from(given).to_json() == given
    assert isinstance(settings_from({"bound": 0.5}).bound, float)
    assert settings_from({"order": [], "format": "swiss"}).order == settings_from({"format": "swiss"}).order
