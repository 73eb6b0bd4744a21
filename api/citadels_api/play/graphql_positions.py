"""Positions in GraphQL: a game as one viewer may know it. Hidden information is null or a count."""

from collections.abc import Callable
from typing import Any

import strawberry

from citadels_api import words
from citadels_api.graphql.fields import item, maybe, told
from citadels_api.graphql.scalars import Json
from citadels_api.graphql.types import enum_of, output
from citadels_api.play.contract import Position as PositionAnswer
from citadels_api.play.graphql_decisions import Decision, Result

Edition: Any = enum_of(words.Edition)
Phase: Any = enum_of(words.Phase)


def known(key: str) -> Callable[[Any], object]:
    """Read a field that is a list for viewers who know it and a count for all others: the list, or null."""

    def read(source: Any) -> object:
        value = source.get(key)
        return value if isinstance(value, list) else None

    return read


def size(key: str) -> Callable[[Any], object]:
    """Read the same field as a count."""

    def read(source: Any) -> object:
        value = source.get(key)
        return len(value) if isinstance(value, list) else value or 0

    return read


def as_list(key: str) -> Callable[[Any], object]:
    """Read a field that has a value instead of a list when there is only one item."""

    def read(source: Any) -> object:
        value = source.get(key)
        return value if value is None or isinstance(value, list) else [value]

    return read


def numbered(view: Any) -> list[tuple[int, dict[str, Any]]]:
    """The seats with their numbers."""
    return list(enumerate(view["seats"]))


def of_seat(read: Callable[[Any], object]) -> Callable[[Any], object]:
    """Read a seat from a pair of a value and its seat."""

    def read_second(pair: Any) -> object:
        return read(pair[1])

    return read_second


def district_text(built: Any) -> str:
    """A district of a city in the notation; a `+` marks a beautified one."""
    return str(built["id"]) if isinstance(built, dict) else built


def tucked(built: Any) -> object:
    """The cards under a district, if the viewer knows them."""
    found = built["tucked"] if isinstance(built, dict) else []
    return found if isinstance(found, list) else None


def tucked_size(built: Any) -> int:
    """How many cards are under a district."""
    found = built["tucked"] if isinstance(built, dict) else 0
    return len(found) if isinstance(found, list) else found


@strawberry.type(description="A district of a city.")
class CityDistrict:
    """A district of a city."""

    text: str = told("The district in the notation: its id, with a `+` if it is beautified.", district_text)
    id_of_district: str = told(
        "The id of the district in the catalogue.", lambda built: district_text(built).rstrip("+"), name="district"
    )
    beautified: bool = told(
        "Whether the Artist has beautified it with a gold.", lambda built: district_text(built).endswith("+")
    )
    tucked: list[str] | None = told("The cards under it (Museum); null if you do not know them.", tucked)
    tucked_size: int = told("How many cards are under it.", tucked_size)


@strawberry.type(description="A seat as the viewer may know it.")
class SeatView:
    """A seat as the viewer may know it."""

    seat: int = told("Its number, from 0.", lambda pair: pair[0])
    gold: int = told("Its gold.", of_seat(item("gold")))
    hand: list[str] | None = told("The hand; null if you do not know it.", of_seat(known("hand")))
    hand_size: int = told("How many cards are in the hand.", of_seat(size("hand")))
    city: list[CityDistrict] = told("The districts, oldest first.", of_seat(item("city")))
    characters: list[str | None] = told(
        "The characters of this round; null for each that you do not know.", of_seat(item("characters"))
    )
    revealed: list[str] = told("Those of its characters that were revealed.", of_seat(item("revealed")))
    built: list[str] | None = told("Classic edition: the districts built this round.", of_seat(maybe("built")))


@strawberry.type(description="The current turn.")
class Turn:
    """The current turn."""

    character: str = told("The seat that takes the turn.", item("character"))
    gathered: bool = told("Whether the player has gathered gold or cards.", item("gathered"))
    built: int = told("How many districts were built, as the build limit counts them.", item("built"))
    used: list[str] = told("The verbs of the once-a-turn actions that were taken.", item("used"))
    spent: int = told("The gold paid for the districts built this turn that still stand.", item("spent"))
    resumed: bool = told("Whether the Witch plays the turn.", item("resumed"))


@strawberry.type(description="A marker on a character.")
class Mark:
    """A marker on a character."""

    character: str = told("The character.", item("character"))
    by: int | None = told("The seat that placed it.", item("by"))


@strawberry.type(description="The Magistrate's warrants.")
class Warrants:
    """The Magistrate's warrants."""

    by: int | None = told("The seat that placed them.", item("by"))
    on: list[str] | None = told(
        "The characters with a warrant, by rank; null for the seat that placed them.", maybe("on")
    )
    shown: list[str] = told("The warrants that were revealed.", item("shown"))
    signed: str | None = told("The character with the signed warrant, if you know it.", maybe("signed"))
    blank: list[str | None] | None = told("The characters with blank warrants, if you know them.", as_list("blank"))


