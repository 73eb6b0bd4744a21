"""A program as a bot: nothing it does is waited for, or outlives its game."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from citadels_sdk.errors import BotBabbled, BotDied, BotNotFound, BotTimeout
from citadels_sdk.stdio import Limits, end_idle, introduce

from tests.sdk.programs import SHORT, failing, is_gone, is_there, later, pid_of, program, sit, view

pytestmark = pytest.mark.interpreter


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    yield
    end_idle()


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
