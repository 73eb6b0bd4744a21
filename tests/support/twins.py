"""Twin worlds: all that a viewer cannot know is dealt anew, and everything that it can observe must stay the same.

1. A *viewer* is a seat, or None: a spectator. What it *observes*: its view (legal actions included), what its actions cost, whose
   decision comes next and of which kind, what refusals say, the result; and after an action the events that it is told.
2. A *twin* is a world drawn from the viewer's view and the events it has seen (`worlds.py`), never from the game. Where the next
   action rightly reveals something to the viewer (its own draw, a character, a hand it looks at, ...), the twin shares exactly that:
   `Facts` lists it, kind by kind, from what the rules reveal and from nothing else. What is not on the list and differs all the same
   is a leak.
3. Then both games take the same step. An action whose text the viewer may not know, such as `keep castle` of another seat, is
   answered in the twin by any action that looks the same to the viewer.
4. Steps follow each other in the same twin as long as it shares what each of them reveals; otherwise a new twin is drawn.

The file is long because of that list: what each kind of action rightly reveals stands in one place, to be read at one go.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from citadels_engine import IllegalAction, apply, is_over, legal_actions, parse, places, prices, view
from citadels_engine.dice import Dice
from citadels_engine.inference.knowledge import Knowledge
from citadels_engine.inference.worlds import Supposed, Worlds
from citadels_engine.rules.effects import holder_of
from citadels_engine.rules.reasons import why_not
from citadels_engine.state import NOBODY, OVER, PICK

from tests.support.setups import setup

if TYPE_CHECKING:
    from citadels_engine import Action, Game

SIZES = {"quick": 3_000, "ci": 100_000, "full": 1_000_000}
"""How many comparisons."""
PER_GAME = 40
"""How many of them in one game."""
MOST_ATTEMPTS = 100
LONGEST = 4
"""The most steps in a row with one viewer."""
REFUSED = (
    "gold", "end", "pass", "bribe", "done", "see", "redraw", "collect", "smithy", "pick king", "set_aside king", "keep castle",
    "build castle", "build palace", "build secret_vault", "build necropolis over castle", "build thieves_den cards 2", "take tavern",
    "discard market", "give 1 manor", "laboratory temple", "museum tavern", "destroy 0 castle", "seize 1 temple", "armory 1 tavern",
    "kill king", "rob bishop", "spy 1 noble", "swap 0", "peek 1", "warrants king bishop thief", "theater 1", "crown 0", "confiscate",
)  # fmt: skip
"""Texts that are tried where they are not legal."""


class Leak(AssertionError):
    """A viewer observes a difference that only something hidden can have made; the message says which."""


@dataclass
class Tally:
    """What has been compared."""

    comparisons: int = 0
    apart: int = 0
    """In how many of them the twin differed from the game in something hidden."""
    twins: int = 0
    games: int = 0
    players: set[int] = field(default_factory=set)
    editions: set[str] = field(default_factory=set)
    spectators: int = 0
    verbs: Counter[str] = field(default_factory=Counter)
    """The actions after which it was compared."""

    def add(self, other: Tally) -> None:
        """Count in what another has compared."""
        self.comparisons += other.comparisons
        self.apart += other.apart
        self.twins += other.twins
        self.games += other.games
        self.players |= other.players
        self.editions |= other.editions
        self.spectators += other.spectators
        self.verbs += other.verbs


@dataclass
class Facts:
    """What an action rightly reveals to a viewer, of the moment before it."""

    top: list[str] = field(default_factory=list)
    deck: list[str] | None = None
    offer: list[str] = field(default_factory=list)
    hands: dict[int, list[str]] = field(default_factory=dict)
    """Whole hands, in their order."""
    cards: dict[int, list[str]] = field(default_factory=dict)
    """Cards that a seat holds among others."""
    lots: dict[int, int] = field(default_factory=dict)
    """Of the cards of a seat: the place in its hand where the first of them lies, since the lot falls there."""
    matches: list[tuple[int, str, int]] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)
    pooled: list[str] = field(default_factory=list)
    aside: dict[int, str] = field(default_factory=dict)
    signed: str | None = None
    flowered: str | None = None
    order: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Of the two characters of a seat: which lies where the lot falls, and the place."""
    same: bool = False
    """Whether the twin must take the very same action."""
    unlike: set[str] = field(default_factory=set)
    """Characters that the twin's action must not move."""


