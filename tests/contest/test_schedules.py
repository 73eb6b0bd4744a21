"""Designs of tables, counted a second time: who meets whom, who plays how often, which tables there are."""

import os
from hashlib import sha256
from itertools import combinations
from math import comb

import pytest
from citadels_contest.schedules import Design, more, subsets
from citadels_contest.seat_rotation import latin_row, seatings, turns_of
from citadels_contest.stats.balance import balance
from citadels_contest.table_assignment import seated

from tests.contest.fields import names, settings

SIZES = {"quick": (22, 57), "ci": (5, 9, 16, 21, 22, 33, 57, 64), "full": tuple(range(2, 65))}[
    os.environ.get("CITADELS_SIZE", "quick")
]


def meetings(design: Design, everybody: list[str]) -> list[int]:
    """How often each two of these meet, counted plainly."""
    met = {frozenset(pair): 0 for pair in combinations(everybody, 2)}
    for table in design.pairings:
        for pair in combinations(table, 2):
            met[frozenset(pair)] += 1
    return list(met.values())


def plays(design: Design, everybody: list[str]) -> list[int]:
    return [sum(name in table for table in design.pairings) for name in everybody]


@pytest.mark.parametrize("k", range(2, 9))
@pytest.mark.parametrize("n", [2, 3, 4, 7, 9])
def test_few_tables_are_all_tables_there_are(n: int, k: int) -> None:
    if n < k:
        n += k
    design = subsets(names(n), k, 100_000, "s")
    assert design.complete
    assert {frozenset(table) for table in design.pairings} == {frozenset(one) for one in combinations(names(n), k)}
    assert len(design.pairings) == comb(n, k)
    assert set(plays(design, names(n))) == {comb(n - 1, k - 1)}
    assert set(meetings(design, names(n))) == {comb(n - 2, k - 2)}


@pytest.mark.parametrize("most", [56, 60, 65])
def test_nearly_all_tables_are_all_but_a_few_well_chosen_ones(most: int) -> None:
    design = subsets(names(8), 4, most, "s")
    assert len({frozenset(table) for table in design.pairings}) == len(design.pairings) <= most
    assert len(set(plays(design, names(8)))) == 1
    met = meetings(design, names(8))
    assert max(met) - min(met) == 1


@pytest.mark.parametrize(
    ("n", "k", "most"), [(8, 5, 24), (9, 4, 50), (10, 5, 30), (10, 6, 50), (11, 5, 22), (13, 5, 156)]
)
def test_no_table_is_chosen_twice_however_it_is_turned(n: int, k: int, most: int) -> None:
    design = subsets(names(n), k, most, "s")
    assert len({frozenset(table) for table in design.pairings}) == len(design.pairings) > most - n


@pytest.mark.parametrize(("n", "k", "most"), [(16, 4, 15), (20, 4, 19), (20, 5, 10)])
def test_with_fewer_tables_than_entrants_any_two_meet_once_more_at_most(n: int, k: int, most: int) -> None:
    design = subsets(names(n), k, most, "s")
    met = meetings(design, names(n))
    assert max(plays(design, names(n))) == min(plays(design, names(n)))
    assert max(met) - min(met) <= 1


@pytest.mark.heavy
@pytest.mark.parametrize("k", range(2, 9))
def test_every_field_plays_equally_often_and_any_two_meet_equally_often_or_once_more(k: int) -> None:
    for n in SIZES:
        if n < k:
            continue
        design = subsets(names(n), k, 5_000, "s")
        played, met = plays(design, names(n)), meetings(design, names(n))
        assert max(played) == min(played), (n, design.told)
        whole = sum(met) % len(met) == 0  # all equal, or two apart: a spread of one cannot be
        assert max(met) - min(met) <= (2 if whole else 1), (n, design.told)
        assert len({frozenset(table) for table in design.pairings}) == len(design.pairings) <= 5_000
        assert len(design.pairings) > 4_800 or design.complete, (n, design.told)


