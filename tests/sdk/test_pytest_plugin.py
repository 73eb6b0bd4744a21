"""The fixtures for the tests of bots, each tried in a pytest of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest
from citadels_sdk.live.ephemeral_service import Service

ROOT = Path(__file__).parents[2]
GOOD = "def good(view):\n    return view.actions[0]\n"
BAD = "def bad(view):\n    return None\n"


def own_pytest(
    folder: Path, text: str, *options: str, plugin: str = "citadels_sdk.pytest_plugin", path: Path | None = None
) -> tuple[int, str]:
    """Run the test of that text in a pytest of its own, with the plugin and no other settings."""
    (folder / "test_it.py").write_text(text)
    (folder / "pytest.ini").write_text("[pytest]\n")
    variables = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([*([] if path is None else [str(path)]), *filter(None, sys.path)]),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        plugin,
        "-p",
        "no:cacheprovider",
        *options,
    ]
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout + done.stderr


def test_loading_the_plugin_loads_nothing_else_of_the_toolkit() -> None:
    code = (
        "import sys, pytest; before = set(sys.modules); import citadels_sdk.pytest_plugin; "
        "print(sorted(name for name in set(sys.modules) - before if not name.startswith('_')))"
    )
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=variables, capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout.strip() == "['citadels_sdk', 'citadels_sdk.pytest_plugin']"


def test_an_installed_toolkit_and_a_conftest_that_names_the_plugin_go_together(tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "sdk/pyproject.toml").read_text())["project"]
    [(name, plugin)] = project["entry-points"]["pytest11"].items()
    installed = tmp_path / "site" / "the_toolkit-1.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: the-toolkit\nVersion: 1\n")
    (installed / "entry_points.txt").write_text(f"[pytest11]\n{name} = {plugin}\n")
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["citadels_sdk.pytest_plugin"]\n')
    text = "def test_view(citadels_view):\n    assert citadels_view('king gold=3; turn=king').gold == 3\n"
    status, output = own_pytest(tmp_path, text, plugin=name, path=tmp_path / "site")
    assert (status, "1 passed" in output) == (0, True), output


@pytest.mark.heavy
def test_a_clean_bot_passes_and_a_faulty_one_fails_with_the_report(tmp_path: Path) -> None:
    text = (
        GOOD
        + BAD
        + (
            "def test_good(citadels_check):\n    assert citadels_check(good).ok\n"
            "def test_bad(citadels_check):\n    citadels_check(bad)\n"
            "def test_view(citadels_view):\n    assert citadels_view('king gold=3; turn=king').gold == 3\n"
        )
    )
    status, output = own_pytest(tmp_path, text)
    assert status == 1
    assert "1 failed, 2 passed" in output
    assert "illegal" in output
    assert "see it again: citadels bot repro" in output
    assert "pytest_plugin.py" not in output


@pytest.mark.heavy
def test_the_size_of_checks_is_an_option(tmp_path: Path) -> None:
    few = "real = check.plan\ncheck.plan = lambda *, quick, **more: real(quick=True, **more)[: 1 if quick else 2]\n"
    text = GOOD + f"from citadels_sdk.checking import bot_check as check\n{few}"
    text += "def test_good(citadels_check):\n    print('games', citadels_check(good).games)\n"
    quick = own_pytest(tmp_path, text, "-s")[1]
    full = own_pytest(tmp_path, text, "-s", "--citadels-size", "full")[1]
    assert (games(quick), games(full)) == (1, 2)


def games(output: str) -> int:
    return int(output.partition("games ")[2].split()[0])


@pytest.mark.heavy
def test_the_server_answers_while_the_tests_run_and_is_gone_afterwards(tmp_path: Path) -> None:
    text = (
        "import urllib.request\n"
        "def test_ready(citadels_server):\n"
        "    print('at', citadels_server)\n"
        "    assert urllib.request.urlopen(citadels_server + '/readyz').status == 200\n"
        "def test_same(citadels_server):\n    assert citadels_server.startswith('http://127.0.0.1:')\n"
    )
    status, output = own_pytest(tmp_path, text, "-s")
    assert status == 0, output
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(output.partition("at ")[2].split()[0] + "/readyz", timeout=30)


@pytest.mark.heavy
def test_without_the_server_its_fixture_skips_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "import importlib.util\n"
        "find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *more: None if name == 'citadels_workers' else find(name, *more)\n"
    )
    status, output = own_pytest(tmp_path, "def test_it(citadels_server):\n    assert False\n", "-rs")
    assert status == 0, output
    assert "1 skipped" in output
    assert "the server is not installed" in output


@pytest.mark.heavy
def test_a_service_that_cannot_start_says_what_it_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_sdk.live.ephemeral_service.SMALL", ("--no-such-option",))
    with pytest.raises(RuntimeError, match="no-such-option"), Service():
        raise AssertionError
