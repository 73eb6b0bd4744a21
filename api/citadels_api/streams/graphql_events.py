"""Events: what happened at a table, as one viewer may know it."""

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
    """Reads a fact where it is of that type: some names mean another thing in another kind of event."""

    def read(facts: Any) -> object:
        value = facts.get(name)
        return value if type(value) is kind else None

    return read


def card_list(name: str) -> Callable[[Any], object]:
    """Reads cards: a list, or the only one."""

    def read(facts: Any) -> object:
        value = facts.get(name)
        return [value] if isinstance(value, str) else value

    return read


@strawberry.type(
    description="What happened in detail, as far as the viewer may know it. What does not belong to the kind of event is null."
)
class Facts:
    """What happened in detail."""

    json: Json = told("All of it, as REST gives it.", lambda facts: facts)
    round: int | None = told("`round`: its number.", fact("round", int))
    crown: int | None = told("`round`, `start`: the seat that has the crown.", fact("crown", int))
    faceup: list[str] | None = told("`round`: the characters aside face up.", fact("faceup", list))
    rank: int | None = told("`call`: the rank that is called.", fact("rank", int))
    character: str | None = told("`pick`, `reveal`, `call`, ...: the character.", fact("character", str))
    characters: list[str] | None = told("`mark`: the characters that carry a marker.", fact("characters", list))
    signed: str | None = told("`mark`: the one with the signed warrant, for who placed it.", fact("signed", str))
    flowered: str | None = told("`mark`: the one with the flowered threat, for who placed it.", fact("flowered", str))
    was_flowered: bool | None = told(
        "`answer`: whether the exposed threat was the flowered one.", fact("flowered", bool)
    )
    offered: list[str] | None = told("`pick`: what there was to pick from, for the chooser.", fact("offered", list))
    passed_on: int | None = told("`pick`: how many cards were passed on.", fact("left", int))
    verb: str | None = told("`mark`: the action.", fact("verb", str))
    do: str | None = told("`build`, `answer`: the action.", fact("do", str))
    why: str | None = told("What it came from.", fact("why", str))
    gold: int | None = told("`gain`, `lose`: how much.", fact("gold", int))
    cards: int | None = told("`gain`: how many cards.", fact("cards", int))
    count: int | None = told("How many cards.", fact("count", int))
    returned: int | None = told("`keep`: how many cards were put back.", fact("returned", int))
    district: str | None = told("The district.", fact("district", str))
    own: str | None = told("`exchange`: the district that was given.", fact("own", str))
    districts: list[str] | None = told("The cards, for who knows them.", fact("districts", list))
    under: list[str] | None = told("`keep`: the cards put back, for who put them.", fact("under", list))
    hand: list[str] | None = told("`look`: the hand, for who looked.", fact("hand", list))
    hands: list[list[str]] | None = told(
        "`over`: all hands; null while a sealed deal is still played.", fact("hands", list)
    )
    deck: list[str] | None = told("`search`: the deck, for who looked.", fact("deck", list))
    gave: list[str] | None = told("`swap`, `theater`: what was given, for both.", card_list("gave"))
    got: list[str] | None = told("`swap`, `theater`: what was got, for both.", card_list("got"))
    type: str | None = told("`look` of the Spy: the type of district.", fact("type", str))
    matches: int | None = told("`look` of the Spy: how many districts of the type.", fact("matches", int))
    from_seat: int | None = told("The seat that it comes from.", fact("from", int))
    drawn_from: str | None = told("`draw`, `keep`: how the cards came, `draw` or `study`.", fact("from", str))
    to: int | None = told("The seat that receives; null for the bank.", fact("to", int))
    of: int | None = told("The seat whose it was.", fact("of", int))
    with_seat: int | None = told("`swap`, `theater`: the other seat.", fact("with", int))
    on: bool | None = told("`announce`: whether the shorter game is in force.", fact("on", bool))
    what: str | None = told("`ask`: the kind of decision.", fact("what", str))
    n: int | None = told("`ask`: the number of the decision.", fact("n", int))
    ms: Millis | None = told("`ask`: the time for it.", fact("ms", int))
    level: str | None = told("`takeover`: the level of the AI that plays on.", fact("level", str))
    account: strawberry.ID | None = told("`join`, `leave`, `reserved`: the account.", fact("account", str))
    name: str | None = told("`join`: the name that the table shows.", fact("name", str))
    player_kind: str | None = told("`join`: human, bot or ai.", fact("is", str))
    made_by: strawberry.ID | None = told("`created`: who made the table.", fact("by", str))
    commitment: str | None = told("`created`: the commitment to the seed.", fact("commitment", str))
    table: strawberry.ID | None = told("`rematch`: the table of the rematch.", fact("table", str))
    places: list[list[int]] | None = told("`end`: the seats by place.", fact("places", list))
    totals: list[int] | None = told("`end`: the points of each seat.", fact("totals", list))
    left: list[int] | None = told("`end`: the seats that left, in that order.", fact("left", list))
    seed: str | None = told("`end`: the seed, revealed.", fact("seed", str))


Event: Any = output(
    EventAnswer,
    "Event",
    fields={"facts": (Facts, told("What happened in detail, as far as you may know it."))},
)
Frame: Any = output(FrameAnswer, "Frame", of=(Event, Position, Decision))
