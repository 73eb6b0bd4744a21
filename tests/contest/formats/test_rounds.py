"""Every format, for every number of seats and many sizes of field, with people who come late and others who leave."""

import os
from collections import Counter
from hashlib import sha256
from itertools import combinations

import pytest
from citadels_contest.formats.arena import tables_each
from citadels_contest.formats.context import End, is_filler
from citadels_contest.formats.knock_out import plan, rounds_of
from citadels_contest.formats.rounds import first_trouble, next_round, rounds_expected
from citadels_contest.seat_rotation import seatings
from citadels_contest.types import Round
from hypothesis import given as drawn
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.contest.fields import Played, names, real, settings

SIZE = os.environ.get("CITADELS_SIZE", "quick")
FIELDS = {"quick": (2, 3, 5, 11, 17), "ci": (2, 3, 5, 9, 17, 33), "full": tuple(range(2, 65))}[SIZE]
EXAMPLES = {"quick": 40, "ci": 100, "full": 2_000}[SIZE]
ODD = ("bye", "fill", "smaller")


def fits(event: Played, made: Round) -> None:
    """A round in which nobody sits twice at a table, and no table is larger or smaller than it may be."""
    chosen = event.settings
    entrants = set(event.field.entrants)
    for pairing in made.pairings:
        assert len(set(pairing)) == len(pairing)
        assert 2 <= len(pairing) <= chosen.seats
        assert set(real(pairing)) <= entrants
        assert real(pairing)
        if len(pairing) < chosen.seats:
            assert chosen.odd == "smaller" or chosen.format == "knock-out"
        if any(is_filler(name) for name in pairing):
            assert chosen.odd == "fill" or chosen.small_field == "fill" or chosen.format == "sequential"
            assert all(name.startswith("fill:greedy:") for name in pairing if is_filler(name))


def once_each(event: Played, made: Round) -> None:
    """Nobody plays twice in that round, and whoever has no table rests."""
    seated = [name for pairing in made.pairings for name in real(pairing)]
    assert len(set(seated)) == len(seated)
    assert not set(seated) & set(made.byes)
    if event.settings.format == "swiss":
        assert set(seated) | set(made.byes) == set(event.field.entrants)


def nobody_rests_twice_while_others_have_not(event: Played) -> None:
    byes = Counter(name for made in event.rounds for name in made.byes)
    counts = [byes[name] for name in event.entered if name not in event.gone]
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("k", range(2, 9))
def test_a_swiss_seats_everybody_once_a_round_and_shares_out_the_byes(k: int, odd: str) -> None:
    for n in FIELDS:
        if n < k:
            continue
        event = Played(settings(format="swiss", seats=k, odd=odd), n)
        while isinstance(made := event.make(), Round):
            fits(event, made)
            once_each(event, made)
            assert len(made.byes) == (n % k if odd == "bye" else n % 2 if odd == "smaller" and k == 2 else 0)
            nobody_rests_twice_while_others_have_not(event)
            event.play()
        assert len(event.rounds) == rounds_expected(event.settings, n)


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("k", range(2, 9))
def test_a_knock_out_ends_at_one_table(k: int, odd: str) -> None:
    for n in FIELDS:
        if n < k:
            continue
        event = Played(settings(format="knock-out", seats=k, odd=odd), n)
        alive = n
        while isinstance(made := event.make(), Round):
            fits(event, made)
            once_each(event, made)
            there = sum(len(real(pairing)) for pairing in made.pairings) + len(made.byes)
            assert there < alive or made.number == 1
            alive = there
            event.play()
        assert made == End("the last table is played")
        assert len(event.rounds[-1].pairings) == 1
        assert len(event.rounds) == rounds_of(event.settings, n)


@pytest.mark.parametrize("advance", range(1, 8))
def test_in_a_knock_out_the_first_of_each_table_go_on(advance: int) -> None:
    event = Played(settings(format="knock-out", seats=8, advance=advance), 64)
    event.make()
    event.play()
    made = event.make()
    assert isinstance(made, Round)
    on = {name for pairing in made.pairings for name in pairing} | set(made.byes)
    assert on == {name for places in (event.tables[1, table] for table in range(8)) for name in places[:advance]}


