"""The ladder: every rated game that is over is folded once into the ratings of who played it.

1. Games wait in a set, by the time of their end (`service.rated.note`), and are folded in that order, a moment after it: so that those that end
   together are folded in one order, whoever folds.
2. A batch is one commit of the ladder's log, with the ratings that it makes: that is the fold. Ratings, boards, histories, profiles and
   meetings are copied from it afterwards, and each copy says which game it comes from: a copy made twice, or late, changes nothing.
3. The next batch is folded only once the one before is copied whole. So whoever comes after a crash copies first, and reads ratings that
   are complete.
4. A game that was folded is marked before it leaves those that wait. Marks outlive every way in which a table could be told of again.
5. Bots of the house are anchors: they are met, and never move.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec
from citadels_api.ratings.profiles import HELD, count, count_picks, released
from citadels_api.ratings.rated_games import folded_key, is_rated
from citadels_api.ratings.service import LEAST_GAMES, WIDEST, board_score
from citadels_api.ratings.stored import (
    LADDER,
    PENDING,
    Counts,
    FoldedGame,
    HeldPicks,
    Meeting,
    PairDoc,
    ProfileDoc,
    Rated,
    RatingDoc,
    RatingPointDoc,
    board_key,
    history_key,
    ladder_name,
    ladders_of,
    meetings_key,
    pair_key,
    pair_of,
    profile_key,
    rated_id,
    rating_key,
)
from citadels_api.store.keys import document
from citadels_api.store.ports import Change
from citadels_api.tables.stored import Player
from citadels_api.tables.transaction import opened_table, unsealed
from citadels_api.tournaments.results import course_of, picks_of
from citadels_sdk.ratings import ANCHORS, NEW, Rating, rate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_api.context import House
    from citadels_api.store.ports import Logged
    from citadels_api.tables.stored import Table


SETTLED_MS: Final = 1500
"""How long a game rests before it is folded: whatever ended before it has been noted by then."""
BATCH: Final = 50
MARKED_MS: Final = 400 * 86_400_000
"""How long the mark of a folded game is kept: longer than its table can be due."""
TRIES: Final = 20
COPIED: Final = document("copied", LADDER)
"""The number of the last game of the log whose copies are all made."""
SORTED: Final = document("sorted", LADDER)
"""By which rule the boards are sorted."""
RULE: Final = f"a place after {LEAST_GAMES} games, within {WIDEST} points".encode()
PACKER: Final = msgspec.msgpack.Encoder()
BATCHES: Final = msgspec.msgpack.Decoder(list[FoldedGame])
RATINGS: Final = msgspec.msgpack.Decoder(RatingDoc)
PAIRS: Final = msgspec.msgpack.Decoder(PairDoc)
PROFILES: Final = msgspec.msgpack.Decoder(ProfileDoc)


async def fold_games(house: House) -> int:
    """Fold the games that wait; how many that were."""
    folded = 0
    await sort_boards(house)
    while True:
        number = await caught_up(house)
        games = await waiting(house)
        if number is None or not games:
            return folded
        folded += await fold(house, number, games)
        if len(games) < BATCH:
            await caught_up(house)
            return folded


async def waiting(house: House) -> list[Table]:
    """The games to be folded next, in the order of their end; what is folded already, or counts no more, is let go."""
    listed = await house.store.ranked(PENDING, limit=BATCH)
    until = await house.store.now() - SETTLED_MS if listed else 0
    listed = [(score, name) for score, name in sorted(listed, key=lambda one: (-one[0], one[1])) if -score <= until]
    marks = await asyncio.gather(*[house.store.get(folded_key(name)) for _, name in listed])
    snapshots = await asyncio.gather(*[house.store.load(name) for _, name in listed])
    found: list[Table] = []
    for (_, name), mark, snapshot in zip(listed, marks, snapshots, strict=True):
        table = None if snapshot is None else opened_table(snapshot)
        if mark is None and table is not None and is_rated(table):
            found.append(table)
        else:
            await house.store.rank(PENDING, name, None)
    return found


# the fold


async def fold(house: House, number: int, tables: list[Table]) -> int:
    """Write a batch into the ladder's log, after the game of that number; how many games, none where somebody was quicker."""
    docs: dict[str, RatingDoc] = {}
    for name in {rated_id(player) for table in tables for player in players_of(table)}:
        docs[name] = await rating_of(house, name)
    games = [folded(table, docs) for table in tables]
    picked = [
        await picks_at(house, table) for table in tables
    ]  # one by one: it takes a while, and turns are attended to meanwhile
    games = [
        msgspec.structs.replace(game, picks=picks, sealed=sealed)
        for game, (picks, sealed) in zip(games, picked, strict=True)
    ]
    outcome = await house.store.commit(
        Change(table=LADDER, expects=number + 1, number=number + 1 + len(games), entry=PACKER.encode(games))
    )
    return len(games) if outcome.kind == "ok" else 0