# --- what an action reveals ------------------------------------------------------------------------------------------


def facts_of(game: Game, after: Game, told: list[dict[str, Any]], viewer: int | None, action: Action) -> Facts:
    """What the action rightly reveals to the viewer, by the kinds of what it is told."""
    facts = Facts()
    received: Counter[tuple[int, str]] = Counter()
    drawn = 0
    for event in told:
        kind, seat = event["kind"], event.get("seat", NOBODY)
        if kind in ("draw", "gain"):
            if seat == viewer and event.get("why") != "lighthouse":
                facts.top += event.get("districts", [])
            drawn += event.get("count", event.get("cards", 0))
        elif kind == "search" and seat == viewer:
            facts.deck = event["deck"]
        elif kind == "look":
            if seat == viewer:
                share_hand(facts, game, event["of"])
            elif event.get("matches") is not None and event["of"] != viewer:
                facts.matches.append((event["of"], event["type"], event["matches"]))
        elif kind == "swap" and viewer in (seat, event["with"]):
            share_hand(facts, game, event["with"] if seat == viewer else seat)
        elif kind == "move":
            share_move(facts, game, event, viewer, received, action)
        elif kind == "build" and seat != viewer:
            if received[seat, event["district"]] == 0:
                facts.cards.setdefault(seat, []).append(event["district"])
        elif kind == "answer" and "flowered" in event:
            assert game.threats is not None
            facts.flowered = game.threats.real.id if game.threats.real else ""
        elif kind == "confiscate":
            assert game.warrants is not None
            assert game.warrants.real is not None
            facts.signed = game.warrants.real.id
        elif kind == "theater" and event.get("got") is not None:
            share_swap(facts, game, event, viewer)
        elif kind == "over":
            for other in range(len(game.seats)):
                if other != viewer:
                    share_hand(facts, game, other)
            facts.top = [card.id for card in reversed(game.deck)][:drawn]
            decision: Any = game.pending
            if decision.kind == "keep" and decision.seat != viewer:
                facts.offer = [card.id for card in decision.cards]
                facts.same = True
    facts.top = facts.top[: len(game.deck)]
    share_characters(facts, game, after, told, viewer, action)
    return facts


def share_hand(facts: Facts, game: Game, seat: int) -> None:
    """The viewer is about to see the whole hand."""
    facts.hands[seat] = [card.id for card in game.seats[seat].hand]


def share_move(
    facts: Facts,
    game: Game,
    event: dict[str, Any],
    viewer: int | None,
    received: Counter[tuple[int, str]],
    action: Action,
) -> None:
    """A card passes between hands: who gives and who takes see it, and everybody where the Wizard builds it at once."""
    giver, taker, why = event["seat"], event["to"], event["why"]
    built_at_once = why == "wizard" and action.verb == "build"
    if viewer not in (giver, taker) and not built_at_once:
        return
    name = event["districts"][0]
    received[taker, name] += 1
    if giver == viewer:
        return
    if received[giver, name] > 0:
        received[giver, name] -= 1
        return
    by_lot = (why == "seer" and action.verb == "see") or (why == "emperor" and not game.classic)
    if why == "emperor" and game.classic and action.verb == "crown" and not game.options.recipient_chooses:
        by_lot = True
    facts.cards.setdefault(giver, []).append(name)
    if by_lot:
        label = "seer" if why == "seer" else "card"
        dice = Dice(game.seed, f"{label}/{game.round}/{giver}")
        facts.lots[giver] = dice.below(len(game.seats[giver].hand))


def share_swap(facts: Facts, game: Game, event: dict[str, Any], viewer: int | None) -> None:
    """The viewer takes part in the Theater's swap, and sees what it gets."""
    owner, partner = event["seat"], event["with"]
    other = partner if owner == viewer else owner
    facts.held[event["got"]] = other
    if other == partner and len(game.seats) <= 3:
        facts.order[partner] = (theater_lot(game, partner), event["got"])


