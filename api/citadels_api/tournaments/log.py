"""The log of a tournament in the store, and its fold in memory.

1. The log is the truth: batches of entries, one batch a commit, numbered entry by entry. Everything else is folded from it, in every
   process on its own, and only what is new is read.
2. Kinds of `OWN` tell of the house (who made it, what was changed); the contest does not know them. All others are the contest's.
3. An entry that the contest cannot take is passed over, by every reader alike.
4. Writing compares the number that was read: whoever was not quick enough reads again. Within one process writers stand in a queue,
   so that two hundred results at one moment are two hundred commits and no more.
5. The secret leaves this module in `Held` only, and stands in the document once no game of the tournament can be played on. Lots are
   drawn from it too (`lots_of`), so that nobody knows pairings and seats beforehand.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import structlog
from citadels_contest.settings import settings_from
from citadels_contest.tournament import Tournament
from citadels_contest.types import ContestError

from citadels_api.problems import Refusal
from citadels_api.store.ports import Change, Outcome, StoreError, Unknown
from citadels_api.tournaments.ids import seed_of
from citadels_api.tournaments.log_archive import batches
from citadels_api.tournaments.stored import EntrantDoc, FinalDoc, pack_tournament, unpack_tournament

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_contest.log import Entry
    from citadels_contest.settings import Settings

    from citadels_api.context import House
    from citadels_api.store.ports import Logged
    from citadels_api.tournaments.contract import StandingAnswer, StandingsAnswer
    from citadels_api.tournaments.stored import TournamentDoc


OWN: Final = frozenset(("created", "changed", "opened", "closed", "invited", "revealed"))
"""The kinds of entries that tell of the house, not of the contest."""
STATUS: Final = {
    "started": "running", "resumed": "running", "paused": "paused", "cancelled": "cancelled", "ended": "over",
}  # fmt: skip
"""The status after an entry that changes it."""
INDEXES: Final = {
    "entry": "tour:entry", "running": "tour:running", "paused": "tour:running", "over": "tour:over", "cancelled": "tour:over",
}  # fmt: skip
"""The list in which a tournament stands, by its status."""
TRIES: Final = 60
AT_HAND: Final = 50
"""How many tournaments a process keeps folded."""
LOG: Final = structlog.get_logger("tournaments")
PACKER: Final = msgspec.json.Encoder()
UNPACKER: Final = msgspec.json.Decoder(list[dict[str, object]])


class Held(NamedTuple):
    """A tournament as it was read: its document, its fold, the number of its last entry, the store's clock, its secret.

    The fold is shared by all readers of the process and goes on: look at it before the next await, and never change it.
    """

    doc: TournamentDoc
    event: Tournament
    number: int
    now: int
    secret: str


class Wanted(NamedTuple):
    """What is to be appended, the document after it where that changes, and when the clock looks again (at once)."""

    entries: list[Entry]
    doc: TournamentDoc | None = None
    due_in: int | None = 0


class Folded:
    """What this process has read of one tournament."""

    __slots__ = ("corrected", "event", "figures", "number", "placed", "settings", "turn")

    corrected: dict[str, str]
    """The games that the organizer has corrected, each with the latest reason."""
    event: Tournament
    figures: tuple[float, float, StandingsAnswer] | None
    """The statistics as they were worked out last: when, how long that took, and what they were."""
    number: int
    placed: tuple[int, float, float, list[StandingAnswer]] | None
    """The standings as they were worked out last: after which entry, when, how long that took, and what they were."""
    settings: dict[str, object]

    def __init__(self, doc: TournamentDoc, secret: str) -> None:
        self.turn = asyncio.Lock()
        """Whose turn it is to write, among the writers of this process."""
        self.forget(doc, secret)

    def take(self, number: int, entries: list[Entry]) -> None:
        """Apply a batch, unless it was."""
        if number > self.number:
            for entry in entries:
                if entry.get("kind") not in OWN:
                    apply(self.event, entry)
                self.note(entry)
            self.number = number

    def note(self, entry: Entry) -> None:
        """Remember what the fold does not."""
        if entry.get("kind") == "corrected":
            self.corrected[str(entry["game"])] = str(entry["why"])

    def forget(self, doc: TournamentDoc, secret: str) -> None:
        """Begin again with the first entry."""
        self.settings = doc.settings
        self.event = Tournament(lots_of(doc, secret))
        self.number = 0
        self.corrected = {}
        self.figures = None
        self.placed = None


def lots_of(doc: TournamentDoc, secret: str) -> Settings:
    """The settings with what lots are drawn from."""
    return settings_from({**doc.settings, "seed": seed_of(secret, "lots")})


def apply(event: Tournament, entry: Entry) -> None:
    """Apply an entry, or pass over it."""
    try:
        event.apply(entry)
    except ContestError as error:
        LOG.warning("an entry was passed over", kind=str(entry.get("kind")), reason=error.code)


def packed(entries: list[Entry]) -> bytes:
    """A batch of entries as bytes."""
    return PACKER.encode(entries)


def entries_of(logged: Logged) -> list[Entry]:
    """The entries of a batch."""
    return UNPACKER.decode(logged.entry)


# reading


async def held(house: House, tour_id: str) -> Held | None:
    """A tournament as it stands now; None where there is none."""
    found = await read(house, tour_id)
    return None if found is None else found[0]


async def read(house: House, tour_id: str) -> tuple[Held, Folded] | None:
    """The same, with what this process keeps of it."""
    while True:
        kept: Folded | None = house.folded.get(tour_id)
        after = 0 if kept is None else kept.number
        snapshot, logged = await asyncio.gather(
            house.store.load(tour_id, seed=True), batches(house, tour_id, after=after)
        )
        if snapshot is None:
            house.folded.pop(tour_id, None)
            return None
        doc = unpack_tournament(snapshot.doc)
        kept = at_hand(house, doc, snapshot.seed or "")
        for one in logged:
            if after <= kept.number:  # else it begins again, and these are not its first ones
                kept.take(one.number, entries_of(one))
        if kept.number >= snapshot.number:
            return Held(doc, kept.event, snapshot.number, snapshot.now, snapshot.seed or ""), kept


def at_hand(house: House, doc: TournamentDoc, secret: str) -> Folded:
    """What this process keeps of a tournament; what was not looked at for longest is let go."""
    kept: Folded | None = house.folded.pop(doc.id, None)
    if kept is None:
        kept = Folded(doc, secret)
    elif kept.settings != doc.settings:
        kept.forget(doc, secret)
    house.folded[doc.id] = kept
    while len(house.folded) > AT_HAND:
        house.folded.pop(next(iter(house.folded)))
    return kept


# writing


async def add(
    house: House,
    read_as: Held,
    entries: list[Entry],
    *,
    doc: TournamentDoc | None = None,
    key: str | None = None,
    due_in: int | None = None,
) -> Outcome:
    """Append entries to what was read, in one commit; `stale` where somebody was quicker: then read again.

    They have to be entries that the contest takes there: what `due` answers, or what was looked at. Status and list of the document
    follow the entries by themselves.
    """
    now = read_as.now
    written = [entry if "at" in entry else {**entry, "at": now} for entry in entries]
    before = read_as.doc
    after = followed(before if doc is None else doc, written, now, read_as.event)
    moves = (INDEXES[before.status], INDEXES[after.status])
    outcome = await house.store.commit(
        Change(
            table=before.id,
            expects=read_as.number,
            number=read_as.number + len(written),
            entry=packed(written),
            doc=None if after == before else pack_tournament(after),
            due_in=due_in,
            key=key or f"tournament:{secrets.token_hex(12)}",
            moves_from=moves[0] if moves[0] != moves[1] else None,
            moves_to=moves[1] if moves[0] != moves[1] else None,
            rank=before.created,
        )
    )
    kept: Folded | None = house.folded.get(before.id)
    if outcome.kind == "ok" and kept is not None and kept.number == read_as.number and kept.settings == after.settings:
        kept.take(outcome.number, written)
    return outcome


def followed(doc: TournamentDoc, entries: list[Entry], now: int, event: Tournament) -> TournamentDoc:
    """The document after these entries: its status is theirs."""
    for entry in entries:
        kind = str(entry.get("kind"))
        if kind not in STATUS:
            continue
        doc = msgspec.structs.replace(doc, status=STATUS[kind], why=str(entry.get("why") or ""))
        if kind == "started":
            doc = msgspec.structs.replace(doc, started=now)
        if kind in ("ended", "cancelled"):
            doc = msgspec.structs.replace(doc, ended=now, entry_open=False, final=final_of(event))
    return doc


def final_of(event: Tournament) -> FinalDoc:
    """Who took part and how much was played."""
    known = len(event.fixtures)
    return FinalDoc(
        entrants=[
            EntrantDoc(one.id, one.name, one.kind, one.owner, one.level, event.withdrawn.get(one.id))
            for one in event.entrants.values()
        ],
        played=known - len(event.unplayed),
        known=known,
        rounds=len(event.rounds),
    )


async def change(
    house: House, tour_id: str, make: Callable[[Held], Wanted | None], *, key: str | None = None, tried: bool = True
) -> tuple[Held, Outcome | None]:
    """Change a tournament as `make` says, on what it finds; None from it means that there is nothing to do.

    The entries are tried on the fold first, and refused with its reason where they do not fit. Where `make` has looked at all that can
    be wrong, `tried` may be false, and nothing has to be folded again when somebody was quicker.
    """
    key = key or f"tournament:{secrets.token_hex(12)}"
    found = await read(house, tour_id)
    if found is None:
        raise Refusal("not_found", "there is no such tournament, or none that you may see")
    async with found[1].turn:
        for attempt in range(TRIES):
            found = await read(house, tour_id)
            if found is None:
                raise Refusal("not_found", "there is no such tournament, or none that you may see")
            there, kept = found
            wanted = make(there)
            if wanted is None:
                return there, None
            outcome = await (on_trial if tried else once)(house, there, kept, wanted, key)
            if outcome.kind in ("ok", "replay"):
                after = await held(house, tour_id)
                assert after is not None
                return after, outcome
            if outcome.kind == "gone":
                raise Refusal("not_found", "there is no such tournament, or none that you may see")
            await asyncio.sleep(secrets.randbelow(10 * (attempt + 1)) / 1000)
    raise Refusal("unavailable", "too many changes of this tournament at once: try again", retry_after=1)


async def once(house: House, there: Held, _kept: Folded, wanted: Wanted, key: str) -> Outcome:
    """Commit; where no answer came, the key tells whether it was done."""
    try:
        return await add(house, there, wanted.entries, doc=wanted.doc, key=key, due_in=wanted.due_in)
    except Unknown:
        try:
            snapshot = await house.store.load(there.doc.id, key=key)
        except StoreError as error:
            raise Refusal(
                "unknown_outcome", "the store did not answer in time: look whether it was done", retry_after=1
            ) from error
        if snapshot is None or snapshot.known is None:
            return Outcome("stale", there.number, there.now)
        return Outcome("replay", snapshot.known.number, snapshot.now)


async def on_trial(house: House, there: Held, kept: Folded, wanted: Wanted, key: str) -> Outcome:
    """Commit what the fold has taken; where it comes to nothing, the fold begins again."""
    if kept.number != there.number:  # it has gone on since: so has the log
        return await once(house, there, kept, wanted, key)
    at = there.now
    written: list[Entry] = [{**entry, "at": at} for entry in wanted.entries]
    begun = False
    try:
        for entry in written:
            if entry.get("kind") not in OWN:
                kept.event.apply(entry)
                begun = True
            kept.note(entry)
        kept.number += len(written)
        begun = True
        outcome = await once(house, there, kept, Wanted(written, wanted.doc, wanted.due_in), key)
        begun = outcome.kind != "ok"
    except ContestError as error:
        raise refusal_of(error) from None
    finally:
        if begun:
            kept.forget(there.doc, there.secret)
    return outcome


def refusal_of(error: ContestError) -> Refusal:
    """What the contest does not take, as a refusal."""
    return Refusal("not_possible", str(error), reason=error.code)
