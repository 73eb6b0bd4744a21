"""HTML for notebooks and pages: the table, the score, the story of a game, the report of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine import apply, new_game
from citadels_engine.cards.registry import DISTRICTS

from citadels_sdk.render.board import SCORE_LINES, about, goal, marked, open_view
from citadels_sdk.render.sentences import Teller
from citadels_sdk.render.style import STYLE, TYPES
from citadels_sdk.render.svg import bars, cards, coins, crown, escape, house, shares, shield
from citadels_sdk.render.text import columns_of
from citadels_sdk.view.explanations import explain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_engine.views.view import SeatView
    from citadels_engine.views.view import View as EngineView

    from citadels_sdk.local.entrant_figures import Row
    from citadels_sdk.local.game import Game
    from citadels_sdk.report import Report
    from citadels_sdk.view.view import View


ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


def page(title: str, body: str) -> str:
    """A page of its own around a piece of HTML."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title>"
        "<style>html{color-scheme:light dark}body{margin:0;background:#f6f0e2}.citadels{margin:0 auto}"
        "@media(prefers-color-scheme:dark){body{background:#17191f}}</style></head>"
        f"<body>{body}</body></html>\n"
    )


def framed(body: str) -> str:
    """The piece with its style."""
    return f'<div class="citadels"><style>{STYLE}</style>{body}</div>'


# --- the table -------------------------------------------------------------------------------------------------------


def tip(edition: str, name: str) -> str:
    """What the district does."""
    return DISTRICTS[edition][name.removesuffix("+")].text


def hand_html(teller: Teller, edition: str, hand: Iterable[str]) -> str:
    """Cards as houses, sorted by type and cost."""
    drawn: list[str] = []
    for name in sorted(hand, key=list(teller.districts).index):
        card = DISTRICTS[edition][name]
        drawn.append(house(teller.card(name), card.type, card.cost, tip=card.text))
    return f'<div class="row">{"".join(drawn) or NONE_HELD}</div>'


NONE_HELD: Final = '<span class="none">no cards</span>'
NONE_BUILT: Final = '<span class="none">no district yet</span>'


def character_html(teller: Teller, seat: SeatView, name: str | None, dead: str | None) -> str:
    """A character's emblem and name; in brackets where only the viewer knows it."""
    if name is None:
        return f'<span class="who soft">{shield(None, "a hidden character")}</span>'
    rank = teller.characters[name]["rank"]
    title = teller.card(name)
    told = escape(title if name in seat.revealed else f"({title})")
    return f'<span class="who{" dead" if name == dead else ""}">{shield(rank, f"{title}, rank {rank}")}{told}</span>'


def seat_html(teller: Teller, view: EngineView, seat: SeatView, *, hands: bool = True) -> str:
    """One seat: its name, gold, cards, characters, and its city as a row of houses."""
    number = seat.number
    waits = view.decision is not None and view.decision.seat == number
    dead = marked(view.killed)
    size = sum(DISTRICTS[view.edition][built.id].size for built in seat.city)
    head = [f'<span class="name">{escape(teller.who(number))}</span>']
    if view.crown == number:
        head.append(crown())
    head.append(f'<span class="num">{coins(seat.gold)}{seat.gold}</span>')
    head.append(f'<span class="num">{cards(seat.hand_size)}{seat.hand_size}</span>')
    head.append(f'<span class="num soft">{size} of {goal(view)} built</span>')
    head += [character_html(teller, seat, name, dead) for name in seat.characters]
    city = "".join(
        house(
            teller.card(built.id),
            built.type,
            built.cost,
            beautified=built.beautified,
            under=built.under,
            tip=tip(view.edition, built.id),
        )
        for built in seat.city
    )
    body = f'<div class="head">{"".join(head)}</div><div class="row">{city or NONE_BUILT}</div>'
    own = view.own is not None and view.own.seat == number
    if hands and seat.hand and not own:
        body += f"<details><summary>hand</summary>{hand_html(teller, view.edition, seat.hand)}</details>"
    return f'<div class="seat{" waits" if waits else ""}">{body}</div>'


def board_html(teller: Teller, view: EngineView) -> str:
    """The whole table as the viewer may know it."""
    facts = [f"Round {view.round}", f"{view.deck_size} cards in the deck"]
    if view.tax:
        facts.append(f"{view.tax} gold of taxes")
    if view.announced:
        facts.append("seven districts complete a city")
    seats = "".join(seat_html(teller, view, seat) for seat in view.seats)
    beside = "".join(f"<p>{escape(text)}</p>" for text in about(teller, view))
    told = f'<p class="soft">{escape(", ".join(facts))}</p><div class="seats">{seats}</div>'
    return told + (f'<div class="box">{beside}</div>' if beside else "")