def theater_lot(game: Game, partner: int) -> int:
    """Which of the partner's characters the Theater's lot falls on."""
    return Dice(game.seed, f"theater/{game.round}").below(len(game.seats[partner].characters))


def share_characters(
    facts: Facts, game: Game, after: Game, told: list[dict[str, Any]], viewer: int | None, action: Action
) -> None:
    """Who reveals what, what nobody answers to, and the pool that the viewer gets to see."""
    shown: list[str] = []
    for event in told:
        name = str(event.get("character"))
        if event["kind"] == "reveal":
            shown.append(name)
        elif event["kind"] == "call" and (game.killed is None or name != game.killed.id):
            facts.held[name] = NOBODY
            facts.unlike.add(name)
    killed = game.killed
    ended = after.round != game.round or after.phase == OVER
    revealed = [character for seat in game.seats for character in seat.revealed]
    if killed is not None and killed.rank == 4 and ended and killed not in revealed:
        silent = game.classic and killed.id == "emperor"
        if not silent and killed.id not in shown:
            facts.held[killed.id] = NOBODY
    for name in shown:
        character = next(one for one in game.cast if one.id == name)
        holder = holder_of(game, character)
        if holder == NOBODY:
            facts.same = True
            if character in game.pool:
                facts.pooled.append(name)
            else:
                facts.aside[0] = name
        elif character not in game.seats[holder].revealed:
            facts.held[name] = holder
    if action.verb == "theater" and len(game.seats) <= 3:
        share_third(facts, game, action, shown, viewer)
    if game.phase == PICK and after.phase == PICK and after.round == game.round:
        share_pool(facts, game, after, viewer, action)


def share_pool(facts: Facts, game: Game, after: Game, viewer: int | None, action: Action) -> None:
    """The viewer chooses next and sees what is on offer; what the lot takes out before it must come from the same pool."""
    decision = after.pending
    if decision is None or decision.seat != viewer:
        return
    middle = len(after.facedown) > len(game.facedown) and action.verb == "pick"
    facts.pooled = [character.id for character in (game.pool if middle else after.pool)]
    facts.same = middle
    if decision.kind == "pick" and len(legal_actions(after)) > len(after.pool):
        facts.aside[0] = after.facedown[0].character.id


def share_third(facts: Facts, game: Game, action: Any, shown: list[str], viewer: int | None) -> None:
    """Two others swap, and who reveals next may tell what has moved."""
    decision = game.pending
    assert decision is not None
    partner = action.seat
    if viewer in (decision.seat, partner):
        return
    lot = theater_lot(game, partner)
    for at, character in enumerate(game.seats[partner].characters):
        if character.id in shown:
            facts.order[partner] = (lot if at == lot else 1 - lot, character.id)
    if action.character in shown:
        facts.same = True
    facts.unlike.update(shown)


# --- twins -----------------------------------------------------------------------------------------------------------


def make_twin(game: Game, knowledge: Knowledge, facts: Facts, chance: str) -> Game:
    """A world that agrees with the viewer's view and knowledge and shares the facts."""
    viewer = None if knowledge.seat == NOBODY else knowledge.seat
    seen = view(game, viewer)
    learnt = knowledge.copy()
    learnt.meet(seen)
    for seat, names in facts.hands.items():
        learnt.suppose_hand(seat, names)
    for seat, names in facts.cards.items():
        if seat not in facts.hands:
            learnt.suppose_cards(seat, names)
    for seat, kind, matches in facts.matches:
        learnt.suppose_matches(seat, kind, matches)
    if facts.offer:
        learnt.suppose_offer(facts.offer)
    if facts.deck is not None:
        learnt.suppose_deck(facts.deck)
    elif facts.top:
        learnt.suppose_top(facts.top)
    supposed = Supposed()
    supposed.held = {name: seat for name, seat in facts.held.items() if seat != viewer}
    supposed.pooled = facts.pooled if viewer is None or seen.pool is None else []
    supposed.aside = facts.aside
    if knowledge.seat == NOBODY or game.warrants is None or game.warrants.by != viewer:
        supposed.signed = facts.signed
    supposed.flowered = facts.flowered
    twin = Worlds(seen, learnt, supposed).sample(chance)
    twin.seed = game.seed
    twin.telling = True
    align(twin, game, facts)
    return twin


