"""What a check takes up of the games that were played: findings, counts, the slowest decisions, its scope and its end."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk.bot import Accepts
from citadels_sdk.checking import bot_check as checks
from citadels_sdk.checking.bot_check import CODES, LIMIT, SEED, Check, check_bot, differing, scope_of
from citadels_sdk.checking.checked_seat import Asked, Mishap, Sat
from citadels_sdk.checking.coverage import Coverage
from citadels_sdk.checking.plan import Planned
from citadels_sdk.checking.report import Finding, Scope
from citadels_sdk.errors import BotDied, BotFault
from citadels_sdk.local.bot_loader import Entrant, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLANNED = Planned("check/3", 1, 3, "classic", scenario=None, cast=("thief", "king"), against="greedy")
ALL = Scope()


def check(source: str | None = "mine.py", limit: float = 1.5) -> Check:
    return Check(resolve("greedy"), source, limit, ALL)


def asked(n: int, answer: str = "end", ms: float = 1.0, late: bool = False, kind: str = "turn") -> Asked:
    return Asked(n, kind, answer, ms, late)


def mishap(code: str = "bot_raised", what: str = "it raised X", **more: Any) -> Mishap:
    told: dict[str, Any] = {"advice": BotFault.advice, "n": 4, "kind": "turn"} | more
    return Mishap(code, what, **told)


def findings(*mishaps: Mishap) -> list[Finding]:
    """What is found where these went wrong in one game."""
    one = check()
    one.take(PLANNED, [Sat(mishaps=mishaps)])
    return list(one.findings.values())


def test_a_fault_is_told_with_its_place_and_its_command() -> None:
    told = mishap(place="mine.py:3 in choose", trace="the trace", cause="X", advice="Do not.")
    command = "citadels bot repro mine.py --seat 1 --n 4 --seed check/3 --players 3 --edition classic --cast thief,king --against greedy --limit 1.5"
    assert findings(told) == [
        Finding(
            "raised", "it raised X", 1, "3 players, classic, seat 1", 1, 4, "turn", place="mine.py:3 in choose", trace="the trace", advice="Do not.", repro=command,
        )
    ]  # fmt: skip


def test_a_bot_without_a_source_has_no_command() -> None:
    one = check(None)
    one.take(PLANNED, [Sat(asked=(asked(1),), mishaps=(mishap(),))])
    assert [found.repro for found in one.findings.values()] == [None]
    assert [slow.repro for slow in one.report(1.0).slowest] == [None]


def test_the_usual_advice_is_left_out() -> None:
    assert [found.advice for found in findings(mishap())] == [""]


@pytest.mark.parametrize(("code", "word"), [*CODES.items(), ("another", "another")])
def test_each_kind_of_fault_has_its_word(code: str, word: str) -> None:
    assert [found.code for found in findings(mishap(code))] == [word]


def test_the_words_are_what_they_are() -> None:
    assert CODES == {
        "bot_raised": "raised", "illegal_choice": "illegal", "bot_timeout": "slow", "bot_died": "died", "bot_babbled": "babbled",
    }  # fmt: skip
    assert (SEED, LIMIT) == ("check", 1.0)


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ({"place": "a:1", "cause": "X"}, {"place": "a:1", "cause": "X", "what": "another", "kind": "keep"}, 1),
        ({"place": "a:1", "cause": "X"}, {"place": "a:1", "cause": "Y"}, 2),
        ({"place": "a:1", "cause": "X"}, {"place": "a:2", "cause": "X"}, 2),
        ({"what": "a"}, {"what": "a", "kind": "keep"}, 1),
        ({"what": "a"}, {"what": "b"}, 2),
        ({"kind": "on_start"}, {"kind": "on_end"}, 2),
        ({"kind": "on_start"}, {"kind": "on_start"}, 1),
        ({"code": "illegal_choice", "what": "a"}, {"code": "illegal_choice", "what": "b"}, 1),
        ({"code": "illegal_choice"}, {"code": "illegal_choice", "kind": "keep"}, 2),
        ({"code": "bot_timeout", "what": "a"}, {"code": "bot_timeout", "what": "b"}, 1),
        ({"code": "bot_timeout"}, {"code": "illegal_choice"}, 2),
    ],
)
def test_the_same_fault_again_is_counted(one: dict[str, Any], other: dict[str, Any], count: int) -> None:
    found = findings(mishap(**one), mishap(**other))
    assert [finding.count for finding in found] == ([2] if count == 1 else [1, 1])


def test_a_fatal_fault_is_looked_at_apart() -> None:
    assert [str(found.repro).endswith(" --apart") for found in findings(mishap(fatal=True))] == [True]


def test_the_faults_of_a_game_played_again_count_only_where_they_are_fatal() -> None:
    one = check()
    one.take(PLANNED, [Sat(), Sat(mishaps=(mishap(what="a"), mishap(what="b", fatal=True)))])
    assert [found.what for found in one.findings.values()] == ["b"]


@pytest.mark.parametrize(("number", "when"), [(1, "again"), (2, "in another process")])
def test_another_answer_is_found_with_when_it_was_given(number: int, when: str) -> None:
    sats = [Sat(asked=(asked(1), asked(2, "gold"))) for _ in range(3)]
    sats[number] = Sat(asked=(asked(1), asked(2, "draw")))
    one = check()
    one.take(PLANNED, sats)
    found = next(iter(one.findings.values()))
    assert (found.code, found.n, found.kind, found.count) == ("nondeterministic", 2, "turn", 1)
    assert found.what == f"it chose 'gold' when the game was played first, and 'draw' when it was played {when}"
    assert found.advice == checks.UNSTEADY
    assert str(found.repro).endswith(" --twice")
    one.take(PLANNED, sats)
    assert [again.count for again in one.findings.values()] == [2]


def test_only_the_first_difference_of_a_game_is_found() -> None:
    one = check()
    one.take(PLANNED, [Sat(asked=(asked(1, "a"),)), Sat(asked=(asked(1, "b"),)), Sat(asked=(asked(1, "c"),))])
    assert [(found.count, "again" in found.what) for found in one.findings.values()] == [(1, True)]


@pytest.mark.parametrize(
    ("first", "second", "at"),
    [
        ([], [], None),
        ([asked(1)], [asked(1)], None),
        ([asked(1)], [asked(1), asked(2)], None),
        ([asked(1, "a")], [asked(1, "b")], 0),
        ([asked(1)], [asked(2)], 0),
        ([asked(1), asked(2, "a")], [asked(1), asked(2, "b")], 1),
        ([asked(1, "a", late=True)], [asked(1, "b")], None),
        ([asked(1, "a")], [asked(1, "b", late=True)], None),
        ([asked(1), asked(2, late=True), asked(3, "a")], [asked(1), asked(2), asked(3, "b")], None),
    ],
)
def test_games_differ_at_the_first_decision_before_a_late_one(
    first: list[Asked], second: list[Asked], at: int | None
) -> None:
    assert differing(first, second) == (None if at is None else (first[at], second[at]))


def test_decisions_are_counted_in_the_first_of_the_games() -> None:
    one = check()
    for _ in range(2):
        one.take(
            PLANNED,
            [Sat(asked=(asked(1, ms=2.0), asked(2, ms=4.0)), hung=True), Sat(asked=(asked(1, ms=100.0),), hung=True)],
        )
    told = one.report(7.5)
    assert (told.games, told.decisions, told.mean_ms, told.seconds, one.hung) == (2, 4, 3.0, 7.5, 4)
    assert (told.bot, told.limit, told.scope, told.stopped) == ("greedy", 1.5, ALL, "")


def test_of_one_decision_the_mean_is_its_time() -> None:
    one = check()
    one.take(PLANNED, [Sat(asked=(asked(1, ms=3.0),))])
    assert one.report(1.0).mean_ms == 3.0


def test_of_nothing_the_mean_is_nothing() -> None:
    assert (check().report(1.0).mean_ms, check().report(1.0).slowest) == (0.0, ())


def test_the_five_slowest_decisions_are_kept_with_their_commands() -> None:
    one = check()
    one.take(PLANNED, [Sat(asked=tuple(asked(n, ms=float(ms)) for n, ms in enumerate((3, 9, 1, 7, 5, 8, 1, 9))))])
    told = one.report(1.0).slowest
    assert [(slow.ms, slow.n) for slow in told] == [(9.0, 1), (9.0, 7), (8.0, 5), (7.0, 3), (5.0, 4)]
    assert told[0].where == "3 players, classic, seat 1"
    assert "--n 1 --seed check/3" in str(told[0].repro)
    assert "--twice" not in str(told[0].repro)
    assert "--apart" not in str(told[0].repro)


def test_what_has_been_put_to_it_is_that_of_the_first_game() -> None:
    one = check()
    one.take(PLANNED, [Sat(coverage=Coverage(players={"3"})), Sat(coverage=Coverage(players={"4"}))])
    assert one.report(1.0).coverage.players == {"3"}


# --- the scope -------------------------------------------------------------------------------------------------------


class Choosy(Entrant):
    """An entrant that accepts what it is told to."""

    def __init__(self, accepts: Accepts | None) -> None:
        super().__init__("choosy")
        self.given = accepts

    def accepts(self) -> Accepts:
        if self.given is None:
            raise BotDied("it cannot be greeted")
        return self.given


NARROW = Choosy(Accepts(players=(8, 4), editions=("classic",)))


@pytest.mark.parametrize(
    ("entrant", "players", "edition", "scope"),
    [
        (Choosy(Accepts()), None, None, Scope()),
        (Choosy(None), None, None, Scope()),
        (NARROW, None, None, Scope((4, 8), ("classic",), "accepted", "accepted")),
        (NARROW, 5, None, Scope((5,), ("classic",), "asked", "accepted")),
        (NARROW, (3, 2), "modern", Scope((2, 3), ("modern",), "asked", "asked")),
        (NARROW, None, "modern", Scope((4, 8), ("modern",), "accepted", "asked")),
        (Choosy(Accepts()), range(2, 9), "classic", Scope((2, 3, 4, 5, 6, 7, 8), ("classic",), "asked", "asked")),
    ],
)
def test_the_scope_is_what_was_asked_for_else_what_is_accepted(
    entrant: Entrant, players: Any, edition: str | None, scope: Scope
) -> None:
    assert scope_of(entrant, players, edition) == scope


@pytest.mark.parametrize(
    ("players", "edition", "said"),
    [
        (1, None, "players: 1 is not 2 to 8"), (9, None, "players: 9 is not 2 to 8"), ([], None, r"players: \[\] is not 2 to 8"),
        ([4, 9], None, r"players: \[4, 9\] is not 2 to 8"), (None, "new", "edition: 'new' is not one of modern, classic"),
    ],
)  # fmt: skip
def test_games_that_there_are_not_are_refused(players: Any, edition: str | None, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}$"):
        scope_of(NARROW, players, edition)


@pytest.mark.parametrize(("accepts", "name"), [(Accepts(players=()), "players"), (Accepts(editions=()), "edition")])
def test_a_bot_that_accepts_nothing_is_refused(accepts: Accepts, name: str) -> None:
    said = f"^{name}: the bot accepts none, so there is nothing to check; say which with `{name}`$"
    with pytest.raises(ValueError, match=said):
        scope_of(Choosy(accepts), None, None)


# --- the games -------------------------------------------------------------------------------------------------------


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a check is asked to play, and what comes of it: `sats` for each game."""
    seen: dict[str, Any] = {"played": [], "sats": [Sat()]}

    @contextmanager
    def playing(entrant: Entrant, limit: float) -> Iterator[Callable[[Planned], list[Sat]]]:
        seen["entrant"], seen["limit"] = entrant, limit

        def play(planned: Planned) -> list[Sat]:
            seen["played"].append(planned)
            found: list[Sat] = seen["sats"]
            return found

        yield play

    def plan(**told: object) -> list[Planned]:
        seen["plan"] = told
        return [Planned(str(number)) for number in range(6)]

    monkeypatch.setattr(checks, "playing", playing)
    monkeypatch.setattr(checks, "plan", plan)
    return seen