async def picks_at(house: House, table: Table) -> tuple[list[list[str]], bool]:
    """The characters that each seat has picked, none where the record is gone; and whether they are to be held back."""
    course = await course_of(house, table.id)
    if course is None:
        return [], False
    record, _ = course
    picks = picks_of([(taken.seat, taken.do) for taken in record.taken], table.players)
    return [list(one) for one in picks], (await unsealed(house, table)).sealed


def players_of(table: Table) -> list[Player]:
    """Who played at each seat."""
    return [seat.player or Player() for seat in table.seats]


def folded(table: Table, docs: dict[str, RatingDoc]) -> FoldedGame:
    """What a game makes of the ratings; they are changed."""
    players = players_of(table)
    assert table.places is not None
    places = [0] * len(players)
    before = 1
    for together in table.places:
        for seat in together:
            places[seat] = before
        before += len(together)
    at = table.ended or table.created
    names = [rated_id(player) for player in players]
    anchors = [seat for seat, player in enumerate(players) if player.account is None]
    after: list[dict[str, Rated]] = [{} for _ in players]
    for ladder in ladders_of(table.edition, table.players):
        known = [docs[name].ladders.get(ladder) for name in names]
        moved = rate([strength(player, one) for player, one in zip(players, known, strict=True)], places, anchors)
        for seat, (rating, one) in enumerate(zip(moved, known, strict=True)):
            after[seat][ladder] = Rated(rating.mu, rating.sigma, 1 + (0 if one is None else one.games), at)
    for seat, name in enumerate(names):
        docs[name].ladders |= after[seat]
        docs[name].player = players[seat]
    return FoldedGame(
        table=table.id, at=at, edition=table.edition, seats=table.players, players=players, places=places, after=after
    )


def strength(player: Player, known: Rated | None) -> Rating:
    """With which rating somebody goes into a game."""
    if player.account is None:
        return ANCHORS[player.level or "greedy"]
    return NEW if known is None else Rating(known.mu, known.sigma)


# the copies


async def caught_up(house: House) -> int | None:
    """Copy whatever the log has beyond the copies; the number of the last game, None where another one is at it."""
    snapshot = await house.store.load(LADDER)
    if snapshot is None:
        entry = PACKER.encode([])
        await house.store.create(LADDER, b"", "", entry, index="ladders", rank=0)
        return 0
    last = snapshot.number - 1  # the log's first entry is its making
    kept = await house.store.get(COPIED)
    copied = 0 if kept is None else int(kept)
    while copied < last:
        logged = await house.store.log(LADDER, after=copied + 1, limit=1)
        if not logged:
            return None
        await copy(house, logged[0])
        copied = logged[0].number - 1
        now = str(copied).encode()
        if not await house.store.put(COPIED, now, expects=kept):
            return None
        kept = now
    return last


async def copy(house: House, logged: Logged) -> None:
    """Copy a batch to wherever its games are looked for, mark them, and let them wait no more."""
    games = BATCHES.decode(logged.entry)
    for number, game in enumerate(games, logged.number - len(games)):
        names = [rated_id(player) for player in game.players]
        await asyncio.gather(
            *[copy_rating(house, number, game, seat) for seat, name in enumerate(names) if name not in names[:seat]],
            *[
                copy_profile(house, number, game, seat)
                for seat, name in enumerate(names)
                if name not in names[:seat] and not name.startswith("house:")
            ],
            *[copy_pair(house, number, game, one, other) for one, other in pairs_of(names)],
        )
        await house.store.put(folded_key(game.table), b"1", ttl_ms=MARKED_MS)
        await house.store.rank(PENDING, game.table, None)


async def rating_of(house: House, name: str) -> RatingDoc:
    """A player's ratings."""
    kept = await house.store.get(rating_key(name))
    return RatingDoc(player=Player()) if kept is None else RATINGS.decode(kept)


