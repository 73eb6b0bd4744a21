"""Every code of the service is raised as a class of its own family, and tells nothing that is secret."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from citadels_api.problems import PROBLEMS
from citadels_sdk import errors
from citadels_sdk.errors import CODES, CitadelsError, ServiceError, Unavailable, refusal

from tests.support.kept import assert_kept

pytestmark = pytest.mark.interpreter


def classes(root: type[CitadelsError]) -> list[type[CitadelsError]]:
    """A class and all below it."""
    return [root, *[one for child in root.__subclasses__() for one in classes(child)]]


def test_every_code_of_the_service_has_a_class() -> None:
    assert set(CODES) == set(PROBLEMS)


@pytest.mark.parametrize("code", sorted(PROBLEMS))
def test_a_code_is_raised_as_its_class(code: str) -> None:
    status = PROBLEMS[code].status
    error = refusal(code, "why", status=status, request_id="r1")
    assert type(error) is CODES[code]
    assert (error.code, error.status, error.request_id) == (code, status, "r1")
    assert isinstance(error, Unavailable) == (status >= 500)
    assert error.advice
    assert str(error) == f"{code}: why"


@pytest.mark.parametrize("code", sorted(PROBLEMS))
def test_a_code_is_in_the_family_of_its_status(code: str) -> None:
    status = PROBLEMS[code].status
    family = type(refusal("never heard of", "why", status=status))
    exempt = {"illegal_action", "key_reused"} if status == 422 else {"precondition_failed"}
    assert issubclass(CODES[code], family) or code in exempt


@pytest.mark.parametrize(
    ("status", "family"),
    [
        (400, errors.Refused),
        (401, errors.NotSignedIn),
        (403, errors.NotAllowed),
        (404, errors.NotFound),
        (409, errors.NotPossible),
        (418, errors.Refused),
        (422, errors.Invalid),
        (429, errors.TooMany),
        (500, errors.Broken),
        (503, errors.Unavailable),
        (507, errors.Unavailable),
    ],
)
def test_an_unknown_code_is_of_the_family_of_its_status(status: int, family: type[ServiceError]) -> None:
    error = refusal("brand_new", "why", status=status)
    assert type(error) is family
    assert error.code == "brand_new"


def test_what_a_problem_tells_besides_is_there() -> None:
    illegal = refusal("illegal_action", "no", status=422, problem={"rule": "D-KEEP-1", "legal": ["gold", "draw"]})
    assert isinstance(illegal, errors.IllegalMove)
    assert (illegal.rule, illegal.legal) == ("D-KEEP-1", ("gold", "draw"))
    late = refusal("clock_expired", "no", status=409, problem={"deadline": 7})
    assert isinstance(late, errors.TimeIsUp)
    assert late.deadline == 7
    bare = refusal("illegal_action", "no", status=422)
    assert isinstance(bare, errors.IllegalMove)
    assert (bare.rule, bare.legal) == (None, ())
    lacking = refusal("forbidden", "no", status=403, problem={"scope": "play"})
    assert isinstance(lacking, errors.NotAllowed)
    assert lacking.scope == "play"
    early = refusal("not_possible", "no", status=409, problem={"reason": "no_result"})
    assert isinstance(early, errors.NotPossible)
    assert early.reason == "no_result"
    wrong = refusal("invalid", "no", status=400, problem={"errors": [{"path": "n", "message": "a number"}, 5]})
    assert isinstance(wrong, errors.Invalid)
    assert wrong.errors == (("n", "a number"),)


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    """Each class stands under its parent, one step further in."""
    assert errors.__doc__ is not None
    drawn: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    for line in errors.__doc__.splitlines():
        name = line.split()[0] if line.startswith("    ") else ""
        if not hasattr(errors, name) or not name:
            continue
        depth = len(line) - len(line.lstrip())
        above = [one for one in above if one[0] < depth]
        drawn[name] = above[-1][1] if above else ""
        above.append((depth, name))
    own = [kind for kind in classes(CitadelsError) if kind.__module__ == errors.__name__]
    assert drawn == {"CitadelsError": "", **{kind.__name__: kind.__bases__[0].__name__ for kind in own}}
    assert {kind.__name__ for kind in own} <= set(errors.__all__)


def test_errors_survive_the_way_between_processes() -> None:
    error = refusal("conflict", "why", status=409, problem={"n": 3}, retry_after=2.0)
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, errors.Conflict)
    assert (again.n, again.retry_after, str(again)) == (3, 2.0, "conflict: why")
    fault = pickle.loads(pickle.dumps(errors.BotTimeout("it took 3 s", bot="mason", seat=1, n=4, kind="turn")))
    assert isinstance(fault, errors.BotTimeout)
    assert (fault.bot, fault.seat, fault.n, fault.kind) == ("mason", 1, 4, "turn")


@pytest.mark.parametrize("kind", [kind for kind in classes(CitadelsError) if kind.__module__ == errors.__name__])
def test_nothing_of_an_error_is_lost_on_that_way(kind: type[CitadelsError]) -> None:
    error = kind("why")
    error.add_note("in a test")
    vars(error)["code"] = "of_its_own"
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (kind, str(error), vars(error))


def test_every_error_has_the_code_and_the_advice_that_people_have_read() -> None:
    own = [kind for kind in dict.fromkeys(classes(CitadelsError)) if kind.__module__ == errors.__name__]
    lines = [
        f"{kind.__name__} ({kind.__bases__[0].__name__}) {getattr(kind, 'code', '')}: {getattr(kind, 'advice', '')}"
        for kind in own
    ]
    codes = [f"{code}: {kind.__name__}" for code, kind in CODES.items()]
    assert_kept(Path(__file__).parent / "kept" / "errors.txt", [*lines, "--", *codes])


def test_a_fault_says_where_it_was_and_how_to_see_it_again() -> None:
    fault = errors.BotRaised("it raised", bot="mason", seat=0, n=0, kind="turn", repro="citadels bot repro")
    assert str(fault) == "mason at seat 0, decision 0: it raised\nsee it again: citadels bot repro"
    assert str(errors.BotRaised("it raised")) == "it raised"
    assert str(errors.BotRaised("it raised", seat=2)) == "at seat 2: it raised"
    assert str(errors.BotRaised("it raised", n=7)) == "decision 7: it raised"
    assert str(errors.BotRaised("it raised", bot="mason", n=7)) == "mason, decision 7: it raised"
    assert (fault.what, fault.bot, fault.seat, fault.n, fault.kind, fault.repro) == (
        "it raised",
        "mason",
        0,
        0,
        "turn",
        "citadels bot repro",
    )
    bare = errors.BotRaised("it raised")
    assert (bare.bot, bare.seat, bare.n, bare.kind, bare.repro) == ("", None, None, None, None)


def test_an_error_of_a_service_has_what_is_known_of_it() -> None:
    bare = errors.NotFound("why")
    assert (bare.code, bare.what, bare.status, bare.request_id, bare.retry_after, bare.problem) == (
        "not_found",
        "why",
        None,
        None,
        None,
        {},
    )
    whole = errors.NotFound("why", code="gone", status=410, request_id="r", retry_after=1.5, problem={"a": 1})
    assert (whole.code, whole.status, whole.request_id, whole.retry_after, whole.problem) == (
        "gone",
        410,
        "r",
        1.5,
        {"a": 1},
    )
    assert str(whole) == "gone: why"


@pytest.mark.parametrize("told", [None, "no list", {"path": "n"}, 7])
def test_what_a_problem_tells_in_another_form_is_left_out(told: object) -> None:
    problem = dict.fromkeys(("errors", "legal", "rule", "scope", "n", "deadline", "reason"), told)
    invalid, illegal = errors.Invalid("no", problem=problem), errors.IllegalMove("no", problem=problem)
    assert (invalid.errors, illegal.legal) == ((), ())
    assert illegal.rule == (told if isinstance(told, str) else None)
    assert errors.NotPossible("no", problem=problem).reason == (told if isinstance(told, str) else None)
    assert errors.NotAllowed("no", problem=problem).scope == (told if isinstance(told, str) else None)
    assert errors.Conflict("no", problem=problem).n == (told if isinstance(told, int) else None)
    assert errors.TimeIsUp("no", problem=problem).deadline == (told if isinstance(told, int) else None)


def test_fields_without_a_path_or_a_message_are_told_all_the_same() -> None:
    wrong = errors.Invalid("no", problem={"errors": [{}, {"path": 3}, {"message": "m"}]})
    assert wrong.errors == (("", ""), ("3", ""), ("", "m"))
