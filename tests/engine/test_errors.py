"""The engine's errors are objects like any other, compiled too: what a program puts into one stays there, also on the way to another process."""

import inspect
import pickle

import pytest
from citadels_contest.types import ContestError
from citadels_engine import errors

pytestmark = pytest.mark.interpreter

KINDS = [getattr(errors, name) for name in errors.__all__]


class Own(errors.IllegalAction):
    """An error of a user of the engine."""

    def __init__(self, what: str, *, seat: int = 0) -> None:
        super().__init__(what)
        self.seat = seat


@pytest.mark.parametrize("kind", [*KINDS, Own])
def test_an_error_keeps_what_is_put_into_it(kind: type[errors.CitadelsError]) -> None:
    error = kind("why")
    put = dict(vars(error))  # an exception made by mypyc has no `__dict__` of its own
    error.add_note("in a test")
    vars(error)["seat"] = 3
    assert vars(error) == {**put, "__notes__": ["in a test"], "seat": 3}
    assert getattr(error, "seat", None) == 3


@pytest.mark.parametrize("kind", [*KINDS, Own])
def test_an_error_survives_the_way_between_processes(kind: type[errors.CitadelsError]) -> None:
    error = kind("why")
    vars(error)["seat"] = 3
    error.add_note("in a test")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.code, vars(again)) == (kind, "why", kind.code, vars(error))


def test_an_error_of_a_tournament_survives_it_too() -> None:
    error = ContestError("bad_setting", "seats: 9 is not from 2 to 8")
    assert vars(error) == {"code": "bad_setting"}
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, str(again)) == (ContestError, error.code, str(error))


def test_every_error_says_what_it_is() -> None:
    assert [kind for kind in KINDS if not inspect.getdoc(kind)] == []
