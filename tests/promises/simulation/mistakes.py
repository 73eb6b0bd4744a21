"""Mistakes that are made on purpose, to see that the simulation finds them: each is a small, likely error in the service or in its store."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

import citadels_engine
from citadels_api.credentials import service as credentials
from citadels_api.http import auth
from citadels_api.play import service as play
from citadels_api.play import step
from citadels_api.ratings.rated_games import is_rated
from citadels_api.ratings.stored import PENDING
from citadels_api.store import memory
from citadels_api.store.ports import Known, Outcome, Unknown
from citadels_api.streams import service as streams
from citadels_api.tables import serializer, transaction
from citadels_api.tournaments.log import change
from citadels_workers import ai_games, ai_seats, rating_fold
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


COMMIT: Final = memory.MemoryStore.commit


def changed_commit(change_of: Callable[[Any], Any]) -> Any:
    """The store's commit, of something other than what was ordered."""

    async def commit(self: Any, change: Any) -> Outcome:
        return await COMMIT(self, change_of(change))

    return mock.patch.object(memory.MemoryStore, "commit", commit)


def keys_are_forgotten() -> list[Any]:
    """A move that is sent again is a new move."""
    return [changed_commit(lambda change: replace(change, key=None))]


def last_writer_wins() -> list[Any]:
    """A commit does not look whether somebody was quicker."""

    async def commit(self: Any, change: Any) -> Outcome:
        row = self._row(change.table)
        if row is not None and row.number != change.expects and change.key not in row.keys:
            change = replace(change, expects=row.number, number=row.number + change.number - change.expects)
        return await COMMIT(self, change)

    return [mock.patch.object(memory.MemoryStore, "commit", commit)]


def due_times_are_forgotten() -> list[Any]:
    """A commit does not say when the clock has to look."""
    return [changed_commit(lambda change: replace(change, due_in=-1 if change.due_in is not None else None))]


def new_tables_are_forgotten() -> list[Any]:
    """The clock is not told of a new table: if its maker does not come back, it is open for ever."""
    create = memory.MemoryStore.create

    async def made(self: Any, table: str, *told: Any, due_in: int | None = None, **named: Any) -> bool:
        return await create(self, table, *told, **named)

    return [mock.patch.object(memory.MemoryStore, "create", made)]


def claims_are_for_good() -> list[Any]:
    """A clock that takes a table in hand removes it from the due set."""
    claim = memory.MemoryStore.claim

    async def claimed(self: Any, shard: int, *, lease_ms: int, limit: int) -> Any:
        found = await claim(self, shard, lease_ms=lease_ms, limit=limit)
        for table, _ in found:
            self.space.due[shard].pop(table, None)
        return found

    return [mock.patch.object(memory.MemoryStore, "claim", claimed)]


def bots_play_for_people() -> list[Any]:
    """A worker that has a table in hand plays on for whoever has to decide."""

    def level_of(table: Any, seat: int) -> str:
        return step.level_of(table, seat) or "random"

    return [mock.patch.object(ai_seats, "level_of", level_of)]


