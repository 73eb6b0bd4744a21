"""One game in this process, decision by decision or at one go.

>>> game = play(["greedy", "random", "greedy", "greedy"], seed="an example")
>>> game.names
('greedy', 'random', 'greedy#2', 'greedy#3')
>>> play(["greedy", "random", "greedy", "greedy"], seed="an example").scores == game.scores
True

1. The same seed, bots and settings give the same game. A bot's chance is derived from the seed and its seat, and is never the seed.
2. What a bot answers is checked. A bot that raises, answers what is not legal, or takes longer than `time_limit` is at fault:
   with `on_fault="raise"` the `BotFault` ends the game, its cause is what the bot raised; with `"harmless"` the game goes on,
   the bot's seat gathers, declines or ends (`bot.harmless`), and the fault is kept in `Game.faults`.
3. A hook that raises is a fault like any other; nothing is played for it.
4. A plain bot cannot be interrupted: that it took too long is known when it answers, and the answer does not count. An async
   bot is cancelled at the limit. A program is not waited for any longer.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from citadels_engine import SetupError, apply, awaited, is_over
from citadels_engine import view as see

from citadels_sdk.bot import Start, harmless
from citadels_sdk.errors import BotFault, BotNotFound
from citadels_sdk.local.bot_loader import is_loading, resolve
from citadels_sdk.local.deal import deal_game, distinct_names, outcome_of
from citadels_sdk.local.game import Game, Pace
from citadels_sdk.local.names import told_apart
from citadels_sdk.view.event_history import Heard
from citadels_sdk.view.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType
    from typing import Self

    from citadels_engine import Action
    from citadels_engine import Game as EngineGame

    from citadels_sdk.local.bot_loader import BotLike, Entrant, Named
    from citadels_sdk.local.player import Player


OnFault: TypeAlias = Literal["raise", "harmless"]
POLICIES: Final = ("raise", "harmless")


def play(
    bots: Sequence[BotLike | Entrant | Named],
    *,
    edition: str | None = None,
    scenario: str | None = None,
    cast: Sequence[str] | None = None,
    uniques: Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    crown: int | None = None,
    seed: str | int | None = None,
    players: int | None = None,
    on_fault: OnFault = "raise",
    time_limit: float | None = None,
    game_id: str | None = None,
) -> Game:
    """Play one game: each bot at the seat of its place in the list; with more `players` greedy bots take the other seats.

    A bot is a text, a class, an object or a function, or a pair with a name of its own: `("new", "v2/mybot.py")`.

    `edition` is `modern` unless the scenario is of the other; without a scenario or a cast it is the set of the first game.
    `cast`, `uniques`, `options` and `crown` are those of `citadels_engine.new_game`. `seed` is made up where there is none. `time_limit` is in seconds, for each decision.

    >>> def hasty(view):
    ...     return view.actions[0]
    >>> game = play([hasty], players=3, edition="classic", seed=7)
    >>> game.names, len(game.decisions), game.faults
    (('hasty', 'greedy', 'greedy#2'), 3, ())
    """
    if is_loading():
        raise BotNotFound("a bot's file plays while it is being read: put that under `if __name__ == '__main__':`")
    table = Table.deal(
        bots,
        edition=edition,
        scenario=scenario,
        cast=cast,
        uniques=uniques,
        options=options,
        crown=crown,
        seed=seed,
        players=players,
        on_fault=on_fault,
        time_limit=time_limit,
        game_id=game_id,
    )
    return table.finish()


class Table:
    """A game, who sits at it, and what each seat has seen: the driver of all offline games.

    `deal` one; then `step` takes the next decision of a bot, `take` one that comes from outside (a seat that is None in the list
    has no bot), and `finish` plays on to the end.

    >>> table = Table.deal(["greedy", None], seed="an example")
    >>> while not table.over:
    ...     _ = table.take(table.view().actions[0]) if table.awaited == 1 else table.step()
    >>> len(table.finish().scores)
    2
    """

    def __init__(
        self,
        game: EngineGame,
        entrants: Sequence[Entrant | None],
        *,
        names: Sequence[str] | None = None,
        game_id: str | None = None,
        on_fault: OnFault = "raise",
        time_limit: float | None = None,
        dealt: Mapping[str, Any] | None = None,
    ) -> None:
        """The table of a game just dealt, which keeps its events.

        `names` are what the seats are called, by default what the bots are. `dealt` are the settings of `reproducing.command_for` that deal it again; without them a fault has no `repro`.
        """
        if on_fault not in POLICIES:
            raise ValueError(f"on_fault: {on_fault!r} is not one of {', '.join(POLICIES)}")
        if time_limit is not None and not time_limit > 0:
            raise ValueError(f"time_limit: {time_limit!r} is no time to think")
        self.game = game
        self.entrants: tuple[Entrant | None, ...] = tuple(entrants)
        self.game_id: str = game_id or f"play-{sha256(f'game|{game.seed}'.encode()).hexdigest()[:8]}"
        own = ["outside" if one is None else one.name for one in entrants]
        self.names: tuple[str, ...] = distinct_names(own if names is None else names)
        self.on_fault: OnFault = on_fault
        self.time_limit = time_limit
        self.dealt = dealt
        self.faults: list[BotFault] = []
        self.taken: list[tuple[int, Action]] = []
        self.paces: list[Pace] = [Pace() for _ in entrants]
        self.histories: list[Heard] = [Heard() for _ in entrants]
        edition = "classic" if game.classic else "modern"
        cast = tuple(character.id for character in game.cast)
        self.players: list[Player | None] = [
            None
            if one is None
            else one.seat(Start(self.game_id, seat, len(entrants), edition, cast, self.names), game.seed)
            for seat, one in enumerate(entrants)
        ]
        self.hearing: list[Player] = [player for player in self.players if player is not None and player.hears]
        self.crown: int = game.crown
        self.started: bool = False
        self.ended: bool = False

    @classmethod
    def deal(
        cls,
        bots: Sequence[BotLike | Entrant | Named | None],
        *,
        edition: str | None = None,
        scenario: str | None = None,
        cast: Sequence[str] | None = None,
        uniques: Sequence[str] | None = None,
        options: Mapping[str, object] | None = None,
        crown: int | None = None,
        seed: str | int | None = None,
        players: int | None = None,
        on_fault: OnFault = "raise",
        time_limit: float | None = None,
        game_id: str | None = None,
        names: Sequence[str] | None = None,
    ) -> Self:
        """Deal a game for these bots; what each setting means `play` says. A seat that is None has no bot."""
        found = [None if one is None else resolve(one) for one in bots]
        apart = iter(told_apart([one for one in found if one is not None], numbered=False))
        entrants: list[Entrant | None] = [None if one is None else next(apart) for one in found]
        count = max(2, len(entrants)) if players is None else players
        if len(entrants) > count:
            raise SetupError(f"players: {len(entrants)} bots for {count} seats")
        entrants += [resolve("greedy") for _ in range(count - len(entrants))]
        text = secrets.token_hex(32) if seed is None else str(seed)
        game = deal_game(count, edition, scenario, cast, text, uniques, options, crown)
        edition = "classic" if game.classic else "modern"
        dealt = {"edition": edition, "scenario": scenario, "cast": cast, "uniques": uniques}
        return cls(
            game,
            entrants,
            names=names,
            game_id=game_id,
            on_fault=on_fault,
            time_limit=time_limit,
            dealt=dealt if options is None and crown is None else None,
        )

    # --- where the game stands ------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return is_over(self.game)

    @property
    def awaited(self) -> int | None:
        """The seat that has to act; None once the game is over."""
        return None if is_over(self.game) else awaited(self.game).seat

    def view(self, seat: int | None = None) -> View:
        """What a seat sees now; without one, the seat that has to act."""
        viewer = self.awaited if seat is None else seat
        if viewer is None:
            raise ValueError("the game is over: nobody has to act")
        history = self.histories[viewer]
        return View(see(self.game, viewer), history, time_left=self.time_limit, count=len(history))

    # --- playing --------------------------------------------------------------------------------------------------------

    def step(self) -> Action:
        """The bot whose turn it is decides, and its action is taken."""
        if not self.started:
            self.begin()
        seat = awaited(self.game).seat
        action = self.decide()
        self.do(seat, action)
        return action

    def decide(self) -> Action:
        """What the bot whose turn it is answers, or what is played in its place; nothing is taken yet."""
        if not self.started:
            self.begin()
        seat = awaited(self.game).seat
        player = self.players[seat]
        if player is None:
            raise ValueError(f"seat {seat} has no bot: `take` an action for it")
        history = self.histories[seat]
        view = View(see(self.game, seat), history, time_left=self.time_limit, count=len(history))
        began = perf_counter()
        try:
            return player.choose(view)
        except BotFault as fault:
            self.fail(fault, view)
            return harmless(view)
        finally:
            self.paces[seat].note(perf_counter() - began)

    def take(self, action: Action | str) -> Action:
        """An action from outside is taken for the seat that has to act."""
        if not self.started:
            self.begin()
        seat = awaited(self.game).seat
        chosen = self.view(seat).action(str(action))
        self.do(seat, chosen)
        return chosen

    def finish(self) -> Game:
        """Play on to the end, and answer the game."""
        try:
            if not self.started:
                self.begin()
            while not is_over(self.game):
                self.step()
            self.end()
        finally:
            self.close()
        return self.result()

    def begin(self) -> None:
        """Every bot is told of the start, and of what has happened by then."""
        self.started = True
        for player in self.players:
            if player is not None:
                self.tell(player.start)
        self.log()

    def do(self, seat: int, action: Action) -> None:
        """Take the action, and tell what happened."""
        apply(self.game, action)
        self.taken.append((seat, action))
        self.log()

    def log(self) -> None:
        """Each seat learns what it may know of what has just happened."""
        histories = self.histories
        for event in self.game.events:
            if event.secrets:
                for seat, history in enumerate(histories):
                    history.append(event.for_seat(seat))
            else:
                told = event.for_seat(None)
                for history in histories:
                    history.append(told)
            for player in self.hearing:
                self.tell(player.event, histories[player.seat].last())

    def tell(self, hook: Callable[..., None], *told: object) -> None:
        """Tell a bot; where it fails at that, it is at fault."""
        try:
            hook(*told)
        except BotFault as fault:
            self.fail(fault, None)

    def end(self) -> None:
        """Every bot is told of the result, once."""
        if self.ended:
            return
        self.ended = True
        for player in self.players:
            if player is not None:
                self.tell(player.end, outcome_of(self.game, player.seat))

    def close(self) -> None:
        """Every bot is let go."""
        for player in self.players:
            if player is not None:
                player.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- faults ---------------------------------------------------------------------------------------------------------

    def fail(self, fault: BotFault, view: View | None) -> None:
        """A bot is at fault: the game ends here, or the fault is kept."""
        if fault.repro is None and fault.seat is not None and self.dealt is not None:
            from citadels_sdk.checking.repro_command import command_for

            fault.repro = command_for(
                [None if one is None else one.source for one in self.entrants],
                seat=fault.seat,
                n=self.game.n if view is None else view.n,
                seed=self.game.seed,
                time_limit=self.time_limit,
                **self.dealt,
            )
        if self.on_fault == "raise":
            self.close()
            raise fault
        self.faults.append(fault)

    # --- the result -----------------------------------------------------------------------------------------------------

    def result(self) -> Game:
        """The game as it stands, with all that is known of it."""
        return Game(
            self.game,
            self.names,
            self.game_id,
            tuple(self.taken),
            tuple(self.faults),
            tuple(self.paces),
            self.crown,
        )
