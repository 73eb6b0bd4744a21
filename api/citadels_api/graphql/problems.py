"""Expected failures: the members of every mutation's result that implement the interface `Problem`."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

import strawberry

from citadels_api.graphql.fields import item, told
from citadels_api.graphql.inputs import as_written
from citadels_api.problems import PROBLEMS, Refusal

PASSED_ON: Final = frozenset({"unavailable", "unknown_outcome", "store_full", "internal"})
"""Codes that are not problems of the request. They are in `errors`, and set the status of the whole response."""

CODES: Any = Enum
ProblemCode: Any = strawberry.enum(
    CODES(
        "ProblemCode",
        {
            code.upper(): strawberry.enum_value(code, description=f"{kind.title}. {kind.description}")
            for code, kind in PROBLEMS.items()
        },
        module=__name__,
    ),
    description="Why a request was refused: the codes of REST, in capitals.",
)


@dataclass(slots=True)
class Told:
    """A refusal, as the problem types read it."""

    code: str
    message: str
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The title of the code."""
        return PROBLEMS[self.code].title

    @classmethod
    def of(cls, refusal: Refusal) -> "Told":
        """The members of a refusal."""
        return cls(refusal.code, refusal.message, refusal.extra)

    @classmethod
    def of_document(cls, document: dict[str, Any]) -> "Told":
        """The members of a problem document."""
        return cls(document["code"], document.get("detail", document["code"]), document)


def extra(name: str, default: object = None) -> Any:
    """Read an extra member of a refusal."""

    def read(told_: Told) -> object:
        return told_.extra.get(name, default)

    return read


def faults(problem: Told) -> list[dict[str, str]]:
    """The invalid fields, each with its message."""
    found = problem.extra.get("errors")
    if not isinstance(found, list):
        return []
    return [{"path": as_written(str(one.get("path", ""))), "message": str(one.get("message", ""))} for one in found]


def retry_after(problem: Told) -> int:
    """In how many seconds to try again."""
    return max(1, -int(-float(problem.extra.get("retry_after", 1)) // 1))


@strawberry.interface(description="An expected failure. Programs read `code`, people read `message`.")
class Problem:
    """An expected failure."""

    code: ProblemCode = told("Why it was refused.")
    title: str = told("A short title, the same for every refusal with this code.")
    message: str = told("The details of this refusal, in a sentence.")


@strawberry.type(description="What is wrong with one field of the input.")
class FieldFault:
    """What is wrong with one field of the input."""

    path: str = told("The path of the field.", item("path"))
    message: str = told("What is wrong with it.", item("message"))


@strawberry.type(description="The input is not well-formed.")
class InvalidProblem(Problem):
    """The input is not well-formed."""

    errors: list[FieldFault] = told("The invalid fields, if they are known.", faults)


@strawberry.type(description="You may not do this, or you are not authenticated.")
class AccessProblem(Problem):
    """You may not do this, or you are not authenticated."""

    scope: str | None = told("The scope that the credential lacks, if that is the reason.", extra("scope"))


@strawberry.type(description="The object does not exist, or you may not see it.")
class NotFoundProblem(Problem):
    """The object does not exist, or you may not see it."""


@strawberry.type(description="The rate limit is used up.")
class RateLimitedProblem(Problem):
    """The rate limit is used up."""

    retry_after: int = told("In how many seconds to try again.", retry_after)


@strawberry.type(description="No game is possible with this setup.")
class BadSetupProblem(Problem):
    """No game is possible with this setup."""

    errors: list[FieldFault] = told("The invalid fields.", faults)


@strawberry.type(description="The tournament does not allow this in its current state.")
class NotPossibleProblem(Problem):
    """The tournament does not allow this in its current state."""

    reason: str | None = told("The reason, in a word.", extra("reason"))


@strawberry.type(description="Any other refusal: see its code.")
class RefusedProblem(Problem):
    """Any other refusal."""


@strawberry.type(description="The game has moved on.")
class ConflictProblem(Problem):
    """The game has moved on."""

    n: int = told("The number of the current decision.", extra("n", 0))


@strawberry.type(description="The rules forbid the action.")
class IllegalActionProblem(Problem):
    """The rules forbid the action."""

    rule: str | None = told("The rule that forbids the action, if there is a single one.", extra("rule"))
    legal: list[str] = told("All legal actions, as texts.", extra("legal", []))


@strawberry.type(description="Another seat has to decide.")
class NotYourTurnProblem(Problem):
    """Another seat has to decide."""

    n: int = told("The number of the current decision.", extra("n", 0))


@strawberry.type(description="The idempotency key was already used with another request.")
class KeyReusedProblem(Problem):
    """The idempotency key was already used with another request."""


@strawberry.type(description="The time for the decision was over when the move arrived.")
class ClockExpiredProblem(Problem):
    """The time for the decision was over when the move arrived."""


@strawberry.type(description="The game has ended.")
class GameOverProblem(Problem):
    """The game has ended."""


Problems = InvalidProblem | AccessProblem | NotFoundProblem | RateLimitedProblem | RefusedProblem
"""The problems that every mutation may return."""

MOVE = (
    ConflictProblem
    | IllegalActionProblem
    | NotYourTurnProblem
    | KeyReusedProblem
    | ClockExpiredProblem
    | GameOverProblem
)
"""The other problems that a move may return."""

BY_CODE: Final[dict[str, str]] = {
    "invalid": "InvalidProblem",
    "unauthenticated": "AccessProblem",
    "expired": "AccessProblem",
    "forbidden": "AccessProblem",
    "not_found": "NotFoundProblem",
    "rate_limited": "RateLimitedProblem",
    "bad_setup": "BadSetupProblem",
    "not_possible": "NotPossibleProblem",
    "conflict": "ConflictProblem",
    "illegal_action": "IllegalActionProblem",
    "not_your_turn": "NotYourTurnProblem",
    "key_reused": "KeyReusedProblem",
    "clock_expired": "ClockExpiredProblem",
    "game_over": "GameOverProblem",
}


def problem_type(code: str, among: Any = None) -> str:
    """The problem type for a code; the general one if there is no special type."""
    name = BY_CODE.get(code, "RefusedProblem")
    return name if among is None or name in among else "RefusedProblem"
