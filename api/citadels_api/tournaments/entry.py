"""Coming in and going: entering oneself, a bot of one's own or a bot of the house; withdrawing; inviting.

1. Oneself, by one's own credential: a person or a bot. A bot of one's own, by its owner. Bots of the house, by the organizer only.
2. Nobody is entered by another without having said so: whom the organizer wants he invites.
3. Conditions are looked at when somebody enters, once more inside the commit where they depend on who else has entered.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import msgspec
from citadels_contest.log import entered_entry
from citadels_contest.types import Entrant
from citadels_engine.bots import NAMES as LEVELS

from citadels_api.context import need
from citadels_api.problems import Refusal
from citadels_api.ratings.service import rating_of
from citadels_api.store.keys import document
from citadels_api.tables.invitations import guest_of, unwelcome
from citadels_api.tables.stored import Player, Table
from citadels_api.tables.transaction import notify
from citadels_api.tournaments.creation import mine_key, needs_organizer
from citadels_api.tournaments.log import Held, Wanted, change
from citadels_api.tournaments.options import check_games
from citadels_api.tournaments.serializer import answer_tournament, may_run, seen

if TYPE_CHECKING:
    from citadels_api.accounts.stored import Account
    from citadels_api.context import House, Principal
    from citadels_api.tournaments.contract import TournamentAnswer
    from citadels_api.tournaments.stored import TournamentDoc


MOST_INVITED = 1_000
NOTICES_KEPT = 200


async def enter(
    house: House,
    who: Principal | None,
    tour_id: str,
    *,
    account: str | None = None,
    level: str | None = None,
) -> TournamentAnswer:
    """One more entrant: oneself, a bot of one's own (`account`), or by the organizer a bot of the house (`level`)."""
    if level is not None:
        return await enter_house(house, who, tour_id, level, account)
    asker = need(who, "play")
    there = await seen(house, asker, tour_id)
    entering = await own_entrant(house, asker, asker.account if account is None else account)
    await eligible(house, there.doc, asker, entering)
    entrant = Entrant(entering.id, entering.name, "bot", entering.owner, None)

    def come_in(now: Held) -> Wanted | None:
        still = now.event.entrants.get(entrant.id)
        if still is not None and entrant.id not in now.event.withdrawn:
            raise Refusal("already_seated", f"{entrant.name} takes part already")
        needs_entry(now.doc)
        needs_place(now, entering)
        if now.doc.status != "entry":
            check_games(now.event.settings, len(now.event.entrants) + 1)
        return Wanted([entered_entry(entrant)])

    come_in(there)  # who is refused leaves no note
    # noted first: a note too many is passed over, one too few would lose it
    await asyncio.gather(*[house.store.rank(mine_key(one), tour_id, there.doc.created) for one in hands(entering)])
    there, _ = await change(house, tour_id, come_in)
    await asyncio.gather(*[notify(house, one) for one in hands(entering)])
    return answer_tournament(there)


def hands(entering: Account) -> set[str]:
    """The account and its owner."""
    return {entering.id} | ({entering.owner} if entering.owner is not None else set())


async def enter_house(
    house: House, who: Principal | None, tour_id: str, level: str, account: str | None
) -> TournamentAnswer:
    """A bot of the house; the same level may take part several times."""
    asker = need(who, "tournament:write")
    if account is not None:
        raise Refusal("invalid", "account: goes without a level", errors=[{"path": "account"}])
    if level not in LEVELS:
        raise Refusal("invalid", f"level: {level!r} is not one of {', '.join(LEVELS)}", errors=[{"path": "level"}])
    await seen(house, asker, tour_id)

    def come_in(there: Held) -> Wanted:
        needs_organizer(there.doc, asker)
        if there.doc.status in ("over", "cancelled"):
            raise Refusal("game_over", f"the tournament is {there.doc.status}")
        name, number = level, 1
        while name in there.event.entrants:
            number += 1
            name = f"{level}#{number}"
        needs_room(there)
        if there.doc.status != "entry":
            check_games(there.event.settings, len(there.event.entrants) + 1)
        return Wanted([entered_entry(Entrant(name, name, "house", None, level))])

    there, _ = await change(house, tour_id, come_in)
    return answer_tournament(there)


# conditions


async def own_entrant(house: House, asker: Principal, account_id: str) -> Account:
    """The account that is to enter, if it is the asker's own or that of a bot of his."""
    account = await guest_of(house, account_id)
    if account is None:
        raise Refusal("not_found", "there is no such account")
    if asker.account not in (account.id, account.owner):
        raise Refusal("forbidden", "you may enter yourself and your own bots; invite others instead")
    return account


def needs_entry(doc: TournamentDoc) -> None:
    """Refuse while nobody is taken."""
    if doc.status in ("over", "cancelled"):
        raise Refusal("game_over", f"the tournament is {doc.status}")
    if not doc.entry_open:
        raise Refusal("entry_closed")


def in_it(there: Held) -> list[Entrant]:
    """Those who take part."""
    return [one for one in there.event.entrants.values() if one.id not in there.event.withdrawn]


