"""Expected failures: the members of every mutation's result that stand behind the one interface `Problem`."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

import strawberry

from citadels_api.graphql.fields import item, told
from citadels_api.graphql.inputs import as_written
from citadels_api.problems import PROBLEMS, Refusal

PASSED_ON: Final = frozenset({"unavailable", "unknown_outcome", "internal"})
"""What is not a problem of the request: it stands in `errors`, and the whole answer has its status."""

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
    description="Why something was refused: the same words, in capitals, as in REST.",
)


@dataclass(slots=True)
class Told:
    """A refusal, as the problems read it."""

    code: str
    message: str
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The title of the code."""
        return PROBLEMS[self.code].title

    @classmethod
    def of(cls, refusal: Refusal) -> "Told":
        """What a refusal tells."""
        return cls(refusal.code, refusal.message, refusal.extra)

    @classmethod
    def of_document(cls, document: dict[str, Any]) -> "Told":
        """What a problem document tells."""
        return cls(document["code"], document.get("detail", document["code"]), document)


def extra(name: str, default: object = None) -> Any:
    """Reads an extra member of a refusal."""

    def read(told_: Told) -> object:
        return told_.extra.get(name, default)

    return read


def faults(problem: Told) -> list[dict[str, str]]:
    """The fields at fault, each with its message."""
    found = problem.extra.get("errors")
    if not isinstance(found, list):
        return []
    return [{"path": as_written(str(one.get("path", ""))), "message": str(one.get("message", ""))} for one in found]


def retry_after(problem: Told) -> int:
    """In how many seconds to come back."""
    return max(1, -int(-float(problem.extra.get("retry_after", 1)) // 1))


@strawberry.interface(
    description="An expected failure: what a program reads is `code`, what a person reads is `message`."
)
class Problem:
    """An expected failure."""

    code: ProblemCode = told("Why it was refused.")
    title: str = told("The same in a few words, alike for every refusal under the code.")
    message: str = told("What holds for this refusal, in a sentence.")


@strawberry.type(description="What is wrong with one field of the input.")
class FieldFault:
    """What is wrong with one field of the input."""

    path: str = told("The path of the field.", item("path"))
    message: str = told("What is wrong with it.", item("message"))


@strawberry.type(description="Something in the input has a wrong form.")
class InvalidProblem(Problem):
    """Something in the input has a wrong form."""

    errors: list[FieldFault] = told("The fields at fault, where they are known one by one.", faults)


@strawberry.type(description="Who asks may not do this, or did not say who he is.")
class AccessProblem(Problem):
    """Who asks may not do this."""

    scope: str | None = told("The scope that the credential lacks, if that is why.", extra("scope"))


@strawberry.type(description="There is nothing under this id, or nothing that you may see.")
class NotFoundProblem(Problem):
    """There is nothing under this id."""


@strawberry.type(description="The allowance is used up.")
class RateLimitedProblem(Problem):
    """The allowance is used up."""

    retry_after: int = told("In how many seconds to come back.", retry_after)


@strawberry.type(description="No game can be set up like this.")
class BadSetupProblem(Problem):
    """No game can be set up like this."""

    errors: list[FieldFault] = told("The fields at fault.", faults)


@strawberry.type(description="The tournament cannot take this as it stands.")
class NotPossibleProblem(Problem):
    """The tournament cannot take this as it stands."""

    reason: str | None = told("Why, in a word.", extra("reason"))


@strawberry.type(description="Any other refusal: its code says which.")
class RefusedProblem(Problem):
    """Any other refusal."""


@strawberry.type(description="The game has moved on.")
class ConflictProblem(Problem):
    """The game has moved on."""

    n: int = told("The number of the decision awaited now.", extra("n", 0))


@strawberry.type(description="The rules do not allow the action.")
class IllegalActionProblem(Problem):
    """The rules do not allow the action."""

    rule: str | None = told("The rule that stands in the way, if one does more than any other.", extra("rule"))
    legal: list[str] = told("All legal actions, as texts.", extra("legal", []))


@strawberry.type(description="The decision awaited is another seat's.")
class NotYourTurnProblem(Problem):
    """The decision awaited is another seat's."""

    n: int = told("The number of the decision awaited now.", extra("n", 0))


@strawberry.type(description="The idempotency key came before, with another request.")
class KeyReusedProblem(Problem):
    """The idempotency key came before, with another request."""


@strawberry.type(description="The decision's time had run out when the move arrived.")
class ClockExpiredProblem(Problem):
    """The decision's time had run out."""


@strawberry.type(description="The game has ended.")
class GameOverProblem(Problem):
    """The game has ended."""


Problems = InvalidProblem | AccessProblem | NotFoundProblem | RateLimitedProblem | RefusedProblem
"""What every mutation may answer."""

MOVE = (
    ConflictProblem
    | IllegalActionProblem
    | NotYourTurnProblem
    | KeyReusedProblem
    | ClockExpiredProblem
    | GameOverProblem
)
"""What a move may answer besides."""

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
    """The type that tells of a code; where it is not among these types, the one for all others."""
    name = BY_CODE.get(code, "RefusedProblem")
    return name if among is None or name in among else "RefusedProblem"