def view_html(view: View) -> str:
    """The table, the hand, and, where the seat has to act, what it may do."""
    raw = view.raw
    names = [f"seat {number}" for number in range(len(raw.seats))]
    teller = Teller(raw.edition, names, viewer=None if raw.own is None else raw.own.seat)
    who = "what everybody sees" if raw.own is None else f"as seat {raw.own.seat} sees it"
    body = f"<h3>Decision {raw.n}, {who}</h3>{board_html(teller, raw)}"
    if raw.own is not None:
        body += f'<div class="box"><b>Your hand</b>{hand_html(teller, raw.edition, raw.own.hand)}</div>'
        for of, hand in raw.own.looks:
            title = escape(f"Seen with {teller.whom(of)}")
            body += f'<div class="box"><b>{title}</b>{hand_html(teller, raw.edition, hand)}</div>'
    if raw.actions:
        listed = "".join(
            f"<li><code>{escape(action.text)}</code> <span class='soft'>{escape(explain(teller, raw, action))}</span></li>"
            for action in raw.actions
        )
        count = len(raw.actions)
        kind = "" if raw.decision is None else f" for “{escape(raw.decision.kind)}”"
        opened = ' open="open"' if count <= 8 else ""
        summary = f"{count} legal action{'' if count == 1 else 's'}{kind}"
        body += f'<div class="box"><details{opened}><summary>{summary}</summary><ul>{listed}</ul></details></div>'
    return framed(body)


# --- a game ----------------------------------------------------------------------------------------------------------


def game_html(game: Game) -> str:
    """The result as bars, the table at the end, the score sheet, and the story of the rounds, folded."""
    teller = Teller(game.edition, list(game.names))
    facts = f"{game.players} players, {game.edition} edition, {game.rounds} rounds, seed {game.seed}"
    won = " and ".join(game.names[seat] for seat in game.winners)
    shared = "share the victory" if len(game.winners) > 1 else "wins"
    body = f'<h3>{escape(won)} {shared}</h3><p class="soft">{escape(facts)}</p>'
    body += f'<div class="seats"><div class="box">{points_bars(teller, game)}</div>'
    body += f'<div class="box wide">{sheet_html(teller, game)}</div></div>'
    body += f"<h4>The table at the end</h4>{board_html(teller, open_view(game.final))}"
    if game.faults:
        first = "".join(f"<li>{lines(str(fault))}</li>" for fault in game.faults[:5])
        count = len(game.faults)
        body += f"<details><summary>{count} fault{'' if count == 1 else 's'}</summary><ul>{first}</ul></details>"
    body += f"<details><summary>The story of the {game.rounds} rounds</summary>{story_html(teller, game)}</details>"
    return framed(body)


def lines(text: str) -> str:
    """A text of several lines."""
    return "<br/>".join(escape(line) for line in text.splitlines())


def points_bars(teller: Teller, game: Game) -> str:
    """Every seat's points, the winner's first: the districts by their type, then what was added."""
    rows: list[tuple[str, int, list[tuple[str, int, str]]]] = []
    for seat in (seat for together in game.order for seat in together):
        sheet = game.sheets[seat]
        cities = game.final.seats[seat].city
        parts = [(kind, sum(built.cost for built in cities if built.card.type == kind), kind) for kind in TYPES]
        more = sum(points for what, points in sheet.lines if what != "districts")
        place = ORDINALS[game.places[seat] - 1]
        rows.append(
            (f"{place} {teller.who(seat)}", sheet.total, [*parts, ("for the whole city", max(0, more), "plain")])
        )
    return bars(rows)


def sheet_html(teller: Teller, game: Game) -> str:
    """The score sheet: a row for each seat, by place."""
    sheets = game.sheets
    found = {what for sheet in sheets for what, _ in sheet.lines}
    rows = [what for what in SCORE_LINES if what in found] + sorted(found - set(SCORE_LINES))
    titles = [SCORE_LINES.get(row) or teller.card(row) for row in rows]
    heads = "".join(f"<th>{escape(title)}</th>" for title in [*titles, "Total"])
    told = ""
    for seat in (seat for together in game.order for seat in together):
        sheet = sheets[seat]
        points = [sum(value for what, value in sheet.lines if what == row) for row in rows]
        cells = "".join(f"<td>{value or ''}</td>" for value in points)
        told += f'<tr><td class="n">{escape(teller.who(seat))}</td>{cells}<td class="n">{sheet.total}</td></tr>'
    return f"<table><tr><th></th>{heads}</tr>{told}</table>"


