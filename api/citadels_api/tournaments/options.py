"""What is ordered when a tournament is made or changed, checked against the rules of the contest, of the game and of the house."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from citadels_contest.settings import Settings, settings_from
from citadels_contest.types import ContestError
from citadels_engine import SCENARIOS, CitadelsError, scenario_cast
from citadels_engine.bots import NAMES as LEVELS

from citadels_api.problems import Refusal
from citadels_api.strict_json import in_json_words
from citadels_api.tables.contract import SetupOrder
from citadels_api.tables.options import settle_setup
from citadels_api.tables.stored import Clock, Timeout, Visibility
from citadels_api.tournaments.stored import Conditions, Schedule

if TYPE_CHECKING:
    from citadels_api.tournaments.stored import TournamentDoc


Part = TypeVar("Part", Conditions, Schedule)
DAY: Final = 86_400_000
MOST_ENTRANTS: Final = 256
MOST_GAMES: Final = 200_000
"""How many games a tournament may have."""
LEAST_EVERY: Final = 60_000
LONGEST_GRACE: Final = 14 * DAY


class TournamentOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it is wanted: the settings of the contest by name, where null stands for the format's default."""

    name: str = ""
    about: str = ""
    settings: dict[str, Any] = {}
    edition: str = "modern"
    scenarios: list[str] = []
    cast: list[str] | None = None
    uniques: list[str] | None = None
    options: dict[str, Any] = {}
    clock: Clock = Clock(kind="none")
    timeout: Timeout = "default_action"
    visibility: Visibility = "public"
    spectator_delay_ms: int = 0
    rated: bool = False
    conditions: Conditions = Conditions()
    schedule: Schedule = Schedule()
    grace_ms: int = 60_000
    at_once: int = 4
    house: list[str] = []


