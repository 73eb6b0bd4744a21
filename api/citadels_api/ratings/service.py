"""Reading ratings: the leaderboard, an account's own with their history, how two have met. What is kept is in `documents_ladder`.

1. A rating is provisional until it comes of `LEAST_GAMES` and its interval is no wider than `WIDEST`: then it has a place on the leaderboard.
   Anchors were measured, so theirs never is.
2. A board is sorted by `board_score`, in which everybody with a place stands before everybody without one.
"""

from __future__ import annotations

import asyncio
from math import log
from typing import TYPE_CHECKING, Final

import msgspec
from citadels_contest.stats.intervals import wilson
from citadels_engine.bots import NAMES as LEVELS

from citadels_api.accounts.account_store import player_of
from citadels_api.accounts.stored import unpack_account
from citadels_api.contract import Page
from citadels_api.problems import Refusal
from citadels_api.ratings.contract import HeadToHeadAnswer, MeetingAnswer, RankedAnswer, RatingAnswer, RatingPoint
from citadels_api.ratings.stored import (
    Meeting,
    PairDoc,
    Rated,
    RatingDoc,
    RatingPointDoc,
    board_key,
    history_key,
    ladder_name,
    meetings_key,
    pair_key,
    pair_of,
    rating_key,
)
from citadels_api.store.keys import document
from citadels_api.tables.serializer import answer_player
from citadels_api.tables.stored import Player

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.tables.contract import PlayerAnswer


MIDDLE_MU: Final = 25.0
SCALE: Final = 400 / log(10) / (25.0 / 3)
"""From the scale on which ratings are worked out (`citadels_sdk.ratings`) to the one on which they are shown: 1500 for the level `greedy`."""
LEAST_GAMES: Final = 20
WIDEST: Final = 400
"""In points, as far as two are apart of whom one is ten times as likely to come before the other: whose strength is not even known within that
has no place. It takes about 25 games at tables of 2 to 4 with bots of the house, 37 at tables of 7 (`./citadels bench ladder`)."""
SURE: Final = 1.96
BELOW: Final = 1_000_000_000
"""So much lower stands on a board who has no place."""
LEAST_SCORE: Final = -BELOW // 2
"""Who has a place stands above it."""
HISTORY: Final = 500
"""How many games of a history are told at most, the latest."""
MET: Final = 2_000
"""How many games of a pair are looked through where only some of them count."""
RECENT: Final = 20
DOCUMENTS: Final = msgspec.msgpack.Decoder(RatingDoc)
PAIRS: Final = msgspec.msgpack.Decoder(PairDoc)
POINTS: Final = msgspec.json.Decoder(RatingPointDoc)
MEETINGS: Final = msgspec.json.Decoder(Meeting)


def shown_rating(mu: float) -> float:
    """A strength as people see it.

    >>> shown_rating(25.0)
    1500.0
    """
    return round(1500 + SCALE * (mu - MIDDLE_MU), 1)


def missing(rated: Rated, *, anchor: bool) -> tuple[int, float]:
    """What a rating lacks for a place: so many games, and by how many points its interval is too wide; (0, 0) where it has one.

    >>> missing(Rated(mu=25.0, sigma=8.0, games=3, last=0), anchor=False)
    (17, 253.7)
    >>> missing(Rated(mu=25.0, sigma=8.0, games=3, last=0), anchor=True)
    (0, 0.0)
    """
    if anchor:
        return 0, 0.0
    return max(0, LEAST_GAMES - rated.games), max(0.0, round(2 * SURE * SCALE * rated.sigma - WIDEST, 1))


def board_score(rated: Rated, *, anchor: bool) -> int:
    """By what a board is sorted: 1,000 times the rating, which is shown rounded, and far lower without a place."""
    score = round(1_000 * (1500 + SCALE * (rated.mu - MIDDLE_MU)))
    return score - BELOW if any(missing(rated, anchor=anchor)) else score


def place_of(line: RankedAnswer) -> str:
    """The cursor that goes on after a line of the leaderboard."""
    rating = line.rating
    rated = Rated(rating.mu, rating.sigma, rating.games, rating.last_seen)
    member = line.player.id or f"house:{line.player.level}"
    return f"{line.place or 0}.{board_score(rated, anchor=line.anchor)}.{member}"