async def copy_rating(house: House, number: int, game: FoldedGame, seat: int) -> None:
    """A player's ratings after a game, their place on the boards, and a point of his history."""
    player, after = game.players[seat], game.after[seat]
    name = rated_id(player)
    for _ in range(TRIES):
        kept = await house.store.get(rating_key(name))
        doc = RatingDoc(player=player) if kept is None else RATINGS.decode(kept)
        if doc.number < number:
            doc = RatingDoc(player=player, number=number, ladders=doc.ladders | after)
            if not await house.store.put(rating_key(name), PACKER.encode(doc), expects=kept):
                continue
        if await stands(house, name, doc, after):
            break
    point = RatingPointDoc(
        table=game.table, at=game.at, edition=game.edition, seats=game.seats, place=game.places[seat], ladders=after
    )
    if player.account is not None:
        await house.store.rank(history_key(name), msgspec.json.encode(point).decode(), number)


async def stands(house: House, name: str, doc: RatingDoc, ladders: Iterable[str]) -> bool:
    """Put a player where these ratings belong on the boards; False where he has newer ones meanwhile, which belong elsewhere."""
    anchor = name.startswith("house:")
    await asyncio.gather(
        *[
            house.store.rank(board_key(ladder), name, board_score(doc.ladders[ladder], anchor=anchor))
            for ladder in ladders
        ]
    )
    return (await rating_of(house, name)).number == doc.number


async def sort_boards(house: House) -> None:
    """Sort the boards anew, once, where they were sorted by another rule."""
    kept = await house.store.get(SORTED)
    if kept == RULE:
        return
    last: tuple[int, str] | None = None
    while listed := await house.store.ranked(board_key(ladder_name()), before=last, limit=BATCH):
        for _, name in listed:
            for _ in range(TRIES):
                doc = await rating_of(house, name)
                if await stands(house, name, doc, doc.ladders):
                    break
        last = listed[-1]
    await house.store.put(SORTED, RULE, expects=kept)


async def copy_profile(house: House, number: int, game: FoldedGame, seat: int) -> None:
    """What a player's games come to, with this game; and with what was held back and no longer has to be."""
    key = profile_key(rated_id(game.players[seat]))
    ladder, won = ladder_name(game.edition, game.seats), game.places[seat] == 1
    picks = game.picks[seat] if game.picks else []
    for _ in range(TRIES):
        kept = await house.store.get(key)
        doc = ProfileDoc() if kept is None else PROFILES.decode(kept)
        if doc.number >= number:
            return
        doc.number = number
        if game.sealed and picks:
            doc.held.append(HeldPicks(table=game.table, ladder=ladder, won=won, picks=picks))
        else:
            count_picks(doc.ladders.setdefault(ladder, Counts()), picks, won)
        count(doc.ladders.setdefault(ladder, Counts()), seat, game.places[seat])
        free = await released(house, doc.held)
        for one in free:
            count_picks(doc.ladders.setdefault(one.ladder, Counts()), one.picks, one.won)
        doc.held = [one for one in doc.held if one not in free][-HELD:]
        if await house.store.put(key, PACKER.encode(doc), expects=kept):
            return


def pairs_of(names: list[str]) -> Iterable[tuple[int, int]]:
    """The seats that have met, each pair of players once, two bots of the house never."""
    met: set[tuple[str, str]] = set()
    for one, first in enumerate(names):
        for other, second in enumerate(names[one + 1 :], one + 1):
            pair = pair_of(first, second)
            both = first.startswith("house:") and second.startswith("house:")
            if first != second and not both and pair not in met:
                met.add(pair)
                yield one, other


async def copy_pair(house: House, number: int, game: FoldedGame, one: int, other: int) -> None:
    """How two have met, with this game."""
    names = [rated_id(player) for player in game.players]
    first, second = pair_of(names[one], names[other])
    if first != names[one]:
        one, other = other, one
    places = (game.places[one], game.places[other])
    key = pair_key(first, second)
    for _ in range(TRIES):
        kept = await house.store.get(key)
        doc = PairDoc() if kept is None else PAIRS.decode(kept)
        if doc.number >= number:
            break
        after = PairDoc(
            number=number,
            games=doc.games + 1,
            ahead=doc.ahead + (places[0] < places[1]),
            behind=doc.behind + (places[0] > places[1]),
        )
        if await house.store.put(key, PACKER.encode(after), expects=kept):
            break
    meeting = Meeting(table=game.table, at=game.at, edition=game.edition, seats=game.seats, places=places)
    await house.store.rank(meetings_key(first, second), msgspec.json.encode(meeting).decode(), number)
