"""The lines of a record: the header, a decision, the result; as they are written and as they are read (notation, section 4).

Reading is strict: what the notation does not say is refused with a `PositionError` that names the field, JSON that is none
with a `RecordError` that names the line.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from citadels_engine.actions.forms import parse
from citadels_engine.errors import PositionError, RecordError
from citadels_engine.formats.strict_reader import Fields, as_int, as_list, as_names, as_text
from citadels_engine.game import new_game

if TYPE_CHECKING:
    from citadels_engine.state import Game

__all__ = ["FORMAT", "RULES", "Header", "Result", "Taken", "read_header", "read_line", "read_result", "read_taken"]

FORMAT: Final = "citadels-record/1"
RULES: Final = 1
"""The number of the rules: raised when a correction changes what any record does."""
SUBSTITUTES: Final = ("default", "ai")
HEX: Final = frozenset("0123456789abcdef")


class Header:
    """What is said before the first decision: the set-up, who plays, and the commitment to the seed."""

    __slots__ = (
        "cast", "commitment", "crown", "date", "edition", "id", "names", "options", "players", "rules", "seed", "uniques",
    )  # fmt: skip

    def __init__(
        self,
        game_id: str,
        edition: str,
        cast: list[str],
        uniques: list[str],
        options: dict[str, object],
        names: list[str],
        date: str,
        commitment: str,
        crown: int | None = None,
        seed: str | None = None,
        rules: int = RULES,
    ) -> None:
        self.id = game_id
        self.rules = rules
        self.edition = edition
        self.players: int = len(names)
        self.cast = cast
        self.uniques = uniques
        self.options = options
        self.crown = crown
        """The seat that begins with the crown, where it was chosen."""
        self.names = names
        self.date = date
        self.commitment = commitment
        self.seed = seed

    def to_json(self) -> dict[str, object]:
        """The header as its line has it."""
        told: dict[str, object] = {
            "format": FORMAT,
            "id": self.id,
            "rules": self.rules,
            "edition": self.edition,
            "players": self.players,
            "cast": list(self.cast),
            "uniques": list(self.uniques),
            "options": dict(self.options),
        }
        if self.crown is not None:
            told["crown"] = self.crown
        told["names"] = list(self.names)
        told["date"] = self.date
        told["commitment"] = self.commitment
        if self.seed is not None:
            told["seed"] = self.seed
        return told

    def deal(self, seed: str, telling: bool) -> Game:
        """The game as it was dealt."""
        return new_game(
            self.players,
            edition=self.edition,
            cast=self.cast,
            uniques=self.uniques,
            options=self.options,
            crown=self.crown,
            seed=seed,
            telling=telling,
        )


class Taken:
    """One decision taken. `asked`, `received` and `by` are a service's: when, and who chose in the player's place."""

    __slots__ = ("asked", "by", "do", "ms", "n", "received", "seat")

    def __init__(
        self,
        n: int,
        seat: int,
        do: str,
        ms: int = 0,
        asked: int | None = None,
        received: int | None = None,
        by: str | None = None,
    ) -> None:
        self.n = n
        self.seat = seat
        self.do = do
        self.ms = ms
        self.asked = asked
        self.received = received
        self.by = by

    def to_json(self) -> dict[str, object]:
        """The decision as its line has it."""
        told: dict[str, object] = {"n": self.n, "seat": self.seat, "do": self.do, "ms": self.ms}
        if self.asked is not None:
            told["asked"] = self.asked
        if self.received is not None:
            told["received"] = self.received
        if self.by is not None:
            told["by"] = self.by
        return told


class Result:
    """How it ended: the seats by place, those that left in that order, each seat's score as a JSON object."""

    __slots__ = ("left", "places", "scores")

    def __init__(self, places: list[list[int]], left: list[int], scores: list[dict[str, object]]) -> None:
        self.places = places
        self.left = left
        self.scores = scores

    def to_json(self) -> dict[str, object]:
        """The result as its line has it."""
        told = {"places": self.places, "left": self.left, "scores": self.scores}
        return {"result": told}


# --- reading -----------------------------------------------------------------------------------------------------------


