"""What a tournament answers to whatever it is told, in each of its states."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from citadels_contest import ContestError, Tournament, dump, settings_from
from citadels_contest.transitions import take

from tests.contest.events import advance, entered, over, snapshot
from tests.contest.stories import STORIES, tell
from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from citadels_contest import Entry
    from citadels_contest.types import Fixture

KEPT = Path(__file__).parent / "kept"


def after(event: Tournament) -> list[str]:
    """What an entry can have changed, but for what is reckoned from it."""
    return [
        f"   {event.status} {event.why!r}",
        *(
            f"   {name} has {event.pending.get(name, 0)} to play, {event.byes.get(name, 0)} byes, reached {event.reached.get(name)}"
            for name in event.entrants
        ),
        f"   withdrawn {event.withdrawn}",
        f"   open {' '.join(event.unplayed)}",
        f"   given {event.given}",
        f"   void {event.voided} struck {event.struck}",
        f"   forfeited {event.forfeited} stood in {event.stood_in}",
    ]


@pytest.mark.parametrize("name", STORIES)
def test_what_each_entry_has_changed_is_what_it_was(name: str) -> None:
    assert_kept(KEPT / f"applied_{name.replace(' ', '_')}.txt", tell(name, after, log=True))


def tries(game: Fixture) -> list[Entry]:
    """Whatever can be told, well and badly."""
    result = over(game, [5, 3])
    pairings = [
        [["ann", "bea"]], [["ann", "bea", "cid"]], [["ann"]], [], [["ann", "ann"]], [["fill:greedy:1", "fill:greedy:2"]], [["ann", "nobody"]],
        [["ann", "gone"]], [["ann", "bea"], ["ann", "cid"]], [["ann", "fill:greedy:1"]], [["ann", "fill:greedy:3"]], [["ann", "fill:best:1"]],
        [["ann", "fill:planner:2"], ["bea", "fill:planner:2"]], [["fill:random:1", "cid"]],
    ]  # fmt: skip
    found: list[Any] = [
        {"kind": "entered", "entrant": "new"},
        {"kind": "entered", "entrant": "ann"},
        {"kind": "entered", "entrant": "gone"},
        {"kind": "entered", "entrant": "fill:greedy:1"},
        {"kind": "entered", "entrant": "odd", "as": "person"},
        {"kind": "entered", "entrant": "bot", "as": "house", "level": "greedy"},
        {"kind": "withdrew", "entrant": "ann", "why": "ill"},
        {"kind": "withdrew", "entrant": "gone", "why": "ill"},
        {"kind": "withdrew", "entrant": "nobody", "why": "ill"},
        {"kind": "started", "at": 7},
        {"kind": "paused", "why": "lunch"},
        {"kind": "resumed"},
        {"kind": "ended", "why": "done"},
        {"kind": "cancelled", "why": "rain"},
        *({"kind": kind, "round": 2, "pairings": one} for kind in ("round", "pairings") for one in pairings),
        {"kind": "round", "round": 1, "pairings": pairings[0]},
        {"kind": "round", "round": 3, "pairings": pairings[0]},
        {"kind": "round", "round": 2, "pairings": pairings[0], "byes": ["cid", "dee"]},
        {"kind": "round", "round": 2, "pairings": pairings[0], "byes": ["ann"]},
        {"kind": "round", "round": 2, "pairings": pairings[0], "byes": ["cid", "cid"]},
        {"kind": "round", "round": 2, "pairings": pairings[0], "byes": ["gone"]},
        result,
        {**result, "seats": ["bea", "fill:absent:3"]},
        {**result, "seats": list(reversed(game.seats))},
        {**result, "game": "9.0.0.0"},
        {**result, "game": "1.1.0.0"},
        *({"kind": "void", "game": one, "why": "power cut"} for one in (game.id, "1.1.0.0", "9.0.0.0")),
        *(
            {"kind": "corrected", "game": one, "places": [2, 1], "scores": [1, 2], "left": [0], "why": "typed wrong"}
            for one in (game.id, "1.1.0.0", "9.0.0.0")
        ),
        {"kind": "corrected", "game": game.id, "places": [2, 1, 3], "scores": [1, 2, 3], "why": "typed wrong"},
        *(
            {"kind": "forfeited", "game": one, "entrant": who, "why": "no show"}
            for one in (game.id, "1.1.0.0", "9.0.0.0")
            for who in (game.seats[0], "gone", "nobody")
        ),
    ]
    return found


def test_the_answer_in_each_state_is_what_it_was() -> None:
    begun = entered("ann", "bea", "cid", "dee", "gone", format="swiss", seats=2, late="zero", odd="bye", seed="answers")
    lines: list[str] = []
    states = {"entry": begun.copy()}
    begun.apply({"kind": "started"})
    advance(begun)
    begun.apply({"kind": "withdrew", "entrant": "gone", "why": "asked to"})
    game = next(one for one in begun.open() if "gone" not in one.seats)
    states["running"] = begun.copy()
    endings: dict[str, Entry] = {
        "paused": {"kind": "paused", "why": "lunch"},
        "over": {"kind": "ended", "why": "late"},
        "cancelled": {"kind": "cancelled", "why": "rain"},
    }
    for state, ending in endings.items():
        states[state] = begun.copy()
        states[state].apply(ending)
    for state, event in states.items():
        lines.append(f"== {state}")
        for entry in tries(game):
            tried = event.copy()
            try:
                take(tried, str(entry["kind"]), entry)
            except ContestError as error:
                lines.append(f"{dump(entry)}\n  {error.code}: {error}")
                assert snapshot(tried) == snapshot(event), "what is refused changes nothing"
            else:
                lines += [dump(entry), *(line for line in after(tried) if line not in after(event))]
    assert_kept(KEPT / "answers.txt", lines)


def test_a_start_is_refused_for_what_is_missing() -> None:
    def trouble(*names: str, **chosen: object) -> str:
        with pytest.raises(ContestError) as refused:
            entered(*names, **chosen).apply({"kind": "started"})
        return f"{refused.value.code}: {refused.value}"

    lines = [
        trouble(),
        trouble("ann"),
        trouble("ann", "bea", "cid"),
        trouble("ann", format="sequential", seats=2),
        trouble("ann", "bea", format="gauntlet", seats=2, focus=["ann", "bea"]),
        trouble("ann", "bea", format="gauntlet", seats=2, focus=["cid"]),
    ]
    assert_kept(KEPT / "not_started.txt", lines)


def test_the_time_of_the_start_is_noted_where_it_is_a_number() -> None:
    for at in (5, None):
        event = Tournament(settings_from({"seats": 2}))
        event.apply({"kind": "entered", "entrant": "ann"})
        event.apply({"kind": "entered", "entrant": "bea"})
        event.apply({"kind": "started", "at": at})
        assert event.began == at
