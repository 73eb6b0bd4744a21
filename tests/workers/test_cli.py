"""The verbs of the service: what they need, what they say, what they start."""

import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import click
import pytest
from citadels_api.settings import Settings
from citadels_workers.cli import parts
from citadels_workers.startup import Wishes, command_of
from citadels_workers.supervisor import Child, Supervisor
from click.testing import CliRunner

ROOT = Path(__file__).resolve().parents[2]
NO_STORE = {"REDIS_URL": None, "QUEUE_REDIS_URL": None}


def test_every_verb_that_is_announced_is_there() -> None:
    announced = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["citadels.commands"]
    for name, value in announced.items():
        assert isinstance(EntryPoint(name, value, "citadels.commands").load(), click.Command)
    assert set(announced) == set(parts.commands)


def test_help_needs_none_of_the_large_libraries() -> None:
    code = "import sys, citadels_workers.cli; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300
    ).stdout.split()
    assert not {"redis", "rq", "pydantic", "starlette", "strawberry", "uvicorn", "citadels_engine"} & set(loaded)


@pytest.mark.parametrize("words", [["serve"], ["work"], ["clock"]])
def test_a_part_without_a_store_says_how_to_name_one(words: list[str]) -> None:
    found = CliRunner().invoke(parts, words, env=NO_STORE)
    assert found.exit_code == 1
    assert "set REDIS_URL or give --redis-url" in found.output


def test_a_store_for_one_process_is_refused_to_several() -> None:
    found = CliRunner().invoke(parts, ["serve", "--processes", "2", "--redis-url", "memory://"], env=NO_STORE)
    assert found.exit_code == 1
    assert "memory:// lives in one process only" in found.output


def test_a_setting_that_is_wrong_is_named_without_its_value() -> None:
    variables = {**NO_STORE, "CITADELS_LOG_LEVEL": "hush-hush"}
    found = CliRunner().invoke(parts, ["clock", "--redis-url", "redis://127.0.0.1:9"], env=variables)
    assert found.exit_code == 1
    assert "log_level" in found.output
    assert "hush-hush" not in found.output


def test_the_schemas_are_written(tmp_path: Path) -> None:
    found = CliRunner().invoke(parts, ["schema", "export", "--out", str(tmp_path)])
    assert found.exit_code == 0, found.output
    assert {"openapi.json", "schema.graphql"} <= {Path(line).name for line in found.output.splitlines()}
    assert all(Path(line).stat().st_size for line in found.output.splitlines())


def handed(monkeypatch: pytest.MonkeyPatch, words: list[str], **variables: str | None) -> tuple[object, ...]:
    """What a verb hands to the part that it runs: the words of its call, with no process started."""
    calls: list[tuple[object, ...]] = []
    for name in ("app.run", "clock.run", "ai_seats.run", "startup.up", "practice.server.run"):
        module, _, function = name.rpartition(".")
        package = "citadels_api" if module == "app" else "citadels_workers"
        monkeypatch.setattr(
            f"{package}.{module}.{function}",
            lambda *given, name=name, **named: calls.append((name, *given, *named.values())),
        )
    for name in ("REDIS_URL", "QUEUE_REDIS_URL", "CITADELS_HOST", "CITADELS_PORT"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)  # whatever a verb sets is taken back at the end
    found = CliRunner().invoke(parts, words, env={**NO_STORE, **variables})
    assert found.exit_code == 0, found.output
    (call,) = calls
    return call