def needs_room(there: Held) -> None:
    """Refuse more entrants than there may be."""
    if len(in_it(there)) >= there.doc.conditions.most:
        raise Refusal("table_full", f"the tournament has {there.doc.conditions.most} entrants: it is full")


def needs_place(there: Held, entering: Account) -> None:
    """Refuse where there are as many, of all or of one owner, as there may be."""
    needs_room(there)
    most = there.doc.conditions.bots_per_owner
    answers = entering.owner or entering.id
    same = sum(1 for one in in_it(there) if one.kind != "house" and (one.owner or one.id) == answers)
    if most is not None and same >= most:
        raise Refusal("same_owner", f"an owner has at most {most} here")


async def eligible(house: House, doc: TournamentDoc, asker: Principal, entering: Account) -> None:
    """Refuse who does not meet the conditions that do not depend on others."""
    conditions = doc.conditions
    if entering.kind not in conditions.kinds:
        raise Refusal("not_eligible", f"conditions.kinds: this one is for {', '.join(conditions.kinds)}")
    if conditions.invited_only and hands(entering).isdisjoint(doc.invited) and not may_run(doc, asker):
        raise Refusal("not_eligible", "conditions.invited_only: only who is invited may enter")
    why = unwelcome(table_like(doc), entering.accepts)
    if why is not None:
        raise Refusal("not_eligible", f"{entering.name} does not play {why}")
    if conditions.least_rating is None and conditions.most_rating is None:
        return
    rating = await rating_of(house, entering.id, doc.edition, int(str(doc.settings["seats"])))
    if conditions.least_rating is not None and (rating is None or rating < conditions.least_rating):
        raise Refusal("not_eligible", f"conditions.least_rating: at least {conditions.least_rating:g} is needed")
    if conditions.most_rating is not None and rating is not None and rating > conditions.most_rating:
        raise Refusal("not_eligible", f"conditions.most_rating: at most {conditions.most_rating:g}")


def table_like(doc: TournamentDoc) -> Table:
    """A table as those of the tournament will be, to be compared with what a bot accepts."""
    return Table(
        id="", created=0, creator=Player(), cast=[], uniques=[], seats=[], commitment="", edition=doc.edition,
        players=int(str(doc.settings["seats"])), clock=doc.clock, rated=doc.rated,
    )  # fmt: skip


# going


async def withdraw(
    house: House, who: Principal | None, tour_id: str, entrant: str, *, why: str | None = None
) -> TournamentAnswer:
    """Take an entrant out: oneself, a bot of one's own, or anybody by the organizer."""
    asker = need(who, "play")
    await seen(house, asker, tour_id)

    def go(there: Held) -> Wanted:
        found = there.event.entrants.get(entrant)
        if found is None:
            raise Refusal("not_found", "there is no such entrant")
        own = found.kind != "house" and asker.account in (found.id, found.owner)
        if not own:
            if not may_run(there.doc, asker):
                raise Refusal("forbidden", "you may withdraw yourself and your own bots")
            need(asker, "tournament:write")
        if entrant in there.event.withdrawn:
            raise Refusal("not_seated", f"{found.name} has withdrawn")
        if there.doc.status in ("over", "cancelled"):
            raise Refusal("game_over", f"the tournament is {there.doc.status}")
        doc = there.doc
        if found.level is not None and doc.status == "entry" and found.level in doc.house:
            levels = list(doc.house)
            levels.remove(found.level)
            doc = msgspec.structs.replace(doc, house=levels)
        said = why or ("withdrawn by its owner" if own else "taken out by the organizer")
        return Wanted([{"kind": "withdrew", "entrant": entrant, "why": said}], doc)

    there, _ = await change(house, tour_id, go)
    return answer_tournament(there)


# inviting


async def invite(house: House, who: Principal | None, tour_id: str, account_id: str) -> TournamentAnswer:
    """Let an account see the tournament and enter it, and tell it; only the organizer."""
    asker = need(who, "tournament:write")
    await seen(house, asker, tour_id)
    account = await guest_of(house, account_id)
    if account is None:
        raise Refusal("not_found", "there is no such account")

    def keep(there: Held) -> Wanted | None:
        doc = there.doc
        needs_organizer(doc, asker)
        if doc.status in ("over", "cancelled"):
            raise Refusal("game_over", f"the tournament is {doc.status}")
        if account_id in there.event.entrants and account_id not in there.event.withdrawn:
            raise Refusal("already_seated", f"{account.name} takes part already")
        if account_id in doc.invited:
            return None  # nothing changes; it is told again
        if len(doc.invited) >= MOST_INVITED:
            raise Refusal("too_many", f"at most {MOST_INVITED} are invited")
        invited = [*doc.invited, account_id]
        return Wanted([{"kind": "invited", "account": account_id}], msgspec.structs.replace(doc, invited=invited))

    there, _ = await change(house, tour_id, keep)
    told = {
        "tournament": tour_id, "name": asker.player.name, "by": asker.account, "bot": asker.kind == "bot", "called": there.doc.name,
    }  # fmt: skip
    await house.store.append(document("notices", account_id), json.dumps(told).encode(), keep=NOTICES_KEPT)
    await notify(house, account_id)
    return answer_tournament(there)
