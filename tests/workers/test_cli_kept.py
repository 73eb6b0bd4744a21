"""Every verb and option of the service is what it was: its words, its bounds, its default, and the variable that sets it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from citadels_workers import cli
from citadels_workers.cli import parts
from citadels_workers.supervisor import Child, Supervisor
from click.testing import CliRunner

from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"


def told(name: str, command: click.Command) -> list[str]:
    """A verb, what it is for, and a line for each of its options."""
    lines = [f"== {name}: {command.help}"]
    for one in command.params:
        if isinstance(one, click.Argument):
            lines.append(f"{one.name}: {one.type}, default {one.default!r}, needed {one.required}")
            continue
        assert isinstance(one, click.Option)
        default = one.default if isinstance(one.default, (str, int, Path)) else None
        kind = "folder" if isinstance(one.type, click.Path) else f"{one.type}"
        lines.append(
            f"{' '.join(one.opts + one.secondary_opts)} -> {one.name}: {kind}, default {default!r}, shown {one.show_default},"
            f" variable {one.envvar}, {one.metavar}, flag {one.is_flag}, many {one.multiple}, needed {one.required}"
        )
        if isinstance(one.type, click.Path):
            lines.append(
                f"  file {one.type.file_okay}, folder {one.type.dir_okay}, there {one.type.exists}, as {one.type.type}"
            )
        lines.append(f"  {one.help}")
    if isinstance(command, click.Group):
        for inner in sorted(command.commands):
            lines += told(f"{name} {inner}", command.commands[inner])
    return lines


def test_the_verbs_and_their_options_are_what_they_were() -> None:
    assert_kept(KEPT / "verbs.txt", told("citadels", parts))


def test_what_a_supervisor_says_goes_to_the_error_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Supervisor, "add", lambda house, child: house.say(f"{child.name} is here"))
    monkeypatch.setattr(Supervisor, "run", lambda _house: None)
    monkeypatch.setenv("REDIS_URL", "redis://games:1")
    monkeypatch.setenv("QUEUE_REDIS_URL", "redis://games:1")
    found = CliRunner().invoke(parts, ["work"])
    assert (found.stdout, found.stderr) == ("", "work-1 is here\nwork-2 is here\n")


@pytest.mark.parametrize(("processes", "children"), [("1", 0), ("2", 2)])
def test_one_process_is_no_child_and_its_socket_is_handed_on(
    processes: str, children: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    added: list[Child] = []
    ran: list[int] = []
    monkeypatch.setattr(Supervisor, "add", lambda _house, child: added.append(child))
    monkeypatch.setattr(Supervisor, "run", lambda _house: None)
    monkeypatch.setattr("citadels_api.app.run", lambda _settings, fd: ran.append(fd))
    bound: list[tuple[str, int]] = []

    class Listener:
        def detach(self) -> int:
            return 55

    def bind(host: str, port: int) -> Any:
        bound.append((host, port))
        return Listener()

    monkeypatch.setattr("citadels_workers.service_port.bind", bind)
    monkeypatch.setenv("REDIS_URL", "redis://games:1")
    monkeypatch.setenv("QUEUE_REDIS_URL", "redis://games:1")
    for name in ("CITADELS_HOST", "CITADELS_PORT"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    found = CliRunner().invoke(parts, ["serve", "--processes", processes, "--host", "127.0.0.2", "--port", "81"])
    assert found.exit_code == 0, found.output
    assert bound == [("127.0.0.2", 81)]
    assert (len(added), ran) == (children, [] if children else [55])
    assert {one.fds for one in added} <= {(55,)}


def test_the_settings_of_a_part_go_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://games:1")
    monkeypatch.setenv("QUEUE_REDIS_URL", "redis://queue:2")
    for name in ("CITADELS_HOST", "CITADELS_PORT"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    found = cli._settings(None, None)
    assert (found.redis_url, found.queue_redis_url) == ("redis://games:1", "redis://queue:2")
    found = cli._settings("redis://other:3", "redis://more:4", CITADELS_PORT=5, CITADELS_HOST=None)
    assert (found.redis_url, found.queue_redis_url, found.port, found.host) == (
        "redis://other:3", "redis://more:4", 5, "127.0.0.1",
    )  # fmt: skip
    assert cli._settings("memory://", None, memory=True).redis_url == "memory://"


def test_several_settings_that_are_wrong_are_all_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://games:1")
    monkeypatch.delenv("QUEUE_REDIS_URL", raising=False)
    monkeypatch.setenv("CITADELS_PORT", "many")
    monkeypatch.setenv("CITADELS_LOG_LEVEL", "hush")
    with pytest.raises(
        click.ClickException, match=r"^the settings are wrong: .*port: .*; .*log_level: |log_level: .*; .*port: "
    ):
        cli._settings("redis://games:1", None)
