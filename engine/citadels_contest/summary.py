"""Everything that the results of a tournament say, as one JSON object: of results.json, of the page, of the answers of the service.

Figures are rounded to six digits; the same log gives the same object, wherever it is computed. `low` and `high` bound the figure beside them in 95 of
100 events, and are null where there are too few deals to tell. Entrants are named by their ids. The fields:

    games        {counted, deals, tables}: games that count, different deals, tables (a pairing in one deal) that are whole
    standings    by place: `Standing.to_json`
    wins         in the order of the standings: {entrant, games, wins, low, high}: how often it won, a shared victory in parts
    crosstable   for each two that met, both ways: {row, column, games, points, ahead, low, high}: games together, mean points of the row's
                 entrant in them, how often it came before the column's; `low` and `high` are of `ahead`
    better       for each two of whom something is known, both ways: {first, second, share, gap, low, high, deals, games, told}: how sure
                 it is that the first is better (null: too few deals), by how many points a game; `low` and `high` are of `gap`
    ratings      in the order of the standings: {entrant, rating, low, high, games}: fitted over all games, on the scale of Elo; their mean is 1500
    seats        {seats: [{seat, games, wins, points, low, high}], chance, deals, told}: of full tables; `chance`: how often equal seats
                 would look at least so unequal (null: too few deals)
    characters   the most played first: {character, picks, share, wins, low, high}: `share` of all picks, `wins` how often whoever played it won
    balance      how evenly the games treat everybody: `Balance.to_json`
    gain         null, or {paired, unpaired, factor, told, pairs: [{first, second, paired, unpaired, deals, games}]}: the standard error of a
                 difference of mean points as the deals were played and in as many games each with a deal of its own (over all pairs the
                 root of the mean square), and how many times the games the latter would have needed
    sequential   null, or {first, second, verdict, better, needed, worse, needed_worse, deals, gap, low, high, told, bound, alpha, beta}: `Verdict`,
                 with an interval of `gap` that holds when the test has stopped by itself
"""

from __future__ import annotations

from math import fsum, sqrt
from typing import TYPE_CHECKING, Final

from citadels_contest.standings import game_points
from citadels_contest.stats.balance import balance
from citadels_contest.stats.crosstable import crosstable
from citadels_contest.stats.game_results import scored, tables_of
from citadels_contest.stats.paired_test import better, differences, gain
from citadels_contest.stats.plackett_luce import fit
from citadels_contest.stats.seat_effects import character_rates, seat_effect
from citadels_contest.stats.sequential_test import within
from citadels_contest.stats.win_rate import win_rates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_contest.settings import Settings
    from citadels_contest.stats.game_results import Game
    from citadels_contest.stats.paired_test import Better
    from citadels_contest.tournament import Tournament
    from citadels_contest.types import Result

__all__ = ["MEAN", "summary"]

MEAN: Final = 1500.0
"""The mean of the fitted ratings."""
LEVEL: Final = 0.005
"""A smaller difference is shown as 0.00."""


def summary(tournament: Tournament) -> dict[str, object]:
    """The figures of a tournament as it stands.

    >>> from citadels_contest.settings import settings_from
    >>> from citadels_contest.tournament import Tournament
    >>> event = Tournament(settings_from({"seats": 2, "deals": 6}))
    >>> for entry in ({"kind": "entered", "entrant": "ann"}, {"kind": "entered", "entrant": "bea"}, {"kind": "started"}):
    ...     event.apply(entry)
    >>> event.apply(event.due() or {})
    >>> for game in event.open():
    ...     seats = list(game.seats)
    ...     event.apply({"kind": "result", "game": game.id, "seats": seats, "places": [1 + (one == "bea") for one in seats], "scores": [20, 20]})
    >>> found = summary(event)
    >>> found["games"], found["better"][0]["told"]
    ({'counted': 12, 'deals': 6, 'tables': 6}, 'ann is better than bea: 99.1 % sure, by 1.00 points a game (0.29 to 1.00), 6 deals')
    """
    settings = tournament.settings
    results = tournament.counted()

    def points(result: Result) -> tuple[float, ...]:
        return game_points(settings, result)

    games = scored(results, points, tournament.deal_label)
    standings = tournament.standings()
    ids = [one.entrant for one in standings]
    turns = settings.turns
    whole = tables_of(games, turns)
    return {
        "games": {
            "counted": len(games),
            "deals": len({game.deal for game in games}),
            "tables": sum([len(tables) for tables in whole]),
        },
        "standings": [one.to_json() for one in standings],
        "wins": [
            {"entrant": one.entrant, "games": one.games, **figures(wins=one.wins, low=one.low, high=one.high)}
            for one in win_rates(games, ids)
        ],
        "crosstable": crosstable_rows(games, ids),
        "better": better_rows(games, ids, turns),
        "ratings": [
            {"entrant": one.entrant, **figures(rating=one.rating, low=one.low, high=one.high), "games": one.games}
            for one in fit(results, ids, tournament.deal_label, MEAN)
        ],
        "seats": seats_told(games, settings),
        "characters": [
            {
                "character": one.character,
                "picks": one.picks,
                **figures(share=one.share, wins=one.wins, low=one.low, high=one.high),
            }
            for one in character_rates(games)
        ],
        "balance": balance([result.fixture.seats for result in results], ids).to_json(),
        "gain": gain_told(games, ids, turns),
        "sequential": sequential_told(tournament, games),
    }