@pytest.mark.parametrize(("n", "k"), [(11, 2), (37, 2), (21, 4), (50, 4), (100, 8), (60, 6)])
def test_a_knock_out_has_its_byes_in_the_first_round(n: int, k: int) -> None:
    chosen = settings(format="knock-out", seats=k)
    sizes = plan(chosen, n)
    left = n - sum(sizes) + len(sizes) * ((k + 1) // 2)
    while left > k:
        sizes = plan(chosen, left)
        assert sum(sizes) == left or n % 2
        left = left - sum(sizes) + len(sizes) * ((k + 1) // 2)


def test_the_best_have_the_byes_and_are_apart() -> None:
    event = Played(settings(format="knock-out", seats=2, seeding="entry"), 6)
    assert event.make() == Round(1, (("bot3", "bot6"), ("bot4", "bot5")), ("bot1", "bot2"))


def test_who_leaves_between_rounds_makes_room_for_the_next_of_the_table() -> None:
    event = Played(settings(format="knock-out", seats=4), 8)
    event.make()
    event.play()
    first, second, third, _ = event.tables[1, 0]
    event.gone.add(first)
    made = event.make()
    assert isinstance(made, Round)
    assert {second, third} <= set(made.pairings[0])


@pytest.mark.parametrize("k", range(2, 9))
def test_a_gauntlet_brings_those_in_focus_before_the_same_tables(k: int) -> None:
    for n in FIELDS:
        if n < k + 1:
            continue
        event = Played(settings(format="gauntlet", seats=k, focus=["bot2", "bot1"], tables=60), n)
        made = event.make()
        assert isinstance(made, Round)
        fits(event, made)
        against = {
            focus: [frozenset(one) - {focus} for one in made.pairings if focus in one] for focus in ("bot1", "bot2")
        }
        assert against["bot1"] == against["bot2"]
        assert len(made.pairings) == 2 * len(against["bot1"]) <= max(60, 2 * (n - 2))
        met = Counter(name for table in against["bot1"] for name in table)
        assert max(met.values()) - min([met[name] for name in names(n)[2:]]) <= 1
        event.play()
        assert event.make() == End("all rounds are played")


@pytest.mark.heavy
@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("k", range(2, 9))
def test_in_an_arena_everybody_sits_at_as_many_tables(k: int, odd: str) -> None:
    for n in FIELDS:
        if n < k:
            continue
        chosen = settings(format="arena", seats=k, odd=odd, rounds=6)
        event = Played(chosen, n)
        while isinstance(made := event.make(), Round):
            fits(event, made)
            once_each(event, made)
            assert not made.byes
            event.play(1 + len(event.open) // 2 if made.number % 2 else None)
        while event.open:
            event.play()
            while isinstance(event.make(), Round):
                event.play()
        tables = Counter(name for made in event.rounds for one in made.pairings for name in real(one))
        assert max(tables.values()) <= 6 + 2
        assert min(tables[name] for name in event.entered) >= 5, (n, tables)


def test_in_an_arena_who_is_free_plays_while_others_still_do() -> None:
    event = Played(settings(format="arena", seats=2, rounds=9), 6)
    event.make()
    assert event.make() is None
    event.play(1)
    assert event.make() is None, "the same two would meet again at once"
    event.play(1)
    made = event.make()
    assert isinstance(made, Round)
    assert len(made.pairings) == 2
    assert len(event.open) == 3


def test_an_arena_ends_before_it_has_too_many_games() -> None:
    event = Played(settings(format="arena", seats=4, rounds=20, most=50), 9)
    assert event.through() == "the most games are played"
    assert 34 < event.games <= 50
    assert tables_each(settings(format="arena", seats=4), 9) == 4


@pytest.mark.parametrize("k", range(2, 9))
@pytest.mark.parametrize("n", [2, 3, 9, 20])
def test_a_comparison_has_its_two_at_every_table_and_the_others_in_turn(k: int, n: int) -> None:
    event = Played(settings(format="sequential", seats=k, focus=["bot2", "bot1"], most=20 * k, deals=2), n)
    assert event.through() == "the most games are played"
    assert event.games == 20 * k
    seats = Counter(name for made in event.rounds for name in made.pairings[0])
    assert seats.pop("bot1") == seats.pop("bot2") == 10
    others = [seats[name] for name in names(n)[2:]]
    assert not others or max(others) - min(others) <= 1
    assert all(len(made.pairings[0]) == k for made in event.rounds)


def test_a_comparison_ends_with_its_verdict() -> None:
    event = Played(settings(format="sequential", seats=2), 2)
    event.make()
    event.play()
    assert next_round(event.field._replace(verdict="better")) == End("decided: better")


@pytest.mark.parametrize(
    ("n", "k", "rounds", "most"), [(16, 2, 8, 1), (64, 2, 8, 1), (16, 4, 5, 2), (64, 4, 6, 2), (64, 8, 4, 3)]
)
def test_in_a_swiss_few_meet_again(n: int, k: int, rounds: int, most: int) -> None:
    event = Played(settings(format="swiss", seats=k, rounds=rounds), n)
    event.through()
    met = Counter(frozenset(pair) for made in event.rounds for one in made.pairings for pair in combinations(one, 2))
    assert max(met.values()) <= most
    again = sum(number - 1 for number in met.values())
    assert again <= sum(met.values()) / 8


def test_in_a_swiss_those_with_as_many_points_meet() -> None:
    event = Played(settings(format="swiss", seats=4, rounds=6), 64)
    for _ in range(3):
        event.make()
        event.play()
    made = event.make()
    assert isinstance(made, Round)
    place = {name: number for number, name in enumerate(event.field.ranking)}
    inside = [abs(place[a] - place[b]) for one in made.pairings for a, b in combinations(one, 2)]
    assert sum(inside) / len(inside) < 10, "by lot it would be 21"


@pytest.mark.heavy
@drawn(st.data())
@hypothesis_settings(max_examples=EXAMPLES, deadline=None)
def test_no_coming_and_going_breaks_a_round(data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(["round-robin", "swiss", "knock-out", "gauntlet", "arena", "sequential"]))
    k = data.draw(st.integers(2, 8))
    chosen = settings(
        format=form, seats=k, odd=data.draw(st.sampled_from(ODD)), late=data.draw(st.sampled_from(["zero", "byes"])),
        duplicate=data.draw(st.booleans()), tables=40, rounds=5, most=400, small_field=data.draw(st.sampled_from(["refuse", "fill"])),
    )  # fmt: skip
    n = data.draw(st.integers(k, 20))
    event = Played(chosen, n)
    for _ in range(60):
        made = event.make()
        assert made == next_round(event.field) or isinstance(made, Round)
        if isinstance(made, End):
            break
        if isinstance(made, Round):
            fits(event, made)
            if form in ("swiss", "knock-out", "arena"):
                once_each(event, made)
        event.play(data.draw(st.sampled_from([None, 1, 2])) if form == "arena" else None)
        what = data.draw(st.sampled_from(["nothing", "nothing", "comes", "leaves"]))
        if what == "comes" and len(event.rounds) < 4:
            n += 1
            event.entered.append(f"bot{n}")
        if what == "leaves" and not event.open:
            event.gone.add(
                data.draw(st.sampled_from(sorted(event.field.entrants))) if event.field.entrants else "nobody"
            )
    while event.open:
        event.play()
        event.make()


def test_late_ones_of_a_round_robin_get_a_round_at_once() -> None:
    event = Played(settings(seats=3), 5)
    event.make()
    assert event.make() is None
    event.entered.append("late")
    made = event.make()
    assert isinstance(made, Round)
    assert {frozenset(one) for one in made.pairings} == {frozenset(("late", *two)) for two in combinations(names(5), 2)}
    assert event.make() is None


@pytest.mark.parametrize("form", ["round-robin", "swiss", "knock-out", "gauntlet", "arena", "sequential"])
def test_a_small_field_is_refused_or_filled(form: str) -> None:
    refused = settings(format=form, seats=4, small_field="refuse")
    filled = settings(format=form, seats=4, small_field="fill", rounds=3, most=64)
    trouble = first_trouble(refused, 3)
    assert trouble == "3 entrants do not fill a table of 4 seats: small_field could be fill"
    assert next_round(Played(refused, 3).field) == End(trouble)
    event = Played(filled, 3)
    made = event.make()
    assert isinstance(made, Round)
    assert sorted(real(made.pairings[0])) == names(3)
    assert len(made.pairings[0]) == 4
    event.play()
    event.through()


def test_own_pairings_come_first_and_who_is_not_in_them_rests() -> None:
    event = Played(settings(format="swiss", seats=2), 5)
    own = Round(9, (("bot5", "bot1"),))
    assert next_round(event.field._replace(given=own)) == Round(1, (("bot5", "bot1"),), ("bot2", "bot3", "bot4"))
    event.make()
    assert next_round(event.field._replace(given=own)) is None


SAME: dict[str, tuple[dict[str, object], int]] = {
    "swiss": ({"seats": 2, "rounds": 4}, 9),
    "swiss of threes without turns": ({"format": "swiss", "seats": 3, "odd": "fill", "duplicate": False}, 11),
    "swiss of fours by entry": ({"format": "swiss", "seats": 4, "odd": "smaller", "seeding": "entry"}, 14),
    "knock-out": ({"seats": 4}, 21),
    "knock-out of threes by entry": ({"format": "knock-out", "seats": 3, "advance": 1, "seeding": "entry"}, 13),
    "gauntlet": ({"seats": 4, "tables": 12, "focus": ["bot3"]}, 14),
    "arena": ({"seats": 3, "rounds": 5, "deals": 2, "duplicate": False}, 10),
    "sequential": ({"seats": 4, "deals": 2, "most": 40}, 7),
    "round-robin": ({"seats": 3, "tables": 20, "duplicate": False, "deals": 2}, 11),
}
"""Settings, and how many enter; the format is the name's where nothing is said."""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("swiss", "7d1452f43786"),
        ("swiss of threes without turns", "1c08c3b09478"),
        ("swiss of fours by entry", "873e9c565223"),
        ("knock-out", "6c93c4269d25"),
        ("knock-out of threes by entry", "8f65784e6b74"),
        ("gauntlet", "a928723c6b03"),
        ("arena", "3f883754aa51"),
        ("sequential", "0875350dad1b"),
        ("round-robin", "3ca2e6874dca"),
    ],
)
def test_a_seed_makes_the_same_rounds_in_every_version(name: str, told: str) -> None:
    """Logs are kept, and verified by whoever reads them: a round has to follow from its log for ever."""
    given, count = SAME[name]
    event = Played(settings(**{"format": name, **given}), count)
    event.through()
    assert sha256(repr(event.rounds).encode()).hexdigest()[:12] == told


def test_the_last_ones_rest_first_and_nobody_again_before_the_others() -> None:
    event = Played(settings(format="swiss", seats=4, rounds=9, seeding="entry"), 6)
    rested: list[str] = []
    for _ in range(3):
        before = list(event.field.ranking)
        made = event.make()
        assert isinstance(made, Round)
        assert list(made.byes) == [name for name in reversed(before) if name not in rested][:2]
        rested += made.byes
        event.play()
    assert sorted(rested) == names(6)


@pytest.mark.parametrize(("k", "deals"), [(2, 1), (3, 1), (3, 2), (4, 3), (5, 1)])
def test_over_the_rounds_of_a_swiss_without_turns_everybody_sits_at_each_seat_about_equally_often(
    k: int, deals: int
) -> None:
    event = Played(settings(format="swiss", seats=k, rounds=3 * k, duplicate=False, deals=deals), 4 * k)
    event.through()
    sat = Counter(
        (name, seat)
        for made in event.rounds
        for table, pairing in enumerate(made.pairings)
        for deal in range(deals)
        for seat, name in enumerate(seatings(event.settings, made.number, table, deal, pairing)[0])
    )
    counts = [sat[name, seat] for name in event.entered for seat in range(k)]
    assert max(counts) - min(counts) <= 2


@pytest.mark.parametrize(("most", "rounds"), [(4, 1), (7, 1), (8, 2)])
def test_an_arena_plays_as_many_tables_as_its_games_allow_and_the_last_one_too(most: int, rounds: int) -> None:
    event = Played(settings(format="arena", seats=4, rounds=9, most=most), 4)
    assert event.through() == "the most games are played"
    assert len(event.rounds) == rounds


def test_those_in_focus_of_a_gauntlet_need_others_to_fill_a_table() -> None:
    def trouble(count: int, **more: object) -> str | None:
        chosen = settings(format="gauntlet", seats=4, **{"focus": ["bot1", "bot2"], "odd": "bye", **more})
        return first_trouble(chosen, count)

    assert trouble(4) == "those in focus have 2 to meet, and a table has 4 seats: odd could be fill or smaller"
    assert trouble(5) is None
    assert trouble(4, focus=["bot1"]) is None
    assert trouble(4, odd="smaller") is None
    assert trouble(4, small_field="fill") is None


@pytest.mark.parametrize(
    ("form", "rounds"),
    [("round-robin", 1), ("gauntlet", 1), ("swiss", 4), ("knock-out", 2), ("arena", 4), ("sequential", None)],
)
def test_how_many_rounds_there_will_be_is_known_beforehand_but_of_a_sequential_test(
    form: str, rounds: int | None
) -> None:
    assert rounds_expected(settings(format=form, seats=4), 8) == rounds
