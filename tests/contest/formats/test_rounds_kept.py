"""Which tables and rounds each format makes: all of them as they were, as a log is read again for years."""

from __future__ import annotations

from pathlib import Path

from citadels_contest.formats import arena, gauntlet, knock_out, round_robin, swiss
from citadels_contest.formats.context import End
from citadels_contest.formats.rounds import first_trouble, rounds_expected
from citadels_contest.seat_rotation import seatings, turns_of
from citadels_contest.table_assignment import cheapest, snake, table_sizes, too_few

from tests.contest.fields import Played, names, settings
from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"
PLAYED: dict[str, tuple[int, dict[str, object]]] = {
    "swiss of tables": (13, {"format": "swiss", "seats": 4, "rounds": 5}),
    "swiss of duels": (9, {"format": "swiss", "seats": 2, "duplicate": False, "deals": 3, "seeding": "entry"}),
    "swiss, filled": (10, {"format": "swiss", "seats": 4, "odd": "fill", "rotation": "none", "rounds": 4}),
    "swiss, smaller": (11, {"format": "swiss", "seats": 3, "odd": "smaller", "late": "byes", "rounds": 4}),
    "knock-out": (21, {"format": "knock-out", "seats": 4}),
    "knock-out of duels": (11, {"format": "knock-out", "seats": 2, "seeding": "entry", "duplicate": False}),
    "knock-out, filled": (14, {"format": "knock-out", "seats": 4, "odd": "fill", "advance": 1}),
    "knock-out, smaller": (14, {"format": "knock-out", "seats": 5, "odd": "smaller", "advance": 3}),
    "round robin": (9, {"format": "round-robin", "seats": 4, "tables": 20, "duplicate": False, "deals": 2}),
    "round robin, filled": (3, {"format": "round-robin", "seats": 4, "small_field": "fill"}),
    "gauntlet": (7, {"format": "gauntlet", "seats": 3, "focus": ["bot2", "bot5"], "tables": 12}),
    "gauntlet, filled": (3, {"format": "gauntlet", "seats": 4, "filler": "random"}),
    "gauntlet, filled as it is small": (3, {"format": "gauntlet", "seats": 4, "odd": "bye", "small_field": "fill"}),
    "gauntlet, smaller": (3, {"format": "gauntlet", "seats": 3, "odd": "smaller", "focus": ["bot1", "bot2"]}),
    "knock-out of one": (1, {"format": "knock-out", "seats": 3, "small_field": "fill"}),
    "knock-out of two": (2, {"format": "knock-out", "seats": 3, "small_field": "fill", "odd": "smaller"}),
    "swiss of one": (1, {"format": "swiss", "seats": 2, "small_field": "fill", "rounds": 2}),
    "arena of one table": (4, {"format": "arena", "seats": 4, "rounds": 3, "small_field": "fill"}),
    "arena with some left over": (
        5,
        {"format": "arena", "seats": 2, "rounds": 3, "odd": "smaller", "duplicate": False},
    ),
    "sequential, filled": (2, {"format": "sequential", "seats": 4, "most": 9, "odd": "bye", "small_field": "fill"}),
    "sequential, smaller": (
        2,
        {"format": "sequential", "seats": 4, "most": 9, "odd": "smaller", "small_field": "refuse"},
    ),
    "arena": (8, {"format": "arena", "seats": 3, "rounds": 4, "most": 200}),
    "arena of few games": (7, {"format": "arena", "seats": 2, "most": 24, "odd": "fill"}),
    "sequential": (5, {"format": "sequential", "seats": 3, "most": 20, "focus": ["bot5", "bot2"]}),
}


