"""Every way in which a bot can play, and what its hooks are told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from citadels_sdk import Accepts, Bot, View, play
from citadels_sdk.bot import Outcome, Start

if TYPE_CHECKING:
    from collections.abc import Mapping

    from citadels_engine import Action
    from citadels_sdk.local.game import Game

from tests.sdk.bots import Chance, First, game_of, taken

# --- how a bot plays ---------------------------------------------------------------------------------------------------


def test_a_class_an_object_and_a_function_play_the_same_game() -> None:
    assert taken(game_of(First)) == taken(game_of(First())) == taken(game_of(lambda view: view.actions[0]))


def test_a_text_is_as_good_as_an_action() -> None:
    assert taken(game_of(lambda view: f"  {view.actions[0]} ")) == taken(game_of(First))


def test_an_async_bot_plays_the_same_game() -> None:
    class Late(First):
        async def choose(self, view: View) -> Action:  # type: ignore[override]  # pyright allows it: the base is declared with both
            await asyncio.sleep(0)
            return view.actions[0]

    async def late(view: View) -> Action:
        return view.actions[0]

    assert taken(game_of(Late)) == taken(game_of(late)) == taken(game_of(First))


def test_an_async_bot_has_one_loop_for_all_of_its_game() -> None:
    class Looped(Bot):
        async def on_start(self, start: Start) -> None:
            self.loop = asyncio.get_running_loop()
            self.behind = asyncio.create_task(asyncio.sleep(3600))

        async def choose(self, view: View) -> Action:
            assert asyncio.get_running_loop() is self.loop
            assert not self.behind.done()
            return view.actions[0]

    assert taken(game_of(Looped, Looped)) == taken(game_of(First, First))


def test_async_bots_play_where_a_loop_is_running_already() -> None:
    class Late(Bot):
        async def choose(self, view: View) -> Action:
            await asyncio.sleep(0)
            return view.actions[0]

    async def cell() -> Game:
        return game_of(Late, Late, First)

    assert taken(asyncio.run(cell())) == taken(game_of(First, First, First))


def test_a_class_is_made_anew_for_each_game_and_seat() -> None:
    class Counting(Bot):
        made: ClassVar[list[Counting]] = []

        def __init__(self) -> None:
            self.count = 0
            self.made.append(self)

        def choose(self, view: View) -> Action:
            self.count += 1
            return view.actions[0]

    games = [game_of(Counting, Counting) for _ in range(2)]
    counts = [game.decisions[seat].count for game in games for seat in (0, 1)]
    assert [bot.count for bot in Counting.made] == counts


def test_an_object_keeps_what_it_keeps_from_game_to_game() -> None:
    class Counting(First):
        count = 0

        def choose(self, view: View) -> Action:
            self.count += 1
            return super().choose(view)

    bot = Counting()
    games = [game_of(bot, bot) for _ in range(2)]
    assert bot.count == sum(game.decisions[seat].count for game in games for seat in (0, 1))


def test_the_chance_of_a_bot_comes_from_the_seed_and_the_seat() -> None:
    once, again, other = (taken(play([Chance, Chance, Chance], seed=seed)) for seed in ("a", "a", "b"))
    assert once == again != other
    rolls = []
    for place in (0, 1):

        class Roll(First):
            def on_start(self, start: Start) -> None:
                rolls.append(self.random.random())

        bots: list[Any] = ["greedy", "greedy"]
        bots[place] = Roll
        play(bots, seed="a")
    assert rolls[0] != rolls[1]


def test_a_bot_made_by_hand_has_chance_too() -> None:
    assert 0 <= Chance().random.random() < 1


def test_a_bot_is_called_after_its_class_unless_it_says_otherwise() -> None:
    class Mason(Bot):
        pass

    class Named(Bot):
        name = "the great"

    class Further(Named):
        pass

    assert (Mason.name, Named.name, Further.name) == ("mason", "the great", "further")
    assert Accepts() == Mason.accepts


# --- hooks -------------------------------------------------------------------------------------------------------------


class Listening(Bot):
    told: ClassVar[list[Any]] = []

    def on_start(self, start: Start) -> None:
        self.told.append(start)

    def on_event(self, event: Mapping[str, object]) -> None:
        self.told.append(dict(event))

    def on_end(self, outcome: Outcome) -> None:
        self.told.append(outcome)

    def choose(self, view: View) -> Action:
        assert list(view.events) == self.told[1:]
        return view.actions[-1]


def test_the_hooks_are_told_the_start_the_events_and_the_end_in_this_order() -> None:
    Listening.told.clear()
    game = play(["greedy", Listening, "random"], seed="s")
    start, *events, outcome = Listening.told
    assert start == Start(game.id, 1, 3, "modern", tuple(one.id for one in game.final.cast), game.names)
    assert [events[0]["kind"], events[-1]["kind"]] == ["round", "over"]
    assert isinstance(outcome, Outcome)
    assert (outcome.seat, outcome.place, outcome.scores) == (1, game.places[1], game.scores)
    assert (outcome.places, outcome.order, outcome.won) == (game.places, game.order, 1 in game.winners)
    assert f"with {game.scores[1]} points" in outcome.result


def test_events_tell_a_seat_no_more_than_it_may_know() -> None:
    Listening.told.clear()
    play(["random", Listening, "random"], seed="s")
    drawn = [one for one in Listening.told[1:-1] if one["kind"] == "draw"]
    assert {one["seat"] for one in drawn if "districts" in one} == {1}
    assert {one["seat"] for one in drawn} == {0, 1, 2}


def test_async_hooks_are_awaited() -> None:
    heard = []

    class Hearing(First):
        async def on_start(self, start: Start) -> None:
            await asyncio.sleep(0)
            heard.append("start")

        async def on_event(self, event: Mapping[str, object]) -> None:
            await asyncio.sleep(0)
            heard.append("event")

        async def on_end(self, outcome: Outcome) -> None:
            await asyncio.sleep(0)
            heard.append("end")

    game_of(Hearing)
    assert heard == ["start", *["event"] * (len(heard) - 2), "end"]
