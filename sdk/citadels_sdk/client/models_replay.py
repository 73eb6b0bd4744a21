"""What a service answers about games that are over, moment by moment, and about actions that are not legal."""

from collections.abc import Mapping

from citadels_sdk.client.models import Event, Model, Result, Seat

__all__ = ["Moment", "MomentDecision", "Reason", "Replay"]


class MomentDecision(Model):
    """What was asked."""

    seat: int
    """The seat that was asked."""
    kind: str
    """What was asked, as in section 1 of the notation: pick, turn, keep, ..."""


class Moment(Model):
    """The game before a decision, the decision, and what came of it; the last moment of a game is its end, without a decision."""

    n: int
    """The number of the decision; at the end how many there were."""
    position: Mapping[str, object]
    """The position before the decision, section 3 of the notation: the view of these eyes, or for `all` the full position."""
    decision: MomentDecision | None = None
    """What was asked; None at the end."""
    seat: int | None = None
    """The seat that decided; None at the end."""
    do: str | None = None
    """The action, as its text; None at the end."""
    by: str | None = None
    """Who decided where that was not the seat's player: `ai`, `timeout`, ...; None where it was."""
    at: int | None = None
    """When the decision came; None at the end, and where no time was kept."""
    events: tuple[Event, ...] = ()
    """What happened from the decision up to the next one, as these eyes saw it."""


class Replay(Model):
    """Some moments of a game that is over, as somebody saw them then."""

    table: str
    """The id of the table."""
    n: int
    """How many decisions the game had: the number of its last moment, which is its end."""
    commitment: str
    """The commitment to the seed, made before the deal."""
    seed: str
    """The seed."""
    rules: int
    """The number of the rules."""
    seats: tuple[Seat, ...]
    """The seats, by number."""
    result: Result | None
    """How the game ended."""
    scores: tuple[Mapping[str, object], ...]
    """The score sheet of each seat, as the last line of a record has it."""
    opening: tuple[Event, ...]
    """What happened before the first decision; only where the first moment is asked for."""
    moments: tuple[Moment, ...]
    """The moments, in order."""


class Reason(Model):
    """Whether an action is legal now, for who asks; and if not, why not."""

    text: str
    """The action, as it was sent."""
    legal: bool
    """Whether it is legal."""
    rule: str | None
    """The rule that stands in the way, such as `D-KEEP-1`; None where it is legal, or is no action."""
    why: str | None
    """What stands in the way, in a sentence; None where it is legal."""
