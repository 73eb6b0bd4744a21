"""Twins of a game, dealt from the game itself: all that one viewer cannot know lies differently, and he must not notice.

`twin(game, viewer, dice, fixed)` is another whole game with the same view. `compare` puts the two side by side, plays one decision
in both, and compares everything that the viewer observes: the view, the legal actions, what an illegal action is answered,
the events, and who is asked what next.

What the next decision itself shows by the rules (the character that is called, the hand that is looked at) must be the same in
both worlds, or they would rightly differ; `fixed` names it, and nothing more. It is found by playing the decision in the first
world: what its events tell the viewer, or everybody.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from citadels_engine import IllegalAction, apply, is_over, legal_actions, view
from citadels_engine.actions.types import Action, Build, Crown, Give, Spy, Swap, Theater, Threats, Tribute, Warrants
from citadels_engine.cards.characters.wizard import Take
from citadels_engine.rules.draft import Pick, takes_facedown
from citadels_engine.rules.turn import Keep
from citadels_engine.state import NOBODY, PICK, TURNS, Built, Facedown, Game, Markers

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_engine.cards.base import Character, District
    from citadels_engine.dice import Dice

ILLEGAL = ("destroy 0 keep", "build castle", "pick king", "keep temple", "pass", "take palace", "give 1 tavern")
NEVER_LEGAL = ("destroy 9 keep", "build moat", "pick nobody", "give 9 tavern", "income 9 99")
SECRET = ("pick", "set_aside", "keep", "discard", "laboratory", "museum", "take")
"""Verbs whose object only the actor knows."""


class Noticed(AssertionError):
    """The viewer can tell the two worlds apart."""


@dataclass
class Fixed:
    """What must lie alike in both worlds because the next decision shows it."""

    cards: bool = False
    """All cards, where the viewer is about to see some that he does not know yet."""
    hands: set[int] = field(default_factory=set)
    card: tuple[int, District] | None = None
    """One card of one hand, which is about to be named in public."""
    characters: bool = False
    called: int = 0
    """The rank that will have been called: whoever holds it or a lower one is known then."""
    shown: dict[Character, int] = field(default_factory=dict)
    """Who reveals which character."""
    markers: bool = False


def twin(game: Game, viewer: int, dice: Dice, fixed: Fixed) -> Game:
    """Another world with the same view for the viewer (NOBODY: a spectator)."""
    other = game.copy()
    other.legal = None
    if not fixed.cards:
        redeal_cards(other, viewer, dice, fixed)
    if not fixed.characters:
        redeal_characters(other, viewer, dice, fixed)
    if not fixed.markers:
        redeal_markers(other, viewer, dice)
    return other


# --- cards -----------------------------------------------------------------------------------------------------------


def redeal_cards(game: Game, viewer: int, dice: Dice, fixed: Fixed) -> None:
    """Deal the deck, the hands, what is tucked and what others have drawn anew."""
    kept = fixed.hands | {viewer}
    decision = game.pending
    if isinstance(decision, Take) and decision.seat == viewer:
        kept.add(decision.source)
    for look in game.looks:
        if look.by == viewer:
            kept.add(look.of)
    open_hands = [number for number in range(len(game.seats)) if number not in kept]
    saved: District | None = None
    if fixed.card is not None and fixed.card[0] in open_hands:
        saved = fixed.card[1]
        game.seats[fixed.card[0]].hand.remove(saved)
    pool = list(game.deck)
    for number in open_hands:
        pool.extend(game.seats[number].hand)
    for seat in game.seats:
        for built in seat.city:
            if built.tucked and viewer not in built.tuckers:
                pool.extend(built.tucked)
    drawn = decision if isinstance(decision, Keep) and decision.seat != viewer else None
    if drawn is not None:
        pool.extend(drawn.cards)
    dice.shuffle(pool)

    def deal(count: int) -> list[District]:
        return [pool.pop() for _ in range(count)]

    for number in open_hands:
        game.seats[number].hand[:] = deal(len(game.seats[number].hand))
    if saved is not None and fixed.card is not None:
        game.seats[fixed.card[0]].hand.append(saved)
    for seat in game.seats:
        for at, built in enumerate(seat.city):
            if built.tucked and viewer not in built.tuckers:
                cards = tuple(deal(len(built.tucked)))
                seat.city[at] = Built(built.card, built.beautified, cards, built.tuckers)
    if drawn is not None:
        game.pending = Keep(drawn.seat, tuple(deal(len(drawn.cards))), drawn.left, drawn.source)
    game.deck = pool


# --- characters ------------------------------------------------------------------------------------------------------


def redeal_characters(game: Game, viewer: int, dice: Dice, fixed: Fixed) -> None:
    """Deal the characters that are neither shown nor the viewer's anew, so that what has been called stays true."""
    decision = game.pending
    choosing = game.phase == PICK and decision is not None and decision.seat == viewer
    shows_facedown = choosing and isinstance(decision, Pick) and len(game.pool) == 1 and takes_facedown(game)
    held: list[tuple[int, int]] = []
    loose: list[Character] = []
    for number, seat in enumerate(game.seats):
        for at, character in enumerate(seat.characters):
            if number != viewer and character not in seat.revealed and character not in fixed.shown:
                held.append((number, at))
                loose.append(character)
    aside = [
        at for at, one in enumerate(game.facedown) if viewer not in one.seen_by and not (shows_facedown and at == 0)
    ]
    loose.extend(game.facedown[at].character for at in aside)
    if not choosing:
        loose.extend(game.pool)
    dice.shuffle(loose)
    called = max(fixed.called, game.called)
    may_hold = [one for one in loose if game.phase == PICK or one.rank > called or one is game.killed]
    for number, at in held:
        if game.phase == TURNS and hospital_pins(game, number):
            chosen = game.seats[number].characters[at]
        else:
            chosen = may_hold[0]
        if chosen in may_hold:
            may_hold.remove(chosen)
        loose.remove(chosen)
        characters = list(game.seats[number].characters)
        characters[at] = chosen
        game.seats[number].characters = tuple(characters)
    facedown = list(game.facedown)
    for at in aside:
        facedown[at] = Facedown(loose.pop(), facedown[at].seen_by)
    game.facedown = tuple(facedown)
    if not choosing:
        game.pool = tuple(sorted(loose, key=lambda one: one.rank))


