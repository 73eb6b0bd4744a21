"""Calls about tournaments: make, enter, conduct, see, follow, take everything; and the webhooks that tell of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from citadels_sdk.client.models import Edition, Level, Page, Timeout, Visibility
from citadels_sdk.client.models_ratings import Delivery, Webhook
from citadels_sdk.client.models_tournament import (
    EntryKind,
    GameStatus,
    Standings,
    Tournament,
    TournamentFrames,
    TournamentGame,
    TournamentStatus,
)
from citadels_sdk.client.operations import JSON, call, given, reads
from citadels_sdk.client.records import TournamentExport

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from citadels_sdk.client.request_cycle import Call, Response
    from citadels_sdk.client.table_calls import ClockOrder
    from citadels_sdk.client.tournament_order import ConditionsOrder, Format, ScheduleOrder, SettingsOrder

__all__ = [
    "Conduct",
    "conduct_tournament",
    "correct_result",
    "delete_webhook",
    "enter_tournament",
    "export_tournament",
    "get_tournament",
    "invite_to_tournament",
    "list_deliveries",
    "list_tournaments",
    "list_webhooks",
    "make_tournament",
    "make_webhook",
    "poll_tournament",
    "replay_webhook",
    "set_pairings",
    "stream_tournament",
    "tournament_games",
    "tournament_standings",
    "update_tournament",
    "withdraw_entrant",
]

Conduct = Literal["open", "close", "start", "pause", "resume", "cancel"]
EVENT_STREAM = "text/event-stream"
NDJSON = "application/x-ndjson"


def make_tournament(
    name: str,
    *,
    about: str | None = None,
    settings: SettingsOrder | None = None,
    edition: Edition = "modern",
    scenarios: Sequence[str] | None = None,
    cast: Sequence[str] | None = None,
    uniques: Sequence[str] | None = None,
    options: Mapping[str, bool | int | str] | None = None,
    clock: ClockOrder | None = None,
    timeout: Timeout | None = None,
    visibility: Visibility | None = None,
    spectator_delay_ms: int | None = None,
    rated: bool = False,
    conditions: ConditionsOrder | None = None,
    schedule: ScheduleOrder | None = None,
    grace_ms: int | None = None,
    at_once: int | None = None,
    house: Sequence[Level] | None = None,
) -> Call[Tournament]:
    """A new tournament, open for entry; what `settings` leave out has the default of the format."""
    body = {
        "name": name,
        "about": about,
        "settings": _given(settings),
        "edition": edition,
        "scenarios": _listed(scenarios),
        "cast": _listed(cast),
        "uniques": _listed(uniques),
        "options": None if options is None else dict(options),
        "clock": None if clock is None else clock.model_dump(exclude_none=True),
        "timeout": timeout,
        "visibility": visibility,
        "spectator_delay_ms": spectator_delay_ms,
        "rated": rated or None,
        "conditions": _given(conditions),
        "schedule": _given(schedule),
        "grace_ms": grace_ms,
        "at_once": at_once,
        "house": _listed(house),
    }
    return call("makeTournament", reads(Tournament), body=body)


def list_tournaments(
    *,
    cursor: str | None = None,
    limit: int | None = None,
    status: TournamentStatus | None = None,
    format: Format | None = None,  # noqa: A002  (the word that the service has)
    edition: Edition | None = None,
    rated: bool | None = None,
    mine: bool = False,
) -> Call[Page[Tournament]]:
    """A part of the list of tournaments that fit, newest first; those of others only where they are public."""
    query = {
        "cursor": cursor,
        "limit": limit,
        "status": status,
        "format": format,
        "edition": edition,
        "rated": rated,
        "mine": mine or None,
    }
    return call("listTournaments", reads(Page[Tournament]), query=query)


def get_tournament(tournament: str) -> Call[Tournament]:
    """Its settings, who takes part, how far it has come."""
    return call("getTournament", reads(Tournament), at={"tournament": tournament})


def update_tournament(
    tournament: str,
    *,
    name: str | None = None,
    about: str | None = None,
    settings: SettingsOrder | None = None,
    conditions: ConditionsOrder | None = None,
    schedule: ScheduleOrder | None = None,
    grace_ms: int | None = None,
    at_once: int | None = None,
) -> Call[Tournament]:
    """Change a tournament of one's own: what is None, or left out of its parts, stays; None in a part, before the start, is the default."""
    body = {
        "name": name,
        "about": about,
        "settings": None if settings is None else dict(settings),
        "conditions": None if conditions is None else dict(conditions),
        "schedule": None if schedule is None else dict(schedule),
        "grace_ms": grace_ms,
        "at_once": at_once,
    }
    return call("updateTournament", reads(Tournament), at={"tournament": tournament}, body=body)


def conduct_tournament(tournament: str, do: Conduct, *, why: str | None = None) -> Call[Tournament]:
    """Open or close the entry, start, pause, resume or cancel a tournament of one's own."""
    return call("conductTournament", reads(Tournament), at={"tournament": tournament}, body={"do": do, "why": why})


def enter_tournament(tournament: str, *, account: str | None = None, level: Level | None = None) -> Call[Tournament]:
    """Take part: oneself, or a bot of one's own (`account`), or, by the organizer, a bot of the house (`level`)."""
    body = {"account": account, "level": level}
    return call("enterTournament", reads(Tournament), at={"tournament": tournament}, body=body)


