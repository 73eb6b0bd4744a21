"""A program as a bot: what it is told, what it may answer, and that nothing it does is waited for, or outlives its game."""

import asyncio
import json
import multiprocessing
import os
import signal
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from citadels_engine import new_game
from citadels_sdk.bot import Accepts, Outcome, Start
from citadels_sdk.entrants import resolve
from citadels_sdk.errors import BotBabbled, BotDied, BotFault, BotNotFound, BotTimeout, IllegalChoice
from citadels_sdk.playing import play
from citadels_sdk.stdio import Limits, Process, end_idle, introduce, lines
from citadels_sdk.view import View
from hypothesis import given, settings
from hypothesis import strategies as st

SHORT = Limits(hello=10, choose=0.2, bye=0.2)
PATIENT = Limits(hello=20, choose=20, bye=5)
NAMES = ("mason", "greedy")
T = TypeVar("T")


def program(choose: str = "answer()", *, hello: str = "say(type='ready')", other: str = "pass") -> list[str]:
    """A program that answers `hello` and `choose` as these statements say; left to itself it plays the first action."""
    body = f"""
import json, os, signal, subprocess, sys, time
def say(**line):
    print(json.dumps(line), flush=True)
def answer(**more):
    say(**{{"n": line["n"], "choice": 0, **more}})
def raw(said):
    sys.stdout.buffer.write(said)
    sys.stdout.buffer.flush()
for text in sys.stdin:
    line = json.loads(text)
    if line["type"] == "hello":
{textwrap.indent(hello, " " * 8)}
    elif line["type"] == "choose":
{textwrap.indent(choose, " " * 8)}
    else:
{textwrap.indent(other, " " * 8)}
"""
    return [sys.executable, "-I", "-S", "-c", body]


def sit(command: list[str], limits: Limits = PATIENT, *, game: str = "one", seat: int = 0) -> Process:
    cast = tuple(view().cast)
    return Process(command, Start(game, seat, 2, "modern", cast, NAMES), "a text", name="mason", limits=limits)


def view(time_left: float | None = None) -> View:
    seen = View.of(new_game(2, seed="an example", crown=0), 0)
    return View(seen.raw, time_left=time_left)


def later() -> View:
    """A decision with another number."""
    seen = View.of(new_game(2, seed="an example", crown=0), 0)
    seen.raw.n = 5
    return seen


def pid_of(player: Process) -> int:
    assert player.program is not None
    return player.program.child.pid


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def is_gone(pid: int) -> bool:
    """Whether the process ends soon: one that has lost its parent is reaped by another."""
    for _ in range(1000):
        if not is_running(pid):
            return True
        time.sleep(0.01)
    return False


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z" if is_there(pid) else False
    except (FileNotFoundError, ProcessLookupError):
        return False


def failing(command: list[str], limits: Limits = PATIENT) -> BotFault:
    """How the first decision of the program fails; nothing of the program is left."""
    player = sit(command, limits)
    player.start()
    pid = pid_of(player)
    with pytest.raises(BotFault) as caught:
        player.choose(view())
    assert player.program is None
    assert not is_there(pid), "it was not reaped"
    player.close()
    assert (caught.value.bot, caught.value.seat, caught.value.n, caught.value.kind) == ("mason", 0, 0, "pick")
    return caught.value


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    yield
    end_idle()


# --- what it is told, what it answers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer", ["answer()", "say(n=line['n'], action=line['actions'][0], game='one', unheard_of=[1])"]
)
def test_it_answers_with_a_number_or_a_text(answer: str) -> None:
    player = sit(program(answer))
    player.start()
    assert player.choose(view()) == view().actions[0]
    player.close()


