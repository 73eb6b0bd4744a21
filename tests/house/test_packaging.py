"""The distributions: what is imported here, and what a wheel brings."""

import ast
import configparser
import importlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

import pytest
from citadels_api.http.page_files import Site

from tests.support.telling import chosen

pytestmark = [
    pytest.mark.interpreter,
    pytest.mark.timeout(300, reason="installs packages, over a network that may be slow"),
]

ROOT = Path(__file__).resolve().parents[2]
AFRESH = {"quick": False, "ci": False, "full": True}
"""Whether a compiled wheel is compiled for itself, which takes minutes, or of what this run has compiled already."""
PACKAGES = ["citadels_engine", "citadels_contest", "citadels_sdk", "citadels_api", "citadels_workers"]


def project(folder: str) -> dict[str, object]:
    table = tomllib.loads((ROOT / folder / "pyproject.toml").read_text())["project"]
    assert isinstance(table, dict)
    return table


@pytest.mark.parametrize("package", PACKAGES)
def test_is_imported_from_this_tree_or_a_build_of_it(package: str) -> None:
    found = Path(importlib.import_module(package).__file__ or "")
    assert found.is_relative_to(ROOT)
    assert "site-packages" not in found.parts


def test_the_engine_that_the_run_names_is_the_one_that_runs() -> None:
    named = os.environ.get("CITADELS_ENGINE", "interpreted")
    assert (named == "compiled") == importlib.import_module("citadels_engine").COMPILED


def test_all_distributions_have_one_version() -> None:
    assert len({str(project(folder)["version"]) for folder in (".", "engine", "sdk")}) == 1


def test_the_engine_needs_nothing() -> None:
    assert project("engine")["dependencies"] == []


def test_the_sdk_brings_no_server_package() -> None:
    dependencies = project("sdk")["dependencies"]
    assert isinstance(dependencies, list)
    names = {re.split(r"[<>=!~ \[;]", str(dependency))[0] for dependency in dependencies}
    assert names == {"citadels-engine", "click", "httpx2", "openskill", "pydantic"}


def test_the_whole_is_never_uploaded() -> None:
    classifiers = project(".")["classifiers"]
    assert isinstance(classifiers, list)
    assert "Private :: Do Not Upload" in classifiers


def test_the_locks_hold_hashes_and_no_addresses() -> None:
    for name in ("run", "develop"):
        text = (ROOT / "locks" / f"{name}.txt").read_text()
        assert "://" not in text
        assert "--index" not in text
        pins = re.findall(r"^\S+==\S+.*\\\n +--hash=sha256:", text, re.MULTILINE)
        assert len(pins) == len(re.findall(r"^\S+==", text, re.MULTILINE)) > 5


def test_the_development_lock_holds_all_that_the_other_does() -> None:
    run, develop = ((ROOT / "locks" / f"{name}.txt").read_text().splitlines() for name in ("run", "develop"))
    assert set(run) <= set(develop)


def built(folder: Path, into: Path, **variables: str) -> zipfile.ZipFile:
    code = f"import hatchling.build as b; print(b.build_wheel({str(into)!r}))"
    environment = {**os.environ, **variables}
    environment.pop("PYTHONPATH", None)
    made = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert made.returncode == 0, made.stderr
    return zipfile.ZipFile(into / made.stdout.split()[-1])


def top_levels(wheel: zipfile.ZipFile) -> set[str]:
    return {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" not in name}


@pytest.mark.heavy
@pytest.mark.parametrize("folder", [".", "engine", "sdk"])
def test_a_plain_wheel_holds_nothing_but_our_packages(folder: str, tmp_path: Path) -> None:
    with built(ROOT / folder, tmp_path, CITADELS_PURE="1") as wheel:
        assert Path(wheel.filename or "").name.endswith("-py3-none-any.whl")
        expected = {".": set(PACKAGES), "engine": {"citadels_engine", "citadels_contest"}, "sdk": {"citadels_sdk"}}[
            folder
        ]
        assert top_levels(wheel) == expected
        assert not [name for name in wheel.namelist() if name.endswith((".so", ".pyc"))]
        assert all(f"{package}/py.typed" in wheel.namelist() for package in expected)


@pytest.mark.heavy
def test_the_wheel_serves_the_page_that_is_in_the_tree(tmp_path: Path) -> None:
    with built(ROOT, tmp_path, CITADELS_PURE="1") as wheel:
        wheel.extractall(tmp_path / "site")
    code = "import citadels_api.http.page_files as w; site = w.Site(w.folder()); print(w.folder(), site.digest, *sorted(site.names))"
    shown = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    ).stdout.split()
    tree = Site(ROOT / "web")
    assert shown == [str(tmp_path / "site/citadels_api/page"), tree.digest, *sorted(tree.names)]
    assert {"index.html", "main.mjs", "vendor/manifest.json"} <= tree.names


