"""The table of all operations: what each says about itself."""

from __future__ import annotations

from pathlib import Path

from citadels_api import routes
from citadels_api.accounts import rest as accounts_rest
from citadels_api.bots import rest as bots_rest
from citadels_api.catalogue import rest as catalogue_rest
from citadels_api.credentials import rest as credentials_rest
from citadels_api.meta import rest as meta_rest
from citadels_api.operations import Link, Operation
from citadels_api.play import rest as play_rest
from citadels_api.ratings import rest as ratings_rest
from citadels_api.records import rest as records_rest
from citadels_api.streams import rest as streams_rest
from citadels_api.tables import rest as tables_rest
from citadels_api.tournaments import rest as tournaments_rest
from citadels_api.tournaments import rest_views
from citadels_api.webhooks import rest as webhooks_rest

from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept" / "operations.txt"
IN_ORDER = (
    accounts_rest, bots_rest, credentials_rest, tables_rest, play_rest, streams_rest, records_rest, tournaments_rest, rest_views, webhooks_rest, ratings_rest, catalogue_rest, meta_rest,
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
    assert tuple(one for module in IN_ORDER for one in module.routes.operations) == routes.OPERATIONS
    assert_kept(KEPT, [line for one in routes.OPERATIONS for line in told(one)])
