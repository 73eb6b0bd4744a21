"""Tournaments, without anything that plays: who meets, what results say, who stands where; pure functions, on the standard library alone.

The words are in `values`, the policies in `settings`, the log in `log`, and `tournament.Tournament` is the fold over it.
"""

from citadels_contest.formats.context import End, Field
from citadels_contest.formats.rounds import first_trouble, next_round, rounds_expected
from citadels_contest.log import (
    KINDS,
    Entry,
    check_entry,
    dump,
    entered_entry,
    entrant_from,
    read_entry,
    result_entry,
    result_from,
)
from citadels_contest.next_entry import Progress
from citadels_contest.schedules import Design, subsets
from citadels_contest.seat_rotation import seatings, turns_of
from citadels_contest.settings import CHOICES, CRITERIA, FORMATS, Settings, settings_from
from citadels_contest.standings import Standing, game_points
from citadels_contest.stats.balance import Balance, balance
from citadels_contest.stats.crosstable import Cell, crosstable
from citadels_contest.stats.game_results import Game, Label, Points, Table, scored, tables_of
from citadels_contest.stats.intervals import Mean, Share, mean_interval, t_quantile, wilson
from citadels_contest.stats.paired_test import Better, Gain, better, differences, gain
from citadels_contest.stats.plackett_luce import Rating, fit
from citadels_contest.stats.seat_effects import CharacterRate, Seat, SeatEffect, character_rates, seat_effect
from citadels_contest.stats.sequential_test import Verdict, judge, within
from citadels_contest.stats.win_rate import WinRate, win_rates
from citadels_contest.summary import summary
from citadels_contest.tournament import Tournament, fold
from citadels_contest.types import ContestError, Entrant, Fixture, Pairing, Result, Round

__all__ = [
    "CHOICES",
    "CRITERIA",
    "FORMATS",
    "KINDS",
    "Balance",
    "Better",
    "Cell",
    "CharacterRate",
    "ContestError",
    "Design",
    "End",
    "Entrant",
    "Entry",
    "Field",
    "Fixture",
    "Gain",
    "Game",
    "Label",
    "Mean",
    "Pairing",
    "Points",
    "Progress",
    "Rating",
    "Result",
    "Round",
    "Seat",
    "SeatEffect",
    "Settings",
    "Share",
    "Standing",
    "Table",
    "Tournament",
    "Verdict",
    "WinRate",
    "balance",
    "better",
    "character_rates",
    "check_entry",
    "crosstable",
    "differences",
    "dump",
    "entered_entry",
    "entrant_from",
    "first_trouble",
    "fit",
    "fold",
    "gain",
    "game_points",
    "judge",
    "mean_interval",
    "next_round",
    "read_entry",
    "result_entry",
    "result_from",
    "rounds_expected",
    "scored",
    "seat_effect",
    "seatings",
    "settings_from",
    "subsets",
    "summary",
    "t_quantile",
    "tables_of",
    "turns_of",
    "wilson",
    "win_rates",
    "within",
]
