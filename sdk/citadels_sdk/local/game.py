"""A game that has been played: who came where, and everything to look at it again."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from citadels_engine import is_over, new_game, places, scores
from citadels_engine.dice import Dice
from citadels_engine.formats.record import Record, Taken, begin

if TYPE_CHECKING:
    from citadels_engine import Action, Score
    from citadels_engine import Game as EngineGame

    from citadels_sdk.errors import BotFault


class Pace:
    """How fast a seat decided.

    >>> pace = Pace()
    >>> pace.note(0.002)
    >>> pace.note(0.004)
    >>> pace.count, round(pace.slowest, 3), round(pace.mean, 3)
    (2, 4.0, 3.0)
    """

    __slots__ = ("count", "seconds", "worst")

    def __init__(self) -> None:
        self.count: int = 0
        self.seconds: float = 0.0
        self.worst: float = 0.0

    def note(self, seconds: float) -> None:
        """One more decision."""
        self.count += 1
        self.seconds += seconds
        self.worst = max(self.worst, seconds)

    @property
    def slowest(self) -> float:
        """The slowest decision, in milliseconds."""
        return 1000 * self.worst

    @property
    def mean(self) -> float:
        """The mean of all, in milliseconds."""
        return 1000 * self.seconds / self.count if self.count else 0.0

    def __repr__(self) -> str:
        return f"<Pace {self.count} decisions, mean {self.mean:.2f} ms, slowest {self.slowest:.2f} ms>"


class Game:
    """A game and its result.

    >>> from citadels_sdk import play
    >>> game = play(["greedy", "greedy", "random"], seed="an example")
    >>> sorted(game.places), game.order[0] == game.winners
    ([1, 2, 3], True)
    >>> game.record.splitlines()[0][:30]
    '{"format": "citadels-record/1"'
    """

    def __init__(
        self,
        final: EngineGame,
        names: tuple[str, ...],
        game_id: str,
        taken: tuple[tuple[int, Action], ...],
        faults: tuple[BotFault, ...],
        decisions: tuple[Pace, ...],
        crown: int,
    ) -> None:
        self.final = final
        """The engine's game at its end."""
        self.names = names
        """What the seats are called."""
        self.id = game_id
        self.taken = taken
        """Every decision: the seat and its action."""
        self.faults = faults
        """What went wrong, in order, where the game went on all the same."""
        self.decisions = decisions
        """How many decisions each seat took, and how fast."""
        self.crown = crown
        """Who began with the crown."""

    @property
    def seed(self) -> str:
        """The seed: with the same bots it gives the same game."""
        return self.final.seed

    @property
    def edition(self) -> str:
        """`modern` or `classic`."""
        return "classic" if self.final.classic else "modern"

    @property
    def players(self) -> int:
        """How many played."""
        return len(self.names)

    @property
    def order(self) -> tuple[tuple[int, ...], ...]:
        """The seats by place, the first first; those that share a place together."""
        return tuple(tuple(together) for together in places(self.final))

    @property
    def places(self) -> tuple[int, ...]:
        """The place of every seat, from 1; those that share one have the same."""
        from citadels_sdk.local.deal import place_of

        return place_of(self.order, self.players)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won: several only where the rules share the victory."""
        return self.order[0]

    @property
    def sheets(self) -> tuple[Score, ...]:
        """Every seat's score, line by line."""
        return tuple(scores(self.final))

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat."""
        return tuple(sheet.total for sheet in scores(self.final))

    @property
    def rounds(self) -> int:
        """How many rounds it took."""
        return self.final.round

    @property
    def record(self) -> str:
        """The game written down, for `citadels replay` and `citadels verify`; of the same game it is the same but for the date."""
        return self.written().text()

    def written(self) -> Record:
        """The record: of a game that is not over without its result and its seed."""
        final = self.final
        by_lot = Dice(final.seed, "crown").below(self.players)  # as `new_game` has it where nobody has chosen
        chosen = final.options.values["initial_crown"] == "chosen_seat" or self.crown != by_lot
        crown = self.crown if chosen else None
        first = new_game(
            self.players,
            edition=self.edition,
            cast=[character.id for character in final.cast],
            uniques=[card.id for card in final.uniques],
            options=dict(final.options.values),
            crown=crown,
            seed=final.seed,
        )
        today = datetime.now(UTC).date().isoformat()
        told = begin(first, game_id=self.id, names=list(self.names), date=today, crown=crown)
        for n, (seat, action) in enumerate(self.taken):
            told.taken.append(Taken(n, seat, action.text))
        if is_over(final):
            told.finish(final)
        return told

    def save(self, path: str | Path) -> Path:
        """Write the record to a file."""
        file = Path(path)
        file.write_text(self.record, encoding="utf-8")
        return file

    def __repr__(self) -> str:
        ended = ", ".join(f"{name} {points}" for name, points in zip(self.names, self.scores, strict=True))
        return f"<Game {self.id}: {ended}>"

    def __str__(self) -> str:
        from citadels_sdk.render import show_game

        return str(show_game(self))

    def _repr_html_(self) -> str:
        from citadels_sdk.render import show_game

        return show_game(self)._repr_html_()  # pyright: ignore[reportPrivateUsage]  # the name that notebooks ask for