def withdraw_entrant(tournament: str, entrant: str, *, why: str | None = None) -> Call[Tournament]:
    """Take an entrant out: oneself, a bot of one's own, or anybody by the organizer."""
    at = {"tournament": tournament, "entrant": entrant}
    return call("withdrawEntrant", reads(Tournament), at=at, body={"why": why})


def invite_to_tournament(tournament: str, account: str) -> Call[Tournament]:
    """Let an account see and enter a tournament of one's own, and tell it."""
    return call("inviteToTournament", reads(Tournament), at={"tournament": tournament}, body={"account": account})


def correct_result(
    tournament: str,
    game: str,
    why: str,
    *,
    places: Sequence[int] | None = None,
    scores: Sequence[int] | None = None,
) -> Call[TournamentGame]:
    """Let a game count as something else, for a reason that everybody sees; without places it counts for nobody."""
    body = {"places": _listed(places), "scores": _listed(scores), "why": why}
    return call("correctResult", reads(TournamentGame), at={"tournament": tournament, "game": game}, body=body)


def set_pairings(
    tournament: str,
    round: int,  # noqa: A002  (the word that the service has)
    pairings: Sequence[Sequence[str]],
) -> Call[Tournament]:
    """Make the next round of these pairings; who is in none of them rests."""
    body = {"round": round, "pairings": [list(one) for one in pairings]}
    return call("setPairings", reads(Tournament), at={"tournament": tournament}, body=body, again=True)


def tournament_standings(tournament: str, *, unless: Standings | None = None) -> Call[Standings]:
    """The standings, with all statistics; as long as nothing has happened since `unless`, that is the answer, and nothing is sent."""
    tag = None if unless is None else unless.tag

    def read(response: Response) -> Standings:
        if response.status == 304 and unless is not None:
            return unless
        return reads(Standings)(response).model_copy(update={"tag": response.headers.get("etag")})

    return call("tournamentStandings", read, at={"tournament": tournament}, headers={"If-None-Match": tag})


def tournament_games(
    tournament: str,
    *,
    cursor: str | None = None,
    limit: int | None = None,
    round: int | None = None,  # noqa: A002  (the word that the service has)
    entrant: str | None = None,
    game: str | None = None,
    status: GameStatus | None = None,
) -> Call[Page[TournamentGame]]:
    """A part of the games of the rounds made so far, in the order of playing."""
    query = {"cursor": cursor, "limit": limit, "round": round, "entrant": entrant, "game": game, "status": status}
    return call("tournamentGames", reads(Page[TournamentGame]), at={"tournament": tournament}, query=query)


def poll_tournament(tournament: str, *, after: int | None = None, wait_ms: int | None = None) -> Call[TournamentFrames]:
    """The frames after a number, waited for where there are none yet; without a number where it stands."""
    query = {"after": after, "wait_ms": wait_ms}
    return call("followTournament", reads(TournamentFrames), at={"tournament": tournament}, query=query)


def stream_tournament(tournament: str, *, after: int | None = None) -> Call[None]:
    """The stream of a tournament from a number on."""
    headers = {"Last-Event-ID": None if after is None else str(after)}
    return call("followTournament", _nothing, at={"tournament": tournament}, headers=headers, accept=EVENT_STREAM)


def export_tournament(tournament: str) -> Call[TournamentExport]:
    """Everything: settings, log and records, as `citadels tournament verify` reads it."""

    def read(response: Response) -> TournamentExport:
        if response.media != NDJSON:
            raise ValueError(f"not {NDJSON}")
        found = TournamentExport(response.body.decode())
        if not found.whole:
            raise ValueError("the service broke off")
        return found

    return call("exportTournament", read, at={"tournament": tournament}, accept=NDJSON)


def make_webhook(tournament: str, url: str, *, kinds: Sequence[EntryKind] | None = None) -> Call[Webhook]:
    """Have the entries of the log sent to an address; the secret that signs them is told once."""
    body = {"url": url, "kinds": _listed(kinds)}
    return call("makeWebhook", reads(Webhook), at={"tournament": tournament}, body=body)


def list_webhooks(tournament: str) -> Call[Page[Webhook]]:
    """The webhooks of a tournament of one's own, without their secrets."""
    return call("listWebhooks", reads(Page[Webhook]), at={"tournament": tournament})


def delete_webhook(tournament: str, webhook: str) -> Call[Webhook]:
    """Send nothing more there."""
    return call("deleteWebhook", reads(Webhook), at={"tournament": tournament, "webhook": webhook})


def replay_webhook(tournament: str, webhook: str, *, after: int = 0) -> Call[Webhook]:
    """Send everything after an entry of the log once more, each message under the id that it had."""
    at = {"tournament": tournament, "webhook": webhook}
    return call("replayWebhook", reads(Webhook), at=at, body={"after": after})


def list_deliveries(
    tournament: str, webhook: str, *, after: int | None = None, limit: int | None = None
) -> Call[Page[Delivery]]:
    """The latest attempts to deliver to a webhook, oldest first."""
    at = {"tournament": tournament, "webhook": webhook}
    return call("listDeliveries", reads(Page[Delivery]), at=at, query={"after": after, "limit": limit})


def _listed(values: Sequence[object] | None) -> list[object] | None:
    return None if values is None else list(values)


def _given(values: Mapping[str, object] | None) -> dict[str, object] | None:
    """A part of an order as it is sent: without what is None."""
    return None if values is None else given(values)


def _nothing(response: Response) -> None:
    """What a stream brings comes piece by piece."""
    if response.media not in (EVENT_STREAM, JSON):
        raise ValueError(f"not {EVENT_STREAM}")