def sharing_twin(game: Game, knowledge: Knowledge, facts: Facts, when: str) -> Game:
    """A twin that shares the facts; only what the last to choose may keep needs more than one attempt."""
    for attempt in range(MOST_ATTEMPTS):
        twin = make_twin(game, knowledge, facts, f"{when}, {attempt}")
        if shares(twin, facts):
            return twin
        if can_pick(twin, facts):
            break
    raise AssertionError(f"{when}: the twin does not share {facts}")


def can_pick(twin: Game, facts: Facts) -> bool:
    """Whether a character is on offer that may be kept: one to whose call nobody answers at once may not."""
    decision = twin.pending
    if facts.same or decision is None or decision.kind != "pick":
        return True
    return any(action.text.split()[1] not in facts.unlike for action in legal_actions(twin))


def align(twin: Game, game: Game, facts: Facts) -> None:
    """Lay what is shared where the lot falls or in the order in which it is shown."""
    for seat, names in facts.hands.items():
        hand = twin.seats[seat].hand
        if Counter(card.id for card in hand) == Counter(names):
            twin.seats[seat].hand = game.seats[seat].hand[:]
    for seat, at in facts.lots.items():
        if seat not in facts.hands:
            hand = twin.seats[seat].hand
            for i, card in enumerate(hand):
                if card.id == facts.cards[seat][0]:
                    hand[i], hand[at] = hand[at], card
                    break
    for seat, (at, name) in facts.order.items():
        held = twin.seats[seat].characters
        if len(held) == 2 and held[at].id != name and held[1 - at].id == name:
            twin.seats[seat].characters = (held[1], held[0])


def shares(twin: Game, facts: Facts) -> bool:
    """Whether the twin shares all that is about to be revealed."""
    top = [card.id for card in reversed(twin.deck)][: len(facts.top)]
    decision: Any = twin.pending
    threats, warrants = twin.threats, twin.warrants
    return (
        can_pick(twin, facts)
        and top == facts.top
        and (facts.deck is None or sorted(card.id for card in twin.deck) == sorted(facts.deck))
        and (not facts.offer or [card.id for card in decision.cards] == facts.offer)
        and all([card.id for card in twin.seats[seat].hand] == names for seat, names in facts.hands.items())
        and all(
            not Counter(names) - Counter(card.id for card in twin.seats[seat].hand)
            for seat, names in facts.cards.items()
        )
        and all(twin.seats[seat].hand[at].id == facts.cards[seat][0] for seat, at in facts.lots.items())
        and all(
            sum(card.type == kind for card in twin.seats[seat].hand) == matches for seat, kind, matches in facts.matches
        )
        and all(holds(twin, name) == seat for name, seat in facts.held.items())
        and all(name in [character.id for character in twin.pool] for name in facts.pooled)
        and all(twin.facedown[at].character.id == name for at, name in facts.aside.items())
        and (facts.signed is None or (warrants is not None and str(warrants.real) == facts.signed))
        and (
            facts.flowered is None
            or (threats is not None and (threats.real.id if threats.real else "") == facts.flowered)
        )
        and all(twin.seats[seat].characters[at].id == name for seat, (at, name) in facts.order.items())
    )


def holds(game: Game, name: str) -> int:
    """The seat that holds the character."""
    return holder_of(game, next(one for one in game.cast if one.id == name))


def apart(twin: Game, game: Game) -> bool:
    """Whether anything hidden lies otherwise in the twin: cards of a hand or of the deck, characters, markers."""
    for one, other in zip(twin.seats, game.seats, strict=True):
        if one.characters != other.characters or Counter(one.hand) != Counter(other.hand):
            return True
    return twin.deck != game.deck or twin.pool != game.pool


# --- actions as they look --------------------------------------------------------------------------------------------


