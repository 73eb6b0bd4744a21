"""A service of one's own for a while: its address is read from what it says, and one that does not start is ended; the process is a fake."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from typing import Any

import pytest
from citadels_sdk.live import ephemeral_service
from citadels_sdk.live.ephemeral_service import Service

STARTED = "citadels up\nservice   http://127.0.0.1:8123  (here)\nCtrl-C ends it\n"


class Fake:
    """A process that has said all at once."""

    says = STARTED
    ends = True
    made: list[Fake] = []  # noqa: RUF012  # what a test looks at

    def __init__(self, words: list[str], **more: Any) -> None:
        self.words, self.more = words, more
        self.stdout = io.StringIO(Fake.says)
        self.told: list[object] = []
        Fake.made.append(self)

    def terminate(self) -> None:
        self.told.append("terminate")

    def kill(self) -> None:
        self.told.append("kill")

    def wait(self, seconds: float | None = None) -> int:
        self.told.append(seconds)
        if seconds is not None and not Fake.ends:
            raise subprocess.TimeoutExpired("citadels", seconds)
        return 0


@pytest.fixture(autouse=True)
def _fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", Fake)
    monkeypatch.setattr(Fake, "made", [])
    monkeypatch.setattr(Fake, "says", STARTED)
    monkeypatch.setattr(Fake, "ends", True)


def test_the_address_is_that_of_its_first_lines() -> None:
    with Service() as service:
        assert service.url == "http://127.0.0.1:8123"
        assert Fake.made[0].told == []
    assert Fake.made[0].told == ["terminate", 20.0]
    assert service.reader is not None
    assert not service.reader.is_alive()
    assert service.said == STARTED.splitlines(keepends=True)


def test_a_small_service_is_started_without_the_settings_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "REDIS_URL",
        "QUEUE_REDIS_URL",
        "CITADELS_HOST",
        "CITADELS_PORT",
        "CITADELS_DATA_DIR",
        "CITADELS_OTHER",
    ):
        monkeypatch.setenv(name, "set")
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    with Service():
        started = Fake.made[0]
    assert started.words == [
        sys.executable, "-c", "from citadels_sdk.cli import main; main()", "up", "--ephemeral", "--no-demo", "--port", "0", "--workers", "1", "--api-processes", "1",
    ]  # fmt: skip
    variables = started.more["env"]
    assert [name for name, value in variables.items() if value == "set"] == ["CITADELS_OTHER"]
    assert variables["PYTHONPATH"] == os.pathsep.join(path for path in sys.path if path)
    assert variables["PYTHONUNBUFFERED"] == "1"
    assert {name: value for name, value in started.more.items() if name != "env"} == {
        "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "encoding": "utf-8", "start_new_session": True,
    }  # fmt: skip


def test_a_service_that_does_not_start_is_ended_and_its_last_words_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fake, "says", "".join(f"line {number}\n" for number in range(30)))
    with pytest.raises(RuntimeError) as caught, Service():
        pass
    last = "".join(f"line {number}\n" for number in range(10, 30))
    assert str(caught.value) == f"the service did not start:\n{last}"
    assert Fake.made[0].told == ["terminate", 20.0]


def test_a_service_that_says_nothing_in_time_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ephemeral_service, "PATIENCE_S", 0.0)
    monkeypatch.setattr(Service, "read", lambda self: None)
    with pytest.raises(RuntimeError, match="the service did not start"), Service():
        pass
    assert Fake.made[0].told == ["terminate", 20.0]


def test_a_service_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fake, "ends", False)
    with Service():
        pass
    assert Fake.made[0].told == ["terminate", 20.0, "kill", None]


def test_what_was_never_started_can_be_ended() -> None:
    Service().end()
    assert Fake.made == []
