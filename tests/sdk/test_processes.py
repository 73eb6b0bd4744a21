"""How many threads a process has is known before it is copied."""

import os
import threading

import pytest
from citadels_sdk import processes


def test_a_thread_that_was_started_is_counted() -> None:
    before, over = processes.threads(), threading.Event()
    thread = threading.Thread(target=over.wait, args=(20,))
    thread.start()
    try:
        assert processes.threads() == before + 1
    finally:
        over.set()
        thread.join(30)


def test_where_threads_cannot_be_counted_those_of_python_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def no(_place: str) -> list[str]:
        raise OSError("there is no /proc")

    monkeypatch.setattr(os, "listdir", no)
    assert processes.threads() == threading.active_count()
