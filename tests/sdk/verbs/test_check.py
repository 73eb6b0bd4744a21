"""`citadels check`: one line for each failing case, the sum as the last line, the exit status."""

import json
from pathlib import Path

import pytest
from citadels_sdk.cli import citadels
from click.testing import CliRunner

GOOD = {
    "id": "good",
    "given": {
        "players": 2,
        "cast": ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"],
    },
    "steps": [{"awaits": {"kind": "pick"}}],
}
WRONG = {**GOOD, "id": "wrong", "steps": [{"awaits": {"kind": "pick"}}, {"expect": {"round": 2}}]}
STRANGE = {**GOOD, "id": "strange", "steps": [{"hope": True}]}


def check(*files: Path | str) -> tuple[int, list[str]]:
    result = CliRunner().invoke(citadels, ["check", *map(str, files)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output.splitlines()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cases.json"


def test_cases_that_hold_pass(file: Path) -> None:
    file.write_text(json.dumps([GOOD, GOOD]))
    assert check(file) == (0, ["2 passed, 0 failed"])


def test_a_failing_case_is_one_line_with_id_step_expected_and_found(file: Path) -> None:
    file.write_text(json.dumps([GOOD, WRONG]))
    assert check(file) == (1, ["wrong: step 2: expected round = 2, found 1", "1 passed, 1 failed"])


def test_a_case_that_is_not_understood_fails(file: Path) -> None:
    file.write_text(json.dumps([STRANGE, GOOD]))
    status, lines = check(file)
    assert (status, lines[-1]) == (1, "1 passed, 1 failed")
    assert "strange" in lines[0]
    assert "there is no step 'hope'" in lines[0]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        json.dumps(GOOD, indent=2),
        json.dumps(GOOD) + "\n",
        json.dumps(GOOD) + "\n\n" + json.dumps(GOOD) + "\n",
        json.dumps([GOOD], indent=1),
    ],
    ids=["object", "pretty", "line", "lines", "list"],
)
def test_a_file_is_an_object_a_list_or_an_object_a_line(file: Path, text: str) -> None:
    file.write_text(text)
    assert check(file) == (0, [f"{text.count('good')} passed, 0 failed"])


def test_the_sum_is_over_all_files(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps([GOOD, WRONG]))
    (tmp_path / "b.json").write_text(json.dumps(GOOD))
    assert check(tmp_path / "a.json", tmp_path / "b.json")[1][-1] == "2 passed, 1 failed"


def test_a_file_that_is_not_there_is_one_failure_and_the_others_are_run(file: Path, tmp_path: Path) -> None:
    file.write_text(json.dumps(GOOD))
    status, lines = check(tmp_path / "none.json", file)
    assert (status, lines[-1]) == (1, "1 passed, 1 failed")
    assert "none.json: the file cannot be read" in lines[0]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "the file cannot be read"),
        ("[", "the file cannot be read"),
        ("3", "holds JSON objects"),
        ("[3]", "holds JSON objects"),
        ("[" * 100_000, "the file cannot be read"),
        ("\udcff", "the file cannot be read"),
    ],
    ids=["empty", "broken", "number", "numbers", "deep", "no text"],
)
def test_a_file_that_is_no_file_of_cases_fails(file: Path, text: str, fault: str) -> None:
    file.write_text(text, errors="surrogateescape")
    status, lines = check(file)
    assert (status, lines[-1]) == (1, "0 passed, 1 failed")
    assert len(lines) == 2
    assert fault in lines[0]


@pytest.mark.parametrize("line", ["{", "7", '{"id":'])
def test_a_line_that_is_no_case_fails_alone(file: Path, line: str) -> None:
    good = json.dumps(GOOD)
    for number, lines in enumerate(([line, good], [good, line, good], [good, line]), 1):
        file.write_text("\n".join(lines))
        status, told = check(file)
        assert (status, told[-1]) == (1, f"{len(lines) - 1} passed, 1 failed")
        assert f"{file}: line {min(number, 2)}: " in told[0]


def test_a_case_without_an_id_is_named_by_its_place(file: Path) -> None:
    file.write_text(json.dumps([GOOD, {**GOOD, "id": None}]))
    assert f"{file}, case 2: " in check(file)[1][0]


def test_a_key_said_twice_fails_its_case(file: Path) -> None:
    file.write_text("[" + json.dumps(GOOD)[:-1] + ', "steps": []},' + json.dumps(GOOD) + "]")
    status, lines = check(file)
    assert (status, lines[-1]) == (1, "1 passed, 1 failed")
    assert "steps (twice)" in lines[0]


def test_a_fault_of_the_engine_fails_its_case_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from citadels_engine.formats import conformance

    def check_case(case: dict[str, object]) -> None:
        if case["id"] == "wrong":
            raise KeyError("a hole")

    monkeypatch.setattr(conformance, "check_case", check_case)
    file.write_text(json.dumps([WRONG, GOOD]))
    status, lines = check(file)
    assert (status, lines[-1]) == (1, "1 passed, 1 failed")
    assert "KeyError" in lines[0]


def test_without_a_file_it_says_how_it_is_used() -> None:
    result = CliRunner().invoke(citadels, ["check"])
    assert result.exit_code == 2
    assert "FILE" in result.output
