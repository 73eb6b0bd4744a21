"""Testing a bot: a view made in one line, one answer to it, and views at random for Hypothesis.

>>> from citadels_sdk import Bot
>>> class Mason(Bot):
...     def choose(self, view):
...         return max(view.actions, key=lambda action: view.cost(action) if action.verb == "build" else 0)
>>> view = scenario("bishop gold=5 hand=temple,castle city=tavern; king gold=7; turn=bishop gathered")
>>> ask(Mason, view).text
'build castle'

What a line says, `scenario` explains. For a whole check there is `check_bot`, and in pytest the fixture `citadels_check`.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, cast

from citadels_engine import Game as EngineGame
from citadels_engine import apply, awaited, is_over, legal_actions, load, new_game
from citadels_engine.errors import PositionError
from citadels_engine.testing import position, seat

from citadels_sdk.bot import Start
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.view.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from citadels_engine import Action
    from hypothesis.strategies import SearchStrategy

    from citadels_sdk.local.bot_loader import BotLike, Entrant

__all__ = ["ask", "scenario", "seat", "views"]

SEAT_WORDS: Final = ("gold", "hand", "city", "revealed")
LISTS: Final = ("hand", "city", "revealed")


def scenario(
    told: str | Mapping[str, object] | EngineGame, *, seat: int | None = None, do: Sequence[str] = (), seed: str = "0"
) -> View:
    """The view of the seat that has to act, or of `seat`, at a position; `do` are actions that are taken first.

    The position is one of these:

    - a line of words: a part for each seat, then one for the table, with `;` between them. A seat begins with its characters,
      then `gold=5 hand=temple,castle city=tavern,market+ revealed=king`; a seat of which nothing is to be said is `-`. The table has
      `turn=bishop`, with `gathered`, `built=1` or `used=income,bonus` where the turn is under way, `players=5`,
      `edition=classic`, `cast=witch,queen` (in place of the original character of their rank), `deck=` or `top=` for its first cards,
      and every other field of a position, its value as a word, a number or JSON.
    - a position or a conformance case of the notation, as an object or as JSON text. Of a case the actions of its steps are
      taken up to the first other thing that it asks.
    - a game of the engine.

    >>> scenario("thief; king gold=4; turn=thief gathered").actions[0].text
    'rob magician'
    >>> scenario("thief; king gold=4; turn=thief gathered", do=["rob king", "end"]).gold
    0
    >>> scenario("witch; - ; turn=witch players=6 edition=classic crown=2").crown
    2
    >>> scenario({"cast": "assassin thief magician king bishop merchant architect warlord".split(), "phase": "pick", "seats": [{}] * 4}).kind
    'pick'
    """
    first: list[str] = []
    if isinstance(told, EngineGame):
        game = told.copy()
    else:
        given = read(told) if isinstance(told, str) else dict(told)
        if "given" in given:
            first = opening(given.get("steps"))
            given = an_object(given["given"])
        game = load({"seed": seed, **given}, telling=True)
    events: list[Any] = list(game.events)
    for text in [*first, *do]:
        apply(game, text)
        events += game.events
    viewer = seat if seat is not None else None if is_over(game) else awaited(game).seat
    return View.of(game, viewer, [event.for_seat(viewer) for event in events])


def read(text: str) -> dict[str, object]:
    """The position of a text: JSON, or a line of words."""
    if text.lstrip()[:1] in ("{", "["):
        return an_object(json.loads(text))
    parts = [part.split() for part in text.split(";") if part.strip()]
    if not parts:
        raise PositionError("a line of words has a part for each seat, and one for the table")
    table: list[str] = []
    if not_a_seat(parts[-1]):
        table = parts.pop()
    fields = dict(field(word) for word in table)
    turn = fields.pop("turn", None)
    under_way = {name: fields.pop(name) for name in ("gathered", "built", "used", "spent", "resumed") if name in fields}
    if turn is not None:
        fields["turn"] = {"character": turn, **under_way}
    if isinstance(fields.get("cast"), list):
        fields["cast"] = " ".join(fields["cast"])
    for name in ("deck", "top"):
        if isinstance(fields.get(name), list):
            fields[name] = " ".join(fields[name])
    return position(*[read_seat(words) for words in parts], **fields)


def not_a_seat(words: list[str]) -> bool:
    """Whether the words are the table's."""
    return any("=" in word and word.partition("=")[0] not in SEAT_WORDS for word in words)