def hospital_pins(game: Game, number: int) -> bool:
    """Whether the seat is being asked about its Hospital: then who holds the murdered character is about to show."""
    return game.pending is not None and game.pending.kind == "ward" and game.pending.seat == number


def redeal_markers(game: Game, viewer: int, dice: Dice) -> None:
    """Let another marker be the real one."""
    game.warrants = redealt(game.warrants, viewer, dice, game.cast)
    game.threats = redealt(game.threats, viewer, dice, game.cast)


def redealt(markers: Markers | None, viewer: int, dice: Dice, cast: tuple[Character, ...]) -> Markers | None:
    if markers is None or markers.by == viewer or markers.shown:
        return markers
    every = [markers.real, *markers.blank]
    real = every.pop(dice.below(len(every)))
    blank = sorted(every, key=lambda one: -1 if one is None else cast.index(one))
    if real is None and len(blank) > 1:
        return markers
    return Markers(real, tuple(blank), markers.by)


# --- what the next decision shows ------------------------------------------------------------------------------------


def shown_by(game: Game, action: Action, viewer: int) -> Fixed:
    """What the action will show the viewer, found by playing it."""
    after = game.copy()
    after.telling = True
    apply(after, action)
    fixed = Fixed(called=after.called if after.phase == TURNS and after.round == game.round else len(game.cast))
    if after.round != game.round or is_over(after) or after.phase != game.phase:
        fixed.characters = True
    if after.pending is not None and after.pending.seat == viewer and after.phase == PICK:
        fixed.characters = True
    for event in after.events:
        told = event.for_seat(None if viewer == NOBODY else viewer)
        if set(told) - {"kind", "seat"} - set(event.facts):
            known_already = event.seat == viewer and event.kind in (
                "discard",
                "tuck",
                "keep",
                "kept",
                "pick",
                "set_aside",
            )
            if not known_already and set(told) & {"districts", "hand", "got", "deck"}:
                fixed.cards = True
            if event.kind == "theater":
                fixed.characters = True
        if event.kind == "reveal":
            for character in game.cast:
                if character.id == event.facts["character"]:
                    fixed.shown[character] = event.seat
        if event.kind == "over":
            fixed.cards = True
        if event.kind == "answer" and event.facts["do"] in ("expose", "confiscate"):
            fixed.markers = True
        if event.kind == "answer" and game.pending is not None and game.pending.kind == "ward":
            fixed.characters = True
    seat = game.pending.seat if game.pending is not None else NOBODY
    if isinstance(action, Build):
        source = game.pending.source if isinstance(game.pending, Take) else seat
        card = next(one for one in game.seats[source].hand if one.id == action.district)
        fixed.card = (source, card)
    if isinstance(action, Spy):
        fixed.hands.add(action.seat)
    return fixed


