"""What an entry of the log changes."""

import pytest

from tests.contest.events import advance, entered, of, over, started


@pytest.mark.parametrize(("form", "missed"), [("swiss", 1), ("knock-out", 1), ("arena", 0), ("round-robin", 0)])
def test_who_comes_late_has_byes_where_rounds_were_missed(form: str, missed: int) -> None:
    event = entered("ann", "bea", "cid", "dan", format=form, seats=2, late="byes")
    event.apply({"kind": "started"})
    advance(event)
    event.apply({"kind": "entered", "entrant": "eve"})
    assert event.byes.get("eve", 0) == missed


def test_who_comes_late_has_no_byes_where_none_are_given() -> None:
    event = entered("ann", "bea", "cid", "dan", format="swiss", seats=2, late="zero")
    event.apply({"kind": "started"})
    advance(event)
    event.apply({"kind": "entered", "entrant": "eve"})
    assert event.byes.get("eve", 0) == 0


@pytest.mark.parametrize(("gone", "stays"), [("ann", False), ("dan", False), ("eve", True)])
def test_own_pairings_stay_unless_one_who_is_in_them_goes(gone: str, stays: bool) -> None:
    event = entered("ann", "bea", "cid", "dan", "eve", format="swiss", seats=2, late="zero", odd="bye")
    event.apply({"kind": "started"})
    event.apply({"kind": "pairings", "round": 1, "pairings": [["ann", "bea"]], "byes": ["dan"]})
    event.apply({"kind": "withdrew", "entrant": gone, "why": "ill"})
    assert (event.given is not None) == stays


@pytest.mark.parametrize(("empty_seat", "level"), [("house", "random"), ("absent", "absent")])
def test_who_stands_in_has_a_number_that_no_filler_of_the_table_has(empty_seat: str, level: str) -> None:
    event = started("ann", "bea", "cid", seats=3, duplicate=False, deals=3, empty_seat=empty_seat, filler="random")
    played, corrected, named = event.open()
    event.apply({"kind": "withdrew", "entrant": "bea", "why": "ill"})
    seat = played.seats.index("bea")
    event.apply(over(played, [5, 3, 1]))
    assert event.stood_in[played.id] == {seat: f"fill:{level}:{4 + seat}"}
    event.apply({"kind": "corrected", "game": corrected.id, "places": [1, 2, 3], "scores": [3, 2, 1], "why": "typed"})
    assert event.stood_in[corrected.id] == {
        corrected.seats.index("bea"): f"fill:{level}:{4 + corrected.seats.index('bea')}"
    }
    seats = ["fill:other:9" if name == "bea" else name for name in named.seats]
    event.apply(over(named, [5, 3, 1], seats=seats))
    assert event.stood_in[named.id] == {named.seats.index("bea"): "fill:other:9"}
    assert event.results[named.id].fixture == named, "the result is of the game that was made"


def test_what_becomes_void_or_is_corrected_is_counted_anew_though_standings_were_asked() -> None:
    event = started("ann", "bea", seats=2, duplicate=False, deals=2)
    first, second = event.open()
    event.apply(over(first, [5, 3]))
    event.apply(over(second, [5, 3]))
    assert of(event, "ann").games == 2
    event.apply({"kind": "void", "game": first.id, "why": "power cut"})
    assert of(event, "ann").games == 1
    event.apply({"kind": "forfeited", "game": second.id, "entrant": second.seats[0], "why": "no show"})
    assert of(event, second.seats[0]).wins == 0
    event.apply({"kind": "corrected", "game": first.id, "places": [2, 1], "scores": [3, 5], "why": "typed"})
    assert (of(event, first.seats[1]).games, of(event, first.seats[1]).wins) == (2, 1)