def answer_rating(ladder: str, rated: Rated, history: list[RatingPoint], *, anchor: bool) -> RatingAnswer:
    """A rating with its interval, and what it lacks for a place."""
    edition, _, seats = ladder.partition("/")
    games_left, width_left = missing(rated, anchor=anchor)
    return RatingAnswer(
        edition=edition,
        seats=int(seats),
        rating=shown_rating(rated.mu),
        low=shown_rating(rated.mu - SURE * rated.sigma),
        high=shown_rating(rated.mu + SURE * rated.sigma),
        mu=rated.mu,
        sigma=rated.sigma,
        games=rated.games,
        provisional=bool(games_left or width_left),
        games_left=games_left,
        width_left=width_left,
        last_seen=rated.last,
        history=history,
    )


def kind_of(player: Player) -> str:
    """human, bot or ai."""
    if player.account is None:
        return "ai"
    return "human" if player.owner is None else "bot"


async def rating_doc(house: House, player: str) -> RatingDoc | None:
    """The ratings of one player."""
    raw = await house.store.get(rating_key(player))
    return None if raw is None else DOCUMENTS.decode(raw)


async def rating_of(house: House, account: str, edition: str, seats: int) -> float | None:
    """The rating of an account on one ladder as it is shown; None where it has none."""
    found = await rating_doc(house, account)
    rated = None if found is None else found.ladders.get(ladder_name(edition, seats))
    return None if rated is None else shown_rating(rated.mu)


# the leaderboard


async def leaderboard(
    house: House,
    who: Principal | None,  # noqa: ARG001 - whoever asks
    *,
    cursor: str | None = None,
    limit: int = 50,
    edition: str | None = None,
    seats: int | None = None,
) -> Page[RankedAnswer]:
    """Everybody with a rated game on a ladder: the best first, then those whose rating is provisional, without a place."""
    ladder = ladder_name(edition or "all", seats or 0)
    place, before = read_place(cursor)
    wanted = max(1, min(limit, 100))
    listed = await house.store.ranked(board_key(ladder), before=before, limit=wanted)
    documents = await asyncio.gather(*[rating_doc(house, member) for _, member in listed])
    found: list[RankedAnswer] = []
    for (score, member), kept in zip(listed, documents, strict=True):
        placed = score > LEAST_SCORE
        place += placed
        rated = None if kept is None else kept.ladders.get(ladder)
        if kept is None or rated is None:
            continue
        anchor = member.startswith("house:")
        rating = answer_rating(ladder, rated, [], anchor=anchor)
        found.append(
            RankedAnswer(
                place=place if placed and not rating.provisional else None,
                player=answer_player(kept.player, kind_of(kept.player)),
                rating=rating,
                anchor=anchor,
            )
        )
    last = f"{place}.{listed[-1][0]}.{listed[-1][1]}" if len(listed) == wanted else None
    return Page(found, last)


def read_place(cursor: str | None) -> tuple[int, tuple[int, str] | None]:
    """Where a page begins: how many stand before it, and who the last of them is."""
    if cursor is None:
        return 0, None
    place, _, rest = cursor.partition(".")
    score, _, member = rest.partition(".")
    whole = score.removeprefix("-")
    if not (place.isascii() and place.isdecimal() and len(place) < 10 and whole.isascii() and whole.isdecimal()):
        raise Refusal("invalid", "cursor: not one that a page of this list has given", errors=[{"path": "cursor"}])
    if len(whole) > 12 or not member:
        raise Refusal("invalid", "cursor: not one that a page of this list has given", errors=[{"path": "cursor"}])
    return int(place), (int(score), member)


# an account's own


