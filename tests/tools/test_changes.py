"""Which tests a change picks, in a small tree made for it and in this one."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tools import changes

ROOT = Path(__file__).resolve().parents[2]
TREE = {
    "engine/citadels_engine/__init__.py": "from citadels_engine.view import seen\nfrom citadels_engine.dice import roll\n",
    "engine/citadels_engine/dice.py": "def roll():\n    return 4\n",
    "engine/citadels_engine/view.py": (
        "from __future__ import annotations\nfrom typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from citadels_engine.dice import roll\n\ndef seen():\n    return 1\n"
    ),
    "engine/citadels_engine/cards/characters/__init__.py": "from pkgutil import iter_modules\n",
    "engine/citadels_engine/cards/characters/thief.py": "from ...dice import roll\n",
    "sdk/citadels_sdk/bot.py": "def play():\n    from citadels_engine import seen\n    return seen()\n",
    "web/core/live.mjs": "export const live = 1;\n",
    "web/board/table.mjs": 'import { live } from "../core/live.mjs";\n',
    "tests/engine/test_dice.py": "from citadels_engine.dice import roll\n",
    "tests/engine/test_seats.py": 'from citadels_engine import roll\nTEXT = "the thief"\n',
    "tests/engine/cards/characters/test_rank_2.py": 'from citadels_engine.cards import characters\nCARD = "thief"\n',
    "tests/engine/test_views.py": "from citadels_engine import seen\n",
    "tests/sdk/test_bot.py": "from citadels_sdk.bot import play\n",
    "tests/sdk/test_bot_files.py": "import json\n",
    "tests/docs/test_pages.py": 'PAGE = "docs/NOTATION.md"\n',
    "tests/web/unit/core/live.test.mjs": 'import { live } from "../../../../web/core/live.mjs";\n',
    "tests/web/unit/board/table.test.mjs": 'import "../../../../web/board/table.mjs";\n',
    "tests/rulebook/test_cases.py": "",
    "tests/cases/a.json": json.dumps([{"id": "a-thief-steals", "steps": []}, {"id": "a-king", "steps": []}]),
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in TREE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def picked(tree: Path, path: str, within_s: float = 100.0) -> list[str]:
    return changes.choose([path], within_s, tree).chosen


def test_the_test_that_mirrors_a_module_comes_first(tree: Path) -> None:
    assert picked(tree, "engine/citadels_engine/dice.py")[:2] == [
        "tests/engine/test_dice.py",
        "tests/engine/test_seats.py",
    ]


def test_a_name_that_a_package_hands_on_leads_to_the_module_that_has_it(tree: Path) -> None:
    assert picked(tree, "engine/citadels_engine/view.py") == [
        "tests/engine/test_views.py",
        "tests/sdk/test_bot.py",
    ]


def test_an_import_for_the_type_checker_is_none(tree: Path) -> None:
    assert "tests/engine/test_views.py" not in picked(tree, "engine/citadels_engine/dice.py")


def test_what_is_imported_late_counts(tree: Path) -> None:
    assert "tests/sdk/test_bot.py" in picked(tree, "engine/citadels_engine/view.py")


def test_a_test_whose_name_goes_on_mirrors_too(tree: Path) -> None:
    assert picked(tree, "sdk/citadels_sdk/bot.py") == ["tests/sdk/test_bot.py"]
    assert changes.mirrors("tests/sdk/test_bot_files.py", "sdk/citadels_sdk/bot.py")
    assert not changes.mirrors("tests/engine/test_bot.py", "sdk/citadels_sdk/bot.py")


def test_a_card_has_the_tests_that_name_it_and_its_cases(tree: Path) -> None:
    assert picked(tree, "engine/citadels_engine/cards/characters/thief.py") == [
        "tests/engine/cards/characters/test_rank_2.py",
        "tests/rulebook/test_cases.py::test_case_holds[a-thief-steals]",
    ]


def test_a_module_of_the_page_has_its_unit_tests(tree: Path) -> None:
    assert picked(tree, "web/core/live.mjs") == [
        "tests/web/unit/core/live.test.mjs",
        "tests/web/unit/board/table.test.mjs",
    ]


def test_a_page_has_the_tests_that_name_it(tree: Path) -> None:
    assert "tests/docs/test_pages.py" in picked(tree, "docs/NOTATION.md")


def test_a_changed_test_is_chosen_itself(tree: Path) -> None:
    assert picked(tree, "tests/engine/test_dice.py") == ["tests/engine/test_dice.py"]


def test_what_does_not_fit_into_the_time_is_left_and_the_nearest_is_not(tree: Path) -> None:
    near = changes.choose(["engine/citadels_engine/dice.py"], 0.1, tree)
    assert near.chosen == ["tests/engine/test_dice.py"]
    assert "tests/engine/test_seats.py" in near.left


def test_a_file_that_changes_is_read_again(tree: Path) -> None:
    changes.read_graph(tree)
    (tree / "tests/sdk/test_bot_files.py").write_text("from citadels_sdk.bot import play, more\n")
    assert "tests/sdk/test_bot_files.py" in picked(tree, "sdk/citadels_sdk/bot.py")


def test_fixtures_reach_the_tests_of_their_folder(tree: Path) -> None:
    (tree / "tests/sdk/conftest.py").write_text("from citadels_engine.dice import roll\n")
    assert "tests/sdk/test_bot_files.py" in picked(tree, "engine/citadels_engine/dice.py")
    assert "tests/docs/test_pages.py" not in picked(tree, "engine/citadels_engine/dice.py")


def test_what_differs_from_a_commit_is_found_whether_git_knows_it_or_not(tree: Path) -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], cwd=tree, check=True, capture_output=True, timeout=30)

    git("init")
    git("add", ".")
    git("commit", "-m", "One")
    assert changes.changed_files("HEAD", tree) == []
    (tree / "docs").mkdir()
    (tree / "docs/É page.md").write_text("")
    (tree / "web/core/live.mjs").write_text("")
    assert changes.changed_files("HEAD", tree) == ["docs/É page.md", "web/core/live.mjs"]


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("engine/citadels_engine/rules/scoring.py", "tests/engine/rules/test_scoring.py"),
        ("sdk/citadels_sdk/client/request_cycle.py", "tests/sdk/client/test_request_cycle.py"),
        ("engine/citadels_engine/cards/characters/thief.py", "tests/engine/cards/characters/test_rank_2.py"),
        ("api/citadels_api/tables/rest.py", "tests/api/rest/test_operations.py"),
    ],
)
def test_a_change_here_picks_the_test_that_a_reader_would(path: str, wanted: str) -> None:
    assert wanted in changes.choose([path], 8.0).chosen
