"""The context of a GraphQL request: the viewer, the service, the client's address."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import strawberry

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Snapshot


@dataclass(slots=True)
class Asking:
    """The context of every resolver."""

    house: House
    who: Principal | None
    address: str
    request_id: str
    ahead: dict[str, Snapshot | None] = field(default_factory=dict)
    """Tables that were read ahead; each is used once."""

    projectors: dict[Any, Any] | None = None
    """The projections of the document; None if graphql-core executes everything."""

    def read_ahead(self, table: str) -> Snapshot | None:
        """The table that was read ahead; None if it was not, or does not exist."""
        return self.ahead.pop(table, None)


Info = strawberry.Info[Asking, None]


def argument(description: str, name: str | None = None) -> Any:
    """The description and type of an argument's annotation."""
    return strawberry.argument(description=description, name=name)


TableId = Annotated[strawberry.ID, argument("The id of the table.")]
TournamentId = Annotated[strawberry.ID, argument("The id of the tournament.")]
Said = Annotated[str | None, argument("The secret of an invitation link, if you need one.")]