def test_each_line_has_what_the_simplest_of_programs_needs_in_front(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    monkeypatch.setenv("CITADELS_STDIO_LOG", str(log))
    player = sit(program())
    player.start()
    player.event({"kind": "round", "round": 1})
    player.choose(view(time_left=3.5))
    player.end(Outcome(0, 1, (1, 2), ((0,), (1,)), (20, 10), "1st of 2 with 20 points"))
    player.close()
    told = [line.removeprefix("> ") for line in log.read_text().splitlines() if line.startswith("> ")]
    assert [json.loads(line)["type"] for line in told] == ["hello", "start", "event", "choose", "end", "bye"]
    assert told[1].startswith('{"type":"start","game":"one","seat":0,"players":2,"edition":"modern","cast":["')
    assert told[3].startswith('{"type":"choose","game":"one","n":0,"kind":"pick","time_left_ms":3500,"actions":["pick ')
    asked = json.loads(told[3])
    assert asked["actions"] == [action.text for action in view().actions]
    assert [option["text"] for option in asked["options"]] == asked["actions"]
    assert asked["options"][0]["words"] == view().explain(view().actions[0])
    assert asked["view"] == view().to_json()


def test_it_is_not_told_what_it_does_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    monkeypatch.setenv("CITADELS_STDIO_LOG", str(log))
    player = sit(program(hello="say(type='ready', without=['events', 'view', 'words', 'unheard_of'])"))
    player.start()
    player.event({"kind": "round"})
    player.choose(view())
    player.close()
    told = [json.loads(line.removeprefix("> ")) for line in log.read_text().splitlines() if line.startswith("> ")]
    assert [line["type"] for line in told] == ["hello", "start", "choose", "end", "bye"]
    assert list(told[2]) == ["type", "game", "n", "kind", "time_left_ms", "actions", "options"]
    assert "words" not in told[2]["options"][0]
    assert told[3]["outcome"] is None, "the game was broken off"


def test_it_says_who_it_is_and_what_it_takes_part_in() -> None:
    accepts = "{'players': [4, 5], 'rated': True, 'tables': 9, 'least_ms': 50, 'clocks': None, 'unheard_of': 1}"
    ready = introduce(program(hello=f"say(type='ready', name='Tom', games='many', accepts={accepts}, more=1)"))
    assert (ready.name, ready.games) == ("Tom", "many")
    assert ready.accepts == Accepts(players=(4, 5), rated=True, tables=9, least_ms=50)


def test_it_is_not_handed_the_credential(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_TOKEN", "a secret")
    monkeypatch.setenv("CITADELS_URL", "http://here")
    told = introduce(
        program(hello="say(type='ready', name='x' + os.environ.get('CITADELS_TOKEN', '') + os.environ['CITADELS_URL'])")
    )
    assert told.name == "xhttp://here"


# --- what it may not answer ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("answer(choice=99)", "number 99 of"),
        ("answer(choice=-1)", "number -1 of"),
        ("answer(choice=10**4000)", "actions, counted from 0"),
        ("say(n=line['n'], action='build castle')", "it chose 'build castle'"),
        ("say(n=line['n'], action='\\ud800\\x1b[2J' + 'x' * 9999)", "which no action is"),
    ],
)
def test_an_illegal_choice_is_named_and_does_not_end_it(answer: str, said: str) -> None:
    player = sit(program(f"if line['n'] == 0:\n    {answer}\nelse:\n    answer()"))
    player.start()
    with pytest.raises(IllegalChoice) as caught:
        player.choose(view())
    assert said in str(caught.value)
    assert "\x1b" not in str(caught.value)
    str(caught.value).encode()
    assert player.choose(later()) == later().actions[0]
    player.close()


BABBLE = {
    "no JSON": "raw(b'hello world\\n')",
    "an empty line": "raw(b'\\n')",
    "no object": "raw(b'[]\\n')",
    "not a number": 'raw(b\'{"n":0,"choice":0,"sure":NaN}\\n\')',
    "infinity": 'raw(b\'{"n":0,"choice":0,"sure":-Infinity}\\n\')',
    "deep nesting": "raw(b'[' * 60000 + b'\\n')",
    "no UTF-8": 'raw(b\'{"n":0,"action":"\\xff"}\\n\')',
    "a number too long": 'raw(b\'{"n":\' + b"9" * 5000 + b"}\\n")',
    "a line too long": "raw(b' ' * 65530 + json.dumps({'n': 0, 'choice': 0}).encode() + b'\\n')",
    "no end of line": "raw(b'x' * 3_000_000)",
    "no number": "say(choice=0)",
    "a number that is none": "say(n=True, choice=0)",
    "an old number": "say(n=line['n'] - 1, choice=0)",
    "another game": "say(n=line['n'], choice=0, game='two')",
    "nothing chosen": "say(n=line['n'])",
    "an action that is no text": "say(n=line['n'], action=['gold'])",
    "a choice that is no number": "say(n=line['n'], choice=1.0)",
    "a choice that is true": "say(n=line['n'], choice=True)",
    "both": "answer(action='gold')",
    "ready once more": "say(type='ready')",
    "a type that is not known": "answer(type='thinking')",
    "signs for the terminal": "raw(b'\\x1b[2J\\x1b]0;title\\x07\\n')",
}


@pytest.mark.parametrize("babble", BABBLE.values(), ids=BABBLE)
def test_what_is_not_the_protocol_ends_it(babble: str) -> None:
    fault = failing(program(babble))
    assert type(fault) is BotBabbled, fault
    assert len(str(fault)) < 400
    assert str(fault).isprintable()


