"""Runs conformance cases: where a game stands, what is done, what must then hold (notation, section 5).

A step that the runner does not understand fails, as does a case that cannot be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.cards.registry import CHARACTERS, DISTRICTS, EDITIONS
from citadels_engine.errors import CaseError, CitadelsError, PositionError
from citadels_engine.formats.position import load, save
from citadels_engine.game import apply, is_over, legal_actions
from citadels_engine.rules.scoring import score, winners
from citadels_engine.views.view import view

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_engine.state import Game

__all__ = ["Failure", "check_case", "read_cases"]

CASE_KEYS: Final = ("id", "rules", "note", "seeds", "given", "steps")
ORDERED: Final = ("deck", "completed")
MISSING: Final = object()
NO_CARDS: Final = ("cast", "uniques", "options", "edition", "phase", "format", "kind", "used")
"""Fields of a view that name no card, or those that are in the game for everybody to see."""


class Failure(Exception):
    """What a case expected and what was found."""

    def __init__(self, step: int, expected: object, found: object, seed: str | None = None) -> None:
        super().__init__(step, expected, found)
        self.step = step
        self.expected = expected
        self.found = found
        self.seed = seed

    def __str__(self) -> str:
        where = f"step {self.step}" if self.seed is None else f"step {self.step}, seed {self.seed!r}"
        return f"{where}: expected {self.expected}, found {self.found}"


def read_cases(value: object) -> list[dict[str, object]]:
    """The cases of a parsed file: one object, or a list of them."""
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, list) or not all(isinstance(case, dict) for case in value):
        raise CaseError("a file of cases holds JSON objects, one a line or in a list")
    return list(value)


def check_case(case: dict[str, object]) -> Failure | None:
    """Run one case; None where it holds."""
    try:
        run_case(case)
    except Failure as failure:
        return failure
    except CitadelsError as error:
        return Failure(0, "a case that can be run", str(error))
    return None


def run_case(case: dict[str, object]) -> None:
    """Run the case, once or with each of its seeds."""
    for key in case:
        if key not in CASE_KEYS:
            raise CaseError(f"a case has no {key!r}")
    given = case.get("given")
    steps = case.get("steps")
    seeds = case.get("seeds")
    if not isinstance(given, dict) or not isinstance(steps, list) or not isinstance(case.get("id"), str):
        raise CaseError("a case has an id, `given` and a list of steps")
    rules = case.get("rules", [])
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise CaseError("`rules` is a list of ids")
    if not isinstance(case.get("note", ""), str):
        raise CaseError("`note` is a text")
    if seeds is None:
        run_steps(given, steps, None)
        return
    if type(seeds) is not int or seeds < 1:
        raise CaseError("`seeds` is a number from 1 on")
    for seed in range(seeds):
        run_steps({**given, "seed": str(seed)}, steps, str(seed))


def run_steps(given: dict[str, object], steps: list[object], seed: str | None) -> None:
    """Load the position and take the steps in order."""
    if any(isinstance(step, dict) and "refused" in step for step in steps):
        if steps != [{"refused": True}]:
            raise CaseError("`refused`: true is the only step of its case")
        check_refused(given)
        return
    try:
        game = load(given)
    except PositionError as error:
        raise Failure(0, "a position that can be read", str(error), seed) from None
    for number, step in enumerate(steps, 1):
        if not isinstance(step, dict) or len(step) == 0:
            raise CaseError(f"step {number}: a step is an object with keys")
        for key in step:
            if key not in STEP_KEYS:
                raise CaseError(f"step {number}: there is no step {key!r}")
        for key in STEP_KEYS:
            if key in step:
                Step(game, number, seed).run(key, step[key])


def check_refused(given: dict[str, object]) -> None:
    """The position must be rejected."""
    try:
        load(given)
    except PositionError:
        return
    raise Failure(1, "that `given` is refused", "a game")


class Step:
    """One key of one step."""

    def __init__(self, game: Game, number: int, seed: str | None) -> None:
        self.game = game
        self.number = number
        self.seed = seed

    def wrong(self, expected: object, found: object) -> Failure:
        """The failure of this step."""
        return Failure(self.number, expected, found, self.seed)

    def run(self, key: str, value: object) -> None:
        """Do or check what the key says."""
        check = CHECKS.get(key)
        if check is None:
            raise CaseError(f"step {self.number}: `refused` stands alone")
        check(self, value)

    def do_all(self, value: object) -> None:
        """Take actions."""
        for text in self.texts(value):
            self.do(text)

    def are_legal(self, value: object, expected: bool) -> None:
        """Check that actions are legal, or are not."""
        for text in self.texts(value):
            if (text in self.legal()) is not expected:
                raise self.wrong(f"{text!r} {'' if expected else 'not '}to be legal", self.legal())

    def only(self, value: object) -> None:
        """Check the whole list of legal actions."""
        expected = self.texts(value)
        if sorted(set(expected)) != sorted(self.legal()):
            extra = [text for text in self.legal() if text not in expected]
            missing = [text for text in expected if text not in self.legal()]
            raise self.wrong(f"only {expected}", f"too many: {extra}, missing: {missing}")

    def count(self, value: object) -> None:
        """Check how many actions are legal."""
        if type(value) is not int or value != len(self.legal()):
            raise self.wrong(f"{value} actions", f"{len(self.legal())}: {self.legal()}")

    def winners(self, value: object) -> None:
        """Check who wins."""
        if not isinstance(value, list) or not all(type(one) is int for one in value):
            raise CaseError(f"step {self.number}: `winners` is a list of seats")
        if sorted(value) != sorted(winners(self.game)):
            raise self.wrong(f"winners {value}", winners(self.game))

    def texts(self, value: object) -> list[str]:
        """One text or a list of them."""
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise CaseError(f"step {self.number}: {value!r} is no action and no list of actions")
        return list(texts)

    def legal(self) -> list[str]:
        """The texts of the legal actions."""
        return [action.text for action in legal_actions(self.game)]

    def do(self, text: str) -> None:
        """Take an action, by the seat whose decision it is."""
        legal = self.legal()
        if text == "*" and legal:
            text = legal[0]
        if text not in legal:
            raise self.wrong(f"{text!r} to be legal", legal)
        apply(self.game, text)

    def awaits(self, value: object) -> None:
        """Check the decision awaited."""
        decision = self.game.pending
        if value is None:
            if not is_over(self.game):
                raise self.wrong("a game that is over", "a decision is awaited")
            return
        if not isinstance(value, dict):
            raise CaseError(f"step {self.number}: `awaits` is an object or null")
        if decision is None:
            raise self.wrong(f"awaits {value}", "the game is over")
        found: dict[str, object] = {
            **(decision.saved() or {}),
            "seat": decision.seat,
            "kind": decision.kind,
            "n": self.game.n,
            "actions": self.legal(),
        }
        for key, expected in value.items():
            if key not in found:
                raise CaseError(f"step {self.number}: a decision has no {key!r}")
            if not same(expected, found[key], False):
                raise self.wrong(f"awaits {key} {expected}", found[key])

    def expect(self, position: dict[str, object], value: object) -> None:
        """Compare paths of a position or a view."""
        if not isinstance(value, dict):
            raise CaseError(f"step {self.number}: `expect` is an object of paths")
        for path, expected in value.items():
            self.known(path)
            found = look_up(position, path)
            if found is MISSING:
                raise self.wrong(f"{path} = {expected!r}", "no such path")
            ordered = path.partition(".")[0] in ORDERED
            if path in ("deck.top", "deck.bottom") and isinstance(expected, list) and isinstance(found, list):
                count = len(expected)
                found = found[:count] if path == "deck.top" else found[max(0, len(found) - count) :]
            if not same(expected, found, ordered):
                raise self.wrong(f"{path} = {expected!r}", found)

    def known(self, path: str) -> None:
        """Refuse a path that starts at no field of a position: it would always find nothing."""
        if path.partition(".")[0] not in save(self.game):
            raise CaseError(f"step {self.number}: a position has no field {path!r}")

    def holds(self, value: object, must: bool) -> None:
        """Check that lists hold, or lack, some ids."""
        if not isinstance(value, dict):
            raise CaseError(f"step {self.number}: `has` and `lacks` are objects of paths")
        position = save(self.game)
        for path, names in value.items():
            self.known(path)
            found = look_up(position, path)
            if found is None:
                found = []
            if not isinstance(found, list) or not isinstance(names, list):
                raise self.wrong(f"a list at {path}", found)
            plain = [plain_id(one) for one in found]
            for name in names:
                if plain.count(name) < (names.count(name) if must else 1):
                    if must:
                        raise self.wrong(f"{name} in {path}", plain)
                elif not must:
                    raise self.wrong(f"no {name} in {path}", plain)

    def view(self, value: object) -> None:
        """Check what a seat may know."""
        if not isinstance(value, dict) or not {"seat"} < set(value) <= {"seat", "expect", "hides"}:
            raise CaseError(f"step {self.number}: a `view` has a seat and `expect` or `hides`")
        seat = value["seat"]
        if seat is not None and (type(seat) is not int or not 0 <= seat < len(self.game.seats)):
            raise CaseError(f"step {self.number}: there is no seat {seat!r}")
        seen = view(self.game, seat).to_json()
        if "expect" in value:
            self.expect(seen, value["expect"])
        hidden = value.get("hides", [])
        if not isinstance(hidden, list) or not all(isinstance(name, str) for name in hidden):
            raise CaseError(f"step {self.number}: `hides` is a list of ids")
        words = ids_in(seen)
        for name in hidden:
            if not any(name in CHARACTERS[edition] or name in DISTRICTS[edition] for edition in EDITIONS):
                raise CaseError(f"step {self.number}: there is no {name!r} to hide")
            if name in words:
                raise self.wrong(f"no {name} in the view of {seat}", "it is there")

    def score(self, value: object) -> None:
        """Check points."""
        if not isinstance(value, dict):
            raise CaseError(f"step {self.number}: `score` is an object of seats")
        seats = [str(seat) for seat in range(len(self.game.seats))]
        for number, points in value.items():
            if number not in seats:
                raise CaseError(f"step {self.number}: there is no seat {number!r}")
            found = score(self.game, int(number))
            if found.total != points:
                raise self.wrong(f"{points} points of seat {number}", f"{found.total}: {found.lines}")


CHECKS: Final[dict[str, Callable[[Step, object], None]]] = {
    "do": Step.do_all,
    "legal": lambda step, value: step.are_legal(value, True),
    "illegal": lambda step, value: step.are_legal(value, False),
    "only": Step.only,
    "count": Step.count,
    "awaits": Step.awaits,
    "expect": lambda step, value: step.expect(save(step.game), value),
    "has": lambda step, value: step.holds(value, True),
    "lacks": lambda step, value: step.holds(value, False),
    "view": Step.view,
    "score": Step.score,
    "winners": Step.winners,
}
"""The keys of a step, in the order in which they hold."""
STEP_KEYS: Final = ("refused", *CHECKS)


def look_up(position: object, path: str) -> object:
    """What stands at a path; what is left out is null, `.size` the length of a list."""
    here = position
    words = path.split(".")
    for i, word in enumerate(words):
        last = i == len(words) - 1
        if last and word == "size":
            if here is None or isinstance(here, list):
                return len(here or [])
            return here if isinstance(here, int) else MISSING
        if last and words[0] == "deck" and word in ("top", "bottom") and isinstance(here, list):
            return here
        if isinstance(here, dict):
            here = here.get(word)
        elif isinstance(here, list):
            if not (word.isascii() and word.isdigit()):
                return MISSING
            here = here[int(word)] if int(word) < len(here) else None
        elif isinstance(here, str):
            here = here if word in ("id", "character") else None
        elif here is not None:
            return MISSING
    return here


def plain_id(value: object) -> object:
    """The id in a long form."""
    if isinstance(value, dict):
        return value.get("id", value.get("character", value))
    return value


def same(expected: object, found: object, ordered: bool) -> bool:
    """Whether two values say the same: lists as multisets unless ordered, a short form like its long one."""
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and same_lists(expected, found, ordered)
    if isinstance(expected, dict) and isinstance(found, dict):
        extra = [value for key, value in found.items() if key not in expected and not may_go_unsaid(key, value, found)]
        return not extra and all(same(value, found.get(key), ordered) for key, value in expected.items())
    if expected is None or expected == []:
        values = [found[key] for key in found if key != "by"] if isinstance(found, dict) else [found]
        return all(map(is_default, values))
    if isinstance(expected, str) and isinstance(found, dict):
        return plain_id(found) == expected and is_default(found.get("tucked"))
    if isinstance(found, str) and isinstance(expected, dict):
        return plain_id(expected) == found and all(
            value in ([], None) for key, value in expected.items() if key not in ("id", "character")
        )
    return type(expected) is type(found) and expected == found


def same_lists(expected: list[object], found: list[object], ordered: bool) -> bool:
    """Whether two lists of the same length say the same."""
    if ordered:
        return all(same(one, other, ordered) for one, other in zip(expected, found, strict=True))
    left = list(found)
    for one in expected:
        for i, other in enumerate(left):
            if same(one, other, ordered):
                left.pop(i)
                break
        else:
            return False
    return True


def may_go_unsaid(key: str, value: object, found: dict[str, object]) -> bool:
    """Whether a field of an object need not be named: it has its default, or the notation lets it be left out."""
    in_decision = "kind" in found and (key in ("seat", "lent", "under") or (key == "left" and value == 1))
    return is_default(value) or in_decision or key in ("by", "shown")


def is_default(value: object) -> bool:
    """Whether a field with this value might as well be left out."""
    return value is None or value is False or value == [] or value == 0


def ids_in(value: object) -> set[str]:
    """Every card that the values of a view name; what only looks like one is left out: options, kinds, verbs."""
    found: set[str] = set()
    if isinstance(value, dict):
        for key, part in value.items():
            if key in ("actions", "do"):
                for text in part if isinstance(part, list) else [part]:
                    found |= ids_in(str(text).partition(" ")[2])
            elif key not in NO_CARDS:
                found |= ids_in(part)
    elif isinstance(value, list):
        for part in value:
            found |= ids_in(part)
    elif isinstance(value, str):
        for word in value.split():
            found.add(word.removesuffix("+"))
    return found
