"""Who a run plays as: a guest that is kept or not, and what the service is told of a bot."""

from __future__ import annotations

import asyncio
import json
import stat
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk import Accepts, errors
from citadels_sdk.live import identity as module
from citadels_sdk.live.identity import MOST_GUESTS, OWNER, become_guest, declare, kept, write_kept

from tests.support.modules import replace_in

if TYPE_CHECKING:
    from pathlib import Path

URL = "http://host"


class Client:
    """Makes guests, and is told of bots."""

    def __init__(self, *answers: Any, bot: Any = None, refuses: Any = None) -> None:
        self.url = URL
        self.answers, self.bot, self.refuses = list(answers), bot, refuses
        self.signed: list[str] = []
        self.told: list[tuple[str, Any]] = []
        self.asked = 0

    def sign_in(self, token: str) -> None:
        self.signed.append(token)

    async def make_guest(self) -> Any:
        self.asked += 1
        found = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(found, Exception):
            raise found
        return found

    async def get_bot(self, name: str) -> Any:
        assert name == "acct_1"
        return self.bot

    async def update_bot(self, name: str, *, accepts: Any) -> None:
        self.told.append((name, accepts))
        if self.refuses is not None:
            raise self.refuses


class Voice:
    """Keeps what is noted."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


def guest(secret: str | None = "secret") -> Any:
    return SimpleNamespace(account=SimpleNamespace(id="acct_1", name="ann"), credential=SimpleNamespace(secret=secret))


@pytest.fixture(autouse=True)
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made, without making them."""
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    replace_in(monkeypatch, "citadels_sdk.live.identity", asyncio, sleep=sleep)
    monkeypatch.setattr(module, "pause_after", lambda attempt, _error: 10.0 + attempt)
    monkeypatch.delenv(OWNER, raising=False)
    return pauses


def become(client: Client, keep: Any = None) -> tuple[str, list[str]]:
    voice = Voice()
    token = asyncio.run(become_guest(client, keep, voice))  # type: ignore[arg-type]  # as much of each as is asked
    return token, voice.notes


def test_a_guest_who_is_not_kept_ends_with_the_run_and_that_is_said() -> None:
    client = Client(guest())
    assert become(client) == (
        "secret",
        ["made the guest ann, who ends with this run: with --keep FILE a bot that is started again is the same player"],
    )
    assert client.signed == ["secret"]
    assert become(Client(guest(None)))[0] == ""


def test_a_guest_is_kept_where_nobody_else_reads_and_is_the_same_again(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "guest.json"
    client = Client(guest())
    assert become(client, str(file)) == (
        "secret", [f"made the guest ann; to go on as the same player, use {file} again"],
    )  # fmt: skip
    assert (
        file.read_text()
        == json.dumps({"url": URL, "account": "acct_1", "name": "ann", "token": "secret"}, indent=1) + "\n"
    )
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = Client()
    assert become(again, file) == ("secret", [])
    assert (again.signed, again.asked) == (["secret"], 0)


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o602, 0o620, 0o610, 0o601])
def test_a_file_that_others_may_read_is_closed_to_them(mode: int, tmp_path: Path) -> None:
    file = tmp_path / "guest.json"
    file.write_text(json.dumps({"url": URL, "token": "secret"}))
    file.chmod(mode)
    assert kept(file, URL) == "secret"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o400)
    assert kept(file, URL) == "secret"
    assert stat.S_IMODE(file.stat().st_mode) == 0o400


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"url": "http://host"}', '{"token": "x"}'])
def test_a_file_of_something_else_is_no_guest(text: str, tmp_path: Path) -> None:
    file = tmp_path / "guest.json"
    file.write_text(text)
    with pytest.raises(ValueError, match="holds no guest: name a file that --keep has written, or a new one"):
        kept(file, URL)
    with pytest.raises(ValueError, match="holds no guest"):
        kept(tmp_path, URL)


