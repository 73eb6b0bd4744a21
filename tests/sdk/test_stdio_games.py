"""A program as a bot: from game to game, and in whole games."""

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from citadels_sdk.bot import Outcome
from citadels_sdk.errors import BotBabbled, BotDied
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.game_loop import play
from citadels_sdk.stdio import Limits, end_idle

from tests.sdk.programs import (
    is_gone,
    is_there,
    later,
    pid_of,
    program,
    sit,
    view,
)


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    yield
    end_idle()


# --- from game to game -------------------------------------------------------------------------------------------------


def plays(command: list[str], game: str) -> int:
    """One game of one decision; the process that played it."""
    player = sit(command, game=game)
    player.start()
    pid = pid_of(player)
    player.choose(view())
    player.end(Outcome(0, 1, (1, 2), ((0,), (1,)), (20, 10), "1st of 2 with 20 points"))
    player.close()
    return pid


def test_left_to_itself_a_program_plays_one_game() -> None:
    assert plays(program(), "one") != plays(program(), "two")


@pytest.mark.parametrize("games", ["next", "many"])
def test_one_that_can_plays_the_next_game_too(games: str) -> None:
    command = program(hello=f"say(type='ready', games={games!r})")
    pid = plays(command, "one")
    assert plays(command, "two") == pid
    end_idle()
    assert not is_there(pid)


def test_one_that_plays_the_next_game_does_not_play_two_at_once() -> None:
    command = program(hello="say(type='ready', games='next')")
    first, second = sit(command, game="one"), sit(command, game="two")
    first.start()
    second.start()
    assert pid_of(first) != pid_of(second)
    first.close()
    second.close()


MANY = "say(type='ready', games='many', accepts={'tables': 2})"


def test_one_that_plays_many_games_has_as_many_at_once_as_it_accepts_but_never_two_seats_of_one() -> None:
    command = program("answer(game=line['game'])", hello=MANY)
    players = [
        sit(command, game=game, seat=seat)
        for game, seat in [("one", 0), ("one", 1), ("two", 0), ("two", 1), ("three", 0)]
    ]
    for player in players:
        player.start()
    pids = [pid_of(player) for player in players]
    assert pids[0] == pids[2]
    assert pids[1] == pids[3]
    assert len(set(pids)) == 3
    for player in players:
        assert player.choose(view()) == view().actions[0]
    for player in players:
        player.close()


def test_one_that_plays_many_games_has_to_name_the_game() -> None:
    command = program(hello=MANY)
    first, second = sit(command, game="one"), sit(command, game="two")
    first.start()
    second.start()
    with pytest.raises(BotBabbled, match="plays 2 games, and its answer has no `game`"):
        first.choose(view())
    with pytest.raises(BotDied, match="ended before: it plays 2 games"):
        second.choose(view())
    first.close()
    second.close()


def test_answers_may_come_in_another_order_than_questions() -> None:
    swap = "held = globals().setdefault('held', [])\nheld.append(line)\nif len(held) == 2:\n    for line in reversed(held):\n        answer(game=line['game'])"
    command = program(swap, hello=MANY)
    first, second = sit(command, game="one"), sit(command, game="two")

    async def both() -> list[object]:
        await first.astart()
        await second.astart()
        chosen = await asyncio.gather(first.achoose(view()), second.achoose(later()))
        await first.aclose()
        await second.aclose()
        return list(chosen)

    assert asyncio.run(both()) == [view().actions[0], later().actions[0]]


@pytest.mark.heavy
def test_a_question_taken_back_is_not_held_against_it() -> None:
    player = sit(program("time.sleep(0.3 if line['n'] == 0 else 0)\nanswer()"))

    async def change_of_mind() -> object:
        await player.astart()
        pid = pid_of(player)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(player.achoose(view()), 0.1)
        await player.aevent({"kind": "round"})
        chosen = await player.achoose(later())
        assert pid_of(player) == pid
        await player.aclose()
        return chosen

    assert asyncio.run(change_of_mind()) == later().actions[0]


@pytest.mark.heavy
def test_a_question_taken_back_has_no_end_of_time() -> None:
    player = sit(program("if line['n']:\n    answer()"), Limits(choose=0.4, bye=0.2))

    async def change_of_mind() -> object:
        await player.astart()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(player.achoose(view()), 0.1)
        await asyncio.sleep(0.5)
        chosen = await player.achoose(later())
        await player.aclose()
        return chosen

    assert asyncio.run(change_of_mind()) == later().actions[0]


