"""The table of all operations: what each says about itself."""

from __future__ import annotations

from pathlib import Path

from citadels_api.rest import (
    accounts,
    bots,
    catalogue,
    credentials,
    leaderboard,
    meta,
    play,
    records,
    streams,
    table,
    tables,
    tournament_views,
    tournaments,
    webhooks,
)
from citadels_api.rest.routing import Link, Operation

from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept" / "operations.txt"
IN_ORDER = (
    accounts, bots, credentials, tables, play, streams, records, tournaments, tournament_views, webhooks, leaderboard, catalogue, meta,
)  # fmt: skip


def named(value: object) -> str:
    """A type or a function by its name, a link by its parts, all else as it is."""
    if isinstance(value, Link):
        return f"{value.name} -> {value.operation} {value.parameters}: {value.description}"
    if isinstance(value, tuple) and value and isinstance(value[0], Link):
        return "; ".join(named(one) for one in value)
    if isinstance(value, type) or callable(value):
        return getattr(value, "__name__", str(value)) if not getattr(value, "__args__", None) else str(value)
    return str(value)


def told(operation: Operation) -> list[str]:
    """All that an operation says, a field a line."""
    fields = {name: getattr(operation, name) for name in Operation.__dataclass_fields__}
    lines = [f"{operation.id}: {operation.method} {operation.path}"]
    lines += [
        f"  {name}: {named(value)}"
        for name, value in fields.items()
        if name not in ("id", "method", "path", "description") and value not in (None, (), False)
    ]
    return [*lines, f"  all codes: {' '.join(operation.all_codes)}"]


def test_each_operation_says_what_it_said() -> None:
    assert tuple(one for module in IN_ORDER for one in module.OPERATIONS) == table.OPERATIONS
    assert_kept(KEPT, [line for one in table.OPERATIONS for line in told(one)])
