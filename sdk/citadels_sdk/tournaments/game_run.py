"""One game of a tournament, from deal to record: the same wherever it is played, and however often.

1. A `Task` is all that a process must be told of a game; a `Hall` is what all games have in common. What came of it is a `Done`.
2. A bot's chance comes from the seed of the deal and from its seat, never from who it is: equal bots play equal games.
3. With `fault="forfeit"` a bot that raises, answers what is not legal, or is out of time has left: from there on its seat is played
   by the default action (`citadels_engine.actions.default`), and it comes last. With `"harmless"` only that one answer is replaced.
4. A bot that ended its process, or did not come back, has left at that decision (`Task.gone`), whatever the policy: the others
   play the game again, and are charged for nothing. So has a bot that changed the game past its answers (`reaching`).
5. What a bot is doing stands on the `Board` while it does it, so that it is known who was thinking when a process ends.
6. Where everybody has left, or there is no end after `LONGEST` rounds, bots of the house play the game to its end (`by` is `ai` in the
   record): by default actions alone no city is ever complete. Who left comes last all the same, the first to leave last.
7. The record has no times: it is the same bytes whenever it is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from citadels_engine import apply, awaited, is_over
from citadels_engine import view as see
from citadels_engine.actions.default import default_action
from citadels_engine.bots import make

from citadels_sdk.errors import BotFault
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.deal import deal_game, outcome_of, place_of
from citadels_sdk.local.game_loop import Table
from citadels_sdk.local.player import BotPlayer, HousePlayer, overrides
from citadels_sdk.pool.heartbeat import NEVER
from citadels_sdk.tournaments.record_writer import write_down
from citadels_sdk.view.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from citadels_engine import Action
    from citadels_engine import Game as EngineGame
    from citadels_engine.bots import Bot as HouseBot

    from citadels_sdk.local.bot_loader import Entrant
    from citadels_sdk.pool.heartbeat import Place


ABSENT: Final = "fill:absent"
"""In place of a bot: nobody, the default action."""
HOUSE: Final = "fill:house:"
"""Before the level of a bot of the house that sits down for somebody. No entrant may be called as either of them is."""
HOOK_S: Final = 30.0
"""So long may a hook take where decisions are limited, at least."""
LONGEST: Final = 100
"""So many rounds may a game have: those of random bots have at most 25."""
GRACE_S: Final = 0.25
"""So much later than at the limit a process is ended: who answers late by less is found to be late when it answers."""


class Gone(NamedTuple):
    """A seat at which nobody plays any more."""

    seat: int
    n: int
    """From this decision on."""
    what: str
    """Why."""


class Task(NamedTuple):
    """A game to be played."""

    game: str
    """The id of the fixture."""
    names: tuple[str, ...]
    """Who sits at each seat, by id."""
    bots: tuple[str, ...]
    """What plays there: the id of an entrant, `fill:house:greedy`, or `fill:absent`."""
    seed: str
    scenario: str | None = None
    gone: tuple[Gone, ...] = ()
    """Whose bots have ended their process or did not come back."""
    watched: bool = False
    """Whether its process has ended while nobody was thinking: then it says after every thought that it is well."""


class Done(NamedTuple):
    """What came of a game: a value for each seat."""

    game: str
    names: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int
    left: tuple[int, ...]
    faults: tuple[int, ...]
    picks: tuple[tuple[str, ...], ...]
    sha: str
    record: bytes
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    notes: tuple[tuple[int, int, str], ...] = ()
    """What went wrong: the seat, the decision, and in words."""


class Void(NamedTuple):
    """A game that could not be played, through no fault of a bot."""

    game: str
    why: str


@dataclass(frozen=True, slots=True)
class Hall:
    """What all games of a tournament have in common."""

    entrants: Mapping[str, Entrant]
    edition: str | None
    cast: tuple[str, ...] | None
    uniques: tuple[str, ...] | None
    options: Mapping[str, object] | None
    time: float | None
    game_time: float | None
    forfeit: bool
    date: str

    def bot(self, name: str) -> Entrant | None:
        """Who plays where that is said."""
        if name == ABSENT:
            return None
        if name.startswith(HOUSE):
            return resolve(name.removeprefix(HOUSE))
        return self.entrants[name]

    def deal(self, task: Task) -> EngineGame:
        """The game, just dealt."""
        return deal_game(len(task.names), self.edition, task.scenario, self.cast, task.seed, self.uniques, self.options)


class Seated(Table):
    """The table of a fixture."""

    def __init__(self, hall: Hall, task: Task, place: Place | None, well: Callable[[], object] | None = None) -> None:
        super().__init__(
            hall.deal(task),
            [hall.bot(name) for name in task.bots],
            names=task.names,
            game_id=task.game,
            on_fault="harmless",
        )
        self.hall = hall
        self.task = task
        self.place = place
        self.well = well
        seats = len(task.names)
        self.house = [one.bot if isinstance(one, HousePlayer) else None for one in self.players]
        self.going = {seat: 0 for seat in range(seats) if self.players[seat] is None}
        """The decision at which a seat will have left."""
        self.charged = [0] * seats
        self.told_wrong: list[tuple[int, int, str]] = []
        for seat, n, what in task.gone:
            self.going[seat] = min(n, self.going.get(seat, n))
            self.charged[seat] += 1
            self.told_wrong.append((seat, n, what))
        self.left: list[int] = []
        self.by: dict[int, str] = {}
        """The decisions that the seat's own player did not take."""
        self.finishing: list[HouseBot] = []
        """Who plays the game to its end, by seat."""
        self.spent = [0.0] * seats
        self.worst = [0.0] * seats

    # --- playing --------------------------------------------------------------------------------------------------------

    def play(self) -> Done:
        """Play it to its end."""
        game, taken, house, histories, left, finishing = (
            self.game, self.taken, self.house, self.histories, self.left, self.finishing,
        )  # fmt: skip
        try:
            self.go()
            self.begin()
            while not is_over(game):
                seat = awaited(game).seat
                bot = house[seat]
                if finishing or game.round > LONGEST:
                    action = self.finishing_action(seat)
                elif bot is not None:
                    action = bot.choose(see(game, seat), histories[seat])
                elif seat in left:
                    action = self.replace()
                else:
                    action = self.asked(seat)
                apply(game, action)
                taken.append((seat, action))
                if self.going:
                    self.go()
                if self.hearing:
                    self.log()
                    continue
                for event in game.events:
                    if event.secrets:
                        for viewer, history in enumerate(histories):
                            history.append(event.for_seat(viewer))
                    else:
                        told = event.for_seat(None)
                        for history in histories:
                            history.append(told)
            self.end()
        finally:
            self.close()
        return self.done()

    def asked(self, seat: int) -> Action:
        """What the bot answers, or the default action."""
        game, limit, whole = self.game, self.hall.time, self.hall.game_time
        if whole is not None:
            rest = whole - self.spent[seat]
            if rest <= 0:
                self.wrong(seat, f"its {whole:g} s for the game are used up")
                return self.replace()
            limit = rest if limit is None else min(limit, rest)
        history, player = self.histories[seat], self.players[seat]
        assert player is not None
        view = View(see(game, seat), history, time_left=limit, count=len(history))
        place = self.place
        began = perf_counter()
        if place is not None and not player.guarded:
            place.think(seat, game.n, NEVER if limit is None else began + limit + GRACE_S)
        try:
            action = player.choose(view)
        except BotFault as fault:
            self.rested(seat, began)
            if whole is not None and self.spent[seat] > whole:
                self.wrong(seat, f"its {whole:g} s for the game are used up")
            else:
                self.fail(fault, view)
            return self.replace()
        self.rested(seat, began)
        return action

    def rested(self, seat: int, began: float) -> None:
        """The bot has come back; where anything else than a fault comes out of it, it stands on the board as the one who was thinking."""
        took = perf_counter() - began
        if self.well is not None:
            self.well()
        if self.place is not None:
            self.place.rest()
        self.spent[seat] += took
        if took > self.worst[seat]:  # noqa: PLR1730  # a call of max takes longer than all the rest here
            self.worst[seat] = took

    def replace(self) -> Action:
        """The default action, taken for whoever has to act."""
        self.by[self.game.n] = "default"
        return default_action(self.game)

    def finishing_action(self, seat: int) -> Action:
        """What a bot of the house does where nobody else brings the game to its end."""
        if not self.finishing:
            self.finishing += [make("greedy", "") for _ in self.players]
            self.hearing = []
        self.by[self.game.n] = "ai"
        return self.finishing[seat].choose(see(self.game, seat), self.histories[seat])

    def tell(self, hook: object, *told: object) -> None:
        """Tell a bot; what it does meanwhile is watched."""
        player = getattr(hook, "__self__", None)
        seat = getattr(player, "seat", -1)
        if seat in self.left or (self.ended and seat in self.going):
            return
        assert callable(hook)
        place = self.place
        if place is None or isinstance(player, HousePlayer) or getattr(player, "guarded", False):
            self.tell_now(hook, *told)
            return
        limit = self.hall.time
        place.think(seat, self.game.n, NEVER if limit is None else perf_counter() + max(limit, HOOK_S))
        self.tell_now(hook, *told)
        if self.well is not None:
            self.well()
        place.rest()

    def end(self) -> None:
        """Those that want to know are told of the result, once."""
        self.ended = True
        for player in self.players:
            if isinstance(player, BotPlayer) and (player.bot is None or not overrides(player.bot, "on_end")):
                continue
            if player is not None and not isinstance(player, HousePlayer):
                self.tell(player.end, outcome_of(self.game, player.seat, self.left))

    def tell_now(self, hook: object, *told: object) -> None:
        """Tell a bot; where it fails at that, it is at fault."""
        assert callable(hook)
        try:
            hook(*told)
        except BotFault as fault:
            self.fail(fault, None)

    # --- leaving --------------------------------------------------------------------------------------------------------

    def fail(self, fault: BotFault, view: View | None) -> None:
        """A bot is at fault: it has left, or that one answer is replaced."""
        assert fault.seat is not None
        self.wrong(fault.seat, fault.what)

    def wrong(self, seat: int, what: str) -> None:
        """Something went wrong at that seat."""
        self.charged[seat] += 1
        if len(self.told_wrong) < len(self.players):
            self.told_wrong.append((seat, self.game.n, what))
        if self.hall.forfeit and not is_over(self.game):
            self.leave(seat)

    def go(self) -> None:
        """Who is to have left by now has left; after the end of the game nobody leaves any more."""
        n = self.game.n
        if is_over(self.game):
            return
        for seat in [seat for seat, when in self.going.items() if when <= n]:
            del self.going[seat]
            self.leave(seat)

    def leave(self, seat: int) -> None:
        """Nobody plays at that seat any more."""
        if seat not in self.left:
            self.left.append(seat)
            self.hearing = [player for player in self.hearing if player.seat != seat]
            if len(self.left) == len(self.players):
                self.finishing += [make("greedy", "") for _ in self.players]

    # --- what came of it ------------------------------------------------------------------------------------------------

    def done(self) -> Done:
        """What came of the game, which is over."""
        task, game = self.task, self.game
        written = write_down(game, task.game, task.names, self.hall.date, self.taken, self.by, self.left)
        return Done(
            task.game,
            task.names,
            place_of(written.order, len(task.names)),
            written.totals,
            game.round,
            tuple(self.left),
            tuple(self.charged),
            written.picks,
            sha256(written.record).hexdigest(),
            written.record,
            written.decisions,
            tuple(self.spent),
            tuple(self.worst),
            tuple(self.told_wrong),
        )
