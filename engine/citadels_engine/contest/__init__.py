"""Tournaments, without anything that plays: who meets, what results say, who stands where; pure functions, on the standard library alone.

The words are in `values`, the policies in `settings`, the log in `log`, and `tournament.Tournament` is the fold over it.
"""

from citadels_engine.contest.balance import Balance, balance
from citadels_engine.contest.crosstable import Cell, crosstable
from citadels_engine.contest.designs import Design, subsets
from citadels_engine.contest.effects import CharacterRate, Seat, SeatEffect, character_rates, seat_effect
from citadels_engine.contest.field import End, Field
from citadels_engine.contest.fitting import Rating, fit
from citadels_engine.contest.following import Progress
from citadels_engine.contest.formats import first_trouble, next_round, rounds_expected
from citadels_engine.contest.log import (
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
from citadels_engine.contest.paired import Better, Gain, better, differences, gain
from citadels_engine.contest.rotations import seatings, turns_of
from citadels_engine.contest.scored import Game, Label, Points, Table, scored, tables_of
from citadels_engine.contest.sequential import Verdict, judge, within
from citadels_engine.contest.settings import CHOICES, CRITERIA, FORMATS, Settings, settings_from
from citadels_engine.contest.standings import Standing, game_points
from citadels_engine.contest.statistics import Mean, Share, mean_interval, t_quantile, wilson
from citadels_engine.contest.summary import summary
from citadels_engine.contest.tournament import Tournament, fold
from citadels_engine.contest.values import ContestError, Entrant, Fixture, Pairing, Result, Round
from citadels_engine.contest.wins import WinRate, win_rates

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
