"""The process that puts the append-only file on disk: which files, when, and what it says of a disk that refuses."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from citadels_workers import disk_sync

from tests.support.modules import replace_in
from tests.support.waits import until

if TYPE_CHECKING:
    import pytest


class Disk:
    """Notes which files are synced."""

    def __init__(self, patched: pytest.MonkeyPatch, fault: OSError | None = None) -> None:
        self.synced: list[str] = []
        self.fault = fault
        replace_in(patched, disk_sync, os, fdatasync=self.sync)

    def sync(self, descriptor: int) -> None:
        if self.fault is not None:
            raise self.fault
        self.synced.append(Path(f"/proc/self/fd/{descriptor}").readlink().name)


def test_what_has_grown_or_is_new_is_synced_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    for name in ("a.1.incr.aof", "a.1.base.aof", "a.manifest"):
        (tmp_path / name).write_bytes(b"1")
    done = disk_sync.synced(tmp_path, {})
    assert disk.synced == ["a.1.base.aof", "a.1.incr.aof"]
    done = disk_sync.synced(tmp_path, done)
    assert len(disk.synced) == 2, "nothing has changed"
    (tmp_path / "a.1.incr.aof").write_bytes(b"12")
    done = disk_sync.synced(tmp_path, done)
    assert disk.synced[2:] == ["a.1.incr.aof"]
    (tmp_path / "new").write_bytes(b"34")
    (tmp_path / "new").replace(tmp_path / "a.1.incr.aof")
    disk_sync.synced(tmp_path, done)
    assert disk.synced[3:] == ["a.1.incr.aof"], "another file of the same name and size"


def test_a_disk_that_refuses_is_told_of_and_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    disk = Disk(monkeypatch, OSError(5, "Input/output error"))
    (tmp_path / "a.aof").write_bytes(b"1")
    assert disk_sync.synced(tmp_path, {}) == {}
    assert "a.aof could not be put on disk: Input/output error" in capsys.readouterr().err
    disk.fault = None
    assert list(disk_sync.synced(tmp_path, {})) == ["a.aof"]
    assert disk.synced == ["a.aof"]


def test_a_folder_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    assert disk_sync.synced(tmp_path / "none", {}) == {}


def test_it_syncs_each_second_and_once_more_at_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[object] = []

    def rest(seconds: float) -> None:
        rounds.append(seconds)
        if len(rounds) == 5:
            raise KeyboardInterrupt

    handlers: dict[int, object] = {}
    replace_in(monkeypatch, disk_sync, time, sleep=rest)
    replace_in(monkeypatch, disk_sync, signal, signal=handlers.__setitem__)

    def synced(folder: Path, done: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
        rounds.append((folder, len(done)))
        return {"a": (1, 1)}

    monkeypatch.setattr(disk_sync, "synced", synced)
    disk_sync.main(tmp_path)
    assert rounds == [1.0, (tmp_path, 0), 1.0, (tmp_path, 1), 1.0, (tmp_path, 1)]
    ignored = signal.SIG_IGN
    assert handlers == {
        signal.SIGINT: ignored,
        signal.SIGHUP: ignored,
        signal.SIGTERM: signal.default_int_handler,
    }


def test_it_ends_well_when_it_is_told_to(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-I", "-S", disk_sync.__file__, str(tmp_path)], stderr=subprocess.PIPE
    ) as process:
        status = Path(f"/proc/{process.pid}/status")

        def catches() -> bool:
            caught = next(line for line in status.read_text().splitlines() if line.startswith("SigCgt"))
            return bool(int(caught.split()[1], 16) & 1 << (signal.SIGTERM - 1))

        until(catches, "it catches SIGTERM")
        process.terminate()
        _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (0, b"")
