"""What a service answers about people, the box, and itself."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from citadels_sdk.client.models import ClockKind, Edition, Model, Scope, Word

__all__ = [
    "Account",
    "BotAccount",
    "Character",
    "Credential",
    "District",
    "Guest",
    "Health",
    "Limits",
    "Option",
    "ProblemKind",
    "Rules",
    "Scenario",
    "Statistics",
]

# people


class Account(Model):
    """An account."""

    id: str
    """The id of the account."""
    kind: Word[Literal["guest", "account", "bot"]]
    """guest, account or bot."""
    name: str
    """Its name."""
    owner: str | None
    """The account that answers for a bot."""
    about: str
    """What it says of itself."""
    created: int
    """When it was made."""


class BotAccount(Model):
    """A bot of a service, what it accepts, and whether it is there."""

    id: str
    """The id of its account."""
    name: str
    """Its name."""
    owner: str | None
    """The account that answers for it."""
    about: str
    """What it says of itself."""
    present: bool
    """Whether its stream is open."""
    editions: tuple[Word[Edition], ...]
    """The editions that it plays."""
    players: tuple[int, ...]
    """The numbers of players that it plays with."""
    clocks: tuple[Word[ClockKind], ...]
    """The kinds of clock that it accepts."""
    least_ms: int
    """The least time for a decision that it can live with."""
    rated: bool
    """Whether it plays rated games."""


class Credential(Model):
    """A credential; its `secret` is told once, when it is made, and never shown in a `repr`."""

    id: str
    """The public id of the credential."""
    name: str
    """What its owner calls it."""
    scopes: tuple[Word[Scope], ...]
    """What it is good for."""
    created: int
    """When it was made."""
    expires: int
    """When it ends."""
    revoked: int | None
    """From when on it is no longer good, if it was revoked or rotated."""
    table: str | None
    """The only table that it is good for, if it is bound to one."""
    last_used: str | None
    """The day of its last use."""
    secret: str | None = Field(default=None, repr=False)
    """What to show as the bearer token; told once, when it is made."""


class Guest(Model):
    """A new identity with its first credential; `recovery` is the recovery code of an account, told once."""

    account: Account
    """The new identity."""
    credential: Credential
    """Its first credential, with the secret."""
    recovery: str | None = Field(default=None, repr=False)
    """The recovery code of an account, told once."""


# the box


class Character(Model):
    """A character."""

    id: str
    """Its id in positions and actions."""
    name: str
    """Its name in the language asked for."""
    names: Mapping[str, str]
    """Its name in every language."""
    rank: int
    """Its rank: characters are called in this order."""
    min_players: int
    """From how many players on it may be in the cast."""
    text: str
    """What it does, in English."""


class District(Model):
    """A district."""

    id: str
    """Its id in positions and actions."""
    name: str
    """Its name in the language asked for."""
    names: Mapping[str, str]
    """Its name in every language."""
    type: Word[Literal["noble", "religious", "trade", "military", "unique"]]
    """noble, religious, trade, military or unique."""
    cost: int
    """What it costs to build."""
    copies: int
    """How many are in the box."""
    unique: bool
    """Whether it is one of the purple districts that a game chooses from."""
    bonus: bool
    """Whether it is added to the classic deck by choice."""
    text: str
    """What it does, in English; empty for an ordinary one."""


class Scenario(Model):
    """A scenario of the rulebook."""

    id: str
    """Its id, for the making of tables."""
    name: str
    """Its name in the language asked for."""
    names: Mapping[str, str]
    """Its name in every language."""
    title: str
    """What to call it in the language asked for: its name, and where several scenarios have that name, its rulebook."""
    titles: Mapping[str, str]
    """What to call it in every language."""
    rulebooks: tuple[str, ...]
    """The rulebooks that print it, in the language asked for."""
    family: str
    """Which of the rulebook's lists it is from."""
    ranks: tuple[str, ...]
    """Its characters of rank 1 to 8."""
    rank9: str | None
    """Its ninth character, if it has one."""
    uniques: tuple[str, ...]
    """Its unique districts."""


class Option(Model):
    """An option of an edition."""

    id: str
    """Its name, for the making of tables."""
    values: tuple[object, ...]
    """What it may be, the rulebook's choice first."""


class Rules(Model):
    """What the service plays by."""

    rules: int
    """The number of the rules: raised when a correction changes what any record does."""
    editions: Mapping[str, tuple[Option, ...]]
    """The editions, with their options."""
    languages: tuple[str, ...]
    """The languages of the catalogue."""


# the house


class Statistics(Model):
    """What was played."""

    at: int
    """When the figures were taken."""
    counts: Mapping[str, int]
    """How often what happened."""


class Limits(Model):
    """The allowance of the asker."""

    capacity: int
    """The size of the bucket."""
    per_second: float
    """What it refills by in a second."""
    remaining: int
    """What remains."""
    full_ms: int
    """In how many milliseconds it is full again."""
    costs: Mapping[str, int]
    """What each operation costs."""


class Health(Model):
    """How a process is."""

    status: str
    """ok."""


class ProblemKind(Model):
    """What holds for every refusal under one code."""

    code: str
    """The code."""
    status: int
    """The HTTP status that goes with it."""
    title: str
    """What it is called."""
    description: str
    """What it means."""
