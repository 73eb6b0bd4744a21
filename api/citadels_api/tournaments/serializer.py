"""From what is kept of tournaments to what is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from citadels_api.play.contract import ResultAnswer
from citadels_api.problems import Refusal
from citadels_api.tables.contract import ClockAnswer
from citadels_api.tables.serializer import answer_player
from citadels_api.tournaments.contract import (
    ConditionsAnswer,
    EntrantAnswer,
    EntryAnswer,
    ProgressAnswer,
    ScheduleAnswer,
    StandingAnswer,
    TournamentAnswer,
)
from citadels_api.tournaments.log import held, lots_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_contest.log import Entry
    from citadels_contest.tournament import Tournament
    from citadels_contest.types import Entrant, Result

    from citadels_api.context import House, Principal
    from citadels_api.tournaments.log import Held
    from citadels_api.tournaments.stored import EntrantDoc, FinalDoc, TournamentDoc


DECIDED: Final = "decided: "
"""How the reason begins for which a sequential test ends; the verdict follows."""

# who may


def may_run(doc: TournamentDoc, who: Principal | None) -> bool:
    """Whether the asker is its organizer, or may do what the house can."""
    if who is None or who.credential.table is not None:
        return False
    return who.account == doc.organizer.account or who.may("admin")


def may_see(there: Held, who: Principal | None) -> bool:
    """Whether the asker may know that it exists: a private one is for its organizer, those invited, those who take part, their owners."""
    return may_see_doc(there.doc, there.event.entrants.values(), who)


def may_see_doc(doc: TournamentDoc, entrants: Iterable[Entrant | EntrantDoc], who: Principal | None) -> bool:
    """The same, from its document and its entrants."""
    if doc.visibility != "private" or may_run(doc, who):
        return True
    if who is None or who.credential.table is not None:
        return False
    return not {who.account, who.player.owner}.isdisjoint(doc.invited) or takes_part(entrants, who)


def takes_part(entrants: Iterable[Entrant | EntrantDoc], who: Principal) -> bool:
    """Whether the asker, or a bot of his, has entered."""
    return any(who.account in (one.id, one.owner) for one in entrants)


async def seen(house: House, who: Principal | None, tour_id: str) -> Held:
    """A tournament that the asker may see, as it stands now."""
    there = await held(house, tour_id)
    if there is None or not may_see(there, who):
        raise Refusal("not_found", "there is no such tournament, or none that you may see")
    return there


# what is answered


def entrant_kind(entrant: Entrant | EntrantDoc) -> str:
    """bot, human, or house: a bot has an owner."""
    if entrant.kind == "house":
        return "house"
    return "human" if entrant.owner is None else "bot"


def settings_of(doc: TournamentDoc) -> dict[str, Any]:
    """The settings as they are told: what lots are drawn from only once the secret is."""
    return doc.settings if doc.secret is None else lots_of(doc, doc.secret).to_json()


def answer_entrants(event: Tournament) -> list[EntrantAnswer]:
    """All who ever entered."""
    return [
        EntrantAnswer(one.id, one.name, entrant_kind(one), one.owner, one.level, event.withdrawn.get(one.id))
        for one in event.entrants.values()
    ]


def answer_progress(there: Held) -> ProgressAnswer:
    """How far it has come."""
    told = there.event.progress()
    left = told.left if there.doc.status == "running" else None
    return ProgressAnswer(
        games_played=told.played,
        games_known=told.known,
        games_expected=told.expected,
        rounds_made=told.rounds,
        rounds_expected=told.rounds_expected,
        expected_end=None if left is None else there.now + left,
    )


def answer_tournament(there: Held) -> TournamentAnswer:
    """A tournament as everybody who sees it is told of it."""
    return answer_doc(there.doc, there.number, answer_entrants(there.event), answer_progress(there))


def answer_final(doc: TournamentDoc, final: FinalDoc, number: int) -> TournamentAnswer:
    """The same of one that is over, from its document alone."""
    entrants = [
        EntrantAnswer(one.id, one.name, entrant_kind(one), one.owner, one.level, one.withdrawn)
        for one in final.entrants
    ]
    progress = ProgressAnswer(
        games_played=final.played,
        games_known=final.known,
        games_expected=final.known,
        rounds_made=final.rounds,
        rounds_expected=final.rounds,
        expected_end=None,
    )
    return answer_doc(doc, number, entrants, progress)


def answer_doc(
    doc: TournamentDoc, number: int, entrants: list[EntrantAnswer], progress: ProgressAnswer
) -> TournamentAnswer:
    """A tournament as its document says, with who takes part and how far it has come."""
    clock, when, who = doc.clock, doc.schedule, doc.conditions
    return TournamentAnswer(
        id=doc.id,
        name=doc.name,
        about=doc.about,
        status=doc.status,
        why=why_told(doc, entrants),
        number=number,
        organizer=answer_player(doc.organizer, "human" if doc.organizer.owner is None else "bot"),
        settings=settings_of(doc),
        edition=doc.edition,
        scenarios=doc.scenarios,
        cast=doc.cast,
        uniques=doc.uniques,
        options=doc.options,
        clock=ClockAnswer(clock.kind, clock.limit_ms, clock.bank_ms, clock.increment_ms),
        timeout=doc.timeout,
        visibility=doc.visibility,
        spectator_delay_ms=doc.delay_ms,
        rated=doc.rated,
        conditions=ConditionsAnswer(
            kinds=who.kinds,
            bots_per_owner=who.bots_per_owner,
            most=who.most,
            invited_only=who.invited_only,
            least_rating=who.least_rating,
            most_rating=who.most_rating,
        ),
        schedule=ScheduleAnswer(begins=when.begins, at=when.at, every_ms=when.every_ms, count=when.count),
        grace_ms=doc.grace_ms,
        at_once=doc.at_once,
        entry_open=doc.entry_open and doc.status not in ("over", "cancelled"),
        entrants=entrants,
        progress=progress,
        rules=doc.rules,
        commitment=doc.commitment,
        secret=doc.secret,
        series=doc.series,
        in_series=doc.in_series,
        next=doc.next,
        created=doc.created,
        started=doc.started,
        ended=doc.ended,
    )


def why_told(doc: TournamentDoc, entrants: list[EntrantAnswer]) -> str:
    """Why it ended; the verdict of a sequential test with the names of the two."""
    if doc.settings.get("format") != "sequential" or not doc.why.startswith(DECIDED):
        return doc.why
    names = {one.id: one.name for one in entrants}
    focus = doc.settings.get("focus")
    first, second = [str(one) for one in focus][:2] if isinstance(focus, list | tuple) and focus else list(names)[:2]
    return f"{DECIDED}{names.get(first, first)} is {doc.why.removeprefix(DECIDED)} than {names.get(second, second)}"


def answer_standings(event: Tournament) -> list[StandingAnswer]:
    """The standings, best first."""
    names = {one.id: one.name for one in event.entrants.values()}
    return told_standings([one.to_json() for one in event.standings()], names)


def told_standings(rows: list[dict[str, Any]], names: dict[str, str]) -> list[StandingAnswer]:
    """The standings from the figures of the contest."""
    fields = [name for name in StandingAnswer.__struct_fields__ if name != "name"]
    return [StandingAnswer(name=names[row["entrant"]], **{name: row[name] for name in fields}) for row in rows]


def answer_entries(entries: list[Entry], last: int, at: int, *, after: int = 0) -> list[EntryAnswer]:
    """The entries of a batch that ends with the number `last`, those beyond a number."""
    told = []
    for number, entry in enumerate(entries, last - len(entries) + 1):
        if number > after:
            facts = {name: value for name, value in entry.items() if name not in ("kind", "at")}
            told.append(EntryAnswer(number, at, str(entry["kind"]), facts))
    return told


def answer_result(result: Result) -> ResultAnswer:
    """How a game ended."""
    places = [
        [seat for seat, place in enumerate(result.places) if place == this] for this in sorted(set(result.places))
    ]
    return ResultAnswer(places, list(result.scores), list(result.left))