def time_is_halved() -> list[Any]:
    """A player has half of the time that the table says."""

    def halved(change: Any) -> Any:
        if change.allow is None or change.allow < 0 or change.due_in is None or change.due_in < 0:
            return change
        return replace(change, allow=change.allow // 2, due_in=change.due_in // 2)

    return [changed_commit(halved)]


def silence_is_consent() -> list[Any]:
    """A commit without an answer is taken for done."""

    async def commit(house: Any, change: Any) -> Outcome:
        try:
            done: Outcome = await house.store.commit(change)
        except Unknown:
            done = Outcome("ok", change.number, await house.store.now())
        return done

    return [mock.patch.object(play, "commit", commit), mock.patch.object(transaction, "commit", commit)]


def results_are_told_again() -> list[Any]:
    """A worker tells the tournament a result without a look at whether it is there."""
    told = ai_games.told

    async def twice(house: Any, tour_id: str, fixture: Any, played: Any) -> None:
        await told(house, tour_id, fixture, played)
        await told(house, tour_id, fixture, played)

    async def under_no_key(house: Any, tour_id: str, make: Any, *, key: str, tried: bool) -> Any:
        return await change(house, tour_id, make, tried=tried)

    return [
        mock.patch.object(ai_games, "told", twice),
        mock.patch.object(ai_games, "change", under_no_key),
        mock.patch.object(ai_games, "is_open", return_value=True),
    ]


def games_are_rated_again() -> list[Any]:
    """The fold of the ratings does not mark what it has folded."""

    async def waiting(house: Any) -> Any:
        listed = await house.store.ranked(PENDING, limit=rating_fold.BATCH)
        snapshots = await asyncio.gather(*[house.store.load(name) for _, name in listed])
        tables = [transaction.opened_table(one) for one in snapshots if one is not None]
        return [one for one in tables if is_rated(one)]

    async def copy(house: Any, logged: Any) -> None:
        """Leave it where it waits."""

    return [mock.patch.object(rating_fold, "waiting", waiting), mock.patch.object(rating_fold, "copy", copy)]


def credentials_are_remembered() -> list[Any]:
    """A process goes on to let in whom it has let in once."""
    known: dict[tuple[int, str], Any] = {}

    async def authenticate(house: Any, secret: str | None) -> Any:
        if secret is not None and (id(house), secret) in known:
            return known[id(house), secret]
        found = await real(house, secret)
        if secret is not None:
            known[id(house), secret] = found
        return found

    real = credentials.authenticate
    return [
        mock.patch.object(credentials, "authenticate", authenticate),
        *([mock.patch.object(auth, "authenticate", authenticate)] if hasattr(auth, "authenticate") else []),
    ]


def hands_are_shown() -> list[Any]:
    """A player who looks sees the game as the one sees it who has to decide."""

    def view(game: Any, seat: int | None) -> Any:
        waits = seat is not None and game.pending is not None
        return citadels_engine.view(game, game.pending.seat if waits else seat)

    return [mock.patch.object(serializer, "engine_view", view)]


def followers_miss_one() -> list[Any]:
    """Whoever goes on following begins one entry too late."""
    more = streams.Follower.more

    async def later(self: Any) -> Any:
        frames = await more(self)
        return frames[1:] if len(frames) > 1 else frames

    return [mock.patch.object(streams.Follower, "more", later)]


def lists_are_left() -> list[Any]:
    """A table that ends stays in the list of those that run."""
    return [changed_commit(lambda change: replace(change, moves_from=None))]


def full_means_half() -> list[Any]:
    """A store that is full has written the log already when it notices."""

    async def commit(self: Any, change: Any) -> Outcome:
        outcome = await COMMIT(self, change)
        row = self._row(change.table)
        if row is not None and outcome.kind == "ok" and change.state is not None and change.number % 17 == 0:
            row.log[-1:] = []
        return outcome

    return [mock.patch.object(memory.MemoryStore, "commit", commit)]


def keys_answer_anything() -> list[Any]:
    """Whatever comes under a known key is answered as if it were the same."""
    load = memory.MemoryStore.load

    async def loaded(self: Any, table: str, *, key: str | None = None, seed: bool = False) -> Any:
        found = await load(self, table, key=key, seed=seed)
        row = self._row(table)
        if key is not None and found is not None and row is not None and row.keys and found.known is None:
            last: Known = list(row.keys.values())[-1]
            return replace(found, known=last) if list(row.keys)[-1].split(":")[0] == key.split(":")[0] else found
        return found

    return [
        mock.patch.object(memory.MemoryStore, "load", loaded),
        mock.patch.object(secrets, "compare_digest", return_value=True),
    ]


MISTAKES: Final = {
    one.__name__: one
    for one in (
        keys_are_forgotten, last_writer_wins, due_times_are_forgotten, new_tables_are_forgotten, claims_are_for_good, bots_play_for_people,
        time_is_halved, silence_is_consent, results_are_told_again, games_are_rated_again, credentials_are_remembered,
        hands_are_shown, followers_miss_one, lists_are_left, full_means_half, keys_answer_anything,
    )
}  # fmt: skip


@contextmanager
def made(name: str | None) -> Iterator[None]:
    """The mistake is made, as long as the block lasts."""
    with ExitStack() as stack:
        for patch in [] if name is None else MISTAKES[name]():
            stack.enter_context(patch)
        yield