def test_a_check_plays_its_plan_and_tells_how_far_it_is(games: dict[str, Any]) -> None:
    told: list[tuple[int, int]] = []
    report = check_bot("greedy", progress=lambda done, of: told.append((done, of)))
    assert [one.seed for one in games["played"]] == list("012345")
    assert told == [(number, 6) for number in range(7)]
    assert games["plan"] == {
        "quick": False,
        "seed": "check",
        "players": (2, 3, 4, 5, 6, 7, 8),
        "editions": ("modern", "classic"),
    }
    assert (games["entrant"].name, games["limit"], report.limit, report.games, report.ok) == (
        "greedy",
        1.0,
        1.0,
        6,
        True,
    )
    assert report.seconds >= 0


def test_a_check_is_asked_for_with_its_seed_size_limit_and_scope(games: dict[str, Any]) -> None:
    report = check_bot("greedy", quick=True, seed="x", time_limit=0.5, players=4, edition="classic")
    assert games["plan"] == {"quick": True, "seed": "x", "players": (4,), "editions": ("classic",)}
    assert (games["limit"], report.limit) == (0.5, 0.5)
    assert set(report.coverage.there["players"]) == {"4"}


def test_a_bot_that_hangs_three_times_stops_the_check(games: dict[str, Any]) -> None:
    games["sats"] = [Sat(hung=True)]
    report = check_bot("greedy")
    assert (len(games["played"]), report.games, report.ok) == (3, 3, False)
    assert report.stopped == "the bot did not come back, or ended its process, 3 times"


def test_a_bot_is_named_in_commands_by_the_text_that_named_it(games: dict[str, Any], tmp_path: Any) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(view):\n    return view.actions[0]\n")
    games["sats"] = [Sat(mishaps=(mishap(),))]
    assert f" repro {file}:choose " in str(check_bot(f"{file}:choose").findings[0].repro)
    assert " repro greedy " in str(check_bot("greedy#2").findings[0].repro)
    assert check_bot(lambda view: view.actions[0]).findings[0].repro is None