def test_up_hands_on_what_was_wished_and_else_the_defaults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert handed(monkeypatch, ["up"])[:2] == ("startup.up", Wishes())
    words = [
        "--host", "::1", "--port", "9", "--data-dir", str(tmp_path), "--workers", "3", "--api-processes", "4", "--ephemeral", "--durable",
        "--redis-url", "redis://games", "--queue-redis-url", "redis://queue", "--store-memory", "64", "--no-demo", "--verbose",
    ]  # fmt: skip
    assert handed(monkeypatch, ["up", *words])[1] == Wishes(
        host="::1", port=9, data_dir=tmp_path, workers=3, api_processes=4, ephemeral=True, durable=True, redis_url="redis://games",
        queue_redis_url="redis://queue", store_memory=64 << 20, demo=False, verbose=True,
    )  # fmt: skip
    from_outside = handed(
        monkeypatch, ["up"], REDIS_URL="redis://a", QUEUE_REDIS_URL="redis://b", CITADELS_HOST="h", CITADELS_PORT="7",
        CITADELS_DATA_DIR=str(tmp_path),
    )[1]  # fmt: skip
    assert from_outside == Wishes(
        redis_url="redis://a", queue_redis_url="redis://b", host="h", port=7, data_dir=tmp_path
    )


@pytest.mark.parametrize(
    "words",
    [
        ["up", "--workers", "0"], ["up", "--workers", "65"], ["up", "--api-processes", "0"], ["up", "--port", "65536"], ["up", "--port", "-1"],
        ["up", "--store-memory", "15"], ["serve", "--processes", "65"], ["serve", "--fd", "-1"], ["work", "--queue", "slow"],
    ],
)  # fmt: skip
def test_what_no_part_can_do_is_misuse(words: list[str]) -> None:
    assert CliRunner().invoke(parts, words, env=NO_STORE).exit_code == 2


def test_a_part_runs_with_its_settings_and_its_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["--redis-url", "redis://games:1", "--queue-redis-url", "redis://queue:2"]
    name, settings = handed(monkeypatch, ["clock", *words])
    assert isinstance(settings, Settings)
    assert (name, settings.redis_url, settings.queue_redis_url) == ("clock.run", "redis://games:1", "redis://queue:2")
    name, settings, queue = handed(monkeypatch, ["work", "--queue", "thinking"], REDIS_URL="redis://games:3")
    assert isinstance(settings, Settings)
    assert (name, queue, settings.redis_url, settings.queue_redis_url) == (
        "ai_seats.run", "thinking", "redis://games:3", "redis://games:3",
    )  # fmt: skip
    name, settings, fd = handed(
        monkeypatch, ["serve", "--fd", "77", "--redis-url", "memory://", "--host", "10.0.0.1", "--port", "81"]
    )
    assert isinstance(settings, Settings)
    assert (name, fd, settings.host, settings.port) == ("app.run", 77, "10.0.0.1", 81)
    assert settings.redis_url == "memory://"
    assert handed(monkeypatch, ["up", "--practice", "--port", "5"])[:3] == ("practice.server.run", "127.0.0.1", 5)


def test_the_practice_server_refuses_what_it_has_no_use_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["up", "--practice", "--durable", "--api-processes", "2"]
    found = CliRunner().invoke(parts, words, env=NO_STORE)
    assert found.exit_code == 1
    assert "leave out --durable, --api-processes" in found.output.replace("\n", " ")


@pytest.mark.parametrize(
    ("words", "children"),
    [
        (["work"], [("work-1", ["work", "--queue", "fast"]), ("work-2", ["work", "--queue", "thinking"])]),
        (["work", "--queue", "fast", "--queue", "fast"], [(f"work-{n}", ["work", "--queue", "fast"]) for n in (1, 2)]),
        (["serve", "--processes", "2", "--fd", "9"], [(f"serve-{n}", ["serve", "--fd", "9"]) for n in (1, 2)]),
    ],
)
def test_several_of_a_kind_are_children(
    words: list[str], children: list[tuple[str, list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    added: list[Child] = []
    monkeypatch.setattr(Supervisor, "add", lambda _house, child: added.append(child))
    monkeypatch.setattr(Supervisor, "run", lambda _house: None)
    for name in ("REDIS_URL", "QUEUE_REDIS_URL"):
        monkeypatch.setenv(name, "redis://games:1")
    assert CliRunner().invoke(parts, words).exit_code == 0
    assert [(child.name, child.command) for child in added] == [(name, command_of(*said)) for name, said in children]
    assert {child.fds for child in added} == ({(9,)} if words[0] == "serve" else {()})
