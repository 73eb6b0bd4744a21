"""What an export of the service says of its event, and what follows from its secret."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from citadels_contest import ContestError
from citadels_sdk.tournaments.live_event import LiveEvent, mac

SECRET = "5ec2e7"
EVENT: dict[str, Any] = {
    "id": "tour_1", "name": "The cup", "date": "2026-01-31", "settings": {"format": "swiss", "seats": 3, "rounds": 2}, "edition": "classic", "scenarios": ["a", "b"],
    "cast": ["king"], "uniques": ["keep"], "options": {"classic_short_game": True}, "rules": 2, "commitment": sha256(b"tour_1|2|5ec2e7").hexdigest(), "secret": SECRET,
}  # fmt: skip


def read(**more: Any) -> LiveEvent:
    """The event, but for what is said."""
    return LiveEvent.from_json({"format": "citadels-tournament/1", "event": {**EVENT, **more}})


def test_all_that_a_check_reads_is_read() -> None:
    event = read()
    assert (event.id, event.name, event.edition, event.scenarios, event.cast, event.uniques) == (
        "tour_1",
        "The cup",
        "classic",
        ("a", "b"),
        ("king",),
        ("keep",),
    )
    assert (event.options, event.rules, event.commitment, event.secret) == (
        {"classic_short_game": True},
        2,
        EVENT["commitment"],
        SECRET,
    )
    assert (event.settings.format, event.settings.seats, event.settings.rounds, event.settings.seed) == (
        "swiss",
        3,
        2,
        mac(SECRET, "lots"),
    )


def test_what_an_event_leaves_open_has_its_default() -> None:
    event = read(
        id=None,
        name="",
        edition=None,
        scenarios=None,
        cast=None,
        uniques=None,
        options=None,
        rules=None,
        commitment=None,
        secret=None,
    )
    assert (event.id, event.name, event.edition, event.scenarios, event.cast, event.uniques, event.options) == (
        "",
        "",
        None,
        (),
        None,
        None,
        None,
    )
    assert (event.rules, event.commitment, event.secret, event.settings.seed) == (1, "", None, "")
    assert read(rules="2").rules == 1


def test_seeds_follow_from_the_secret_and_the_label() -> None:
    event = read()
    assert mac("key", "text") == "6afa9046a9579cad143a384c1b564b9a250d27d6f6a63f9f20bf3a7594c9e2c6"
    assert event.seed_of("1.0") == mac(SECRET, "1.0")
    assert read(secret=None).seed_of("1.0") is None
    assert [event.scenario_of(number) for number in range(3)] == ["a", "b", "a"]
    assert read(scenarios=[]).scenario_of(0) is None


def test_another_secret_than_was_committed_to_is_found() -> None:
    assert read().fault() == ""
    assert read(secret=None).fault() == "the secret is not revealed yet: the deals cannot be checked"
    for more in ({"secret": "other"}, {"rules": 1}, {"id": "tour_2"}, {"commitment": "no"}):
        assert "the event committed to" in read(**more).fault()


@pytest.mark.parametrize(
    "line",
    [{}, {"format": "citadels-tournament/2", "event": EVENT}, {"format": "citadels-tournament/1"}, {"format": "citadels-tournament/1", "event": []},
     {"format": "citadels-tournament/1", "event": {**EVENT, "settings": None}}],
)  # fmt: skip
def test_what_is_no_export_is_refused_with_the_field(line: dict[str, Any]) -> None:
    with pytest.raises(ContestError, match="line 1"):
        LiveEvent.from_json(line)