def shape(game: Game, action: Any, viewer: int | None) -> str:
    """The action as the viewer may know it: its text, or what is public of it."""
    decision: Any = game.pending
    if decision.seat == viewer:
        return str(action.text)
    verb = str(action.verb)
    if verb in ("pick", "set_aside", "keep", "discard", "laboratory", "museum"):
        return verb
    if verb == "take":
        return str(action.text) if decision.kind == "take" and decision.source == viewer else verb
    if verb == "give":
        return given(game, action, viewer)
    if verb == "theater" and action.character:
        return str(action.text) if action.seat == viewer else f"theater {action.seat}"
    if verb in ("warrants", "threats"):
        return " ".join(sorted(str(action.text).split()))
    return str(action.text)


def given(game: Game, action: Any, viewer: int | None) -> str:
    """A card given: its name is for the two concerned."""
    decision: Any = game.pending
    if decision.kind == "tribute":
        turn = game.turn
        assert turn is not None
        if action.text == "give gold" or turn.seat == viewer:
            return str(action.text)
        return "give card"
    return str(action.text) if action.seat == viewer else f"give {action.seat}"


def answer(twin: Game, game: Game, action: Action, viewer: int | None, facts: Facts, chance: Random) -> Action:
    """The twin's action that looks the same to the viewer."""
    wanted = shape(game, action, viewer)
    same = [one for one in legal_actions(twin) if shape(twin, one, viewer) == wanted]
    if facts.same or (twin.pending is not None and twin.pending.seat == viewer):
        same = [one for one in same if one.text == action.text]
    elif action.verb in ("pick", "set_aside"):
        barred = facts.unlike | set(facts.pooled)
        same = [one for one in same if one.text.split()[1] not in barred]
    elif action.verb in ("give", "discard") and wanted != action.text:
        same = [one for one in same if spares(twin, one, facts)]
    elif action.verb == "theater" and facts.unlike:
        same = [one for one in same if one.text == action.text or one.text.split()[1] not in facts.unlike]
    if not same:
        raise Leak(f"no action of the twin looks like {wanted!r}: {[one.text for one in legal_actions(twin)]}")
    return same[int(chance.random() * len(same))]


def spares(twin: Game, action: Action, facts: Facts) -> bool:
    """Whether the card leaves in the hand what the viewer is shown of it in the same step."""
    decision = twin.pending
    assert decision is not None
    name = action.text.split()[-1]
    hand = [card.id for card in twin.seats[decision.seat].hand]
    return hand.count(name) > facts.cards.get(decision.seat, []).count(name) or name == "gold"


# --- what is observed ------------------------------------------------------------------------------------------------


def observe(game: Game, viewer: int | None) -> dict[str, object]:
    """All that the viewer can observe now, but for refusals."""
    seen: dict[str, object] = dict(view(game, viewer).to_json())
    decision = game.pending
    seen["awaited"] = None if decision is None else (decision.seat, decision.kind, game.n)
    if decision is not None and decision.seat == viewer:
        seen["prices"] = prices(game)
    if is_over(game):
        seen["places"] = places(game)
    return seen


def differ(one: dict[str, object], other: dict[str, object]) -> str:
    """Where two observations differ."""
    return "; ".join(
        f"{key}: {one.get(key)!r} against {other.get(key)!r}"
        for key in {**one, **other}
        if one.get(key) != other.get(key)
    )


def compare(game: Game, twin: Game, viewer: int | None, when: str) -> None:
    """Whether the viewer observes the same of both; a difference is a leak."""
    one, other = observe(game, viewer), observe(twin, viewer)
    if one != other or list(one) != list(other):
        raise Leak(f"{when}: the views differ in {differ(one, other)}")


def compare_refusals(game: Game, twin: Game, viewer: int | None, when: str) -> None:
    """Whether refusals say the same, of the engine and in a sentence with its rule."""
    legal = {action.text for action in legal_actions(game)} | {action.text for action in legal_actions(twin)}
    seen, twin_seen = view(game, viewer), view(twin, viewer)
    for i in range(3):
        text = REFUSED[(game.n * 3 + i) % len(REFUSED)]
        if text not in legal:
            said, twin_said = refusal(game, text), refusal(twin, text)
            if said != twin_said:
                raise Leak(f"{when}: {text} is refused with {said!r} and with {twin_said!r}")
        if viewer is not None and why_not(seen, parse(text)) != why_not(twin_seen, parse(text)):
            raise Leak(f"{when}: {text} is explained otherwise")