def read_seat(words: list[str]) -> dict[str, object]:
    """One seat of a line."""
    characters = [word for word in words if "=" not in word and word != "-"]
    fields: dict[str, Any] = dict(field(word) for word in words if "=" in word)
    for name in fields:
        if name not in SEAT_WORDS:
            raise PositionError(f"a seat has no {name!r}; it has its characters, then {', '.join(SEAT_WORDS)}")
    told: dict[str, Any] = {name: " ".join(value) if name in LISTS else value for name, value in fields.items()}
    return seat(" ".join(characters), **told)


def field(word: str) -> tuple[str, Any]:
    """A word `name=value`, or a name alone, which is true."""
    name, given, text = word.partition("=")
    if not given:
        return name, True
    if name in (*LISTS, "used", "cast", "deck", "top"):
        return name, [one for one in text.split(",") if one]
    if re.match(r"[-\d{\[]|true$|false$|null$", text):
        return name, json.loads(text)
    return name, text


def an_object(told: object) -> dict[str, object]:
    """What is an object of JSON; anything else is refused."""
    if not isinstance(told, dict):
        raise PositionError("a position, and a case, is a JSON object")
    return cast("dict[str, object]", told)


def opening(steps: object) -> list[str]:
    """The actions at the beginning of a case."""
    found: list[str] = []
    for step in cast("list[object]", steps) if isinstance(steps, list) else []:
        told = an_object(step)
        if set(told) != {"do"}:
            break
        done = told["do"]
        found += [done] if isinstance(done, str) else cast("list[str]", done)
    return found


def ask(bot: BotLike | Entrant, view: View, *, chance: str = "0") -> Action:
    """The legal action that the bot answers; what is wrong with its answer is raised as a `BotFault`.

    >>> view = scenario("king gold=4 hand=temple; turn=king gathered")
    >>> ask("greedy", view).text
    'build temple'
    >>> ask(lambda view: "build castle", view)
    Traceback (most recent call last):
      ...
    citadels_sdk.errors.IllegalChoice: function at seat 0, decision 0: it chose 'build castle': ...
    """
    names = tuple(f"seat {number}" for number in range(view.players))
    player = resolve(bot).sit(Start("test", view.seat, view.players, view.edition, view.cast, names), chance)
    try:
        player.start()
        return player.choose(view)
    finally:
        player.close()


def views(
    *,
    edition: str | None = None,
    players: Sequence[int] = (2, 3, 4, 5, 6, 7, 8),
    kinds: Sequence[str] | None = None,
) -> SearchStrategy[View]:
    """Views for Hypothesis, each of a seat that has to act: of games played at random, and of made positions.

    With `kinds` only decisions of those kinds, which are taken from the made positions that put them. Needs Hypothesis.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=5, database=None)
    ... @given(views(kinds=["theater"]))
    ... def passes_or_swaps(view):
    ...     assert {action.verb for action in view.actions} <= {"theater", "pass"}
    >>> passes_or_swaps()
    """
    from hypothesis import strategies

    editions = ("modern", "classic") if edition is None else (edition,)
    made = strategies.builds(
        made_view, strategies.sampled_from(made_positions(editions, kinds)), strategies.integers(0, 99)
    )
    if kinds is not None:
        return made
    played = strategies.builds(
        played_view,
        strategies.sampled_from(sorted(players)),
        strategies.sampled_from(editions),
        strategies.integers(0, 2**32 - 1),
        strategies.integers(0, 200),
    )
    return strategies.one_of(played, made)


def made_positions(editions: Sequence[str], kinds: Sequence[str] | None) -> list[str]:
    """The made positions of those editions, and of those kinds of decision."""
    from citadels_sdk.checking.positions import cases, deal_case

    found = [name for name in cases() if name.startswith(tuple(f"{edition}/" for edition in editions))]
    if kinds is not None:
        found = [name for name in found if awaited(deal_case(name, "0")).kind in kinds]
    if not found:
        raise ValueError(f"kinds: no made position of {', '.join(editions)} asks {kinds}")
    return found


def made_view(name: str, seed: int) -> View:
    """The view of the bot's seat in a made position."""
    from citadels_sdk.checking.positions import deal_case

    return scenario(deal_case(name, str(seed)))


def played_view(players: int, edition: str, seed: int, taken: int) -> View:
    """A view of a game after so many decisions taken at random, or after the last but one."""
    game = new_game(players, edition=edition, seed=str(seed), telling=True)
    events = list(game.events)
    state = seed % 2147483646 + 1
    for _ in range(taken):
        legal = legal_actions(game)
        state = state * 48271 % 2147483647
        after = game.copy()
        apply(after, legal[state % len(legal)].text)
        if is_over(after):
            break
        game = after
        events += game.events
    viewer = awaited(game).seat
    return View.of(game, viewer, [event.for_seat(viewer) for event in events])