async def account_ratings(
    house: House,
    who: Principal | None,  # noqa: ARG001 - whoever asks
    account: str,
    *,
    edition: str | None = None,
    seats: int | None = None,
) -> list[RatingAnswer]:
    """The ratings of an account on every ladder, or on those of an edition or a number of seats, each with its history."""
    await known_player(house, account)
    found = await rating_doc(house, account)
    if found is None:
        return []
    ladders = {
        name: rated
        for name, rated in sorted(found.ladders.items())
        if edition in (None, name.partition("/")[0]) and seats in (None, int(name.partition("/")[2]))
    }
    points = await history_of(house, account)
    anchor = account.startswith("house:")
    return [answer_rating(name, rated, told_points(name, points), anchor=anchor) for name, rated in ladders.items()]


async def history_of(house: House, player: str) -> list[RatingPointDoc]:
    """The latest games of a history, the oldest of them first."""
    listed = await house.store.ranked(history_key(player), limit=HISTORY)
    return [POINTS.decode(member) for _, member in reversed(listed)]


def told_points(ladder: str, points: list[RatingPointDoc]) -> list[RatingPoint]:
    """The history on one ladder."""
    told = []
    for point in points:
        rated = point.ladders.get(ladder)
        if rated is not None:
            told.append(
                RatingPoint(
                    point.at,
                    point.table,
                    shown_rating(rated.mu),
                    shown_rating(rated.mu - SURE * rated.sigma),
                    shown_rating(rated.mu + SURE * rated.sigma),
                    rated.games,
                )
            )
    return told


# head to head


async def head_to_head(
    house: House,
    who: Principal | None,  # noqa: ARG001 - whoever asks
    account: str,
    other: str,
    *,
    edition: str | None = None,
    seats: int | None = None,
) -> HeadToHeadAnswer:
    """How an account and another player, who may be a level of the house, have met in rated games."""
    one, two = rated_name(account), rated_name(other)
    if one == two:
        raise Refusal("invalid", "other: somebody else than the account", errors=[{"path": "other"}])
    players = await asyncio.gather(known_player(house, one), known_player(house, two))
    turned = pair_of(one, two)[0] != one
    some = edition is not None or seats is not None
    listed = await house.store.ranked(meetings_key(one, two), limit=MET if some else RECENT)
    met = [MEETINGS.decode(member) for _, member in listed]
    met = [game for game in met if edition in (None, game.edition) and seats in (None, game.seats)]
    if some:
        games = len(met)
        ahead = sum(1 for game in met if game.places[0] < game.places[1])
        behind = sum(1 for game in met if game.places[0] > game.places[1])
    else:
        raw = await house.store.get(pair_key(one, two))
        kept = PairDoc() if raw is None else PAIRS.decode(raw)
        games, ahead, behind = kept.games, kept.ahead, kept.behind
    if turned:
        ahead, behind = behind, ahead
    level = games - ahead - behind
    share = wilson(ahead + level / 2, games) if games else None
    return HeadToHeadAnswer(
        player=players[0],
        other=players[1],
        games=games,
        ahead=ahead,
        behind=behind,
        level=level,
        share=None if share is None else round(share.share, 6),
        low=None if share is None else round(share.low, 6),
        high=None if share is None else round(share.high, 6),
        recent=[
            MeetingAnswer(
                game.table, game.at, game.edition, game.seats, game.places[1 if turned else 0], game.places[0 if turned else 1]
            )
            for game in met[:RECENT]
        ],
    )  # fmt: skip


def rated_name(said: str) -> str:
    """Under which name a player has his rating: an account by its id, a bot of the house by its level."""
    return f"house:{said}" if said in LEVELS else said


async def known_player(house: House, name: str) -> PlayerAnswer:
    """Who that is."""
    if name.startswith("house:"):
        level = name.removeprefix("house:")
        if level not in LEVELS:
            raise Refusal(
                "not_found", f"the house has no {level!r}; there are {', '.join(f'house:{one}' for one in LEVELS)}"
            )
        return answer_player(Player(name=level, level=level), "ai")
    kept, raw = await asyncio.gather(rating_doc(house, name), house.store.get(document("acct", name)))
    if raw is not None:
        player = player_of(unpack_account(raw))
    elif kept is not None:
        player = kept.player  # his account is forgotten, his games are not
    else:
        raise Refusal("not_found", "there is no such account")
    return answer_player(player, kind_of(player))
