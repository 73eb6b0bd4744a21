"""Records: a game from deal to score, written down so that anybody can play it again and check it (notation, section 4).

1. A record is a header, the decisions taken in order, and, once the game is over, its result and its seed.
2. The header's commitment is published before the deal; the seed that it commits to is revealed with the result. A record
   without seed and result is of a game that goes on: it can be read, and replayed by whoever knows the seed.
3. `read` takes what the notation says and nothing else; `RecordError` names the line and the field.
4. All chance comes from the seed, so that a record replays to the same position with every engine of the same `rules`.

>>> from citadels_engine import new_game, legal_actions, is_over
>>> game = new_game(4, seed="an example")
>>> record = begin(game, game_id="g1", names=["ann", "bea", "cid", "dan"], date="2026-01-31")
>>> while not is_over(game):
...     record.take(game, legal_actions(game)[0])
>>> record.finish(game)
>>> again = read(record.text())
>>> verify(again).ok, replay(again).n == game.n
(True, True)
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

from citadels_engine.errors import CitadelsError, PositionError, RecordError, UnknownAction
from citadels_engine.formats.position import save
from citadels_engine.formats.record_lines import (
    FORMAT,
    RULES,
    Header,
    Result,
    Taken,
    read_header,
    read_line,
    read_result,
    read_taken,
)
from citadels_engine.formats.strict_reader import Fields
from citadels_engine.game import apply, awaited, is_over
from citadels_engine.rules.scoring import places, scores

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citadels_engine.actions.types import Action
    from citadels_engine.state import Game

__all__ = [
    "FORMAT", "RULES", "Finding", "Header", "Record", "Result", "Taken", "Verdict", "begin", "commitment",
    "final_places", "read", "replay", "steps", "verify",
]  # fmt: skip


def commitment(game_id: str, rules: int, seed: str) -> str:
    """What is published before the deal: SHA-256, in hex, of `<id>|<rules>|<seed>`.

    >>> commitment("g1", 1, "an example")[:16]
    'ebf59a1aac371787'
    """
    return sha256(f"{game_id}|{rules}|{seed}".encode()).hexdigest()


def final_places(game: Game, left: list[int]) -> list[list[int]]:
    """The seats by place: those that left come after all who stayed, the first to leave last."""
    stayed = [[seat for seat in together if seat not in left] for together in places(game)]
    return [together for together in stayed if together] + [[seat] for seat in reversed(left)]


class Record:
    """A game written down: built while it is played, or read."""

    __slots__ = ("header", "result", "taken")

    def __init__(self, header: Header, taken: list[Taken], result: Result | None) -> None:
        self.header = header
        self.taken = taken
        self.result = result

    def take(
        self,
        game: Game,
        action: Action | str,
        *,
        ms: int = 0,
        asked: int | None = None,
        received: int | None = None,
        by: str | None = None,
    ) -> None:
        """Take the decision that the game awaits, and write it down."""
        if game.n != len(self.taken):
            raise RecordError(
                f"the record has {len(self.taken)} decisions and the game {game.n}: they are not together"
            )
        seat = awaited(game).seat
        apply(game, action)
        self.taken.append(Taken(game.n - 1, seat, str(action), ms, asked, received, by))

    def finish(self, game: Game, left: list[int] | None = None) -> None:
        """Write down the result of a game that is over, and reveal its seed."""
        if not is_over(game) or game.n != len(self.taken):
            raise RecordError("the game is not over, or not the recorded one: it has no result")
        gone = [] if left is None else left
        if len(set(gone)) != len(gone) or not set(gone) <= set(range(len(game.seats))):
            raise RecordError(f"left: {gone} are not seats, each once")
        self.reveal(game.seed)
        self.result = Result(final_places(game, gone), list(gone), [sheet.to_json() for sheet in scores(game)])

    def reveal(self, seed: str) -> None:
        """Put the seed into the header; only the one that it has committed to."""
        header = self.header
        if commitment(header.id, header.rules, seed) != header.commitment:
            raise RecordError(f"line 1: commitment: the seed {seed!r} is not the one that it commits to")
        header.seed = seed

    def lines(self) -> Iterator[str]:
        """The record line by line, without line ends."""
        yield json.dumps(self.header.to_json(), ensure_ascii=False)
        for one in self.taken:
            yield json.dumps(one.to_json(), ensure_ascii=False)
        if self.result is not None:
            yield json.dumps(self.result.to_json(), ensure_ascii=False)

    def text(self) -> str:
        """The record as newline-delimited JSON."""
        return "".join([line + "\n" for line in self.lines()])


def begin(game: Game, *, game_id: str, names: list[str], date: str, crown: int | None = None) -> Record:
    """The record of a game just dealt. `crown` is the seat that begins with it, where it was chosen."""
    if len(names) != len(game.seats):
        raise RecordError(f"line 1: names: {len(names)} names for {len(game.seats)} seats")
    header = Header(
        game_id,
        "classic" if game.classic else "modern",
        [character.id for character in game.cast],
        [card.id for card in game.uniques],
        dict(game.options.values),
        list(names),
        date,
        commitment(game_id, RULES, game.seed),
        crown,
    )
    read_first(header.to_json())
    if save(header.deal(game.seed, False)) != save(game):
        raise RecordError("only a game just dealt can be recorded: this one is not what its set-up and its seed deal")
    return Record(header, [], None)


# --- reading -----------------------------------------------------------------------------------------------------------


def read(text: str) -> Record:
    """Read a record, strictly: a `RecordError` names the line and the field."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines:
        raise RecordError("line 1: a record begins with its header, and there is nothing")
    header = read_first(read_line(lines[0], 1))
    taken: list[Taken] = []
    result: Result | None = None
    for number in range(2, len(lines) + 1):
        if result is not None:
            raise RecordError(f"line {number}: the result is the last line")
        raw = read_line(lines[number - 1], number)
        try:
            if "result" in raw:
                result = read_result(Fields(raw, ""), header.players)
            else:
                taken.append(read_taken(Fields(raw, ""), header.players))
        except (PositionError, UnknownAction) as error:
            raise RecordError(f"line {number}: {error}") from None
    if result is not None and header.seed is None:
        raise RecordError("line 1: seed: the game is over, so its seed is revealed")
    return Record(header, taken, result)