def story_html(teller: Teller, game: Game) -> str:
    """What happened, with all cards open, a round each."""
    rounds: list[list[str]] = []
    for event in told_again(game):
        kind = event["kind"]
        if kind == "round" or not rounds:
            rounds.append([])
        if kind not in ("round", "turn_end"):
            rounds[-1].append(f"<li>{escape(teller.event(event))}</li>")
    return "".join(
        f"<details><summary>Round {number}</summary><ul>{''.join(told)}</ul></details>"
        for number, told in enumerate(rounds, 1)
    )


def told_again(game: Game) -> Iterable[dict[str, object]]:
    """Every event of the game, as the seat knows it that it is about."""
    final = game.final
    again = new_game(
        game.players,
        edition=game.edition,
        cast=[character.id for character in final.cast],
        uniques=[card.id for card in final.uniques],
        options=final.options.values,
        seed=final.seed,
        telling=True,
    )
    yield from (event.for_seat(event.seat) for event in again.events)
    for _, action in game.taken:
        apply(again, action)
        yield from (event.for_seat(event.seat) for event in again.events)


# --- a match ---------------------------------------------------------------------------------------------------------


def report_html(report: Report) -> str:
    """The shares as bars with their intervals, the table, the wins by seat, and the first faults."""
    names = (
        " against ".join(row.name for row in report.rows)
        if len(report.rows) == 2
        else ", ".join(row.name for row in report.rows)
    )
    body = f'<h3>{escape(names)}</h3><p class="soft">{escape(report.title)}<br/>{escape(report.pace)}</p>'
    body += '<div class="box">' + "".join(told_html(row) for row in report.rows) + "</div>"
    body += f'<div class="box wide">{table_html(report)}</div>'
    for row in report.rows:
        if row.faults:
            body += faults_html(row)
    body += f'<details><summary>Wins by seat</summary><div class="wide">{seats_html(report)}</div></details>'
    body += "".join(f"<p><b>Note:</b> {escape(note)}.</p>" for note in report.notes)
    return framed(body)


def told_html(row: Row) -> str:
    """The row as a bar and in words, the verdict in its colour."""
    share = row.share
    bar = shares(share.share, share.low, share.high, row.fair, row.verdict)
    said, _, verdict = row.told.rpartition(": ")
    return f'<div class="told">{bar}<p>{escape(said)}: <span class="{row.verdict}">{escape(verdict)}</span>.</p></div>'


def table_html(report: Report) -> str:
    """A row for each entrant."""
    heads, cells = columns_of(report)
    told = "".join(f"<th>{escape(head)}</th>" for head in heads)
    told = f"<tr>{told}</tr>"
    for name, *values in cells:
        rest = "".join(f'<td class="num">{escape(value)}</td>' for value in values)
        told += f'<tr><td class="n">{escape(name)}</td>{rest}</tr>'
    return f"<table>{told}</table>"


def seats_html(report: Report) -> str:
    """How often each entrant won from each seat."""
    heads = "".join(f"<th>seat {seat}</th>" for seat in range(report.seats))
    told = ""
    for row in report.rows:
        by_seat = {one.seat: one for one in row.by_seat}
        cells = "".join(
            seat_cell(by_seat[seat].wins, by_seat[seat].games) if seat in by_seat else "<td></td>"
            for seat in range(report.seats)
        )
        told += f'<tr><td class="n">{escape(row.name)}</td>{cells}</tr>'
    return f"<table><tr><th></th>{heads}</tr>{told}</table>"


def seat_cell(wins: float, games: int) -> str:
    """The share of wins from one seat."""
    return f"<td>{100 * wins / games:.0f} % of {games}</td>"


def faults_html(row: Row) -> str:
    """An entrant's first faults, each with its command."""
    told = ""
    for note in row.first_faults:
        command = f"<br/><code>{escape(note.repro)}</code>" if note.repro is not None else ""
        told += f"<li>{escape(note)}{command}</li>"
    count = f"{row.faults} fault{'' if row.faults == 1 else 's'}"
    return f'<details open="open"><summary>{escape(row.name)}: {count}</summary><ul>{told}</ul></details>'
