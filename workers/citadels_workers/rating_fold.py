"""The rating fold: every finished rated game updates the ratings of its players once.

1. Games wait in a sorted set, by their end time (`rated_games.note`), and are folded in that order after a short delay. So games that end together
   are folded in one order, whichever clock does it.
2. A batch is one commit of the ladder's log, with the new ratings: that is the fold. Ratings, leaderboards, histories, profiles and
   head-to-head results are copies of it. Each copy contains the number of its game, so a repeated or late copy changes nothing.
3. The next batch is folded only after the previous one is copied completely. So after a crash the next process copies first, and then reads
   complete ratings.
4. A folded game is marked before it leaves the waiting set. Marks live longer than any way in which a table could be added again.
5. House bots are anchors: players are rated against them, and their own ratings never change.
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
"""The delay before a finished game is folded. All games that ended earlier are in the set by then."""
BATCH: Final = 50
MARKED_MS: Final = 400 * 86_400_000
"""How long the mark of a folded game is kept: longer than its table can be due."""
TRIES: Final = 20
COPIED: Final = document("copied", LADDER)
"""The store key for the number of the last game whose copies are complete."""
SORTED: Final = document("sorted", LADDER)
"""The rule that orders the leaderboards."""
RULE: Final = f"a place after {LEAST_GAMES} games, within {WIDEST} points".encode()
PACKER: Final = msgspec.msgpack.Encoder()
BATCHES: Final = msgspec.msgpack.Decoder(list[FoldedGame])
RATINGS: Final = msgspec.msgpack.Decoder(RatingDoc)
PAIRS: Final = msgspec.msgpack.Decoder(PairDoc)
PROFILES: Final = msgspec.msgpack.Decoder(ProfileDoc)


async def fold_games(house: House) -> int:
    """Fold the waiting games; returns their number."""
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
    """The next games to fold, in the order of their end. Games that are already folded or count no more are removed."""
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
    """Write a batch into the ladder's log after the game of that number. Returns the number of games, 0 if another process was faster."""
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
    """The characters that each seat has picked, none without a record; and whether to hold them back."""
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
    """Update the ratings with one game."""
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
    """The rating of a player before a game."""
    if player.account is None:
        return ANCHORS[player.level or "greedy"]
    return NEW if known is None else Rating(known.mu, known.sigma)


# the copies


async def caught_up(house: House) -> int | None:
    """Copy everything in the log that is not copied yet. Returns the number of the last game, None if another process does it."""
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
    """Copy a batch to all its places, mark its games, and remove them from the waiting set."""
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
    """The ratings of a player."""
    kept = await house.store.get(rating_key(name))
    return RatingDoc(player=Player()) if kept is None else RATINGS.decode(kept)


async def copy_rating(house: House, number: int, game: FoldedGame, seat: int) -> None:
    """Copy a player's ratings after a game, their place on the leaderboards, and a point of their history."""
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
    """Put a player on the leaderboards with these ratings; False if the player has newer ratings, which belong elsewhere."""
    anchor = name.startswith("house:")
    await asyncio.gather(
        *[
            house.store.rank(board_key(ladder), name, board_score(doc.ladders[ladder], anchor=anchor))
            for ladder in ladders
        ]
    )
    return (await rating_of(house, name)).number == doc.number


async def sort_boards(house: House) -> None:
    """Sort the leaderboards again, once, after a change of the rule."""
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
    """Add a game to a player's profile, and also games that no longer have to be held back."""
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
    """The pairs of seats whose players met: each pair once, never two house bots."""
    met: set[tuple[str, str]] = set()
    for one, first in enumerate(names):
        for other, second in enumerate(names[one + 1 :], one + 1):
            pair = pair_of(first, second)
            both = first.startswith("house:") and second.startswith("house:")
            if first != second and not both and pair not in met:
                met.add(pair)
                yield one, other


async def copy_pair(house: House, number: int, game: FoldedGame, one: int, other: int) -> None:
    """Add a game to the head-to-head results of two players."""
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