def read_first(raw: dict[str, object]) -> Header:
    """The header, and whether its set-up can be dealt."""
    try:
        header = read_header(raw)
        header.deal("0", False)
    except CitadelsError as error:
        raise RecordError(f"line 1: {error}") from None
    return header


# --- playing it again ------------------------------------------------------------------------------------------------


def steps(record: Record, *, telling: bool = False) -> Iterator[tuple[Taken | None, Game]]:
    """The recorded game step by step: first as dealt, with None, then after each decision.

    It is one game, changed in place; who wants to keep a moment copies it. `telling` keeps the events of each step.
    """
    seed = record.header.seed
    if seed is None:
        raise RecordError("line 1: seed: it is not revealed yet, and nothing can be replayed without it")
    game = record.header.deal(seed, telling)
    yield None, game
    for number, taken in enumerate(record.taken):
        line = number + 2
        if taken.n != number:
            raise RecordError(
                f"line {line}: n: the decisions are numbered 0, 1, 2, ...: here stands {taken.n}, not {number}"
            )
        if is_over(game):
            raise RecordError(
                f"line {line}: the game was over after decision {number - 1}; nothing is decided any more"
            )
        seat = awaited(game).seat
        if taken.seat != seat:
            raise RecordError(f"line {line}: seat: the decision is seat {seat}'s, not {taken.seat}'s")
        try:
            apply(game, taken.do)
        except CitadelsError as error:
            raise RecordError(f"line {line}: do: {error}") from None
        yield taken, game


def replay(record: Record) -> Game:
    """The game after the last decision of the record."""
    for _, game in steps(record):
        after = game
    return after


class Finding:
    """One thing that was checked: whether it holds, and a sentence about it."""

    __slots__ = ("ok", "text", "what")

    def __init__(self, what: str, ok: bool, text: str) -> None:
        self.what = what
        self.ok = ok
        self.text = text

    def __repr__(self) -> str:
        return f"<{self.what}: {'holds' if self.ok else 'FAILS'}: {self.text}>"


class Verdict:
    """What a check of a record has found, in the order of checking; `ok` where all of it holds."""

    __slots__ = ("findings",)

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    @property
    def ok(self) -> bool:
        """Whether the record is of a whole game, and everything in it holds."""
        return all(finding.ok for finding in self.findings)

    def note(self, what: str, fault: str, holds: str) -> bool:
        """Note a finding: a fault, or where there is none, what holds."""
        self.findings.append(Finding(what, not fault, fault or holds))
        return not fault


def verify(record: Record) -> Verdict:
    """Check the seed against its commitment, every decision by playing it again, and the result.

    A check that the one before makes pointless is left out. A record without its seed, or without its result, fails.
    """
    verdict = Verdict()
    header = record.header
    fault = "" if header.rules == RULES else f"the record's rules are {header.rules}, this engine's {RULES}"
    if not verdict.note("rules", fault, f"the rules {RULES}, which this engine plays"):
        return verdict
    fault = "" if header.seed is not None else "the seed is not revealed yet: the game goes on, nothing can be checked"
    if not verdict.note("seed", fault, "the seed is revealed"):
        return verdict
    found = commitment(header.id, header.rules, str(header.seed))
    fault = (
        ""
        if found == header.commitment
        else f"id, rules and seed give {found}, the header commits to {header.commitment}"
    )
    verdict.note("commitment", fault, "the seed is the one that was committed to")
    count = len(record.taken)
    try:
        game = replay(record)
    except CitadelsError as error:
        verdict.note("decisions", str(error), "")
        return verdict
    verdict.note(
        "decisions", "", f"{count} decisions, each legal, each by the seat whose it was, numbered without a gap"
    )
    result = record.result
    fault = "" if is_over(game) else f"the game goes on after decision {count - 1}: the record is cut off"
    verdict.note("end", fault, f"the game ends with the last of them, in round {game.round}")
    if result is None:
        verdict.note("result", f"line {count + 2}: the result is missing", "")
    elif not fault:
        check_result(verdict, game, result)
    return verdict


def check_result(verdict: Verdict, game: Game, result: Result) -> None:
    """Compare the result with the game's own."""
    right = final_places(game, result.left)
    fault = "" if result.places == right else f"the places are {right}, the record says {result.places}"
    last = f", those that left ({', '.join(str(seat) for seat in result.left)}) last" if result.left else ""
    verdict.note("places", fault, f"the places are right{last}")
    for seat, sheet in enumerate(scores(game)):
        own, claimed = sheet.to_json(), result.scores[seat]
        fault = "" if own == claimed else f"seat {seat} has {write_sheet(own)}, the record says {write_sheet(claimed)}"
        verdict.note(f"score of seat {seat}", fault, f"seat {seat}: {write_sheet(own)}")


def write_sheet(sheet: dict[str, object]) -> str:
    """A score in one line."""
    lines = sheet["lines"]
    assert isinstance(lines, list)
    return f"{sheet['total']} points ({', '.join([str(line['for']) + ' ' + str(line['points']) for line in lines])})"
