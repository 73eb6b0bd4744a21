"""Which store is taken: the one that is named, the one that comes with the service, the one on the path; and why not another."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from citadels_workers import store_choice
from citadels_workers.store_choice import (
    Choice,
    NoStore,
    binary_version,
    choose,
    is_single,
    mapped,
    new_enough,
    on_path,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Put = Callable[..., None]


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Put:
    """Put servers on the path, each with what it says of its version and its exit status; no other is bundled."""
    said: dict[str, tuple[str, int]] = {}

    def run(words: list[str], **_: object) -> SimpleNamespace:
        if words[0] not in said:
            raise FileNotFoundError(words[0])
        text, status = said[words[0]]
        if text == "slow":
            raise subprocess.TimeoutExpired(words, 10)
        return SimpleNamespace(stdout=text, returncode=status)

    def server(name: str, text: str, status: int = 0) -> None:
        said[str(tmp_path / name)] = text, status

    monkeypatch.setattr(store_choice, "bundled", lambda: None)
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(
        shutil, "which", lambda name, path: str(Path(path) / name) if str(Path(path) / name) in said else None
    )
    return server


@pytest.mark.parametrize(
    ("text", "status", "version", "why_not"),
    [
        ("Redis server v=7.0.0 sha=0", 0, "7.0.0", ""),
        ("Redis server v=7.2.11 sha=0", 0, "7.2.11", ""),
        ("Redis server v=6.2.14 sha=0", 0, "6.2.14", "is 6.2.14, older than 7.0"),
        ("Redis server v=7.2.4", 1, "unknown", "does not say its version"),
        ("hello", 0, "unknown", "does not say its version"),
        ("slow", 0, "unknown", "does not say its version"),
    ],
)
def test_a_server_on_the_path_is_taken_where_it_is_new_enough(
    text: str, status: int, version: str, why_not: str, put: Put, tmp_path: Path
) -> None:
    put("redis-server", text, status)
    binary = tmp_path / "redis-server"
    assert binary_version(binary) == version
    ((found, reason),) = on_path(str(tmp_path))
    assert (found, why_not in reason, bool(reason)) == (binary, True, bool(why_not))
    if why_not:
        with pytest.raises(NoStore, match=f"no store to keep the games in \\({binary} {why_not}"):
            choose(None, path=str(tmp_path))
    else:
        choice = choose(None, path=str(tmp_path))
        assert (choice.source, choice.url, choice.binary) == ("path", "", binary)


def test_a_valkey_on_the_path_comes_before_a_redis_and_an_old_one_is_passed_over(put: Put, tmp_path: Path) -> None:
    put("redis-server", "v=7.4.0")
    put("valkey-server", "v=8.1.0")
    assert choose(None, path=str(tmp_path)).binary == tmp_path / "valkey-server"
    put("valkey-server", "v=6.0.0")
    assert choose(None, path=str(tmp_path)).binary == tmp_path / "redis-server"


def test_what_is_named_is_taken_and_its_queue_lies_there_too_unless_another_is_named() -> None:
    named = choose("valkey://a:1")
    assert (named.source, named.url, named.queue_url) == ("given", "redis://a:1", "redis://a:1")
    assert choose("redis://a:1", "valkeys://b:2").queue_url == "rediss://b:2"
    cluster = choose("redis+cluster://a:1,b:2", "redis://c:3")
    assert (cluster.url, cluster.queue_url) == ("redis+cluster://a:1,b:2", "redis://c:3")
    for wrong in (("redis+cluster://a:1", None), ("redis://a:1", "redis+cluster://b:2")):
        with pytest.raises(NoStore, match="QUEUE_REDIS_URL"):
            choose(*wrong)


def test_what_comes_with_the_service_is_taken_before_what_is_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_choice, "bundled", lambda: Path("/ours"))
    monkeypatch.setattr(store_choice, "on_path", lambda _path=None: [(Path("/theirs"), "")])
    choice = choose(None, "redis://queue:1")
    assert isinstance(choice, Choice)
    assert (choice.source, choice.binary, choice.url, choice.queue_url) == (
        "bundled",
        Path("/ours"),
        "",
        "redis://queue:1",
    )


@pytest.mark.parametrize(
    ("facts", "enough"),
    [
        ({"valkey_version": "7.2.5", "redis_version": "6.2"}, True), ({"redis_version": "7.0.0"}, True), ({"redis_version": "6.9.9"}, False),
        ({"redis_version": "10.1"}, True), ({"redis_version": "x"}, False), ({}, False),
    ],
)  # fmt: skip
def test_a_server_is_new_enough_from_7_0_on_and_every_valkey_is(facts: dict[str, object], enough: bool) -> None:
    assert new_enough(facts) is enough


@pytest.mark.parametrize("url", ["http://a", "memory://", "redis:/a", "", "rediss://a?ca=/not/there"])
def test_what_is_no_address_of_a_store_is_refused(url: str) -> None:
    with pytest.raises(NoStore) as caught:
        mapped(url)
    assert ("lives in one process only" in caught.value.message) == url.startswith("memory")


def test_a_cluster_is_not_one_server() -> None:
    assert [is_single(url) for url in ("redis://a", "redis+sentinel://a/x", "redis+cluster://a", "rediss+cluster://a")] == [
        True, True, False, False,
    ]  # fmt: skip