@pytest.mark.parametrize(
    ("n", "k", "most"),
    [
        (12, 4, 3),
        (12, 4, 11),
        (16, 4, 20),
        (31, 1, 30),
        (9, 8, 8),
        (9, 8, 3),
        (6, 5, 5),
        (23, 6, 20),
        (64, 8, 7),
        (40, 5, 80),
    ],
)
def test_a_small_choice_says_how_far_from_equal_it_is(n: int, k: int, most: int) -> None:
    design = subsets(names(n), k, most, "s")
    played, met = plays(design, names(n)), meetings(design, names(n))
    assert 0 < len(design.pairings) <= max(most, -(-n // k)), "everybody has a table"
    assert min(played) > 0
    assert all(len(set(table)) == k for table in design.pairings)
    assert max(played) - min(played) <= 1
    assert (min(played), max(played)) == design.plays
    assert (min(met), max(met)) == design.meets
    assert str(len(design.pairings)) in design.told


@pytest.mark.parametrize(("n", "k"), [(7, 3), (13, 4), (21, 5), (31, 6)])
def test_finds_the_projective_planes(n: int, k: int) -> None:
    assert subsets(names(n), k, n, "s").meets == (1, 1)


def test_is_the_same_for_the_same_seed_and_another_one_for_another() -> None:
    first, again, other = (subsets(names(30), 4, 60, seed) for seed in ("s", "s", "t"))
    assert first == again
    assert first.pairings != other.pairings


@pytest.mark.parametrize("k", range(2, 9))
def test_nobody_is_far_ahead_on_the_way(k: int) -> None:
    n = 12
    played = dict.fromkeys(names(n), 0)
    for table in subsets(names(n), k, 5_000, "s").pairings:
        for name in table:
            played[name] += 1
        assert max(played.values()) - min(played.values()) <= k


@pytest.mark.parametrize("k", range(2, 9))
@pytest.mark.parametrize("deals", [1, 3])
def test_without_turns_everybody_sits_at_each_seat_about_equally_often(k: int, deals: int) -> None:
    chosen = settings(seats=k, duplicate=False, deals=deals)
    for n in (k + 1, 13, 30):
        pairings = seated(chosen, (), subsets(names(n), k, 300, "s").pairings)
        games = [seatings(chosen, 1, t, deal, one)[0] for t, one in enumerate(pairings) for deal in range(deals)]
        least, most = balance(games, names(n)).seats
        assert most - least <= 3, (n, least, most)


def test_late_ones_meet_everybody_they_have_missed() -> None:
    everybody = names(7)
    before = subsets(everybody[:5], 3, 100, "s").pairings
    after = more(everybody, everybody[5:], 3, 100, before, "s")
    whole = {frozenset(table) for table in (*before, *after)}
    assert whole == {frozenset(one) for one in combinations(everybody, 3)}
    assert len(whole) == len(before) + len(after)


def test_late_ones_of_a_large_field_play_as_often_as_the_others_and_meet_all_of_them() -> None:
    everybody = names(40)
    before = subsets(everybody[:36], 4, 180, "s").pairings
    after = more(everybody, everybody[36:], 4, 180, before, "s")
    assert all(set(table) & set(everybody[36:]) for table in after)
    for late in everybody[36:]:
        tables = [table for table in after if late in table]
        assert len(tables) in (20, 21, 22, 23)
        assert {name for table in tables for name in table} == set(everybody)


@pytest.mark.parametrize("k", range(2, 9))
@pytest.mark.parametrize("rotation", ["cycle", "latin"])
def test_in_the_turns_of_a_deal_everybody_sits_at_each_seat_once(k: int, rotation: str) -> None:
    games = seatings(settings(seats=k, rotation=rotation), 1, 2, 3, tuple(names(k)))
    assert len(games) == turns_of(settings(seats=k, rotation=rotation), k) == k
    assert balance(games).seats == (1, 1)


@pytest.mark.parametrize("k", range(3, 9))
def test_a_latin_square_mixes_the_neighbours(k: int) -> None:
    chosen = settings(seats=k, rotation="latin")
    deals = [0] if k % 2 == 0 else [0, 1]
    least, most = balance([one for deal in deals for one in seatings(chosen, 1, 0, deal, tuple(names(k)))]).behind
    assert least >= 1
    assert most - least <= 1
    assert sorted(latin_row(k)) == list(range(k))


def test_a_full_rotation_has_every_order_once() -> None:
    games = seatings(settings(seats=4, rotation="full"), 1, 0, 0, tuple(names(4)))
    assert len(set(games)) == len(games) == 24


def test_the_order_of_a_deal_is_drawn_by_lot() -> None:
    chosen = settings(seats=8)
    first = {seatings(chosen, 1, 0, deal, tuple(names(8)))[0] for deal in range(20)}
    assert len(first) == 20
    assert seatings(chosen, 1, 0, 5, tuple(names(8))) == seatings(chosen, 1, 0, 5, tuple(names(8)))


@pytest.mark.parametrize(
    ("n", "k", "most", "told"),
    [
        (9, 3, 20, "4ae8e27ceb83"),
        (13, 4, 40, "10b75c142812"),
        (22, 5, 60, "52fcb8d39525"),
        (8, 4, 60, "f1c525459da7"),
        (40, 6, 45, "9171d9280520"),
        (12, 8, 400, "ecb00efa6a1d"),
        (16, 4, 150, "1bbd7b55b59f"),
        (20, 5, 190, "d66dff6e2f63"),
        (24, 8, 60, "5e098339ecee"),
        (31, 6, 31, "19cea7fc8cd2"),
        (14, 7, 126, "02d2b9a287dc"),
        (22, 4, 220, "8c4d88cb3e67"),
        (11, 3, 100, "0c595da8dc3a"),
    ],
)
def test_a_seed_chooses_the_same_tables_in_every_version(n: int, k: int, most: int, told: str) -> None:
    """Logs are kept, and verified by whoever reads them: a round has to follow from its log for ever."""
    design = subsets(names(n), k, most, "s")
    late = more(names(n), names(n)[-2:], k, most, subsets(names(n)[:-2], k, most, "s").pairings, "s")
    assert sha256(repr((design.pairings, late)).encode()).hexdigest()[:12] == told


@pytest.mark.parametrize(
    ("rotation", "told"),
    [("cycle", "0050fe91a59b"), ("latin", "0cc62823bedd"), ("full", "8ff42e96bad8"), ("none", "e80a9399cc54")],
)
def test_a_seed_seats_a_deal_in_the_same_way_in_every_version(rotation: str, told: str) -> None:
    """So do the seats: a result that names others is none of that game."""
    chosen = settings(seats=5, rotation=rotation)
    found = [
        seatings(chosen, made, table, deal, tuple(names(k)))
        for k in (2, 3, 4, 5)
        for made, table, deal in ((1, 0, 0), (1, 0, 1), (1, 2, 3), (2, 0, 1))
    ]
    assert sha256(repr(found).encode()).hexdigest()[:12] == told
