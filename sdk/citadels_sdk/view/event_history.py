"""What a seat has been told: one list for the driver, and copies of it for a bot, which may write in what it is given.

>>> heard = Heard([{"kind": "round", "round": 1}])
>>> heard.copies(1)[0]["round"] = 7
>>> heard, heard.copies(1)
([{'kind': 'round', 'round': 1}], ({'kind': 'round', 'round': 7},))
"""

from __future__ import annotations

from typing import TypeAlias, cast

Event: TypeAlias = dict[str, object]
"""An event, as the seat was told it."""


class Heard(list[Event]):
    """The events that a seat has been told, oldest first; those of several seats may have an event in common.

    A copy of an event is made when it is first asked for, and is the same from then on.
    """

    __slots__ = ("given",)

    def __init__(self, events: list[Event] | None = None) -> None:
        super().__init__(events or ())
        self.given: list[Event] = []

    def copies(self, count: int) -> tuple[Event, ...]:
        """The first so many, for a bot."""
        given = self.given
        for event in self[len(given) : count]:
            given.append(apart(event))
        return tuple(given[:count])

    def last(self) -> Event:
        """The last one, for a bot."""
        given = self.given
        for event in self[len(given) :]:
            given.append(apart(event))
        return given[-1]


def apart(event: Event) -> Event:
    """The event once more, with nothing in common with the first but texts and numbers."""
    twin = event.copy()
    for name, value in twin.items():
        if isinstance(value, list):
            items = cast("list[object]", value)
            twin[name] = [cast("list[object]", item).copy() if isinstance(item, list) else item for item in items]
    return twin
