"""What a bot sees: the engine's View of its seat, and the events that its seat has seen, in pleasant types. Nothing more.

The page is long because a table has many names for what lies on it: each is a property of a few lines.

>>> from citadels_engine.testing import seat, table
>>> game = table(
...     seat("bishop", gold=5, hand="temple castle", city="tavern"), seat("king", gold=7, city="market"), turn="bishop", gathered=True
... )
>>> view = View.of(game, 0)
>>> view.gold, [card.name for card in view.hand], [str(built) for built in view.city]
(5, ['Temple', 'Castle'], ['tavern'])
>>> [str(action) for action in view.actions]
['build temple', 'build castle', 'end']
>>> [card.id for card in view.affordable]
['temple', 'castle']
>>> view.cost(view.action("build castle")), view.explain(view.action("build castle"))
(4, 'Castle, 4 gold')
>>> view.richest().number, view.seats[1].city[0].cost
(1, 2)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine import view as see
from citadels_engine.actions.types import Action, Build

from citadels_sdk.errors import IllegalChoice
from citadels_sdk.seen import Built, District, Markers, SeatInfo, Turn, built_of, district, markers_of, named, turn_of
from citadels_sdk.view.event_history import Event, Heard
from citadels_sdk.view.hints import completed, completion_size, gold_cost, points, possible, refusal, tax_on, worlds_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from citadels_engine import Game as EngineGame
    from citadels_engine.views.view import View as EngineView


SPECTATOR: Final = -1


class View:
    """The game as one seat sees it at one moment."""

    __slots__ = ("_count", "_events", "_made", "_possible", "_seats", "_time_left", "raw")

    raw: Final[EngineView]
    """The engine's own View, which all the rest is made of."""

    def __init__(
        self, raw: EngineView, events: Sequence[Event] = (), *, time_left: float | None = None, count: int | None = None
    ) -> None:
        """`events` are those that the seat has seen, oldest first; of them the first `count` are this view's."""
        self.raw = raw
        self._events = events
        self._count = len(events) if count is None else count
        self._time_left = time_left
        self._seats: tuple[SeatInfo, ...] | None = None
        self._possible: list[tuple[str, ...]] | None = None

    @classmethod
    def of(cls, game: EngineGame, seat: int | None, events: Sequence[Event] = ()) -> View:
        """What the seat, or with None a spectator, may know of the game now.

        >>> from citadels_engine import new_game
        >>> View.of(new_game(4, seed="an example", crown=2), 2)
        <View seat 2 n 0 pick>
        """
        return cls(see(game, seat), events)

    @classmethod
    def read(
        cls,
        told: Mapping[str, object],
        seat: int | None,
        actions: Sequence[str] | None = None,
        events: Sequence[Event] = (),
        *,
        time_left: float | None = None,
    ) -> View:
        """The view in the form of a position, as the service and `to_json` tell it; `actions` are the legal ones.

        Fields and actions that this version does not know are taken as they are.

        >>> from citadels_engine import new_game
        >>> view = View.of(new_game(4, seed="an example", crown=2), 2)
        >>> View.read(view.to_json(), 2).actions == view.actions
        True
        """
        from citadels_engine.views.reader import read_view

        return cls(read_view(told, seat, actions, strict=False), events, time_left=time_left)

    # --- the game ----------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """My seat; -1 for a spectator."""
        return SPECTATOR if self.raw.own is None else self.raw.own.seat

    @property
    def n(self) -> int:
        """The number of the decision: how many have been taken before it."""
        return self.raw.n

    @property
    def kind(self) -> str:
        """The kind of the decision awaited, mine or another seat's: `pick`, `turn`, `keep`, ...; empty once the game is over."""
        return "" if self.raw.decision is None else self.raw.decision.kind

    @property
    def details(self) -> dict[str, object]:
        """What else belongs to the decision: the cards to keep from, the district in question."""
        return {} if self.raw.decision is None else dict(self.raw.decision.details)

    @property
    def awaited(self) -> int | None:
        """The seat that has to act; None once the game is over."""
        return None if self.raw.decision is None else self.raw.decision.seat

    @property
    def edition(self) -> str:
        """`modern` or `classic`."""
        return self.raw.edition

    @property
    def options(self) -> dict[str, object]:
        """The options of the rules in force."""
        return dict(self.raw.options)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.raw.seats)

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self.raw.round

    @property
    def phase(self) -> str:
        """`pick`, `turns` or `over`."""
        return self.raw.phase

    @property
    def crown(self) -> int:
        """The seat that has the crown."""
        return self.raw.crown

    @property
    def cast(self) -> tuple[str, ...]:
        """The characters of the game, in the order of their ranks."""
        return tuple(self.raw.cast)

    @property
    def uniques(self) -> tuple[str, ...]:
        """The unique districts in the game."""
        return tuple(self.raw.uniques)

    @property
    def deck_size(self) -> int:
        """How many cards the deck has."""
        return self.raw.deck_size

    @property
    def faceup(self) -> tuple[str, ...]:
        """The characters that lie faceup aside this round."""
        return tuple(self.raw.faceup)

    @property
    def facedown(self) -> tuple[str | None, ...]:
        """The characters facedown aside; None for one that I do not know."""
        return tuple(self.raw.facedown)

    @property
    def pool(self) -> tuple[str, ...]:
        """The characters on offer where I am choosing; else empty."""
        return () if self.raw.pool is None else tuple(self.raw.pool)

    @property
    def turn(self) -> Turn | None:
        """The turn under way."""
        told = self.raw.turn
        if told is None:
            return None
        return turn_of(self.raw, told)

    @property
    def completed(self) -> tuple[int, ...]:
        """The seats that have completed a city, in that order."""
        return tuple(seat for together in completed(self.raw) for seat in together)

    @property
    def last_round(self) -> bool:
        """Whether the game ends with this round."""
        return len(self.raw.completed) > 0

    @property
    def completion_size(self) -> int:
        """How large a complete city is."""
        return completion_size(self.raw)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.raw.phase == "over"

    # --- what has been named this round -------------------------------------------------------------------------------

    @property
    def killed(self) -> str | None:
        """The character that the Assassin has named this round."""
        return named(self.raw.killed)

    @property
    def bewitched(self) -> str | None:
        """The character that the Witch has named this round."""
        return named(self.raw.bewitched)

    @property
    def robbed(self) -> str | None:
        """The character that the Thief has named this round."""
        return named(self.raw.robbed)

    @property
    def warrants(self) -> Markers | None:
        """The Magistrate's warrants."""
        return markers_of(self.raw.warrants)

    @property
    def threats(self) -> Markers | None:
        """The Blackmailer's threats."""
        return markers_of(self.raw.threats)

    @property
    def tax(self) -> int:
        """The gold on the Tax Collector's token."""
        return self.raw.tax

    # --- the seats ----------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """Every seat, as everybody sees it; of my own I see my characters too."""
        if self._seats is None:
            raw = self.raw
            self._seats = tuple(
                SeatInfo(
                    seen.number,
                    seen.gold,
                    seen.hand_size,
                    tuple(built_of(raw.edition, one) for one in seen.city),
                    tuple(seen.characters),
                    tuple(seen.revealed),
                    seen.number == raw.crown,
                    points(raw, seen.number),
                )
                for seen in raw.seats
            )
        return self._seats

    @property
    def me(self) -> SeatInfo:
        """My own seat."""
        if self.raw.own is None:
            raise ValueError("a spectator has no seat")
        return self.seats[self.raw.own.seat]

    @property
    def others(self) -> tuple[SeatInfo, ...]:
        """The other seats in their order round the table, the one after mine first."""
        if self.raw.own is None:
            return self.seats
        after = self.raw.own.seat + 1
        return (*self.seats[after:], *self.seats[: after - 1])

    @property
    def gold(self) -> int:
        """My gold."""
        return 0 if self.raw.own is None else self.raw.seats[self.raw.own.seat].gold

    @property
    def hand(self) -> tuple[District, ...]:
        """The cards in my hand."""
        own, edition = self.raw.own, self.raw.edition
        return () if own is None else tuple(district(edition, name) for name in own.hand)

    @property
    def city(self) -> tuple[Built, ...]:
        """My city."""
        own, edition = self.raw.own, self.raw.edition
        return () if own is None else tuple(built_of(edition, one) for one in self.raw.seats[own.seat].city)

    @property
    def characters(self) -> tuple[str, ...]:
        """My characters this round."""
        return () if self.raw.own is None else tuple(self.raw.own.characters)

    @property
    def looks(self) -> tuple[tuple[int, tuple[District, ...]], ...]:
        """The hands that I have looked at in this turn, each with its seat."""
        own, edition = self.raw.own, self.raw.edition
        if own is None:
            return ()
        return tuple((of, tuple(district(edition, name) for name in hand)) for of, hand in own.looks)

    # --- what I may do ------------------------------------------------------------------------------------------------

    @property
    def actions(self) -> tuple[Action, ...]:
        """My legal actions; none while somebody else has to act."""
        return self.raw.actions

    @property
    def affordable(self) -> tuple[District, ...]:
        """The districts of my hand that I could build now, each once, however it is paid for.

        >>> from citadels_engine.testing import seat, table
        >>> game = table(seat("king", gold=3, hand="temple castle manor"), turn="king", gathered=True)
        >>> [card.name for card in View.of(game, 0).affordable]
        ['Temple', 'Manor']
        """
        names = dict.fromkeys(action.district for action in self.raw.actions if isinstance(action, Build))
        return tuple(district(self.raw.edition, name) for name in names)

    def action(self, text: str) -> Action:
        """The legal action of that text; `IllegalChoice` lists what is legal.

        >>> from citadels_engine.testing import seat, table
        >>> view = View.of(table(seat("king", gold=3, hand="temple"), turn="king", gathered=True), 0)
        >>> view.action("build temple")
        Build(district='temple', framework=False, over='', cards=0, lender=-1)
        >>> view.action("build castle")
        Traceback (most recent call last):
        ...
        citadels_sdk.errors.IllegalChoice: build castle: it is not in the hand (S5.2); legal are: build temple, end
        """
        words = " ".join(text.split())
        for action in self.raw.actions:
            if action.text == words:
                return action
        raise IllegalChoice(refusal(self.raw, words))

    def cost(self, action: Action | str) -> int:
        """The gold that leaves me by this action alone: the price, a bribe, and with a Tax Collector in the game the tax.

        What others may take afterwards, and what the end of the turn brings, is not in it; nor is the tax of a build that the
        Magistrate is asked about first: whoever then has the district pays it.

        >>> from citadels_engine.testing import seat, table
        >>> game = table(seat("warlord", gold=6, hand="smithy", city="factory"), seat(city="docks"), turn="warlord", gathered=True)
        >>> view = View.of(game, 0)
        >>> [(str(action), view.cost(action)) for action in view.actions]
        [('destroy 0 factory', 4), ('destroy 1 docks', 2), ('build smithy', 4), ('end', 0)]
        """
        return gold_cost(self.raw, action if isinstance(action, Action) else self.action(action))

    def explain(self, action: Action | str) -> str:
        """What the action does and costs, in words.

        >>> from citadels_engine.testing import seat, table
        >>> view = View.of(table(seat("thief"), turn="thief", gathered=True), 0)
        >>> view.explain("rob king"), view.explain("end")
        ('rob the King (4)', 'end your turn')
        """
        from citadels_sdk.render.sentences import Teller
        from citadels_sdk.view.explanations import explain

        chosen = action if isinstance(action, Action) else self.action(action)
        names = [f"seat {number}" for number in range(self.players)]
        told = explain(Teller(self.edition, names, viewer=self.seat), self.raw, chosen)
        if isinstance(chosen, Build) and tax_on(self.raw, chosen):
            told += ", and 1 gold tax"
        return told

    # --- what a person would work out ---------------------------------------------------------------------------------

    def richest(self) -> SeatInfo:
        """The other seat with the most gold; of equals the next one after me.

        >>> from citadels_engine.testing import seat, table
        >>> view = View.of(table(seat("thief", gold=9), seat(gold=1), seat(gold=5), turn="thief"), 0)
        >>> view.richest().number, view.richest().gold
        (2, 5)
        """
        return max(self.others, key=lambda seat: seat.gold)

    def poorest(self) -> SeatInfo:
        """The other seat with the least gold; of equals the next one after me."""
        return min(self.others, key=lambda seat: seat.gold)

    def leader(self) -> SeatInfo:
        """The other seat with the most points so far; of equals the next one after me."""
        return max(self.others, key=lambda seat: seat.score_so_far)

    def score_if_ended(self, seat: int | None = None) -> int:
        """The points of a seat, mine unless it is said, if the game were scored now; of hidden hands only the size counts.

        >>> from citadels_engine.testing import seat, table
        >>> view = View.of(table(seat("king", city="castle statue"), seat(city="temple+"), turn="king", crown=0), 0)
        >>> view.score_if_ended(), view.score_if_ended(1)
        (12, 2)
        """
        return self.seats[self.me.number if seat is None else seat].score_so_far

    def possible_characters(self, seat: int) -> tuple[str, ...]:
        """The characters that the seat may hold this round, in the order of their ranks: no other agrees with what I have seen.

        >>> from citadels_sdk.local.game_loop import Table
        >>> table = Table.deal(["greedy"] * 4, seed="an example", crown=0)
        >>> while table.view().phase == "pick":
        ...     _ = table.step()
        >>> view = table.view(1)
        >>> view.faceup, view.characters
        (('merchant', 'bishop'), ('king',))
        >>> view.possible_characters(0), view.possible_characters(2)
        (('thief', 'architect'), ('assassin',))
        """
        if self._possible is None:
            self._possible = possible(self.raw, history_of(self))
        return self._possible[seat]

    def sample_worlds(self, n: int, seed: str | int) -> list[EngineGame]:
        """So many whole games that could be the real one, by chance: they agree with all that I have seen.

        The same seed gives the same games. Each is an engine's game of its own: `citadels_engine.apply` plays in it.

        >>> from citadels_engine import apply
        >>> from citadels_sdk.local.game_loop import Table
        >>> view = Table.deal(["greedy"] * 4, seed="an example").view()
        >>> worlds = view.sample_worlds(2, "a seed")
        >>> [View.of(world, view.seat).hand == view.hand for world in worlds]
        [True, True]
        >>> apply(worlds[0], view.actions[0])
        """
        worlds = worlds_of(self.raw, history_of(self))
        return [worlds.sample(f"{seed}/{i}") for i in range(n)]

    # --- beside the table ---------------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """What my seat has seen from the deal on, oldest first: mine to keep, and nobody else's to see what I do to it."""
        if isinstance(self._events, Heard):
            return self._events.copies(self._count)
        return tuple(self._events[: self._count])

    @property
    def time_left(self) -> float | None:
        """How many seconds I have for this decision; None where there is no limit."""
        return self._time_left

    def to_json(self) -> dict[str, object]:
        """The view in the form of a position."""
        return self.raw.to_json()

    def __repr__(self) -> str:
        return f"<View seat {self.seat} n {self.n} {self.kind}>"

    def __str__(self) -> str:
        from citadels_sdk.render import show_view

        return str(show_view(self))

    def _repr_html_(self) -> str:
        from citadels_sdk.render import show_view

        return show_view(self)._repr_html_()  # pyright: ignore[reportPrivateUsage]  # the name that notebooks ask for


def history_of(view: View) -> Sequence[Event]:
    """The events of a view as the driver has them, for who only reads them at once: the list may grow when the game goes on."""
    events = view._events  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # kept out of a bot's sight
    count = view._count  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    return events if count == len(events) else events[:count]