ENTRY_POINTS = {
    "engine": {},
    "sdk": {
        "console_scripts": {"citadels": "citadels_sdk.cli:main"},
        "pytest11": {"citadels_sdk.pytest_plugin": "citadels_sdk.pytest_plugin"},
    },
    ".": {
        "console_scripts": {"citadels": "citadels_sdk.cli:main"},
        "pytest11": {"citadels_sdk.pytest_plugin": "citadels_sdk.pytest_plugin"},
        "citadels.commands": {
            verb: f"citadels_workers.cli:{verb}"
            for verb in ("admin", "clock", "doctor", "schema", "serve", "up", "work")
        },
    },
}


def in_dist_info(wheel: zipfile.ZipFile, file: str) -> str:
    """A file of the wheel's metadata; empty where there is none."""
    found = [name for name in wheel.namelist() if name.endswith(f".dist-info/{file}")]
    return wheel.read(found[0]).decode() if found else ""


@pytest.mark.heavy
@pytest.mark.parametrize("folder", [".", "engine", "sdk"])
def test_a_wheel_carries_its_entry_points_and_what_they_name(folder: str, tmp_path: Path) -> None:
    with built(ROOT / folder, tmp_path, CITADELS_PURE="1") as wheel:
        parser = configparser.ConfigParser()
        parser.optionxform = str  # type: ignore[assignment,method-assign]  # names keep their case, as the documentation shows
        parser.read_string(in_dist_info(wheel, "entry_points.txt"))
        assert {section: dict(parser[section]) for section in parser.sections()} == ENTRY_POINTS[folder]
        for section in parser.sections():
            for target in parser[section].values():
                module, _, name = target.partition(":")
                path = f"{module.replace('.', '/')}.py"
                assert path in wheel.namelist()
                if name:
                    tree = ast.parse(wheel.read(path))
                    assert name in {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}


@pytest.mark.heavy
def test_the_sdks_wheel_says_what_it_needs(tmp_path: Path) -> None:
    with built(ROOT / "sdk", tmp_path) as wheel:
        told = message_from_string(in_dist_info(wheel, "METADATA"))
        assert set(told.get_all("Provides-Extra", [])) == {"gymnasium", "pettingzoo", "test"}
        assert told["Requires-Python"] == ">=3.11"
        needed = [one for one in told.get_all("Requires-Dist", []) if "extra ==" not in one]
        assert len(needed) == 5
        assert "Typing :: Typed" in told.get_all("Classifier", [])
        versions = {one.rpartition(" ")[2] for one in told.get_all("Classifier", []) if "Python :: 3." in one}
        assert versions == {"3.11", "3.12", "3.13", "3.14"}
        sources = {path.relative_to(ROOT / "sdk").as_posix() for path in (ROOT / "sdk/citadels_sdk").rglob("*.py")}
        assert sources <= set(wheel.namelist())


@pytest.mark.heavy
def test_a_compiled_wheel_says_for_which_platform_it_is(tmp_path: Path) -> None:
    build = os.environ.get("CITADELS_BUILD")
    if not build:
        pytest.skip("nothing is compiled in this run")
    compiled = "" if chosen(AFRESH) else build
    with built(ROOT / "engine", tmp_path, CITADELS_PURE="0", CITADELS_COMPILED=compiled) as wheel:
        assert "none-any" not in (wheel.filename or "")
        assert {name.split(".")[0] for name in top_levels(wheel)} == {
            "citadels_engine",
            "citadels_contest",
            "citadels_engine__mypyc",
        }
        modules = {
            Path(name).stem
            for name in wheel.namelist()
            if name.startswith(("citadels_engine/", "citadels_contest/")) and name.endswith(".py")
        }
        assert {"__init__", "game"} <= modules, "the sources stay beside what is compiled"
        wheel.extractall(tmp_path / "site")
    shown = subprocess.run(
        [sys.executable, "-S", "-c", "import citadels_engine as e; print(e.COMPILED, e.apply.__doc__)"],
        env={"PYTHONPATH": str(tmp_path / "site"), "PATH": os.environ["PATH"]},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert shown.stdout.startswith("True Take the decision awaited"), shown.stderr


@pytest.mark.heavy
def test_what_was_compiled_of_other_sources_is_not_taken(tmp_path: Path) -> None:
    build = os.environ.get("CITADELS_BUILD")
    if not build:
        pytest.skip("nothing is compiled in this run")
    shutil.copytree(build, tmp_path / "build")
    with (tmp_path / "build/citadels_engine/game.py").open("a") as source:
        source.write("\n")
    with pytest.raises(AssertionError, match="does not hold these sources"):
        built(ROOT / "engine", tmp_path, CITADELS_PURE="0", CITADELS_COMPILED=str(tmp_path / "build"))
