"""The starter `./citadels`, in copies of the tree that hold a toy engine."""

import os
import shutil
import signal
import subprocess
import sys
import time
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.marks import INSTALLS

pytestmark = pytest.mark.timeout(300, reason="installs packages, over a network that may be slow")

ROOT = Path(__file__).resolve().parents[2]
COPIED = ["citadels", "pyproject.toml", "README.md", "LICENSE", "locks", "engine", "sdk", "tools"]
PYTHON = getattr(sys, "_base_executable", sys.executable)  # people start it outside any environment
ENVIRONMENT = ".".join(map(str, sys.version_info[:3]))
NOWHERE = "http://127.0.0.1:9/simple"
OFFLINE = {"PIP_INDEX_URL": NOWHERE, "UV_DEFAULT_INDEX": NOWHERE, "PIP_RETRIES": "0", "UV_HTTP_RETRIES": "0"}
TOY = {
    "__init__.py": "from citadels_engine import game\n\nCOMPILED = not game.__file__.endswith('.py')\n",
    "game.py": "def twice(number: int) -> int:\n    return 2 * number\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the tree, with a toy in place of the engine."""
    copy = tmp_path / "a copy"
    copy.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(
                source, copy / name, ignore=shutil.ignore_patterns("__pycache__", "citadels_engine", "citadels_contest")
            )
        else:
            shutil.copy(source, copy)
    package = copy / "engine" / "citadels_engine"
    package.mkdir()
    (copy / "engine" / "citadels_contest").mkdir()
    for name, text in TOY.items():
        (package / name).write_text(text)
    (copy / "web").mkdir()  # a wheel is made with it, whatever is in it
    (tmp_path / "home").mkdir()
    return copy


def surroundings(tree: Path, **variables: str) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CITADELS_", "PYTHON", "HYPOTHESIS_", "PYTEST_", "UV_CACHE")) and name != "TMPDIR"
    }
    return {**kept, "HOME": str(tree.parent / "home"), **variables}