def read_line(line: str, number: int) -> dict[str, object]:
    """One line's JSON object, in which nothing is null, said twice or beyond Unicode."""
    try:
        line.encode()
        raw: object = json.loads(line, object_pairs_hook=once, parse_constant=no_constant)
        json.dumps(raw, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise RecordError(f"line {number}: no JSON: {error}") from None
    if not isinstance(raw, dict):
        raise RecordError(f"line {number}: a line is a JSON object, not {line[:40]!r}")
    for name, value in raw.items():
        if value is None:
            raise RecordError(f"line {number}: {name}: null says nothing; leave the field out")
    return raw


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object, if no field is said twice."""
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the field {name!r} stands twice")
        found[name] = value
    return found


def no_constant(name: str) -> object:
    """Refuse NaN and the infinities, which are not JSON."""
    raise ValueError(f"{name} is no JSON")


def need(fields: Fields, name: str) -> object:
    """The field's value; it must be there."""
    value = fields.take(name)
    if value is None:
        raise PositionError(f"{fields.at(name)}: it is missing")
    return value


def read_header(raw: dict[str, object]) -> Header:
    """The header; a record of other rules is refused before anything else is looked at."""
    fields = Fields(raw, "")
    written = as_text(need(fields, "format"), "format")
    if written != FORMAT:
        raise PositionError(f"format: {written!r}; this engine reads {FORMAT!r}")
    rules = as_int(need(fields, "rules"), "rules")
    if rules != RULES:
        raise PositionError(
            f"rules: the record was made under the rules {rules}, this engine plays the rules {RULES}; an engine of "
            f"the rules {rules} replays it"
        )
    names = as_names(need(fields, "names"), "names")
    players = as_int(need(fields, "players"), "players")
    if players != len(names):
        raise PositionError(f"names: {len(names)} names for {players} players")
    options = need(fields, "options")
    if not isinstance(options, dict):
        raise PositionError(f"options: {options!r} is no object")
    header = Header(
        as_text(need(fields, "id"), "id"),
        as_text(need(fields, "edition"), "edition"),
        as_names(need(fields, "cast"), "cast"),
        as_names(need(fields, "uniques"), "uniques"),
        options,
        names,
        read_date(as_text(need(fields, "date"), "date")),
        as_text(need(fields, "commitment"), "commitment"),
    )
    if len(header.commitment) != 64 or not HEX.issuperset(header.commitment):
        raise PositionError("commitment: it is not 64 hex digits in small letters")
    crown = fields.take("crown")
    header.crown = None if crown is None else read_seat(crown, "crown", players)
    seed = fields.take("seed")
    header.seed = None if seed is None else as_text(seed, "seed")
    fields.done()
    return header


def read_date(date: str) -> str:
    """A date as ISO 8601 has it, with or without the time of day."""
    parts = date[:10].split("-")
    good = [len(part) for part in parts] == [4, 2, 2] and all(part.isascii() and part.isdigit() for part in parts)
    if not good or not 1 <= int(parts[1]) <= 12 or not 1 <= int(parts[2]) <= 31 or date[10:11] not in ("", "T"):
        raise PositionError(f"date: {date!r} is not like 2026-01-31 or 2026-01-31T18:30:00Z")
    return date


def read_seat(value: object, path: str, players: int) -> int:
    """The number of a seat."""
    seat = as_int(value, path)
    if seat >= players:
        raise PositionError(f"{path}: there is no seat {seat} among {players}")
    return seat


def read_taken(fields: Fields, players: int) -> Taken:
    """One decision."""
    taken = Taken(
        as_int(need(fields, "n"), "n"),
        read_seat(need(fields, "seat"), "seat", players),
        as_text(need(fields, "do"), "do"),
        as_int(need(fields, "ms"), "ms"),
    )
    parse(taken.do)
    asked, received, by = fields.take("asked"), fields.take("received"), fields.take("by")
    taken.asked = None if asked is None else as_int(asked, "asked")
    taken.received = None if received is None else as_int(received, "received")
    if by is not None:
        taken.by = as_text(by, "by")
        if taken.by not in SUBSTITUTES:
            raise PositionError(f"by: {by!r} is not one of {', '.join(SUBSTITUTES)}")
    fields.done()
    return taken


def read_result(fields: Fields, players: int) -> Result:
    """The result: every seat has one place, nobody leaves twice, every seat has its score."""
    inner = Fields(need(fields, "result"), "result")
    fields.done()
    ordered: list[list[int]] = []
    for i, together in enumerate(as_list(need(inner, "places"), "result.places")):
        path = f"result.places.{i}"
        ordered.append([read_seat(seat, path, players) for seat in as_list(together, path)])
    flat = [seat for together in ordered for seat in together]
    if sorted(flat) != list(range(players)) or [] in ordered:
        raise PositionError(f"result.places: {ordered} does not give each of the {players} seats one place")
    left = [read_seat(seat, "result.left", players) for seat in as_list(need(inner, "left"), "result.left")]
    if len(set(left)) != len(left):
        raise PositionError(f"result.left: {left}: a seat leaves once")
    sheets = [
        read_score(raw, f"result.scores.{i}") for i, raw in enumerate(as_list(need(inner, "scores"), "result.scores"))
    ]
    if len(sheets) != players:
        raise PositionError(f"result.scores: {len(sheets)} scores for {players} players")
    inner.done()
    return Result(ordered, left, sheets)


def read_score(raw: object, path: str) -> dict[str, object]:
    """One seat's score: the total, and the lines that it is made of."""
    fields = Fields(raw, path)
    total = as_int(need(fields, "total"), fields.at("total"))
    lines: list[dict[str, object]] = []
    for i, one in enumerate(as_list(need(fields, "lines"), fields.at("lines"))):
        line = Fields(one, f"{fields.at('lines')}.{i}")
        what = as_text(need(line, "for"), line.at("for"))
        lines.append({"for": what, "points": as_int(need(line, "points"), line.at("points"))})
        line.done()
    fields.done()
    return {"total": total, "lines": lines}