def test_a_program_that_died_between_two_games_is_started_anew() -> None:
    command = program(hello="say(type='ready', games='next')", other="if line['type'] == 'end':\n    os._exit(0)")
    first = plays(command, "one")
    is_gone(first)
    assert plays(command, "two") != first


# --- in whole games ----------------------------------------------------------------------------------------------------


def as_text(command: list[str], tmp_path: Path, name: str = "bot") -> str:
    file = tmp_path / f"{name}.sh"
    file.with_suffix(".txt").write_text(command[-1])
    file.write_text(f"#!/bin/sh\nexec {sys.executable} -I -S {file.with_suffix('.txt')}\n")
    file.chmod(0o755)
    return str(file)


def test_after_a_fault_the_game_goes_on_without_it_and_the_next_game_starts_it_anew(tmp_path: Path) -> None:
    bot = as_text(program("answer() if line['n'] < 8 else sys.exit(7)"), tmp_path)
    for _ in range(2):
        game = play([bot, "greedy"], seed="an example", on_fault="harmless")
        assert "ended with status 7" in str(game.faults[0])
        assert len(game.faults) > 1
        assert {type(fault) for fault in game.faults} == {BotDied}
        assert all("was ended before" in str(fault) for fault in game.faults[1:])


def test_a_fault_ends_the_game_where_that_is_asked_for_and_says_how_to_see_it_again(tmp_path: Path) -> None:
    bot = as_text(program("raw(b'hm\\n')"), tmp_path)
    with pytest.raises(BotBabbled) as caught:
        play([bot, "greedy"], seed="an example")
    assert caught.value.repro is not None
    assert "bot.sh" in caught.value.repro


def test_the_same_seed_gives_the_same_game_and_the_same_dice(tmp_path: Path) -> None:
    body = program(
        "answer(choice=dice.randrange(len(line['actions'])))",
        hello="import random\nsay(type='ready', games='next')",
        other="if line['type'] == 'start':\n    dice = random.Random(line['chance'])",
    )
    bot = as_text(body, tmp_path)
    games = [play([bot, bot, "greedy"], seed=seed) for seed in ("a", "b", "a")]
    assert games[0].scores == games[2].scores
    assert [str(action) for _, action in games[0].taken] == [str(action) for _, action in games[2].taken]
    assert games[0].names == ("bot", "bot#2", "greedy")


def in_a_worker(bot: str) -> int:
    """The points of a game, and the process that played it, which its worker leaves behind."""
    play([bot, "greedy"], seed="an example")
    from citadels_sdk.stdio import program_cache

    kept = [one.child.pid for programs in program_cache._kept.values() for one in programs if one.owner == os.getpid()]
    assert len(kept) == 1
    return kept[0]


@pytest.mark.heavy
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_worker_process_has_programs_of_its_own_and_ends_them(method: str, tmp_path: Path) -> None:
    said = tmp_path / "said"
    bye = f"if line['type'] == 'bye':\n    open({str(said)!r}, 'a').write(f'{{os.getpid()}} ')"
    bot = as_text(program(hello="say(type='ready', games='next')", other=bye), tmp_path)
    here = play([bot, "greedy"], seed="an example")
    context = multiprocessing.get_context(method)
    with context.Pool(1) as workers:
        pid = workers.apply(in_a_worker, [bot])
        workers.close()
        workers.join()
    assert is_gone(pid)
    assert said.read_text() == f"{pid} "
    assert play([bot, "greedy"], seed="an example").scores == here.scores


def test_a_command_line_is_a_bot(tmp_path: Path) -> None:
    entrant = resolve(as_text(program(), tmp_path))
    assert (entrant.kind, entrant.name) == ("process", "bot")


@pytest.mark.heavy
def test_interrupted_it_leaves_nothing(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    bot = as_text(
        program(
            f"open({str(pid)!r}, 'w').write(str(os.getpid()))\nos.kill(os.getppid(), signal.SIGINT)\ntime.sleep(100)"
        ),
        tmp_path,
    )
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            play([bot, "greedy"], seed="an example")
    finally:
        signal.signal(signal.SIGINT, handler)
    assert not is_there(int(pid.read_text()))
