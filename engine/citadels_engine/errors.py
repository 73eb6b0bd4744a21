"""What can go wrong, as one tree; every error has a `code` for programs and a sentence for people.

CitadelsError
├── IllegalAction      the decision awaited does not list this action, or the game is over
├── UnknownAction      a text that is no action at all
├── SetupError         a game that the rules do not allow (cast, uniques, options, players)
├── PositionError      a position that cannot be read; names the field
├── RecordError        a record that cannot be read or does not hold; names the line
├── CaseError          a conformance case that cannot be read; names the step
├── CodecError         a stored game that this engine cannot read
└── WorldError         a view, or the events beside it, that no whole game agrees with
"""

from __future__ import annotations

__all__ = [
    "CaseError",
    "CitadelsError",
    "CodecError",
    "IllegalAction",
    "PositionError",
    "RecordError",
    "SetupError",
    "UnknownAction",
    "WorldError",
]


class CitadelsError(Exception):
    """The root of every error that the engine raises on purpose."""

    code: str = "error"


class IllegalAction(CitadelsError):
    """The action is not among the legal ones; the game is as it was."""

    code: str = "illegal_action"


class UnknownAction(CitadelsError):
    """The text is not one of the actions of the notation."""

    code: str = "unknown_action"


class SetupError(CitadelsError):
    """The set-up breaks a rule, which the message names."""

    code: str = "bad_setup"


class PositionError(CitadelsError):
    """The position cannot be read; the message points at the field."""

    code: str = "bad_position"


class RecordError(CitadelsError):
    """The record cannot be read, or what it claims does not hold; the message points at the line."""

    code: str = "bad_record"


class CaseError(CitadelsError):
    """The conformance case cannot be understood; the message points at the step."""

    code: str = "bad_case"


class CodecError(CitadelsError):
    """The stored game cannot be read: another schema, or data that no game was written as."""

    code: str = "bad_data"


class WorldError(CitadelsError):
    """No whole game agrees with the view and the events; the message says where they part."""

    code: str = "no_world"