def test_a_guest_of_another_service_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "guest.json"
    file.write_text(json.dumps({"url": "http://other", "token": "secret"}))
    with pytest.raises(ValueError, match="holds a guest of http://other, and this is http://host"):
        kept(file, URL)


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    file = tmp_path / "guest.json"
    file.write_text("precious")
    with pytest.raises(ValueError, match=r"no guest can be kept in .*guest\.json: File exists"):
        write_kept(file, {})
    assert file.read_text() == "precious"


@pytest.mark.parametrize(("lost", "asked"), [(0, 1), (5, 6), (6, 6)])
def test_a_guest_whose_answer_was_lost_is_asked_for_again_a_few_times(
    lost: int, asked: int, slept: list[float]
) -> None:
    client = Client(*[errors.UnknownOutcome("lost")] * lost, guest())
    if lost == MOST_GUESTS:
        with pytest.raises(errors.UnknownOutcome):
            become(client)
    else:
        assert become(client)[0] == "secret"
    assert (client.asked, slept, MOST_GUESTS) == (asked, [11.0, 12.0, 13.0, 14.0, 15.0][: asked - 1], 6)


# what a bot accepts


def stands(**more: Any) -> Any:
    told = {
        "editions": ("modern", "classic"), "players": (2, 3, 4, 5, 6, 7, 8), "clocks": ("none", "decision", "bank", "correspondence"),
        "least_ms": Accepts().least_ms, "rated": True, **more,
    }  # fmt: skip
    return SimpleNamespace(**told)


def told(client: Client, accepts: Accepts | None = None) -> list[str]:
    voice = Voice()
    me: Any = SimpleNamespace(id="acct_1")
    asyncio.run(declare(client, me, accepts or Accepts(), voice))  # type: ignore[arg-type]  # as much of each as is asked
    return voice.notes


def test_a_service_that_knows_what_a_bot_accepts_is_told_nothing() -> None:
    client = Client(bot=stands(players=(8, 7, 6, 5, 4, 3, 2), clocks=("bank", "none", "decision", "correspondence")))
    assert (told(client), client.told) == ([], [])
    client = Client(bot=stands(clocks=("bank",), rated=False))
    assert (told(client, Accepts(clocks=("bank",), rated=False)), client.told) == ([], [])


@pytest.mark.parametrize(
    "more",
    [{"editions": ("modern",)}, {"players": (2, 3)}, {"clocks": ("none",)}, {"least_ms": 99}, {"rated": False}],
)
def test_one_that_knows_something_else_is_told(more: dict[str, Any]) -> None:
    client = Client(bot=stands(**more))
    assert told(client) == []
    ((name, accepts),) = client.told
    assert name == "acct_1"
    assert accepts == Accepts(clocks=("none", "decision", "bank", "correspondence"), rated=True)


def test_what_may_not_be_told_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(Client(bot=stands(rated=False), refuses=errors.NotAllowed("no"))) == [
        f"the service is not told what the bot accepts: only its owner may say it ({OWNER}). What it does not accept is declined."
    ]
    error = errors.Unreachable("nobody")
    assert told(Client(bot=stands(rated=False), refuses=error)) == [
        f"the service is not told what the bot accepts: {error}"
    ]
    assert OWNER == "CITADELS_OWNER_TOKEN"


def test_its_owner_says_it_where_the_owner_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[Any, ...]] = []

    class Owner(Client):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__()
            made.append((self, given, named))

        async def __aenter__(self) -> Any:
            return self

        async def __aexit__(self, *_: object) -> None:
            made.append(("closed",))

    monkeypatch.setattr(module, "AsyncClient", Owner)
    monkeypatch.setenv(OWNER, "owner's secret")
    client = Client(bot=stands(rated=False))
    assert (told(client), client.told) == ([], [])
    owner, given, named = made[0]
    assert (given, named) == ((URL, "owner's secret"), {"timeout": 5.0, "patience": 8.0})
    assert (owner.told[0][0], made[1]) == ("acct_1", ("closed",))