def figures(**given: float | None) -> dict[str, float | None]:
    """These figures to six digits, and never as less than nothing where they are nothing."""
    return {name: None if value is None else round(value, 6) + 0.0 for name, value in given.items()}


def crosstable_rows(games: Sequence[Game], ids: Sequence[str]) -> list[dict[str, object]]:
    """The cells of the crosstable, row by row."""
    return [
        {
            "row": row,
            "column": column,
            "games": cell.games,
            **figures(points=cell.points, ahead=cell.ahead, low=cell.low, high=cell.high),
        }
        for (row, column), cell in crosstable(games, ids).items()
    ]


def better_rows(games: Sequence[Game], ids: Sequence[str], turns: int) -> list[dict[str, object]]:
    """Who is better than whom, first by first."""
    found = better(games, ids, turns)
    place = {name: at for at, name in enumerate(ids)}
    return [
        {
            "first": first,
            "second": second,
            **figures(share=one.share, gap=one.gap, low=one.low, high=one.high),
            "deals": one.deals,
            "games": one.games,
            "told": told_better(first, second, one),
        }
        for (first, second), one in sorted(found.items(), key=lambda item: (place[item[0][0]], place[item[0][1]]))
    ]


def told_better(first: str, second: str, one: Better) -> str:
    """It in words, from the side of who is ahead: `better` only where the interval says so."""
    if one.share is None or one.low is None or one.high is None:
        return f"{first} and {second}: too few deals to tell"
    deals = f"{one.deals} deals"
    if abs(one.gap) < LEVEL:
        return f"{first} and {second} are level: 0.00 points a game apart ({one.low:.2f} to {one.high:.2f}), {deals}"
    if one.share < 0.5:
        return told_better(second, first, turned(one))
    between = f"{one.gap:.2f} points a game ({one.low:.2f} to {one.high:.2f}), {deals}"
    sure = ">99.9" if one.share > 0.999 else f"{100 * one.share:.{0 if one.share < 0.99 else 1}f}"
    if one.low > 0:
        return f"{first} is better than {second}: {sure} % sure, by {between}"
    return f"{first} is ahead of {second}, not surely better ({sure} % sure): by {between}"


def turned(one: Better) -> Better:
    """The same from the other side."""
    return one._replace(
        share=None if one.share is None else 1 - one.share,
        gap=-one.gap,
        low=None if one.high is None else -one.high,
        high=None if one.low is None else -one.low,
    )


def seats_told(games: Sequence[Game], settings: Settings) -> dict[str, object]:
    """What the seats brought."""
    found = seat_effect(games, settings.seats, settings.turns)
    if found.chance is None:
        told = "too few deals to tell whether the seat matters"
    elif found.chance < 0.05:
        told = f"the seat matters: equal seats would look so unequal in {100 * found.chance:.2g} % of such events"
    else:
        told = f"nothing says that the seat matters: equal seats would look so unequal in {100 * found.chance:.2g} % of such events"
    return {
        "seats": [
            {
                "seat": one.seat,
                "games": one.games,
                **figures(wins=one.wins, points=one.points, low=one.low, high=one.high),
            }
            for one in found.seats
        ],
        **figures(chance=found.chance),
        "deals": found.deals,
        "told": told,
    }


def gain_told(games: Sequence[Game], ids: Sequence[str], turns: int) -> dict[str, object] | None:
    """What the same deals from every seat have brought; None where there was nothing of that."""
    if turns < 2:
        return None
    found = gain(games, ids, turns)
    if not found:
        return None
    paired = sqrt(fsum([one.paired**2 for one in found.values()]) / len(found))
    unpaired = sqrt(fsum([one.unpaired**2 for one in found.values()]) / len(found))
    factor = (unpaired / paired) ** 2 if paired > 0 else None
    told = "all deals say exactly the same"
    if factor is not None:
        told = (
            f"the standard error of a difference is {paired:.3g} points a game; without the same deals from every seat it would be "
            f"{unpaired:.3g}, and {factor:.2g} times the games would be needed"
        )
    return {
        **figures(paired=paired, unpaired=unpaired, factor=factor),
        "told": told,
        "pairs": [
            {
                "first": first,
                "second": second,
                **figures(paired=one.paired, unpaired=one.unpaired),
                "deals": one.deals,
                "games": one.games,
            }
            for (first, second), one in found.items()
        ],
    }


def sequential_told(tournament: Tournament, games: Sequence[Game]) -> dict[str, object] | None:
    """The sequential test, if it is one."""
    verdict = tournament.verdict()
    if verdict is None:
        return None
    settings = tournament.settings
    first, second = (settings.focus or tuple(tournament.entrants))[:2]
    low, high = within(differences(games, first, second, settings.turns)[: verdict.deals])
    return {
        "first": first,
        "second": second,
        "verdict": verdict.verdict,
        **figures(better=verdict.better, needed=verdict.needed, worse=verdict.worse, needed_worse=verdict.needed_worse),
        "deals": verdict.deals,
        **figures(gap=verdict.gap, low=low, high=high),
        "told": verdict.told,
        **figures(bound=settings.bound, alpha=settings.alpha, beta=settings.beta),
    }