def start(tree: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [PYTHON, str(tree / "citadels"), *arguments]
    return subprocess.run(
        command,
        cwd=tree.parent,
        env=surroundings(tree, **variables),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def starter(tree: Path) -> ModuleType:
    """The starter of a copy, as a module."""
    loader = SourceFileLoader("starter", str(tree / "citadels"))
    spec = spec_from_loader("starter", loader)
    assert spec is not None
    module = module_from_spec(spec)
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
    return module


def pretend_environment(tree: Path) -> None:
    """Put this very Python where the starter looks for the environment, with a command that shows what it is given."""
    module = starter(tree)
    place: Path = module.place("run")
    (place / "bin").mkdir(parents=True)
    (place / "bin" / "python").symlink_to(sys.executable)
    (place / "bin" / "citadels").write_text(
        "import os, sys, citadels_engine\n"
        "print(sys.argv[1:], citadels_engine.COMPILED, citadels_engine.__file__)\n"
        "sys.exit(int(os.environ.get('STATUS', '0')))\n"
    )
    (place / "bin" / "sitecustomize.py").write_text("")
    (place / "stamp").write_text(module.stamp("run"))


def test_a_second_start_needs_neither_network_nor_pip(tree: Path) -> None:
    pretend_environment(tree)
    found = start(
        tree, "play", "--seed", "1", PATH="/nowhere", CITADELS_PURE="1", PYTHONPATH=str(tree / "engine"), **OFFLINE
    )
    assert found.stdout.startswith("['play', '--seed', '1'] False"), found.stderr
    assert found.stderr == ""


def test_the_exit_status_is_that_of_the_command(tree: Path) -> None:
    pretend_environment(tree)
    assert start(tree, "play", CITADELS_PURE="1", PYTHONPATH=str(tree / "engine"), STATUS="7").returncode == 7


def test_a_finished_build_comes_before_the_sources(tree: Path) -> None:
    pretend_environment(tree)
    module = starter(tree)
    build = module.BUILDS / module.build_name()
    shutil.copytree(tree / "engine" / "citadels_engine", build / "citadels_engine")
    assert str(build) in start(tree, "play", PYTHONPATH=str(tree / "engine")).stdout
    assert str(build) not in start(tree, "play", PYTHONPATH=str(tree / "engine"), CITADELS_PURE="1").stdout


def test_a_build_that_failed_is_not_tried_again_at_every_start(tree: Path) -> None:
    pretend_environment(tree)
    module = starter(tree)
    module.BUILDS.mkdir(parents=True)
    (module.BUILDS / f"{module.build_name()}.failed").write_text(f"{module.c_compiler()}\nthe reason\n")
    found = start(tree, "play", PYTHONPATH=str(tree / "engine"))
    assert found.stderr.count("\n") == 1
    assert "runs interpreted: the reason" in found.stderr
    assert not (tree / ".citadels" / "build.log").exists()


def test_a_build_is_named_after_the_sources(tree: Path) -> None:
    module = starter(tree)
    before = module.build_name()
    assert module.build_name() == before
    with (tree / "engine" / "citadels_engine" / "game.py").open("a") as file:
        file.write("\n# changed\n")
    assert module.build_name() != before


@pytest.mark.parametrize("changed", ["locks/run.txt", "pyproject.toml", "engine/pyproject.toml", "sdk/pyproject.toml"])
def test_an_environment_is_made_anew_when_what_it_depends_on_changes(tree: Path, changed: str) -> None:
    pretend_environment(tree)
    module = starter(tree)
    assert module.stamped("run")
    with (tree / changed).open("a") as file:
        file.write("\n# changed\n")
    assert not module.stamped("run")


def test_an_environment_does_not_survive_a_move_of_the_folder(tree: Path) -> None:
    pretend_environment(tree)
    moved = tree.rename(tree.parent / "moved")
    assert not starter(moved).stamped("run")


def test_old_builds_are_pruned(tree: Path) -> None:
    module = starter(tree)
    for age in range(6):
        build = module.BUILDS / f"build{age}"
        build.mkdir(parents=True)
        os.utime(build, (1000 - age, 1000 - age))
    (module.BUILDS / "gone.failed").write_text("")
    module.prune_builds()
    assert sorted(path.name for path in module.BUILDS.iterdir()) == ["build0", "build1", "build2"]


def test_uv_is_fetched_as_the_lock_names_it(tree: Path) -> None:
    pin = starter(tree).uv_pin()
    assert pin.startswith("uv==")
    assert pin.count("==") == 1
    assert "--hash=sha256:" in pin
    assert not pin.endswith("\\\n")


def test_what_pip_is_told_is_passed_on_to_uv(tree: Path) -> None:
    module = starter(tree)
    settings = {
        "index-url": NOWHERE,
        "cert": "/a.pem",
        "extra-index-url": "\nfile:///a\nfile:///b",
        "trusted-host": "a b",
    }
    passed = module.uv_settings(settings, {})
    assert passed["UV_DEFAULT_INDEX"] == NOWHERE
    assert passed["SSL_CERT_FILE"] == "/a.pem"
    assert passed["UV_INDEX"] == "file:///a file:///b"
    assert passed["UV_INSECURE_HOST"] == "a b"
    assert module.uv_settings(settings, {"UV_DEFAULT_INDEX": "x", "SSL_CERT_FILE": "y"}).keys() == {
        "UV_INDEX",
        "UV_INDEX_STRATEGY",
        "UV_INSECURE_HOST",
    }


def test_an_incomplete_copy_is_named(tree: Path) -> None:
    (tree / "locks" / "run.txt").unlink()
    found = start(tree, "play")
    assert found.returncode == 1
    assert "locks/run.txt is missing" in found.stderr
    assert "Traceback" not in found.stderr


def test_only_one_process_at_a_time(tree: Path) -> None:
    module = starter(tree)
    with module.one_at_a_time("build"):
        assert starter(tree).busy("build")
    assert not starter(tree).busy("build")


def test_an_unknown_measurement_is_an_error_for_people(tree: Path) -> None:
    (tree / "bench").mkdir()
    (tree / "bench" / "engine.py").write_text('"""How fast the engine is."""\n')
    command = [sys.executable, "-P", "-m", "tools.modules", "bench"]
    variables = surroundings(tree, PYTHONPATH=str(tree))
    listed = subprocess.run(command, env=variables, capture_output=True, text=True, check=False, timeout=300)
    assert "engine  How fast the engine is." in listed.stdout
    unknown = subprocess.run(
        [*command, "nothing"], env=variables, capture_output=True, text=True, check=False, timeout=300
    )
    assert unknown.returncode == 2
    assert "there is no bench/nothing.py" in unknown.stderr


# What follows installs packages.


@pytest.mark.heavy
@INSTALLS
def test_the_first_start_makes_everything_and_writes_nowhere_else(tree: Path) -> None:
    first = start(tree, "--version", CITADELS_PURE="0")
    assert first.returncode == 0, first.stderr
    assert "the engine runs interpreted" in first.stdout
    second = start(tree, "--version", CITADELS_PURE="0", **OFFLINE)
    assert second.stdout == first.stdout
    assert second.stderr == ""
    if shutil.which("cc"):
        third = start(tree, "nonesuch", CITADELS_PURE="0", **OFFLINE)
        assert "being compiled in the background" in third.stderr
        assert third.returncode == 2
        built = start(tree, "build", CITADELS_PURE="0", **OFFLINE)
        assert built.returncode == 0, built.stderr
        assert "the engine runs compiled" in start(tree, "--version", CITADELS_PURE="0").stdout
        assert "the engine runs interpreted" in start(tree, "--version", CITADELS_PURE="1").stdout
    assert list((tree.parent / "home").iterdir()) == []
    assert sorted(path.name for path in tree.parent.iterdir()) == ["a copy", "home"]


@pytest.mark.heavy
@INSTALLS
def test_an_interrupted_first_start_is_taken_up_again(tree: Path) -> None:
    command = [PYTHON, str(tree / "citadels"), "--version"]
    process = subprocess.Popen(command, env=surroundings(tree), stderr=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 60
    while (
        not (tree / ".citadels" / f"new-run-{ENVIRONMENT}").exists()
        and time.monotonic() < deadline
        and process.poll() is None
    ):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(300)
    found = start(tree, "--version")
    assert found.returncode == 0, found.stderr
    assert not list((tree / ".citadels").glob("new-*"))


@pytest.mark.heavy
@INSTALLS
def test_two_first_starts_at_once_do_not_disturb_each_other(tree: Path) -> None:
    command = [PYTHON, str(tree / "citadels"), "--version"]
    variables = surroundings(tree)
    both = [
        subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    results = [process.communicate(timeout=300) for process in both]
    assert [process.returncode for process in both] == [0, 0], results
    assert sum("making the private environment" in errors for _, errors in results) == 1


@pytest.mark.heavy
@INSTALLS
def test_where_uv_fails_pip_does_the_work(tree: Path) -> None:
    false = tree.parent / "bin" / "uv"
    false.parent.mkdir()
    false.write_text("#!/bin/sh\nexit 1\n")
    false.chmod(0o755)
    found = start(tree, "--version", PATH=f"{false.parent}:{os.environ['PATH']}")
    assert found.returncode == 0, found.stderr
    assert (tree / ".citadels" / f"run-{ENVIRONMENT}" / "bin" / "citadels").exists()
    assert not (tree / ".citadels" / "uv").exists()


@pytest.mark.heavy
@INSTALLS
def test_without_network_the_first_start_says_what_is_wrong(tree: Path) -> None:
    found = start(tree, "--version", PATH="/usr/bin:/bin", PIP_CONFIG_FILE=os.devnull, **OFFLINE)
    assert found.returncode == 1
    assert "could not be installed" in found.stderr
    assert "If it is the network" in found.stderr
    assert "Traceback" not in found.stderr
    assert not list((tree / ".citadels").glob("run-*"))
