"""Events in GraphQL: what happened at a table, as one viewer may know it."""

from collections.abc import Callable
from typing import Any

import strawberry

from citadels_api.graphql.fields import told
from citadels_api.graphql.scalars import Json, Millis
from citadels_api.graphql.types import output
from citadels_api.play.contract import EventAnswer
from citadels_api.play.graphql_decisions import Decision
from citadels_api.play.graphql_positions import Position
from citadels_api.streams.contract import Frame as FrameAnswer


def fact(name: str, kind: type) -> Callable[[Any], object]:
    """Read a fact if it has this type. Some names have another meaning in other kinds of events."""

    def read(facts: Any) -> object:
        value = facts.get(name)
        return value if type(value) is kind else None

    return read


def card_list(name: str) -> Callable[[Any], object]:
    """Read cards: a list, or a single card."""

    def read(facts: Any) -> object:
        value = facts.get(name)
        return [value] if isinstance(value, str) else value

    return read


@strawberry.type(
    description="The details of an event, as far as the viewer may know them. Fields of other kinds of events are null."
)
class Facts:
    """The details of an event."""

    json: Json = told("All details, as in REST.", lambda facts: facts)
    round: int | None = told("`round`: the number of the round.", fact("round", int))
    crown: int | None = told("`round`, `start`: the seat that has the crown.", fact("crown", int))
    faceup: list[str] | None = told("`round`: the characters that were set aside faceup.", fact("faceup", list))
    rank: int | None = told("`call`: the rank that is called.", fact("rank", int))
    character: str | None = told("`pick`, `reveal`, `call`, ...: the character.", fact("character", str))
    characters: list[str] | None = told("`mark`: the characters with a marker.", fact("characters", list))
    signed: str | None = told(
        "`mark`: the character with the signed warrant, for the seat that placed it.", fact("signed", str)
    )
    flowered: str | None = told(
        "`mark`: the character with the flowered threat, for the seat that placed it.", fact("flowered", str)
    )
    was_flowered: bool | None = told(
        "`answer`: whether the revealed threat was the flowered one.", fact("flowered", bool)
    )
    offered: list[str] | None = told(
        "`pick`: the characters to pick from, for the seat that picks.", fact("offered", list)
    )
    passed_on: int | None = told("`pick`: how many characters were passed on.", fact("left", int))
    verb: str | None = told("`mark`: the action.", fact("verb", str))
    do: str | None = told("`build`, `answer`: the action.", fact("do", str))
    why: str | None = told("The source.", fact("why", str))
    gold: int | None = told("`gain`, `lose`: the amount of gold.", fact("gold", int))
    cards: int | None = told("`gain`: the number of cards.", fact("cards", int))
    count: int | None = told("The number of cards.", fact("count", int))
    returned: int | None = told("`keep`: how many cards were put back.", fact("returned", int))
    district: str | None = told("The district.", fact("district", str))
    own: str | None = told("`exchange`: the district that was given.", fact("own", str))
    districts: list[str] | None = told("The cards, for the seats that know them.", fact("districts", list))
    under: list[str] | None = told("`keep`: the cards put back, for the seat that put them back.", fact("under", list))
    hand: list[str] | None = told("`look`: the hand, for the seat that looked.", fact("hand", list))
    hands: list[list[str]] | None = told(
        "`over`: all hands; null while the same sealed deal is still played at another table.", fact("hands", list)
    )
    deck: list[str] | None = told("`search`: the deck, for the seat that looked.", fact("deck", list))
    gave: list[str] | None = told("`swap`, `theater`: what was given, for both seats.", card_list("gave"))
    got: list[str] | None = told("`swap`, `theater`: what was received, for both seats.", card_list("got"))
    type: str | None = told("`look` of the Spy: the type of district.", fact("type", str))
    matches: int | None = told("`look` of the Spy: how many districts of this type.", fact("matches", int))
    from_seat: int | None = told("The seat that it comes from.", fact("from", int))
    drawn_from: str | None = told("`draw`, `keep`: where the cards come from, `draw` or `study`.", fact("from", str))
    to: int | None = told("The seat that receives; null for the bank.", fact("to", int))
    of: int | None = told("The seat that it was taken from.", fact("of", int))
    with_seat: int | None = told("`swap`, `theater`: the other seat.", fact("with", int))
    on: bool | None = told("`announce`: whether the Bell Tower shortens the game.", fact("on", bool))
    what: str | None = told("`ask`: the kind of the decision.", fact("what", str))
    n: int | None = told("`ask`: the number of the decision.", fact("n", int))
    ms: Millis | None = told("`ask`: the time for the decision.", fact("ms", int))
    level: str | None = told("`takeover`: the level of the AI that plays for the player.", fact("level", str))
    account: strawberry.ID | None = told("`join`, `leave`, `reserved`: the account.", fact("account", str))
    name: str | None = told("`join`: the name that the table shows.", fact("name", str))
    player_kind: str | None = told("`join`: human, bot or ai.", fact("is", str))
    made_by: strawberry.ID | None = told("`created`: the creator of the table.", fact("by", str))
    commitment: str | None = told("`created`: the commitment to the seed.", fact("commitment", str))
    table: strawberry.ID | None = told("`rematch`: the table of the rematch.", fact("table", str))
    places: list[list[int]] | None = told("`end`: the seats by place.", fact("places", list))
    totals: list[int] | None = told("`end`: the points of each seat.", fact("totals", list))
    left: list[int] | None = told("`end`: the seats that left, in that order.", fact("left", list))
    seed: str | None = told("`end`: the seed, which is now public.", fact("seed", str))


Event: Any = output(
    EventAnswer,
    "Event",
    fields={"facts": (Facts, told("The details of the event, as far as you may know them."))},
)
Frame: Any = output(FrameAnswer, "Frame", of=(Event, Position, Decision))