@strawberry.type(description="The Blackmailer's threats.")
class Threats:
    """The Blackmailer's threats."""

    by: int | None = told("The seat that placed them.", item("by"))
    on: list[str] | None = told(
        "The characters with a threat, by rank; null for the seat that placed them.", maybe("on")
    )
    shown: list[str] = told("The threats that were revealed.", item("shown"))
    flowered: str | None = told("The character with the flowered threat, if you know it.", maybe("flowered"))
    blank: str | None = told("The character with the blank threat, if you know it.", maybe("blank"))


@strawberry.type(description="A hand that you have looked at in this turn.")
class Look:
    """A hand that the viewer has looked at."""

    by: int = told("Your seat.", item("by"))
    of: int = told("The seat whose hand it was.", item("of"))
    hand: list[str] = told("The cards in the hand.", item("hand"))


def actions_left_out(view: Any) -> object:
    """The decision as the view describes it. The position's `decision` has the legal actions."""
    return view["decision"]


def source_text(details: Any) -> object:
    """Where cards come from, in a word."""
    value = details.get("from")
    return value if isinstance(value, str) else None


def source_seat(details: Any) -> object:
    """The seat that something comes from."""
    value = details.get("from")
    return value if isinstance(value, int) else None


@strawberry.type(
    description="The details of the current decision, as far as the viewer may know them. Fields of other kinds are null."
)
class DecisionDetails:
    """The details of the current decision."""

    kind: str = told("The kind of the decision: pick, turn, keep, ...", item("kind"))
    cards: list[str] | None = told("`keep`: the cards on offer; null if you do not know them.", known("cards"))
    cards_size: int | None = told(
        "`keep`: how many cards are on offer.", lambda details: size("cards")(details) if "cards" in details else None
    )
    drawn_from: str | None = told("`keep`: where the cards come from, `draw` or `study`.", source_text)
    from_seat: int | None = told("`take`: the seat whose hand the player looked at.", source_seat)
    left: int | None = told("`keep`: how many more cards the player keeps.", maybe("left"))
    count: int | None = told("`redraw`: the cards discarded so far.", maybe("count"))
    do: str | None = told("`pay`: the build action, as text.", maybe("do"))
    paid: int | None = told("`pay`: the cards paid so far.", maybe("paid"))
    lent: int | None = told("`pay`: how much of the price the lender pays.", maybe("lent"))
    to: list[int] | None = told("`return`: the seats that still receive cards.", maybe("to"))
    district: str | None = told("`warrant`, `ransom`: the district.", maybe("district"))
    gold: int | None = told("`warrant`: the gold paid.", maybe("gold"))
    under: int | None = told("`ransom`: how many cards were under the district.", maybe("under"))


@strawberry.type(description="A game as the viewer may know it: section 3 of the notation, with typed fields.")
class View:
    """A game as the viewer may know it."""

    edition: Edition = told("The edition.", item("edition"))
    options: Json = told("The options of the edition.", item("options"))
    cast: list[str] = told("The characters in the game.", item("cast"))
    uniques: list[str] = told("The unique districts in the deck.", item("uniques"))
    seats: list[SeatView] = told("The seats, by number.", numbered)
    crown: int = told("The seat that has the crown.", item("crown"))
    round: int = told("The round, from 1.", item("round"))
    n: int = told("The number of decisions taken so far. It is also the number of the current decision.", item("n"))
    phase: Phase = told("The part of the round.", item("phase"))
    deck_size: int = told("How many cards are in the deck.", item("deck"))
    faceup: list[str] = told("The characters that were set aside faceup.", item("faceup"))
    facedown: list[str | None] = told(
        "The characters that were set aside facedown; null for each that you do not know.", item("facedown")
    )
    pool: list[str] | None = told("The characters to pick from; null unless you pick now.", known("pool"))
    pool_size: int = told("How many characters are passed on.", size("pool"))
    turn: Turn | None = told("The current turn.", item("turn"))
    killed: Mark | None = told("The character that is murdered.", item("killed"))
    bewitched: Mark | None = told("The character that is bewitched.", item("bewitched"))
    robbed: Mark | None = told("The character that is robbed.", item("robbed"))
    warrants: Warrants | None = told("The Magistrate's warrants.", item("warrants"))
    threats: Threats | None = told("The Blackmailer's threats.", item("threats"))
    tax: int = told("The gold on the Tax Collector's token.", item("tax"))
    completed: list[list[int]] = told(
        "The seats that have completed a city, in order; seats that did so at the same moment are in one list.",
        lambda view: [one if isinstance(one, list) else [one] for one in view["completed"]],
    )
    announced: bool = told("Classic edition: whether the Bell Tower has shortened the game.", item("announced"))
    details: DecisionDetails | None = told("The details of the current decision.", actions_left_out)
    looks: list[Look] = told("The hands that you have looked at in this turn.", lambda view: view.get("looks", []))


Position: Any = output(
    PositionAnswer,
    "Position",
    of=(Decision, Result),
    fields={
        "view": (View | None, told("The game; null before the deal.", lambda position: position.view or None)),
        "notation": (Json, told("The game in the public notation, as in REST.", lambda position: position.view)),
    },
)
