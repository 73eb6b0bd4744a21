"""What only the organizer does: open and close entry, start, pause, resume, cancel, correct a result, set pairings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from citadels_api.context import need
from citadels_api.problems import Refusal
from citadels_api.tournaments.creation import begun, house_entries, needs_organizer
from citadels_api.tournaments.log import Held, Wanted, change
from citadels_api.tournaments.search import game_answer
from citadels_api.tournaments.serializer import answer_tournament, seen

if TYPE_CHECKING:
    from citadels_contest.log import Entry

    from citadels_api.context import House, Principal
    from citadels_api.tournaments.contract import TournamentAnswer, TournamentGame


ACTS = ("open", "close", "start", "pause", "resume", "cancel")


async def conduct(
    house: House, who: Principal | None, tour_id: str, *, do: str, why: str | None = None
) -> TournamentAnswer:
    """Open or close entry, start, pause, resume or cancel a tournament; what it already is, is done."""
    asker = need(who, "tournament:write")
    if do not in ACTS:
        raise Refusal("invalid", f"do: {do!r} is not one of {', '.join(ACTS)}", errors=[{"path": "do"}])
    await seen(house, asker, tour_id)

    def act(there: Held) -> Wanted | None:
        needs_organizer(there.doc, asker)
        return acted(there, do, why)

    there, _ = await change(house, tour_id, act)
    return answer_tournament(there)


def acted(there: Held, do: str, why: str | None) -> Wanted | None:
    """What the organizer's word makes of the tournament; None where it is that already."""
    doc = there.doc
    if doc.status in ("over", "cancelled"):
        if do == "cancel" and doc.status == "cancelled":
            return None
        raise Refusal("game_over", f"the tournament is {doc.status}")
    if do in ("open", "close"):
        return entry_turned(there, is_open=do == "open")
    if do == "start":
        if doc.status != "entry":
            raise Refusal("already_started", f"the tournament is {doc.status}")
        return begun(there, house_entries(there))
    if do == "cancel":
        return Wanted([{"kind": "cancelled", "why": why or "cancelled by the organizer"}])
    if doc.status == "entry":
        raise Refusal("not_started", "the tournament has not started")
    if doc.status == {"pause": "paused", "resume": "running"}[do]:
        return None
    entry: Entry = {"kind": "paused" if do == "pause" else "resumed"}
    if do == "pause" and why is not None:
        entry["why"] = why
    return Wanted([entry])


def entry_turned(there: Held, *, is_open: bool) -> Wanted | None:
    """Entry opened or closed."""
    doc = there.doc
    if is_open and doc.status != "entry" and there.event.settings.late == "refuse":
        raise Refusal("already_started", "late: nobody may enter after the start")
    if doc.entry_open == is_open:
        return None
    return Wanted([{"kind": "opened" if is_open else "closed"}], msgspec.structs.replace(doc, entry_open=is_open))


async def correct(
    house: House,
    who: Principal | None,
    tour_id: str,
    game: str,
    *,
    places: list[int] | None = None,
    scores: list[int] | None = None,
    why: str,
) -> TournamentGame:
    """Let a game count as something else, for a reason that everybody sees; without places it counts for nobody."""
    asker = need(who, "tournament:write")
    if not why.strip():
        raise Refusal("invalid", "why: a correction has a reason", errors=[{"path": "why"}])
    if places is None and scores is not None:
        raise Refusal("invalid", "scores: go with places", errors=[{"path": "scores"}])
    await seen(house, asker, tour_id)

    def put_right(there: Held) -> Wanted:
        needs_organizer(there.doc, asker)
        if game not in there.event.fixtures:
            raise Refusal("not_found", "the tournament has no such game")
        if there.doc.status == "entry":
            raise Refusal("not_started", "the tournament has not started")
        if places is None:
            return Wanted([{"kind": "void", "game": game, "why": why}])
        before = there.event.results.get(game)
        stands = scores or (None if before is None else list(before.scores))
        if stands is None:
            raise Refusal(
                "not_possible", "scores: the game has none yet, so that they have to be said", reason="no_result"
            )
        entry: Entry = {
            "kind": "corrected", "game": game, "places": places, "scores": stands, "why": why, "by": asker.account,
        }  # fmt: skip
        return Wanted([entry])

    there, _ = await change(house, tour_id, put_right)
    return await game_answer(house, there, there.event.fixtures[game])


async def set_pairings(
    house: House,
    who: Principal | None,
    tour_id: str,
    *,
    round: int,  # noqa: A002 - the doors call it so
    pairings: list[list[str]],
) -> TournamentAnswer:
    """The next round is made of these pairings; who is at no table has a bye."""
    asker = need(who, "tournament:write")
    await seen(house, asker, tour_id)

    def put(there: Held) -> Wanted:
        needs_organizer(there.doc, asker)
        event = there.event
        if there.doc.status == "entry" and event.rounds == [] and not event.entrants:
            raise Refusal("not_possible", "pairings: nobody has entered", reason="bad_pairings")
        named = {name for pairing in pairings for name in pairing}
        byes = [name for name in event.entrants if name not in named and name not in event.withdrawn]
        entry: Entry = {"kind": "pairings", "round": round, "pairings": pairings}
        if byes:
            entry["byes"] = byes
        return Wanted([entry])

    there, _ = await change(house, tour_id, put)
    return answer_tournament(there)
