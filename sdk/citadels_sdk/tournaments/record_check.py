"""The records of a tournament, played again: whether each result is what its record says, and each record of the deal that was to be played."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from citadels_engine.errors import CitadelsError
from citadels_engine.formats.record import read, replay, verify

from citadels_sdk.json_values import is_list
from citadels_sdk.local.deal import deal_game, place_of
from citadels_sdk.tournaments.record_writer import picks_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_contest.log import Entry
    from citadels_contest.types import Fixture
    from citadels_engine.formats.record import Record

    from citadels_sdk.tournaments.log_check import Folded
    from citadels_sdk.tournaments.verify_report import Verdict


def check_records(
    verdict: Verdict, folded: Folded, records: list[str], heard: Callable[[int, int], object] | None
) -> None:
    """Every result is what its record says, and there is a record for each."""
    faults: list[str] = []
    entries = [entry for entry in folded.log if entry["kind"] == "result"]
    shas = [sha256(text.encode()).hexdigest() for text in records]
    by_sha = dict(zip(shas, records, strict=True))
    in_order = [str(entry.get("record")) for entry in entries]
    if folded.organized:
        faults += [f"a record that no result names: {text[:60]}" for sha, text in by_sha.items() if sha not in in_order]
    elif shas != in_order:
        at = next((at for at, (one, other) in enumerate(zip(shas, in_order, strict=False)) if one != other), None)
        where = f"record {at + 1} is not that of result {at + 1}" if at is not None else ""
        counts = f"{len(shas)} records for {len(in_order)} results"
        faults.append(f"{counts}: {where}" if where else counts)
    withheld = 0
    for done, entry in enumerate(entries, 1):
        text = by_sha.get(str(entry.get("record")))
        if text is None and folded.organized and not verdict.over:
            withheld += 1
        else:
            faults += check_result(folded, entry, text)
            verdict.replayed += text is not None
        if heard is not None:
            heard(done, len(entries))
    holds = f"{len(entries) - withheld} records, each played again by the engine; each result is its record's"
    if withheld:
        holds += f"; {withheld} more are not shown as long as their deals are played"
    verdict.note("games", faults, holds)


def check_result(folded: Folded, entry: Entry, text: str | None) -> list[str]:
    """What is wrong with a result."""
    game = str(entry["game"])
    if text is None:
        return [f"game {game}: there is no record with the SHA-256 that its result names"]
    try:
        record = read(text)
        verdict = verify(record)
    except CitadelsError as error:
        return [f"game {game}: its record cannot be read: {error}"]
    faults = [f"game {game}: its record does not hold: {one.text}" for one in verdict.findings if not one.ok]
    if faults or record.result is None:
        return faults[:1]
    faults = compare_result(entry, record)
    fixture = folded.contest.fixtures.get(game)
    if fixture is not None:
        faults += compare_deal(folded, fixture, record)
    if not folded.organized:
        faults += compare_faults(entry, record)
        if record.header.id != game:
            faults.append(f"its record is of game {record.header.id}")
        if list(record.header.names) != entry["seats"]:
            faults.append(f"{entry['seats']} sat there; the record says {record.header.names}")
    return [f"game {game}: {fault}" for fault in faults]


def compare_result(entry: Entry, record: Record) -> list[str]:
    """Where the entry says something else than the record."""
    result = record.result
    assert result is not None
    players = record.header.players
    order = tuple(tuple(together) for together in result.places)
    right: dict[str, object] = {
        "places": list(place_of(order, players)),
        "scores": [sheet["total"] for sheet in result.scores],
        "left": list(result.left),
    }
    if entry.get("picks"):
        said = [(one.seat, one.do) for one in record.taken]
        right["picks"] = [list(one) for one in picks_of(said, players)]
    faults: list[str] = []
    for name, value in right.items():
        claimed = entry.get(name)
        if (list(claimed) if is_list(claimed) else []) != value:
            faults.append(f"{name}: the result says {claimed}, its record {value}")
    rounds = entry.get("rounds")
    if rounds:
        played = rounds_of(record)
        if rounds != played:
            faults.append(f"rounds: the result says {rounds}, its record {played}")
    return faults


def compare_faults(entry: Entry, record: Record) -> list[str]:
    """Whom no fault is told of, though the record shows one."""
    assert record.result is not None
    faults: list[str] = []
    wrong, seats = entry.get("faults"), entry.get("seats")
    counted = list(wrong) if is_list(wrong) else []
    for seat in sorted({*record.result.left, *(one.seat for one in record.taken if one.by == "default")}):
        absent = is_list(seats) and str(seats[seat]).startswith("fill:absent")
        if not absent and not (seat < len(counted) and counted[seat]):
            faults.append(f"faults: the default action was taken for seat {seat}, of which no fault is told")
    return faults


def rounds_of(record: Record) -> int:
    """How many rounds the recorded game took."""
    return replay(record).round


def compare_deal(folded: Folded, fixture: Fixture, record: Record) -> list[str]:
    """Where the record is not of that deal."""
    event, contest, header = folded.event, folded.contest, record.header
    label = contest.deal_label(fixture)
    seed = event.seed_of(label)
    faults: list[str] = []
    if seed is not None and header.seed != seed:
        faults.append(f"its seed is not that of deal {label}")
        return faults
    try:
        dealt = deal_game(
            header.players,
            event.edition,
            event.scenario_of(contest.deal_number(fixture)),
            event.cast,
            str(header.seed),
            event.uniques,
            event.options,
        )
    except CitadelsError as error:
        return [f"the event cannot deal it: {error}"]
    right: dict[str, Any] = {
        "edition": "classic" if dealt.classic else "modern",
        "cast": [one.id for one in dealt.cast],
        "uniques": [one.id for one in dealt.uniques],
        "options": dict(dealt.options.values),
    }
    faults += [
        f"{name}: the record has {getattr(header, name)}, the event deals {value}"
        for name, value in right.items()
        if getattr(header, name) != value
    ]
    return faults
