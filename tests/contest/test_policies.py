"""Every policy does what it says: each word of each setting has its test."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from citadels_contest import CHOICES, ContestError, Entry, Fixture, Tournament

from tests.contest.events import advance, entered, of, order, over, play, play_out, started, strength

Test = TypeVar("Test", bound=Callable[..., None])
TRIED: set[tuple[str, str]] = set()
"""The words that a test here is about."""


def policy(name: str, *words: str) -> Callable[[Test], Test]:
    """Say which words of a setting a test is about."""
    TRIED.update((name, word) for word in words)
    return lambda test: test


def rounds(event: Tournament, *made: str, byes: str = "") -> None:
    """Make rounds of one-letter names: each a text with a word a table; the last one with byes."""
    for text in made:
        last = text == made[-1]
        number = len(event.rounds) + 1
        pairings = [list(table) for table in text.split()]
        event.apply({"kind": "round", "round": number, "pairings": pairings, "byes": list(byes) if last else []})


def begun(names: str, **settings: object) -> Tournament:
    """A Swiss of these one-letter names without a round so far."""
    event = entered(*names, **{"format": "swiss", "seats": 2, "duplicate": False, **settings})
    event.apply({"kind": "started"})
    return event


def gone(name: str) -> Entry:
    return {"kind": "withdrew", "entrant": name, "why": "ill"}


def absent(game: str, name: str) -> Entry:
    return {"kind": "forfeited", "game": game, "entrant": name, "why": "no show"}


def met(event: Tournament, *names: str) -> Fixture:
    """The first game that these play."""
    return next(one for one in event.fixtures.values() if set(one.seats) == set(names))


# --- formats, tables, points: their own tests look closer ---------------------------------------------------------------


@policy("format", "round-robin", "swiss", "knock-out", "gauntlet", "arena")
@pytest.mark.parametrize("form", ["round-robin", "swiss", "knock-out", "gauntlet", "arena"])
@pytest.mark.parametrize("seats", [2, 3])
def test_every_format_comes_to_its_end_and_the_strongest_is_first(form: str, seats: int) -> None:
    event = entered(*"abcdefg", format=form, seats=seats, most=60)
    event.apply({"kind": "started"})
    play_out(event, strength(a=40, b=30, c=20))
    assert event.status == "over"
    assert order(event)[0] == "a"
    assert event.open() == []


@policy("format", "sequential")
@pytest.mark.parametrize(("better", "verdict"), [("a", "better"), ("b", "not better")])
def test_a_sequential_test_ends_by_itself_with_its_verdict(better: str, verdict: str) -> None:
    event = entered("a", "b", format="sequential", seats=2, deals=5, bound=0.1, most=2000)
    event.apply({"kind": "started"})

    def judge(fixture: Fixture) -> list[int]:
        """The better one wins from every seat but in each fourth deal, where the seat decides."""
        if fixture.deal % 4 == 3:
            return [20, 10]
        return [20 if name == better else 10 for name in fixture.seats]

    play_out(event, judge)
    said = event.verdict()
    assert said is not None
    assert (event.status, said.verdict) == ("over", verdict)
    assert len(event.results) < 2000


@policy("rotation", "cycle", "latin", "full", "none")
@pytest.mark.parametrize(("rotation", "games"), [("cycle", 3), ("latin", 3), ("full", 6), ("none", 1)])
def test_a_deal_is_played_from_other_seats_as_the_rotation_says(rotation: str, games: int) -> None:
    event = started("a", "b", "c", seats=3, rotation=rotation)
    seated = [one.seats for one in event.open()]
    assert len(set(seated)) == len(seated) == games
    if games > 1:
        assert all(len({seats[seat] for seats in seated}) == 3 for seat in range(3))


@policy("points", "place", "wins", "share")
@pytest.mark.parametrize(("points", "got"), [("place", 0.5), ("wins", 0), ("share", 0.3)])
def test_a_game_gives_points_as_asked(points: str, got: float) -> None:
    event = started("a", "b", "c", seats=3, duplicate=False, points=points)
    play(event, strength(a=50, b=30, c=20))
    assert of(event, "b").points == got


@policy("odd", "bye", "fill", "smaller")
@pytest.mark.parametrize(
    ("odd", "sizes", "byes", "fills"), [("bye", [3], 2, 0), ("fill", [3, 3], 0, 1), ("smaller", [2, 3], 0, 0)]
)
def test_who_does_not_fill_a_table_rests_or_plays_with_bots_or_at_a_smaller_one(
    odd: str, sizes: list[int], byes: int, fills: int
) -> None:
    event = started(*"abcde", format="swiss", seats=3, odd=odd)
    made = event.rounds[0]
    assert sorted(len(one) for one in made.pairings) == sizes
    assert len(made.byes) == byes
    assert sum(name.startswith("fill:") for one in made.pairings for name in one) == fills


@policy("small_field", "refuse")
def test_a_field_that_fills_no_table_does_not_start() -> None:
    event = entered("a", "b", seats=4)
    with pytest.raises(ContestError, match="2 entrants do not fill a table of 4") as caught:
        event.apply({"kind": "started"})
    assert (caught.value.code, event.status) == ("small_field", "entry")


@policy("small_field", "fill")
@policy("filler", "random", "greedy", "planner")
@pytest.mark.parametrize("level", ["random", "greedy", "planner"])
def test_bots_of_the_house_fill_the_table_and_have_no_row(level: str) -> None:
    event = started("a", "b", seats=4, small_field="fill", filler=level)
    assert {name for one in event.open() for name in one.seats} == {"a", "b", f"fill:{level}:1", f"fill:{level}:2"}
    play(event, lambda fixture: [30 if name.startswith("fill") else 10 for name in fixture.seats])
    assert [(one.entrant, one.place, one.wins) for one in event.standings() if one.wins] == []
    assert sorted(one.entrant for one in event.standings()) == ["a", "b"]


@policy("seeding", "entry", "lot")
def test_the_first_match_is_by_lot_or_in_order_of_entry() -> None:
    names = [f"bot{number}" for number in range(8)]
    by_entry = [started(*names, format="knock-out", seats=2, seeding="entry", seed=seed).rounds for seed in "12"]
    by_lot = [started(*names, format="knock-out", seats=2, seeding="lot", seed=seed).rounds for seed in "12"]
    assert by_entry[0] == by_entry[1]
    assert {frozenset(one) for one in by_entry[0][0].pairings} == {
        frozenset((names[i], names[7 - i])) for i in range(4)
    }
    assert by_lot[0] != by_lot[1]


# --- byes and late ones ----------------------------------------------------------------------------------------------


@policy("bye", "half", "full", "none")
@pytest.mark.parametrize(("bye", "worth"), [("half", 4.0), ("full", 8.0), ("none", 0.0)])
def test_a_bye_is_worth_so_much_of_what_a_table_could_give(bye: str, worth: float) -> None:
    event = begun("abcde", seats=4, deals=2, duplicate=True, bye=bye)
    rounds(event, "abcd", byes="e")
    play(event, strength(a=20))
    assert of(event, "a").points == 8
    assert (of(event, "e").points, of(event, "e").byes, of(event, "e").games, of(event, "e").mean) == (worth, 1, 0, 0)


@policy("bye", "half")
@policy("points", "share")
def test_by_share_a_bye_is_worth_what_a_seat_has_on_average_and_less_than_a_victory() -> None:
    event = begun("abcde", seats=4, points="share", bye="half")
    rounds(event, "abcd", byes="e")
    play(event, strength(a=30, b=25, c=25, d=20))
    assert (order(event)[0], of(event, "a").points, of(event, "e").points) == ("a", 0.3, 0.25)


@policy("late", "refuse")
def test_who_comes_after_the_start_is_refused() -> None:
    event = begun("ab", late="refuse")
    with pytest.raises(ContestError, match="'c' comes after the start, and late is 'refuse'") as caught:
        event.apply({"kind": "entered", "entrant": "c"})
    assert caught.value.code == "late_entry"
    assert "c" not in event.entrants


@policy("late", "zero", "byes")
@pytest.mark.parametrize(("late", "byes", "points"), [("zero", 0, 0.0), ("byes", 2, 1.0)])
def test_who_comes_late_plays_from_the_next_round_and_rounds_missed_are_nothing_or_byes(
    late: str, byes: int, points: float
) -> None:
    event = begun("abcd", late=late, rounds=3)
    rounds(event, "ab cd", "ac bd")
    event.apply({"kind": "entered", "entrant": "e"})
    assert (of(event, "e").byes, of(event, "e").points) == (byes, points)
    play(event, strength())
    advance(event)
    assert any("e" in one for one in [*event.rounds[2].pairings, event.rounds[2].byes])


@policy("late", "byes")
def test_who_comes_late_to_a_round_robin_has_missed_nothing_and_plays_all_games() -> None:
    event = started("a", "b", "c", seats=2, duplicate=False, late="byes")
    event.apply({"kind": "entered", "entrant": "d"})
    assert of(event, "d").byes == 0
    play_out(event, strength(d=30))
    assert [one.games for one in event.standings()] == [3, 3, 3, 3]
    assert order(event)[0] == "d"


# --- who withdraws ---------------------------------------------------------------------------------------------------


@policy("withdrawal", "keep", "half", "void")
@pytest.mark.parametrize(
    ("withdrawal", "played", "games"),
    [("keep", 1, 1), ("half", 1, 0), ("half", 2, 2), ("half", 3, 3), ("void", 1, 0), ("void", 3, 0)],
)
def test_what_was_played_by_who_withdrew_counts_or_not(withdrawal: str, played: int, games: int) -> None:
    event = started("a", "b", "c", "d", "e", seats=2, duplicate=False, withdrawal=withdrawal, empty_seat="cancel")
    mine = [one for one in event.open() if "a" in one.seats]
    assert len(mine) == 4
    for fixture in mine[:played]:
        event.apply(over(fixture, [20, 10]))
    event.apply(gone("a"))
    assert of(event, "a").games == games
    assert sum(one.games for one in event.standings() if one.entrant != "a") == games


@policy("empty_seat", "house", "absent")
@pytest.mark.parametrize(("empty_seat", "name"), [("house", "fill:planner"), ("absent", "fill:absent")])
def test_the_seat_of_who_withdrew_is_played_for_the_others_alone(empty_seat: str, name: str) -> None:
    event = started("a", "b", "c", seats=2, duplicate=False, empty_seat=empty_seat, filler="planner")
    event.apply(over(met(event, "a", "b"), [20, 10]))
    event.apply(gone("a"))
    game = met(event, "a", "c")
    seat = game.seats.index("a")
    assert event.substitutes(game) == {seat: empty_seat}
    assert event.substitutes(met(event, "b", "c")) == {}
    event.apply(over(game, [20, 10]))
    assert (of(event, "a").games, of(event, "c").games) == (1, 1)
    counted = next(one for one in event.counted() if one.fixture.id == game.id)
    assert counted.fixture.seats[seat] == f"{name}:{seat + 3}"


@policy("empty_seat", "house")
def test_the_log_may_name_who_sat_there_instead() -> None:
    event = started("a", "b", seats=2, duplicate=False)
    event.apply({"kind": "entered", "entrant": "c"})
    event.apply(gone("a"))
    event.apply(over(event.fixtures["1.0.0.0"], [20, 10], seats=["fill:greedy:9", "b"]))
    assert event.counted()[0].fixture.seats == ("fill:greedy:9", "b")
    assert event.results["1.0.0.0"].fixture.seats == ("a", "b")


@policy("empty_seat", "cancel")
def test_games_of_who_withdrew_are_not_played() -> None:
    event = started("a", "b", "c", seats=2, duplicate=False, empty_seat="cancel")
    event.apply(gone("a"))
    assert event.open() == [met(event, "b", "c")]
    assert set(event.struck.values()) == {"a has withdrawn"}
    with pytest.raises(ContestError, match=r"is not to be played any more \(a has withdrawn\)"):
        event.apply(over(met(event, "a", "b"), [20, 10]))


@policy("empty_seat", "house", "absent")
@pytest.mark.parametrize("empty_seat", ["house", "absent"])
def test_a_game_whose_players_have_all_withdrawn_is_not_played(empty_seat: str) -> None:
    event = started("a", "b", "c", seats=2, duplicate=False, empty_seat=empty_seat)
    event.apply(gone("a"))
    event.apply(gone("b"))
    assert {frozenset(fixture.seats) for fixture in event.open()} == {frozenset("ac"), frozenset("bc")}
    assert event.struck == {met(event, "a", "b").id: "b has withdrawn"}


# --- faults, forfeits, no-shows ----------------------------------------------------------------------------------------


@policy("fault", "forfeit", "harmless")
@pytest.mark.parametrize("fault", ["forfeit", "harmless"])
def test_faults_are_counted_and_only_who_left_has_forfeited(fault: str) -> None:
    event = started("a", "b", seats=2, duplicate=False, fault=fault)
    left = [0] if fault == "forfeit" else []
    event.apply(over(event.fixtures["1.0.0.0"], [20, 10], left=left, faults=[1, 0]))
    assert of(event, "a").faults == 1
    assert of(event, "a").points == (0 if fault == "forfeit" else 1)


@policy("forfeit", "last")
def test_a_forfeited_seat_comes_last() -> None:
    event = started("a", "b", "c", seats=3, duplicate=False)
    event.apply(over(event.open()[0], [30, 20, 10], left=[0]))
    assert [(one.entrant, one.points, one.mean_place) for one in event.standings()] == [
        ("b", 1, 1),
        ("c", 0.5, 2),
        ("a", 0, 3),
    ]
    assert of(event, "a").forfeits == 1


@policy("forfeit", "void")
def test_a_game_with_a_forfeit_counts_for_nobody_and_as_a_forfeit() -> None:
    event = started("a", "b", "c", seats=3, duplicate=False, forfeit="void")
    event.apply(over(event.open()[0], [30, 20, 10], left=[0]))
    assert [one.games for one in event.standings()] == [0, 0, 0]
    assert of(event, "a").forfeits == 1


@policy("no_show", "last")
def test_who_does_not_come_is_last_and_the_game_is_played() -> None:
    event = started("a", "b", seats=2, duplicate=False, forfeit="void")
    event.apply(absent("1.0.0.0", "a"))
    assert event.substitutes(event.open()[0]) == {0: "absent"}
    event.apply(over(event.open()[0], [30, 20]))
    assert (of(event, "a").points, of(event, "b").points, of(event, "a").forfeits) == (0, 1, 1)


@policy("no_show", "void")
def test_a_game_to_which_somebody_does_not_come_counts_for_nobody() -> None:
    event = started("a", "b", seats=2, duplicate=False, no_show="void")
    event.apply(absent("1.0.0.0", "a"))
    assert event.open() == []
    assert sorted((one.entrant, one.games, one.forfeits) for one in event.standings()) == [("a", 0, 1), ("b", 0, 0)]


@policy("forfeit", "void")
@policy("no_show", "void")
@pytest.mark.parametrize("seed", "12345")
@pytest.mark.parametrize("comes", [True, False])
def test_where_void_games_leave_a_knock_out_level_who_forfeited_them_does_not_go_on(seed: str, comes: bool) -> None:
    event = started(
        *"abcdefgh", format="knock-out", seats=2, duplicate=False, forfeit="void", no_show="void", seed=seed
    )
    first = event.open()
    for game in first:
        if comes:
            event.apply(over(game, [20, 10], left=[0]))
        else:
            event.apply(absent(game.id, game.seats[0]))
    advance(event)
    assert {name for pairing in event.rounds[1].pairings for name in pairing} == {game.seats[1] for game in first}


@policy("no_show", "withdraw")
def test_who_does_not_come_is_out() -> None:
    event = started("a", "b", "c", seats=2, duplicate=False, no_show="withdraw")
    event.apply(absent(met(event, "a", "b").id, "a"))
    assert event.due() == {"kind": "withdrew", "entrant": "a", "why": "no show"}
    advance(event)
    assert event.withdrawn == {"a": "no show"}
    assert list(event.substitutes(met(event, "a", "c")).values()) == ["house"]


def test_who_forfeits_so_many_games_is_out() -> None:
    event = started("a", "b", "c", "d", seats=2, duplicate=False, forfeits=2)
    first = met(event, "a", "b")
    event.apply(over(first, [30, 20], left=[first.seats.index("a")]))
    assert event.due() is None
    event.apply(absent(met(event, "a", "c").id, "a"))
    assert event.due() == {"kind": "withdrew", "entrant": "a", "why": "forfeited 2 games"}


@pytest.mark.parametrize("turned", [False, True])
def test_several_who_are_out_go_in_order_of_entry_whatever_the_order_of_the_results(turned: bool) -> None:
    event = started("a", "b", "c", "d", seats=2, duplicate=False, forfeits=1)
    games = [met(event, "a", "c"), met(event, "b", "d")]
    for game in reversed(games) if turned else games:
        event.apply(over(game, [30, 20], left=[game.seats.index("a" if "a" in game.seats else "b")]))
    assert [entry["entrant"] for entry in advance(event)] == ["a", "b"]


@policy("no_show", "withdraw")
def test_a_correction_takes_a_forfeit_back() -> None:
    event = started("a", "b", seats=2, duplicate=False, no_show="withdraw")
    event.apply(absent("1.0.0.0", "a"))
    event.apply({"kind": "corrected", "game": "1.0.0.0", "places": [1, 2], "scores": [20, 10], "why": "was there"})
    assert (of(event, "a").forfeits, of(event, "a").points) == (0, 1)
    assert event.due() == {"kind": "ended", "why": "all rounds are played"}


def test_every_word_of_every_policy_is_tried_here() -> None:
    assert {(name, word) for name, words in CHOICES.items() for word in words} == TRIED
