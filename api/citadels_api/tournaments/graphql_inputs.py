"""What is said of tournaments: made, changed, conducted, entered, corrected."""

from typing import Any

import strawberry

from citadels_api.graphql.enums import AccountKind, AiLevel, Edition, TimeoutPolicy, Visibility
from citadels_api.graphql.scalars import Json, Millis, Time
from citadels_api.tables.graphql import ClockInput
from citadels_api.tournaments.graphql_enums import (
    Begins,
    ByePolicy,
    Conduct,
    Criterion,
    EmptySeatPolicy,
    FaultPolicy,
    ForfeitPolicy,
    Format,
    LatePolicy,
    NoShowPolicy,
    OddPolicy,
    Points,
    Rotation,
    Seeding,
    SmallFieldPolicy,
    WithdrawalPolicy,
)

__all__ = [
    "ConductInput",
    "CorrectInput",
    "EnterInput",
    "InviteToTournamentInput",
    "MakeTournamentInput",
    "MakeWebhookInput",
    "PairingsInput",
    "ReplayInput",
    "UpdateTournamentInput",
    "WebhookInput",
    "WithdrawInput",
]


def may(description: str) -> Any:
    """A field that may be left out, which is not the same as null."""
    return strawberry.field(default=strawberry.UNSET, description=description)


@strawberry.input(description="How it is to be played and counted; what is left out has the default of the format.")
class TournamentSettingsInput:
    """How it is to be played and counted."""

    format: Format | None = may("The form; everybody meets everybody if left out.")
    seats: int | None = may("The seats of a table, 2 to 8; 4 if left out.")
    deals: int | None = may("How many deals a pairing plays; one if left out.")
    duplicate: bool | None = may(
        "Whether a deal is played again with the players at other seats, so that luck with cards and seats cancels; not where programs "
        "from outside take part, if left out."
    )
    rotation: Rotation | None = may("How the players of a deal change seats.")
    shared: bool | None = may(
        "Whether all tables of a round play the same deals: then bots that do not meet had the same cards, and there are fewer deals to "
        "tell from; only where `duplicate` is said to be true, if left out."
    )
    rounds: int | None = may("Of a Swiss or an arena: how many rounds; as many as needed if left out.")
    tables: int | None = may("The most pairings of a round robin or a gauntlet.")
    advance: int | None = may("Of a knock-out: how many of each table go on; half if left out.")
    focus: list[strawberry.ID] | None = may("Whom a gauntlet or a sequential test is about.")
    seeding: Seeding | None = may("The order before anything is played.")
    points: Points | None = may("What a game is worth.")
    order: list[Criterion] | None = may("What places are decided by, the first criterion first.")
    odd: OddPolicy | None = may("Who does not fill a table.")
    small_field: SmallFieldPolicy | None = may("Fewer entrants than seats.")
    filler: AiLevel | None = may("The level of the bots that fill tables and empty seats.")
    bye: ByePolicy | None = may("What a bye is worth.")
    late: LatePolicy | None = may("Entry after the start.")
    withdrawal: WithdrawalPolicy | None = may("What was played by who withdrew.")
    empty_seat: EmptySeatPolicy | None = may("The seat of who withdrew.")
    fault: FaultPolicy | None = may("A bot that is out of time.")
    forfeit: ForfeitPolicy | None = may("What a forfeited seat means.")
    no_show: NoShowPolicy | None = may("Who does not come to a table.")
    forfeits: int | None = may("After how many forfeits an entrant is out; never if left out.")
    bound: float | None = may("Of a sequential test: the difference of mean points to be found.")
    alpha: float | None = may("Of a sequential test: how often it may say better wrongly.")
    beta: float | None = may("Of a sequential test: how often it may miss a difference of `bound`.")
    most: int | None = may("Of a sequential test or an arena: the most games.")


@strawberry.input(description="Who may enter.")
class ConditionsInput:
    """Who may enter."""

    kinds: list[AccountKind] | None = may("Whose accounts may enter; bots if left out.")
    bots_per_owner: int | None = may(
        "How many entrants one owner may have; one where it is rated, else any number, if left out."
    )
    most: int | None = may("How many entrants there may be.")
    invited_only: bool | None = may("Whether only who is invited may enter.")
    least_rating: float | None = may("The least rating with which one may enter.")
    most_rating: float | None = may("The highest rating with which one may enter.")


@strawberry.input(description="When it starts.")
class ScheduleInput:
    """When it starts."""

    begins: Begins | None = may("How it begins; when you say so if left out.")
    at: Time | None = may("AT, EVERY: when it starts.")
    every_ms: Millis | None = may("EVERY: after how long the next of the series starts.")
    count: int | None = may("EVERY: how many tournaments the series has; no end if left out.")


