"""A request to the schema: who asks, of which house, from where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import strawberry

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Snapshot


@dataclass(slots=True)
class Asking:
    """What every resolver is given as its context."""

    house: House
    who: Principal | None
    address: str
    request_id: str
    ahead: dict[str, Snapshot | None] = field(default_factory=dict)
    """Tables that were read together with who asks; each is good for one use."""

    projectors: dict[Any, Any] | None = None
    """How objects are written that the document selects; None for the long way."""

    def read_ahead(self, table: str) -> Snapshot | None:
        """The table, where it was read ahead; None where it was not, or is not there."""
        return self.ahead.pop(table, None)


Info = strawberry.Info[Asking, None]


def argument(description: str, name: str | None = None) -> Any:
    """What an argument's annotation carries."""
    return strawberry.argument(description=description, name=name)


TableId = Annotated[strawberry.ID, argument("The id of the table.")]
TournamentId = Annotated[strawberry.ID, argument("The id of the tournament.")]
Said = Annotated[str | None, argument("The secret of an invitation link, where one is needed.")]
