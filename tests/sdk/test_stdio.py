"""A program as a bot: what it is told, and what it may and may not answer."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from citadels_sdk.bot import Accepts, Outcome
from citadels_sdk.errors import BotBabbled, IllegalChoice
from citadels_sdk.stdio import end_idle, introduce, lines
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sdk.programs import failing, later, program, sit, view
from tests.support.waits import until

pytestmark = pytest.mark.interpreter

T = TypeVar("T")


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
    until(done.exists, "the program has said it")
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