@strawberry.input(description="A tournament as it is wanted.")
class MakeTournamentInput:
    """A tournament as it is wanted."""

    name: str = strawberry.field(description="What you call it.")
    about: str = strawberry.field(default="", description="What it is about.")
    settings: TournamentSettingsInput | None = may("How it is to be played and counted.")
    edition: Edition = strawberry.field(default=Edition.MODERN, description="The edition.")
    scenarios: list[str] | None = may("Scenarios of the catalogue, taken in turn; `all` stands for every one.")
    cast: list[str] | None = may("Your own choice of characters.")
    uniques: list[str] | None = may("Your own choice of unique districts.")
    options: Json | None = may("Options of the edition: an object with their names.")
    clock: ClockInput | None = may("How much time a seat has; half a minute for each decision if left out.")
    timeout: TimeoutPolicy = strawberry.field(
        default=TimeoutPolicy.DEFAULT_ACTION, description="What happens when a seat runs out of time."
    )
    visibility: Visibility = strawberry.field(default=Visibility.PUBLIC, description="Who may see it.")
    spectator_delay_ms: Millis = strawberry.field(
        default=Millis(0), description="How far behind spectators see its games."
    )
    rated: bool = strawberry.field(default=False, description="Whether its games are to count for ratings.")
    conditions: ConditionsInput | None = may("Who may enter, and how many.")
    schedule: ScheduleInput | None = may("When it starts, and whether again.")
    grace_ms: Millis | None = may("How long a table waits for who is called to it; a minute if left out.")
    at_once: int | None = may("At how many tables one entrant plays at a time; 4 if left out.")
    house: list[AiLevel] | None = may("Bots of the house that take part from the beginning.")


@strawberry.input(description="What is to change of a tournament; what is left out stays.")
class UpdateTournamentInput:
    """What is to change of a tournament."""

    tournament: strawberry.ID = strawberry.field(description="The id of the tournament.")
    name: str | None = may("What you call it.")
    about: str | None = may("What it is about.")
    settings: TournamentSettingsInput | None = may(
        "How it is played and counted: what is said of it; null in it stands for the default."
    )
    conditions: ConditionsInput | None = may("Who may enter: what is said of it; null in it stands for the default.")
    schedule: ScheduleInput | None = may(
        "When it starts: what is said of it, and what stood as far as it goes with `begins`; null in it stands for the default."
    )
    grace_ms: Millis | None = may("How long a table waits for who is called to it.")
    at_once: int | None = may("At how many tables one entrant plays at a time.")


@strawberry.input(description="What is to be done with a tournament.")
class ConductInput:
    """What is to be done with a tournament."""

    tournament: strawberry.ID = strawberry.field(description="The id of the tournament.")
    do: Conduct = strawberry.field(description="What.")
    why: str | None = may("The reason, for those who take part.")


@strawberry.input(description="Who is to take part: you, a bot of yours, or a bot of the house.")
class EnterInput:
    """Who is to take part."""

    tournament: strawberry.ID = strawberry.field(description="The id of the tournament.")
    account: strawberry.ID | None = may("A bot of yours; you if left out.")
    level: AiLevel | None = may("A bot of the house, entered by the organizer.")


@strawberry.input(description="Who takes part no more.")
class WithdrawInput:
    """Who takes part no more."""

    tournament: strawberry.ID = strawberry.field(description="The id of the tournament.")
    entrant: strawberry.ID = strawberry.field(description="The entrant.")
    why: str | None = may("The reason.")


@strawberry.input(description="Whom to invite to a tournament.")
class InviteToTournamentInput:
    """Whom to invite to a tournament."""

    tournament: strawberry.ID = strawberry.field(description="The id of the tournament.")
    account: strawberry.ID = strawberry.field(description="The account, of a person or a bot.")


@strawberry.input(description="What a game is to count as. Without places it counts for nobody.")
class CorrectInput:
    """What a game is to count as."""

    tournament: strawberry.ID = strawberry.field(description="The id of the tournament.")
    game: strawberry.ID = strawberry.field(description="The game: round, table, deal and turn.")
    places: list[int] | None = may("The place of each seat, from 1; those who share one have the same.")
    scores: list[int] | None = may("The score of each seat; as it stands if left out.")
    why: str = strawberry.field(description="The reason, which everybody sees.")


@strawberry.input(description="Your own pairings for the next round.")
class PairingsInput:
    """The organizer's own pairings."""

    tournament: strawberry.ID = strawberry.field(description="The id of the tournament.")
    round: int = strawberry.field(description="The number of the round: the next one.")
    pairings: list[list[strawberry.ID]] = strawberry.field(description="Who meets at each table; who is at none rests.")


@strawberry.input(description="Where to tell of what happens in a tournament.")
class MakeWebhookInput:
    """Where to tell of what happens."""

    tournament: strawberry.ID = strawberry.field(description="The id of the tournament.")
    url: str = strawberry.field(description="The address that is called with POST.")
    kinds: list[str] | None = may("The kinds of entries that are sent; all if left out.")


@strawberry.input(description="Which webhook.")
class WebhookInput:
    """Which webhook."""

    tournament: strawberry.ID = strawberry.field(description="The id of the tournament.")
    webhook: strawberry.ID = strawberry.field(description="The id of the webhook.")


@strawberry.input(description="From where on a webhook is to be told again.")
class ReplayInput:
    """From where on to tell again."""

    tournament: strawberry.ID = strawberry.field(description="The id of the tournament.")
    webhook: strawberry.ID = strawberry.field(description="The id of the webhook.")
    after: int = strawberry.field(default=0, description="The entry after which all is sent again; 0: all of it.")
