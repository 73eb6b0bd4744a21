"""Tournaments and ratings of the practice server: one that is over, one in the middle, one that takes entrants, and a leaderboard.

They are made by the use cases of the service and played by the code of its workers, with the clock set to when each thing was. Afterwards
nothing goes on: time stands still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec
from citadels_api.play.step import Step, open_game
from citadels_api.store.log_codec import Entry as Logged
from citadels_api.store.log_codec import Told
from citadels_api.store.log_codec import pack as pack_entry
from citadels_api.stored import pack
from citadels_api.tables.lifecycle import start_step
from citadels_api.tables.lobby import keep_at_hand
from citadels_api.tables.stored import Clock as TableClock
from citadels_api.tables.stored import Player, SeatDoc, Table, unpack_table
from citadels_api.tables.transaction import settle_indexes
from citadels_api.tournaments.control import correct
from citadels_api.tournaments.creation import make
from citadels_api.tournaments.log import held
from citadels_api.tournaments.options import TournamentOrder
from citadels_api.tournaments.stored import Schedule
from citadels_engine import RULES, legal_actions, new_game, view
from citadels_engine.bots import make as make_bot
from citadels_engine.dice import Dice
from citadels_engine.formats.record import commitment

from citadels_workers.ai_games import play_game
from citadels_workers.live_tournaments import attend
from citadels_workers.practice.accounts import OTHERS, PRACTICE, Person
from citadels_workers.practice.determinism import NOW, fixed_id
from citadels_workers.rating_fold import fold_games

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_api.context import House

    from citadels_workers.practice.determinism import Chance, Clock


HOUR: Final = 3_600_000
MINUTE: Final = 60_000
RATED: Final = 12
"""How many rated games of four were played, by all in turn."""
REGULAR: Final = 24
"""How many more two of them played at a table with a bot of the house: their ratings are sure enough for a place, those of the others are not."""


class Contest(msgspec.Struct, frozen=True):
    """A tournament, and how many of its games were played; None for all of them."""

    name: str
    title: str
    settings: dict[str, Any]
    house: list[str]
    played: int | None
    begins: Literal["now", "demand"] = "now"
    corrected: tuple[tuple[str, list[int] | None, str], ...] = ()
    """What its organizer has corrected after the games: a game, the places of its seats, the reason; None is for nobody."""


CONTESTS: Final = (
    Contest(
        "over",
        "A tournament that is over",
        {"deals": 2, "seats": 4},
        ["greedy", "random", "greedy", "random"],
        None,
        corrected=(
            ("1.0.0.0", [4, 3, 2, 1], "The seats were read backwards."),
            ("1.0.0.1", None, "The table was shown to others."),
        ),
    ),
    Contest(
        "running",
        "A tournament in its second round",
        {"format": "swiss", "rounds": 3, "seats": 4},
        ["greedy", "random", "greedy", "random", "greedy", "random", "greedy", "random"],
        13,
    ),
    Contest("entry", "A tournament that takes entrants", {"seats": 4}, ["greedy", "random"], 0, "demand"),
)


async def put_contests(house: House, clock: Clock, chance: Chance) -> dict[str, str]:
    """Put them in; the id of each tournament by its name."""
    await put_rated_games(house, clock)
    found: dict[str, str] = {}
    organizer = await PRACTICE.principal(house)
    for number, contest in enumerate(CONTESTS, 1):
        clock.at = NOW - (1 + number) * HOUR
        chance.count = 1_000_000 * number  # so that its id does not depend on what was made before
        order = TournamentOrder(
            name=contest.title,
            settings=contest.settings,
            house=contest.house,
            schedule=Schedule(begins=contest.begins),
        )
        made = await make(house, organizer, order)
        found[contest.name] = made.id
        if contest.begins == "now":
            await play_contest(house, clock, made.id, contest.played)
        for game, places, why in contest.corrected:
            clock.at += MINUTE
            await correct(house, organizer, made.id, game, places=places, why=why)
    clock.at = NOW
    chance.count = 0
    return found


async def play_contest(house: House, clock: Clock, tour_id: str, most: int | None) -> None:
    """Play so many games of a tournament, or all of them, a minute apart."""
    played = 0
    while True:
        await attend(house, tour_id)
        there = await held(house, tour_id)
        assert there is not None
        if there.doc.status != "running":
            return
        for game in list(there.event.unplayed):
            if played == most:
                return
            clock.at += MINUTE
            if await play_game(house, tour_id, game) != "over":
                raise RuntimeError(f"{tour_id}: {game} was not played")
            played += 1


async def put_rated_games(house: House, clock: Clock) -> None:
    """Play rated games among the fixed accounts, and fold them into the ladder."""
    for number in range(RATED + REGULAR):
        clock.at = NOW - 4 * 24 * HOUR + number * 2 * HOUR
        if number < RATED:
            people = [*OTHERS, PRACTICE]
            await play_rated(house, number, [people[(number + 2 * place) % len(people)] for place in range(4)])
        else:
            await play_rated(house, number, [*OTHERS[:2], None])
        clock.at += MINUTE
        await fold_games(house)
    clock.at = NOW


async def play_rated(house: House, number: int, at_table: Sequence[Person | None]) -> None:
    """One rated game: some of its players play well, the later ones less so; None is a bot of the house."""
    table_id, seed = fixed_id("game", f"rated-{number:02d}"), f"practice rated {number}"
    people = [*OTHERS, PRACTICE]
    dealt = new_game(len(at_table), seed=seed)
    made = Table(
        id=table_id,
        created=await house.store.now(),
        creator=OTHERS[0].player if at_table[0] is None else at_table[0].player,
        name=f"Rated game {number + 1}",
        players=len(at_table),
        cast=[character.id for character in dealt.cast],
        uniques=[card.id for card in dealt.uniques],
        options=dict(dealt.options.values),
        seats=[
            SeatDoc(kind="ai", player=Player(name="greedy", level="greedy"))
            if person is None
            else SeatDoc(kind="human", player=person.player)
            for person in at_table
        ],
        clock=TableClock(kind="decision", limit_ms=60_000),
        rated=True,
        rules=RULES,
        commitment=commitment(table_id, RULES, seed),
    )
    for person in at_table:
        if person is not None:
            await keep_at_hand(house, person.account, made)
    event = Told("created", -1, {"by": made.creator.account, "commitment": made.commitment}, [])
    first = pack_entry(Logged(made.created, 1, [], [event]))
    await house.store.create(made.id, pack(made), seed, first, index="open", rank=made.created)
    snapshot = await house.store.load(made.id, seed=True)
    assert snapshot is not None
    await house.store.commit(start_step(house, unpack_table(snapshot.doc), snapshot))
    snapshot = await house.store.load(made.id, seed=True)
    assert snapshot is not None
    game = open_game(snapshot)
    step = Step(unpack_table(snapshot.doc), game, snapshot)
    dice = Dice(seed, "practice/rated")
    while game.pending is not None:
        seat = game.pending.seat
        legal = legal_actions(game)
        person = at_table[seat]
        careless = person is not None and dice.below(8) < people.index(person)
        step.take(legal[dice.below(len(legal))] if careless else make_bot("greedy", "").choose(view(game, seat), []))
    outcome = await house.store.commit(step.change(house))
    if outcome.kind != "ok":
        raise RuntimeError(f"{made.id}: {outcome.kind}")
    await settle_indexes(house, step.table)
