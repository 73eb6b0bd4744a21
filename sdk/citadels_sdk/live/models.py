"""What a service answers about tables and games, as frozen, typed models.

1. A model holds every member that the service's description has, under its own name. Members that it does not know are passed over.
2. A word of a closed list may be one that came after this toolkit: it is then an `Unknown`, as a clock of an unknown kind is.
3. Times are milliseconds since 1970, UTC. What a viewer may not know is None.
"""

from citadels_sdk.client import models
from citadels_sdk.client.model_base import (
    BankClock,
    Clock,
    CorrespondenceClock,
    DecisionClock,
    Model,
    NoClock,
    Page,
    Word,
)
from citadels_sdk.client.models import *  # noqa: F403  (under the name that is documented)
from citadels_sdk.client.words import ClockKind, Edition, Level, Ninth, Scope, Start, Status, Timeout, Visibility

__all__ = [
    "BankClock",
    "Clock",
    "ClockKind",
    "CorrespondenceClock",
    "DecisionClock",
    "Edition",
    "Level",
    "Model",
    "Ninth",
    "NoClock",
    "Page",
    "Scope",
    "Start",
    "Status",
    "Timeout",
    "Visibility",
    "Word",
]
__all__ += models.__all__