@pytest.mark.parametrize(
    ("hello", "said"),
    [
        ("raw(b'Welcome to my bot!\\n')", "what is not JSON: Welcome to my bot!"),
        ("say(n=0, choice=0)", "did not answer `hello` with `ready`"),
        ("say(type='ready', protocol='citadels-stdio/2')", "it speaks citadels-stdio/2, not citadels-stdio/1"),
        ("say(type='ready', games='all')", "`games`"),
        ("say(type='ready', name=7)", "`name`"),
        ("say(type='ready', without='view')", "`without`"),
        ("say(type='ready', accepts=[])", "`accepts`"),
        ("say(type='ready', accepts={'players': ['two']})", "has players ['two']"),
        ("say(type='ready', accepts={'tables': True})", "has tables True"),
    ],
)
def test_a_wrong_hello_is_told(hello: str, said: str) -> None:
    player = sit(program(hello=hello))
    with pytest.raises(BotBabbled) as caught:
        player.start()
    assert said in str(caught.value)
    assert caught.value.kind == "on_start"


def test_an_answer_that_comes_before_its_question_is_none(tmp_path: Path) -> None:
    done = tmp_path / "done"
    player = sit(
        program(f"answer()\ntime.sleep(0.05)\nsay(n=line['n'] + 5, choice=0)\nopen({str(done)!r}, 'w').close()")
    )
    player.start()
    player.choose(view())
    while not done.exists():
        time.sleep(0.01)
    with pytest.raises(BotBabbled, match="answered what was not asked"):
        player.choose(later())
    player.close()


def refusal(read: Callable[[T], object], said: T) -> str:
    """Why it is refused; nothing where it is not."""
    try:
        read(said)
    except lines.Babble as babble:
        return str(babble)
    return ""


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
@settings(max_examples=100, deadline=None, derandomize=True, database=None)
def test_any_bytes_are_read_or_refused(said: bytes) -> None:
    assert refusal(lines.read, said).isprintable()


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from(["one", "next"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*Accepts.__dataclass_fields__, "x"]), inner)
    ),
    max_leaves=6,
)
MEMBERS = st.sampled_from(["protocol", "name", "games", "without", "accepts", "n", "action", "choice", "x"])


@given(st.dictionaries(MEMBERS, VALUES))
@settings(max_examples=100, deadline=None, derandomize=True, database=None)
def test_any_members_are_read_or_refused(line: dict[str, object]) -> None:
    assert refusal(lines.ready, line).isprintable()
    assert refusal(lines.answered, line).isprintable()


# --- what is not waited for --------------------------------------------------------------------------------------------


def test_a_program_that_never_says_hello_is_ended() -> None:
    player = sit(program(hello="time.sleep(100)"), Limits(hello=0.2, bye=0.2))
    with pytest.raises(BotTimeout, match=r"did not answer `hello` within 0\.2 s"):
        player.start()
    with pytest.raises(BotDied, match="was ended before: it did not answer `hello`"):
        player.choose(view())


def test_a_program_that_thinks_too_long_is_ended() -> None:
    fault = failing(program("time.sleep(100)"), SHORT)
    assert type(fault) is BotTimeout
    assert "did not answer within 0.2 s" in str(fault)


def test_the_time_that_the_view_tells_is_the_limit() -> None:
    player = sit(program("time.sleep(100)"), Limits(choose=100, bye=0.2))
    player.start()
    with pytest.raises(BotTimeout, match=r"within 0\.1 s"):
        player.choose(view(time_left=0.1))


def test_where_no_time_is_left_it_is_not_asked_and_not_ended() -> None:
    player = sit(program())
    player.start()
    with pytest.raises(BotTimeout, match="no time left"):
        player.choose(view(time_left=0.0))
    assert player.choose(later()) == later().actions[0]
    player.close()


def test_half_an_answer_is_not_waited_for() -> None:
    assert type(failing(program("raw(b'{\"n\":0')\ntime.sleep(100)"), SHORT)) is BotTimeout


@pytest.mark.heavy
def test_a_program_that_refuses_to_end_is_killed() -> None:
    fault = failing(program("signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(100)"), SHORT)
    assert type(fault) is BotTimeout


@pytest.mark.heavy
def test_a_program_that_is_stopped_is_killed() -> None:
    assert type(failing(program("os.kill(os.getpid(), signal.SIGSTOP)"), SHORT)) is BotTimeout


def test_a_program_that_does_not_read_does_not_hold_us_up() -> None:
    player = sit(program(hello="say(type='ready')\ntime.sleep(100)"), SHORT)
    player.start()
    for _ in range(100):
        player.event({"kind": "round", "padding": "x" * 10_000})
    with pytest.raises(BotTimeout):
        player.choose(view())
    player.close()


def test_a_program_that_talks_for_ever_is_ended() -> None:
    assert type(failing(program("while True:\n    raw(b'{}\\n' * 1000)"))) is BotBabbled


def test_notes_on_standard_error_hold_nothing_up_and_only_their_end_is_kept() -> None:
    noise = "sys.stderr.write('note ' * 100_000)\nsys.stderr.flush()"
    player = sit(program(f"{noise}\nanswer()", other=noise))
    player.start()
    for _ in range(5):
        player.event({"kind": "round", "padding": "x" * 100_000})
    assert player.choose(view()) == view().actions[0]
    assert player.program is not None
    assert len(player.program.tail) <= 4096
    player.close()