def counterpart(game: Game, other: Game, action: Action, viewer: int, fixed: Fixed) -> Action:
    """What the actor does in the other world: the same as far as the viewer can see."""
    options = legal_actions(other)
    decision = game.pending
    assert decision is not None
    alike = fixed.characters if action.verb in ("pick", "set_aside", "theater") else fixed.cards
    if decision.seat == viewer or (alike and not isinstance(action, Warrants | Threats)):
        return action
    if isinstance(action, Warrants):
        on = {action.signed, *action.blank}
        options = tuple(one for one in options if isinstance(one, Warrants) and {one.signed, *one.blank} == on)
        return options[-1]
    if isinstance(action, Threats):
        on = {action.flowered, action.blank}
        options = tuple(one for one in options if isinstance(one, Threats) and {one.flowered, one.blank} == on)
        return options[-1]
    if action.verb in SECRET:
        return next(one for one in options if one.verb == action.verb)
    if isinstance(action, Give):
        return next(one for one in options if isinstance(one, Give) and one.seat == action.seat)
    if isinstance(action, Tribute) and action.what not in ("gold", "card"):
        return next(one for one in options if isinstance(one, Tribute) and one.what != "gold")
    if isinstance(action, Theater) and action.character:
        return next(one for one in options if isinstance(one, Theater) and one.seat == action.seat)
    return action


def concerns(action: Action, viewer: int) -> bool:
    """Whether the action hands the viewer a card, or takes one from him, that he then sees."""
    return isinstance(action, Give | Swap | Crown | Theater) and action.seat == viewer


# --- side by side ----------------------------------------------------------------------------------------------------


def observed(game: Game, viewer: int) -> str:
    """Everything that the viewer observes of a moment, as one text."""
    seat = None if viewer == NOBODY else viewer
    seen = view(game, seat)
    answers = []
    mine = game.pending is not None and game.pending.seat == viewer
    legal = [action.text for action in legal_actions(game)] if mine else []
    for text in (*NEVER_LEGAL, *(ILLEGAL if mine else ())):
        if text not in legal:
            try:
                apply(game.copy(), text)
            except IllegalAction as error:
                answers.append(str(error))
    told = seen.to_json()
    return json.dumps([told, [action.text for action in seen.actions], answers], sort_keys=True)


def compare(game: Game, action: Action, viewer: int, dice: Dice, looks: Callable[[Game, int], str] = observed) -> int:
    """Compare two worlds before and after the action; how many observations were equal."""
    decision = game.pending
    assert decision is not None
    fixed = shown_by(game, action, viewer)
    if concerns(action, viewer):
        fixed.hands.add(decision.seat)
        fixed.cards = True
        fixed.characters = True
    other = twin(game, viewer, dice, fixed)
    told = f"round {game.round} n {game.n}, seat {decision.seat} {decision.kind}: {action}, seen by {viewer}"
    if looks(game, viewer) != looks(other, viewer):
        raise Noticed(f"before {told}\n{looks(game, viewer)}\n{looks(other, viewer)}")
    first, second = game.copy(), other.copy()
    first.telling = second.telling = True
    apply(first, action)
    apply(second, counterpart(game, other, action, viewer, fixed))
    if looks(first, viewer) != looks(second, viewer):
        raise Noticed(f"after {told}\n{looks(first, viewer)}\n{looks(second, viewer)}")
    seat = None if viewer == NOBODY else viewer
    if [one.for_seat(seat) for one in first.events] != [one.for_seat(seat) for one in second.events]:
        raise Noticed(
            f"events of {told}\n{[one.for_seat(seat) for one in first.events]}\n"
            f"{[one.for_seat(seat) for one in second.events]}"
        )
    return 3


def walk(game: Game, dice: Dice, every: int) -> int:
    """Play a random game, comparing now and then for every seat and a spectator; how many observations were equal."""
    equal = 0
    while not is_over(game):
        legal = legal_actions(game)
        action = legal[dice.below(len(legal))]
        if dice.below(every) == 0:
            for viewer in range(NOBODY, len(game.seats)):
                equal += compare(game, action, viewer, dice)
        apply(game, action)
    return equal