def rounds_of(played: Played) -> list[str]:
    """Play to the end: all rounds as they were made. One leaves after the first, one comes; of an arena half is played at a time."""
    lines: list[str] = []
    for number in range(60):
        made = played.make()
        if isinstance(made, End):
            return [*lines, f"end: {made.why}"]
        if made is not None:
            tables = " | ".join(" ".join(pairing) for pairing in made.pairings)
            lines.append(f"{made.number}: {tables}; rest: {' '.join(made.byes)}")
        if number == 1:
            played.gone.add(played.entered[3 % len(played.entered)])
            played.entered.append("late1")
        played.play(max(1, len(played.open) // 2) if played.settings.format == "arena" else None)
    return [*lines, "it goes on"]


def test_the_rounds_of_each_format_are_what_they_were() -> None:
    lines: list[str] = []
    for name, (count, given) in PLAYED.items():
        lines += [f"== {name}", *rounds_of(Played(settings(**given), count))]
    assert_kept(KEPT / "rounds.txt", lines)


def test_how_many_rounds_and_tables_there_are_is_what_it_was() -> None:
    lines: list[str] = []
    for odd in ("bye", "fill", "smaller"):
        for small in ("refuse", "fill"):
            for seats in (2, 3, 4, 7):
                for advance in (None, 1, seats - 1):
                    chosen = settings(odd=odd, small_field=small, seats=seats, advance=advance)
                    told = [
                        f"{count}:{table_sizes(chosen, count)}/{knock_out.plan(chosen, count)}/{knock_out.rounds_of(chosen, count)}"
                        for count in (0, 1, 2, 3, 4, 5, 7, 8, 11, 16)
                        if count or odd
                    ]
                    lines.append(f"{odd} {small} {seats} {advance} {' '.join(told)}".replace(", ", ","))
    assert_kept(KEPT / "table_sizes.txt", lines)


def test_how_many_rounds_are_expected_is_what_it_was() -> None:
    lines = []
    for form in ("round-robin", "swiss", "knock-out", "gauntlet", "arena", "sequential"):
        for seats in (2, 4):
            chosen = settings(format=form, seats=seats)
            told = [f"{count}:{rounds_expected(chosen, count)}" for count in (1, 2, 3, 4, 5, 8, 9, 16, 17, 64)]
            lines.append(f"{form} {seats}: {' '.join(told)}")
            for odd in ("bye", "fill", "smaller"):
                for small in ("refuse", "fill"):
                    wish = settings(format=form, seats=seats, odd=odd, small_field=small)
                    lines += [f"  {odd} {small} {count}: {first_trouble(wish, count)}" for count in range(seats + 2)]
    swiss_rounds = [
        (swiss.rounds_of(settings(seats=seats), count)) for seats in (2, 3, 8) for count in (2, 4, 8, 9, 27, 28)
    ]
    each = [arena.tables_each(settings(seats=seats), count) for seats in (2, 3, 4) for count in (2, 4, 8, 9, 27, 28)]
    lines += [str(swiss_rounds), str(each), str(round_robin.MOST_TABLES)]
    assert_kept(KEPT / "rounds_expected.txt", lines)


def test_too_few_are_told_how_many_they_are() -> None:
    chosen = settings(seats=4)
    assert [too_few(chosen, count) for count in (0, 1, 3, 4)] == [
        "0 are left, and a table has 4 seats",
        "1 is left, and a table has 4 seats",
        "3 are left, and a table has 4 seats",
        None,
    ]


def test_a_gauntlet_without_anybody_to_meet_waits_for_its_games_and_ends() -> None:
    played = Played(settings(format="gauntlet", seats=2), 2)
    played.make()
    played.gone.add("bot2")
    assert gauntlet.next_round(played.field) is None
    played.play()
    assert gauntlet.next_round(played.field) == End("all rounds are played")


def test_tables_are_dealt_out_to_and_fro_and_prices_are_made_little() -> None:
    assert snake("abcdefgh", [3, 2, 3]) == [["a", "f", "g"], ["b", "e"], ["c", "d", "h"]]
    assert cheapest([[0, 5, 5], [5, 5, 0], [5, 0, 5]]) == [0, 2, 1]
    assert cheapest([[1, 1], [1, 1]]) == [0, 1]
    assert cheapest([[3, 0], [3, 0]]) == [0, 1]


def test_who_sits_where_in_each_turn_is_what_it_was() -> None:
    lines = []
    for rotation in ("cycle", "latin", "full", "none"):
        for players in (2, 3, 4):
            chosen = settings(seats=4, rotation=rotation)
            lines.append(f"{rotation} {players} {turns_of(chosen, players)}")
            for deal in (0, 1, 2):
                turns = seatings(chosen, 1, 2, deal, tuple(names(players)))
                lines.append(f"  {deal}: {' | '.join(' '.join(one) for one in turns)}".replace("bot", ""))
    assert_kept(KEPT / "seatings.txt", lines)