@pytest.mark.heavy
def test_one_that_floods_standard_error_and_never_answers_is_ended() -> None:
    assert type(failing(program("while True:\n    sys.stderr.write('note ' * 1000)"), SHORT)) is BotTimeout


# --- how it ends -------------------------------------------------------------------------------------------------------


def test_a_program_that_ends_is_told_with_its_status_and_its_last_words() -> None:
    fault = failing(program("sys.stderr.write('first\\n' * 100 + 'the dice are lost\\x1b[2J\\n')\nsys.exit(3)"))
    assert type(fault) is BotDied
    assert "ended with status 3" in str(fault)
    assert "the dice are lost\ufffd[2J" in str(fault)
    assert str(fault).count("first") == 11


def test_an_exception_is_seen_in_the_fault() -> None:
    assert "ZeroDivisionError: division by zero" in str(failing(program("1 / 0")))


def test_a_program_ended_by_a_signal_is_told_with_its_name() -> None:
    assert "ended by the signal SIGKILL" in str(failing(program("os.kill(os.getpid(), signal.SIGKILL)")))


def test_an_answer_said_with_the_last_breath_counts() -> None:
    player = sit(program("answer()\nsys.exit(1)"))
    player.start()
    assert player.choose(view()) == view().actions[0]
    with pytest.raises(BotDied, match="ended with status 1"):
        player.choose(later())
    player.close()


@pytest.mark.heavy
def test_a_program_that_closes_its_output_but_lives_is_ended() -> None:
    fault = failing(program("os.close(1)\ntime.sleep(100)"), Limits(bye=0.2))
    assert type(fault) is BotDied
    assert "closed its standard output, but has not ended" in str(fault)


@pytest.mark.heavy
def test_a_program_that_closes_its_input_but_lives_is_ended() -> None:
    player = sit(program("answer()\nos.close(0)\ntime.sleep(100)"), Limits(bye=0.2))
    player.start()
    player.choose(view())
    running = player.program
    assert running is not None
    while running.closed is None:
        running.send(b" ")
    with pytest.raises(BotDied, match="closed its standard input, but has not ended"):
        player.choose(later())
    player.close()


GRANDCHILD = """
child = subprocess.Popen(['sh', '-c', 'trap "{trap}" TERM; echo there; while :; do sleep 0.02; done'], stdout=subprocess.PIPE)
child.stdout.readline()
subprocess.Popen(['sleep', '100'])
open({pid!r}, 'w').write(str(child.pid))
"""


@pytest.mark.heavy
@pytest.mark.parametrize("then", ["time.sleep(100)", "os._exit(0)"])
def test_what_it_has_started_ends_with_it_though_it_holds_the_pipes(then: str, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    command = program(GRANDCHILD.format(trap="", pid=str(pid)) + then)
    fault = failing(command, Limits(choose=1, bye=0.2))
    assert type(fault) is (BotTimeout if "sleep" in then else BotDied)
    assert is_gone(int(pid.read_text()))


@pytest.mark.heavy
def test_what_it_has_started_is_told_to_end_before_it_is_killed(tmp_path: Path) -> None:
    pid, told = tmp_path / "pid", tmp_path / "told"
    ignore = "\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(100)"
    command = program(GRANDCHILD.format(trap=f"touch {told}; exit", pid=str(pid)) + ignore)
    assert type(failing(command, Limits(choose=0.5, bye=0.5))) is BotTimeout
    assert told.exists()


def test_it_may_end_by_itself_when_the_game_is_over(tmp_path: Path) -> None:
    done = tmp_path / "done"
    player = sit(program(other=f"if line['type'] == 'bye':\n    open({str(done)!r}, 'w').write('well')"))
    player.start()
    pid = pid_of(player)
    player.close()
    assert done.read_text() == "well"
    assert not is_there(pid)


@pytest.mark.heavy
def test_one_that_ignores_bye_and_the_end_of_its_input_is_ended() -> None:
    player = sit(program(other="time.sleep(100)"), Limits(bye=0.2))
    player.start()
    pid = pid_of(player)
    player.close()
    player.close()
    assert not is_there(pid)


def test_a_program_that_cannot_be_run_is_not_found(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("#!/nowhere/interpreter\n")
    file.chmod(0o755)
    with pytest.raises(BotNotFound, match="cannot be run"):
        sit([str(file)]).start()
    with pytest.raises(BotNotFound, match="cannot be run"):
        introduce([str(tmp_path / "missing")])


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
    from citadels_sdk.stdio import pool

    kept = [one.child.pid for programs in pool._kept.values() for one in programs if one.owner == os.getpid()]
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
