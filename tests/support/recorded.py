"""Whether a record is that of the game that was played: it verifies, it is the table's, and it holds exactly what was acknowledged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.errors import CitadelsError
from citadels_engine.formats.record import read, verify

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_engine.formats.record import Record


Move = tuple[int, int, str]
"""A decision, the seat that took it, what it did."""


def opened(text: str, table: str, commitment: str) -> tuple[Record | None, list[str]]:
    """The record, and what is wrong with it as such."""
    try:
        record = read(text)
    except CitadelsError as error:
        return None, [f"{table}: the record cannot be read: {error}"]
    return record, faulty(record, table, commitment)


def faulty(record: Record, table: str, commitment: str) -> list[str]:
    """What is wrong with a record as such."""
    found = []
    numbers = [taken.n for taken in record.taken]
    if numbers != list(range(len(numbers))):
        found.append(f"{table}: the decisions of the record are not numbered 0 to {len(numbers) - 1}")
    if record.header.id != table or record.header.commitment != commitment:
        found.append(f"{table}: the record is of another table, or of another deal than was committed to")
    if record.result is None:
        found.append(f"{table}: the record has no result")
    verdict = verify(record)
    if not verdict.ok:
        found.append(f"{table}: the record does not verify: {verdict}")
    return found


def differing(record: Record, acknowledged: Iterable[Move], seats: Iterable[int]) -> list[str]:
    """Where the moves of these seats in a record are not those that were acknowledged, each once."""
    named = set(seats)
    written = [(taken.n, taken.seat, taken.do) for taken in record.taken if taken.seat in named]
    said = sorted(acknowledged)
    if written == said:
        return []
    lost = sorted(set(said) - set(written))
    extra = sorted(set(written) - set(said))
    said_of = f"{len(said)} moves were acknowledged, {len(written)} are recorded"
    return [f"{record.header.id}: {said_of}; lost {lost[:3]}, not acknowledged {extra[:3]}"]