def refusal(game: Game, text: str) -> str:
    """What the engine says to an action that is not legal."""
    try:
        apply(game, text)
    except IllegalAction as error:
        return str(error)
    raise AssertionError(f"{text} is taken though it is not listed")


# --- a game ----------------------------------------------------------------------------------------------------------


class Watched:
    """A random game, and what every seat and a spectator have learnt of it."""

    def __init__(self, number: int) -> None:
        self.where = f"set-up {number}"
        self.game = setup(number).deal(telling=True)
        self.chance = Random(f"twins {number}")
        self.viewers: list[int | None] = [*range(len(self.game.seats)), None]
        self.knowledge = {viewer: Knowledge(view(self.game, viewer)) for viewer in self.viewers}
        self.told: dict[int | None, list[dict[str, Any]]] = {viewer: [] for viewer in self.viewers}
        self.learn()

    def learn(self) -> None:
        """Everybody is told what has just happened."""
        for viewer in self.viewers:
            for event in self.game.events:
                told = event.for_seat(viewer)
                self.told[viewer].append(told)
                self.knowledge[viewer].see(told)

    def choose(self) -> Action:
        """Any legal action; the end of a turn less often, so that more happens."""
        legal = legal_actions(self.game)
        action = legal[int(self.chance.random() * len(legal))]
        if action.verb in ("end", "pass"):
            action = legal[int(self.chance.random() * len(legal))]
        return action

    def take(self, action: Action) -> None:
        """Take the action."""
        apply(self.game, action)
        self.learn()


def compare_game(number: int, wanted: int, tally: Tally) -> None:
    """Play the set-up of that number, and now and then let a twin go along for some steps."""
    watched = Watched(number)
    game = watched.game
    chance = watched.chance
    tally.games += 1
    tally.players.add(len(game.seats))
    tally.editions.add("classic" if game.classic else "modern")
    done = 0
    while not is_over(game):
        if done < wanted and chance.random() < 0.08:
            viewer = watched.viewers[int(chance.random() * len(watched.viewers))]
            steps = min(wanted - done, 1 + int(chance.random() * LONGEST))
            done += go_along(watched, viewer, steps, tally)
        else:
            watched.take(watched.choose())
    tally.comparisons += done


def go_along(watched: Watched, viewer: int | None, steps: int, tally: Tally) -> int:
    """Take some steps in the game and in a twin of it; answers how many comparisons were made."""
    game = watched.game
    twin: Game | None = None
    done = 0
    while done < steps and not is_over(game):
        action = watched.choose()
        after = game.copy()
        apply(after, action)
        told = [event.for_seat(viewer) for event in after.events]
        facts = facts_of(game, after, told, viewer, action)
        when = f"{watched.where}, decision {game.n} ({action}), viewer {viewer}"
        if twin is not None:
            align(twin, game, facts)
        if twin is None or not shares(twin, facts):
            twin = sharing_twin(game, watched.knowledge[viewer], facts, when)
            tally.twins += 1
        compare(game, twin, viewer, when)
        compare_refusals(game, twin, viewer, when)
        tally.apart += apart(twin, game)
        tally.verbs[action.verb] += 1
        tally.spectators += viewer is None
        try:
            reply = answer(twin, game, action, viewer, facts, watched.chance)
        except Leak as leak:
            raise Leak(f"{when}: {leak}") from None
        apply(twin, reply)
        watched.take(action)
        twin_told = [event.for_seat(viewer) for event in twin.events]
        if twin_told != told:
            pairs = [(one, other) for one, other in zip(told, twin_told, strict=False) if one != other]
            raise Leak(f"{when}: told {pairs or (told, twin_told)}")
        compare(game, twin, viewer, f"{when}, after it")
        done += 1
    return done


def compare_slice(first: int, count: int) -> Tally:
    """So many comparisons, in games from the set-up of the number `first` on."""
    tally = Tally()
    number = first
    while tally.comparisons < count:
        compare_game(number, min(PER_GAME, count - tally.comparisons), tally)
        number += 1
    return tally