class TournamentChange(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be changed of a tournament; null leaves it as it is. Of settings, conditions and schedule what is said changes, where null
    stands for the default again, and what is left out stays.
    """

    name: str | None = None
    about: str | None = None
    settings: dict[str, Any] | None = None
    conditions: dict[str, Any] | None = None
    schedule: dict[str, Any] | None = None
    grace_ms: int | None = None
    at_once: int | None = None


class Settled(msgspec.Struct, frozen=True):
    """What the rules make of an order."""

    settings: Settings
    timeout: Timeout
    scenarios: list[str]


def bad(message: str) -> Refusal:
    """A set-up that cannot be."""
    return Refusal("bad_setup", message)


def settle(order: TournamentOrder, now: int) -> Settled:
    """Check an order, and complete it."""
    settings, timeout = agreed(chosen_settings(order.settings), order.settings.get("fault"), order.timeout)
    listed = scenarios_of(order, settings.seats)
    check_game(settings, order.edition, listed, order.cast, order.uniques, order.options)
    check_house_rules(order)
    check_conditions(order.conditions)
    check_schedule(order.schedule, now)
    check_games(settings, max(settings.seats, len(order.house)))
    if len(order.house) > order.conditions.most:
        raise bad(f"house: {len(order.house)} bots of the house are more than conditions.most, {order.conditions.most}")
    if order.rated and order.conditions.bots_per_owner not in (None, 1):
        raise bad("conditions.bots_per_owner: in a rated tournament an owner has one entrant")
    return Settled(settings, timeout, listed)


def chosen_settings(given: dict[str, Any]) -> Settings:
    """The contest's settings that are asked for. Deals are not played again, and not at several tables, unless that is said: whoever
    plays one deal twice, or has friends who play it too, sees more of it, and while it lasts nobody may watch.
    """
    said = {name: value for name, value in given.items() if value is not None}
    if "seed" in said:
        raise bad("settings.seed: lots are drawn from the secret that the tournament commits to")
    try:
        return settings_from({"duplicate": False, "shared": said.get("duplicate") is True, **said})
    except ContestError as error:
        raise bad(f"settings.{in_json_words(str(error))}") from None


def agreed(settings: Settings, fault: object, timeout: Timeout) -> tuple[Settings, Timeout]:
    """The policy `fault` and what a timeout does, which say the same of a game that is played live; whichever is said decides.

    Where neither is, no game is lost by one answer that came too late.
    """
    if fault is None:
        return settings._replace(fault="forfeit" if timeout == "forfeit" else "harmless"), timeout
    if fault == "forfeit" and timeout == "default_action":
        return settings, "forfeit"
    if (fault == "forfeit") != (timeout == "forfeit"):
        raise bad(f"timeout: {timeout!r} does not go with the policy fault {fault!r}")
    return settings, timeout


def resettled(doc: TournamentDoc, said: dict[str, Any]) -> tuple[Settings, Timeout, bool]:
    """The settings after a change, what a timeout does then, and whether it is said that deals are played again.

    What stands stays, but where it is only the default of another format, and where `fault` follows from what a timeout does.
    """
    own = {**own_settings(doc), **said}
    timeout = doc.timeout
    if said.get("fault") == "harmless" and timeout == "forfeit":
        timeout = "default_action"
    if said.get("fault") == "forfeit":
        timeout = "forfeit"
    settings, timeout = agreed(chosen_settings(own), said.get("fault"), timeout)
    return settings, timeout, own.get("duplicate") is not None


def own_settings(doc: TournamentDoc) -> dict[str, Any]:
    """The settings of a tournament that are other than the defaults of its format."""
    said: dict[str, Any] = {"format": doc.settings["format"]}
    if doc.duplicate_said:
        said["duplicate"] = doc.settings["duplicate"]
    plain = chosen_settings(said).to_json()
    return said | {name: value for name, value in doc.settings.items() if name != "fault" and value != plain[name]}


def merged(before: Part, said: dict[str, Any]) -> Part:
    """A part of a tournament with what is said of it; null stands for the default."""
    after = {**msgspec.structs.asdict(before), **said}
    return msgspec.convert({name: value for name, value in after.items() if value is not None}, type(before))


def rescheduled(before: Schedule, said: dict[str, Any]) -> Schedule:
    """The schedule after a change; what does not go with the way in which it begins then falls away."""
    after = merged(before, {"begins": said.get("begins", before.begins)})
    if after.begins != "every":
        after = msgspec.structs.replace(after, every_ms=None, count=None)
    if after.begins not in ("at", "every"):
        after = msgspec.structs.replace(after, at=None)
    return merged(after, said)


def scenarios_of(order: TournamentOrder, seats: int) -> list[str]:
    """The scenarios in turn; `all` stands for every one of the edition that so many can play."""
    if order.scenarios != ["all"]:
        return list(order.scenarios)
    found = [one.id for one in SCENARIOS.values() if one.edition == order.edition and plays(one.id, seats)]
    if not found:
        raise bad(f"scenarios: none of the {order.edition} edition is for {seats} players")
    return found


def plays(name: str, seats: int) -> bool:
    """Whether so many can play the scenario."""
    try:
        scenario_cast(name, seats)
    except CitadelsError:
        return False
    return True


def check_game(
    settings: Settings,
    edition: str,
    scenarios: list[str],
    cast: list[str] | None,
    uniques: list[str] | None,
    options: dict[str, Any],
) -> None:
    """Whether the rules of the game allow every game that may be dealt."""
    listed: list[str | None] = [*scenarios] or [None]
    for name in listed:
        for seats in range(2, settings.seats + 1) if settings.odd == "smaller" else (settings.seats,):
            try:
                table = SetupOrder.model_construct(
                    edition=edition, players=seats, scenario=name, cast=cast, uniques=uniques, options=options
                )
                setup = settle_setup(table)
            except CitadelsError as error:
                path, _, words = in_json_words(str(error)).partition(": ")
                said = "" if name is None else f"{name}, "
                raise bad(f"{path if name is None else 'scenarios'}: {said}with {seats} players: {words}") from None
            if setup.edition != edition:
                raise bad(f"scenarios: {name} is of the {setup.edition} edition")


def check_house_rules(order: TournamentOrder) -> None:
    """What the house adds."""
    if not 0 <= order.spectator_delay_ms <= 3_600_000:
        raise bad("spectator_delay_ms: from 0 to 3600000")
    if not 1 <= order.grace_ms <= LONGEST_GRACE:
        raise bad(f"grace_ms: from 1 to {LONGEST_GRACE}")
    if not 1 <= order.at_once <= 100:
        raise bad("at_once: from 1 to 100")
    if len(order.house) > 64:
        raise bad("house: at most 64 bots of the house")
    for number, level in enumerate(order.house):
        if level not in LEVELS:
            raise bad(f"house.{number}: {level!r} is not one of {', '.join(LEVELS)}")


def check_conditions(conditions: Conditions) -> None:
    """Conditions of entry that can be met."""
    if not conditions.kinds or any(one not in ("bot", "account", "guest") for one in conditions.kinds):
        raise bad("conditions.kinds: one or several of bot, account, guest")
    if conditions.bots_per_owner is not None and conditions.bots_per_owner < 1:
        raise bad("conditions.bots_per_owner: at least 1")
    if not 2 <= conditions.most <= MOST_ENTRANTS:
        raise bad(f"conditions.most: from 2 to {MOST_ENTRANTS}")
    least, most = conditions.least_rating, conditions.most_rating
    if least is not None and most is not None and least > most:
        raise bad("conditions.least_rating: is higher than most_rating")


def check_schedule(schedule: Schedule, now: int) -> None:
    """A schedule that can be kept."""
    if schedule.begins in ("at", "every"):
        if schedule.at is None:
            raise bad(f"schedule.at: says when, where it begins {schedule.begins!r}")
        if schedule.at > now + 3660 * DAY:
            raise bad("schedule.at: within ten years")
    elif schedule.at is not None:
        raise bad(f"schedule.at: goes with at and every, not with {schedule.begins!r}")
    if (schedule.begins == "every") != (schedule.every_ms is not None):
        raise bad("schedule.every_ms: goes with `every`, and only with it")
    if schedule.every_ms is not None and not LEAST_EVERY <= schedule.every_ms <= 366 * DAY:
        raise bad(f"schedule.every_ms: from {LEAST_EVERY} to {366 * DAY}")
    if schedule.count is not None and (schedule.begins != "every" or schedule.count < 1):
        raise bad("schedule.count: at least 1, and only with `every`")


def check_games(settings: Settings, entrants: int) -> None:
    """Refuse a tournament of more games than the service holds."""
    seats = min(settings.seats, max(2, entrants))
    if settings.format in ("round-robin", "gauntlet"):
        tables = min(comb(max(entrants, seats), seats), settings.tables or 5_000)
        games = tables * settings.deals * settings.turns
    elif settings.format in ("arena", "sequential"):
        games = settings.most + settings.deals * settings.turns * (1 + entrants // seats)
    else:
        rounds = settings.rounds or max(1, entrants.bit_length() + 2)
        games = rounds * (1 + entrants // seats) * settings.deals * settings.turns
    if games > MOST_GAMES:
        raise bad(f"settings: these would be up to {games:,} games, and a tournament has at most {MOST_GAMES:,}")
