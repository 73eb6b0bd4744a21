"""What a bot sees: right, pleasant, and nothing more than its seat may know."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from random import Random
from types import FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from citadels_engine import apply, awaited, is_over, legal_actions, new_game, score
from citadels_engine import view as see
from citadels_engine.state import Game
from citadels_engine.testing import act, seat, table
from citadels_sdk import View
from citadels_sdk.errors import IllegalChoice
from citadels_sdk.local.game_loop import Table

from tests.support.setups import setup

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.interpreter

QUICK = (3, 9, 16, 24, 32, 46, 61, 77)
GAMES = {"quick": 30, "ci": 60, "full": 3000}[os.environ.get("CITADELS_SIZE", "quick")]
OTHERS = {"threat", "expose"}
"""Why gold is lost by what others do, or by what has been done before."""


def walk(number: int) -> Iterator[tuple[Table, View]]:
    """The game of that set-up, played at random: each decision as it is seen."""
    game = Table(setup(number).deal(telling=True), [None] * setup(number).players)
    chance = Random(number)
    game.begin()
    while not game.over:
        view = game.view()
        yield game, view
        game.take(chance.choice(view.actions))


# --- what an action costs ----------------------------------------------------------------------------------------------


def paid(game: Game, who: int) -> int:
    """The gold that the last action took from the seat, by the events up to what comes after it."""
    gold = 0
    for event in game.events:
        if event.kind in ("turn_end", "round", "call", "reveal", "resume"):
            break
        if event.kind == "lose" and event.seat == who and event.facts["why"] not in OTHERS:
            gold += int(str(event.facts["gold"]))
        elif event.kind == "lose" and event.facts["to"] == who and event.facts["why"] == "loan":
            gold -= int(str(event.facts["gold"]))
    return gold


def check_costs(number: int, seen: Counter[str]) -> None:
    chance = Random(-number)
    for game, view in walk(number):
        assert all(0 <= view.cost(action) <= view.gold for action in view.actions)
        for action in chance.sample(view.actions, min(3, len(view.actions))):
            if action.verb == "end" or view.kind == "pay":
                continue  # what the turn's end brings is not the action's, what a build costs was said with the build
            after = game.game.copy()
            apply(after, action)
            due = view.cost(action)
            lost = paid(after, view.seat)
            if after.pending is not None and after.pending.kind == "pay":
                assert due - lost in (0, 1), (number, view.n, action)  # the tax comes when the district stands
            else:
                assert due == lost, (number, view.n, action)
            seen[action.verb] += due > 0
            if action.verb == "build":
                words = action.text.split()
                seen[" ".join([words[0], *words[2:3]])] += 1


def test_the_cost_of_an_action_is_the_gold_that_leaves() -> None:
    for number in QUICK:
        check_costs(number, Counter())


@pytest.mark.heavy
def test_the_cost_of_every_kind_of_action_is_the_gold_that_leaves() -> None:
    seen: Counter[str] = Counter()
    for number in range(7000, 7000 + max(GAMES, 150)):
        check_costs(number, seen)
    costly = ("bribe", "beautify", "destroy", "exchange", "seize", "smithy", "recover", "give", "confiscate", "build")
    ways = ("build framework", "build over", "build cards", "build from")
    assert [what for what in (*costly, *ways) if not seen[what]] == []


@pytest.mark.parametrize(
    ("game", "action", "gold"),
    [
        (table(seat("king", gold=9, hand="library", city="factory"), turn="king", gathered=True), "build library", 5),
        (
            table(seat("king", hand="library", city="framework"), turn="king", gathered=True),
            "build library framework",
            0,
        ),
        (
            table(seat("king", hand="necropolis", city="temple"), turn="king", gathered=True),
            "build necropolis over temple",
            0,
        ),
        (
            table(seat("king", gold=5, hand="thieves_den temple docks"), turn="king", gathered=True),
            "build thieves_den cards 2",
            4,
        ),
        (
            table(
                seat("cardinal", gold=1, hand="castle temple docks manor"), seat(gold=9), turn="cardinal", gathered=True
            ),
            "build castle from 1",
            1,
        ),
        (
            table(seat("king", gold=4, hand="temple"), turn="king", gathered=True, cast="tax_collector", players=5),
            "build temple",
            2,
        ),
        (
            table(seat("king", gold=1, hand="temple"), turn="king", gathered=True, cast="tax_collector", players=5),
            "build temple",
            1,
        ),
        (
            table(seat("warlord", gold=5), seat(city="castle great_wall"), turn="warlord", gathered=True),
            "destroy 1 castle",
            4,
        ),
        (table(seat("warlord", gold=5), seat(city="castle+"), turn="warlord", gathered=True), "destroy 1 castle+", 4),
        (table(seat("marshal", gold=5), seat(city="manor"), turn="marshal", gathered=True), "seize 1 manor", 3),
        (
            table(seat("diplomat", gold=5, city="temple"), seat(city="manor"), turn="diplomat", gathered=True),
            "exchange temple 1 manor",
            2,
        ),
    ],
)
def test_what_an_action_costs(game: Game, action: str, gold: int) -> None:
    view = View.of(game, 0)
    assert view.cost(action) == view.cost(view.action(action)) == gold


def test_the_tax_is_told_with_the_build() -> None:
    game = table(seat("king", gold=4, hand="temple"), turn="king", gathered=True, cast="tax_collector", players=5)
    assert View.of(game, 0).explain("build temple") == "Temple, 1 gold, and 1 gold tax"


WARRANTS: Any = {"by": 1, "signed": "king", "blank": ["thief", "bishop"]}


@pytest.mark.parametrize(
    ("turn", "warrants", "action", "cost"),
    [
        ({"character": "king", "gathered": True}, WARRANTS, "build temple", 1),
        ({"character": "king", "gathered": True}, None, "build temple", 2),
        ({"character": "king", "gathered": True}, WARRANTS | {"by": 0}, "build temple", 2),
        ({"character": "king", "gathered": True}, WARRANTS | {"signed": "merchant"}, "build temple", 2),
        ({"character": "king", "gathered": True}, WARRANTS | {"shown": ["king"]}, "build temple", 2),
        ({"character": "king", "gathered": True, "used": ["warrant"]}, WARRANTS, "build temple", 2),
        ({"character": "king", "gathered": True}, WARRANTS, "build temple framework", 1),
    ],
)
def test_the_tax_comes_with_the_build_unless_the_magistrate_is_asked_first(
    turn: Any, warrants: Any, action: str, cost: int
) -> None:
    game = table(
        seat("king", gold=4, hand="temple", city="framework"),
        seat("magistrate"),
        seat("thief"),
        seat("bishop"),
        seat("merchant"),
        cast="magistrate tax_collector",
        turn=turn,
        warrants=warrants,
    )
    view = View.of(game, 0)
    assert view.cost(action) == cost
    assert view.explain(action).endswith("1 gold tax") == (cost == 2 or "framework" in action)
    after = game.copy()
    apply(after, view.action(action))
    assert game.seats[0].gold - after.seats[0].gold == cost


# --- what a city is worth ----------------------------------------------------------------------------------------------


def test_the_score_if_the_game_ended_now_is_the_engines_own() -> None:
    for number in QUICK:
        for game, view in itertools.islice(walk(number), 0, None, 7):
            assert view.score_if_ended() == view.me.score_so_far == score(game.game, view.seat).total
            for other in view.others:
                hidden = any(card.id == "secret_vault" for card in game.game.seats[other.number].hand)
                whole = score(game.game, other.number).total
                assert view.score_if_ended(other.number) == whole - 3 * hidden


def test_the_crown_and_the_cards_in_a_hand_count_where_a_district_says_so() -> None:
    game = table(
        seat("king", city="statue"),
        seat(city="map_room imperial_treasury", hand="temple docks", gold=2),
        turn="king",
        crown=0,
    )
    assert [View.of(game, viewer).score_if_ended(0) for viewer in (0, 1)] == [8, 8]
    assert [View.of(game, viewer).score_if_ended(1) for viewer in (0, 1)] == [5 + 2 + 5 + 2] * 2
    game.crown = 1
    assert View.of(game, 1).score_if_ended(0) == 3


def test_what_a_hidden_hand_adds_is_not_in_the_score() -> None:
    game = table(seat("king", city="manor"), seat(hand="secret_vault", city="castle"), turn="king")
    assert [View.of(game, 0).score_if_ended(number) for number in (0, 1)] == [3, 4]
    assert [View.of(game, 1).score_if_ended(number) for number in (0, 1)] == [3, 7]


# --- who may be who ----------------------------------------------------------------------------------------------------


def check_characters(number: int, every: int) -> None:
    for game, view in itertools.islice(walk(number), 0, None, every):
        worlds = view.sample_worlds(12, number)
        for other in view.seats:
            possible = view.possible_characters(other.number)
            assert list(possible) == sorted(possible, key=view.cast.index)
            assert {one.id for one in game.game.seats[other.number].characters} <= set(possible)
            drawn = [{one.id for one in world.seats[other.number].characters} for world in worlds]
            assert set().union(*drawn) <= set(possible)
        for world in worlds:
            assert see(world, view.seat).to_json() == view.to_json()


def test_every_world_and_the_truth_are_among_the_possible_characters() -> None:
    for number in QUICK:
        check_characters(number, 31)


@pytest.mark.heavy
def test_in_many_games_every_world_is_among_the_possible_characters() -> None:
    for number in range(500, 500 + GAMES):
        check_characters(number, 23)


def alike(view: View) -> list[set[str]]:
    """For each seat the characters of all drafts of 4 or 5 players that would look the same, tried one after the other.

    A draft is an order of the hidden characters: the first facedown one, one for each seat from the crown on, the last one.
    """
    offered, mine, first, killed = [], "", 0, None
    for event in view.events:
        if event["kind"] == "round":
            first = int(str(event["crown"]))
        elif event["kind"] == "pick" and event["seat"] == view.seat:
            offered, mine = list(event["offered"]), str(event["character"])  # type: ignore[call-overload]  # it is a list
    order = [(first + i) % view.players for i in range(view.players)]
    at = 1 + order.index(view.seat)
    turn, killed = view.turn, view.killed
    assert turn is not None
    called = set(view.cast[: view.cast.index(turn.character) + 1])
    shown = {name for other in view.seats for name in other.revealed}
    gone = called - shown - {killed}
    found: list[set[str]] = [set() for _ in order]
    hidden = [name for name in view.cast if name not in view.faceup]
    for draft in itertools.permutations(hidden):
        if draft[at] != mine or set(draft[at:]) != set(offered):
            continue
        held = dict(zip(order, draft[1:], strict=False))
        if any(set(view.seats[who].revealed) - {name} or name in gone for who, name in held.items()):
            continue
        if any(name in shown and not view.seats[who].revealed for who, name in held.items()):
            continue
        for who, name in held.items():
            found[who].add(name)
    return found


@pytest.mark.parametrize(("players", "seed"), [(4, "a"), (4, "b"), (5, "a")])
def test_the_possible_characters_are_exactly_those_of_every_draft_that_would_look_the_same(
    players: int, seed: str
) -> None:
    game = Table.deal([None] * players, seed=seed)
    chance = Random(seed)
    game.begin()
    sizes = set()
    for n in range(150):
        if game.over:
            break
        if game.view().phase == "turns" and n % 5 == 0:
            for viewer in range(players):
                view = game.view(viewer)
                possible = [set(view.possible_characters(number)) for number in range(players)]
                assert possible == alike(view)
                sizes |= {len(one) for one in possible}
        game.take(chance.choice(game.view().actions))
    assert {1, 2, 3} <= sizes


@pytest.mark.parametrize(("players", "picks"), [(2, 5), (3, 5), (7, 7)])
def test_the_possible_characters_are_all_that_many_worlds_show(players: int, picks: int) -> None:
    game = Table.deal([None] * players, seed="a draft")
    chance = Random(7)
    game.begin()
    for _ in range(picks):
        game.take(chance.choice(game.view().actions))
    view = game.view()
    worlds = view.sample_worlds(400, "many")
    for other in view.seats:
        drawn = {one.id for world in worlds for one in world.seats[other.number].characters}
        assert set(view.possible_characters(other.number)) == drawn


def test_who_chose_after_me_holds_what_i_passed_on_and_who_chose_before_me_what_i_did_not_see() -> None:
    game = Table.deal([None] * 4, seed="a draft", crown=0)
    game.begin()
    for _ in range(2):
        game.take(game.view().actions[0])
    offered = set(game.view().pool)
    mine = str(game.take(game.view().actions[0])).split()[1]
    view = game.view(2)
    unseen = set(view.cast) - offered - set(view.faceup)
    assert set(view.possible_characters(2)) == {mine}
    assert set(view.possible_characters(0)) == set(view.possible_characters(1)) == unseen
    assert view.possible_characters(3) == ()
    game.take(game.view().actions[0])
    assert set(game.view(2).possible_characters(3)) == offered - {mine}


def test_a_character_that_nobody_answered_for_is_nobodys() -> None:
    game = table(
        seat("king"),
        seat("thief"),
        seat("bishop"),
        seat("architect"),
        turn="king",
        gathered=True,
        faceup=["merchant", "warlord"],
        facedown=["assassin"],
    )
    view = View.of(game, 0)
    assert [view.possible_characters(number) for number in range(4)] == [
        ("king",),
        ("thief",),
        ("bishop", "architect"),
        ("bishop", "architect"),
    ]


def test_without_events_the_view_alone_counts() -> None:
    game = new_game(4, seed="s", crown=0, telling=True)
    apply(game, legal_actions(game)[0])
    view = View.of(game, 1)
    assert set(view.possible_characters(0)) == set(view.cast) - set(view.pool) - set(view.faceup)


def test_events_that_begin_too_late_are_no_harm() -> None:
    game = Table.deal([None] * 4, seed="s")
    game.begin()
    for _ in range(40):
        game.take(game.view().actions[0])
    view = game.view()
    part = View(view.raw, view.events[-5:])
    assert [see(world, view.seat).to_json() for world in part.sample_worlds(2, 1)] == [view.to_json()] * 2
    assert set(view.possible_characters(0)) <= set(part.possible_characters(0))


def test_the_same_seed_samples_the_same_worlds() -> None:
    view = Table.deal([None] * 4, seed="s").view()
    hands = [[[card.id for card in one.hand] for one in world.seats] for world in view.sample_worlds(3, 5)]
    again = [[[card.id for card in one.hand] for one in world.seats] for world in view.sample_worlds(3, "5")]
    assert hands == again
    assert hands[0] != hands[1]


# --- nothing more ------------------------------------------------------------------------------------------------------


def reach(start: object) -> list[object]:
    """Everything that can be reached from an object: what it holds in attributes, slots and containers."""
    found: dict[int, object] = {}
    waiting = [start]
    while waiting:
        one = waiting.pop()
        if id(one) in found or isinstance(one, (type, ModuleType, FunctionType, MethodType)):
            continue
        found[id(one)] = one
        if isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, (list, tuple, set, frozenset)):
            waiting += one
        waiting += vars(one).values() if hasattr(one, "__dict__") else []
        for cls in type(one).__mro__:
            slots: Any = cls.__dict__.get("__slots__", ())
            names = [slots] if isinstance(slots, str) else [*slots]
            names += [
                name
                for name, what in vars(cls).items()
                if type(what).__name__ in ("member_descriptor", "getset_descriptor")
            ]
            names = [name for name in names if name not in ("__dict__", "__weakref__")]
            waiting += [getattr(one, name) for name in names if hasattr(one, name)]
    return list(found.values())


def test_from_a_view_nothing_leads_to_the_game_or_to_another_hand() -> None:
    for number in QUICK[:4]:
        for game, view in itertools.islice(walk(number), 3, None, 25):
            _ = view.seats, view.possible_characters(0), view.sample_worlds(1, 1), view.me, view.affordable, str(view)
            things = reach(view)
            assert view.raw in things
            assert not [one for one in things if isinstance(one, Game)]
            hands = [other.hand for other in game.game.seats]
            assert not [one for one in things if any(one is hand for hand in hands)]
            assert not [one for one in things if one is game.game.deck]
            assert game.game.seed not in [one for one in things if isinstance(one, str)]


def test_the_walk_finds_a_game_that_is_there() -> None:
    game = table(seat("king"), turn="king")
    view = View(see(game, 0), [{"hidden": [game]}])
    assert game in reach(view)


def test_two_views_of_hands_that_differ_unseen_are_equal() -> None:
    one = table(seat("king", gold=3), seat(hand="castle"), turn="king", gathered=True, deck="temple docks")
    other = table(seat("king", gold=3), seat(hand="docks"), turn="king", gathered=True, deck="temple castle")
    seen = [View.of(game, 0) for game in (one, other)]
    assert seen[0].to_json() == seen[1].to_json()
    assert [view.score_if_ended(1) for view in seen] == [0, 0]


# --- pleasant ----------------------------------------------------------------------------------------------------------


def scene() -> Game:
    return table(
        seat("king", gold=4, hand="temple castle temple", city="manor temple+"),
        seat("assassin", gold=7, city="keep"),
        seat("", gold=7, hand="docks"),
        seat("bishop", gold=0, city="castle market"),
        turn={"character": "king", "gathered": True, "used": ["income"], "spent": 0},
        crown=0,
        killed={"character": "thief", "by": 1},
    )


def test_my_own_things_are_typed() -> None:
    view = View.of(scene(), 0)
    assert (view.seat, view.players, view.gold, view.crown, view.phase, view.kind) == (0, 4, 4, 0, "turns", "turn")
    assert [(card.id, card.name, card.cost, card.type, card.unique) for card in view.hand[:2]] == [
        ("temple", "Temple", 1, "religious", False),
        ("castle", "Castle", 4, "noble", False),
    ]
    assert [(str(one), one.name, one.cost, one.type, one.beautified) for one in view.city] == [
        ("manor", "Manor", 3, "noble", False),
        ("temple+", "Temple", 2, "religious", True),
    ]
    assert view.characters == ("king",)
    assert [card.id for card in view.affordable] == ["castle"]
    turn = view.turn
    assert turn is not None
    assert (turn.seat, turn.character, turn.gathered, turn.used, turn.resumed) == (0, "king", True, ("income",), False)
    assert (view.completion_size, view.completed, view.last_round, view.over) == (7, (), False, False)


def test_the_seats_are_those_round_the_table() -> None:
    view = View.of(scene(), 2)
    assert [one.number for one in view.seats] == [0, 1, 2, 3]
    assert [one.number for one in view.others] == [3, 0, 1]
    assert view.me.hand_size == 1
    assert view.me.city == ()
    assert [one.crowned for one in view.seats] == [True, False, False, False]
    assert view.seats[0].characters == ("king",)
    assert view.seats[3].characters == (None,)
    assert view.seats[0].city_size == 2
    assert view.actions == ()


def test_the_richest_the_poorest_and_the_leader_are_others_and_of_equals_the_next() -> None:
    view = View.of(scene(), 0)
    assert (view.richest().number, view.poorest().number, view.leader().number) == (1, 3, 3)
    assert View.of(scene(), 1).richest().number == 2


def test_what_was_named_is_told() -> None:
    view = View.of(scene(), 0)
    assert (view.killed, view.robbed, view.bewitched, view.warrants, view.threats) == ("thief", None, None, None, None)
    marked = table(
        seat("magistrate"),
        seat("blackmailer"),
        seat("king"),
        turn="king",
        warrants={"signed": "king", "blank": ["bishop", "merchant"], "by": 0, "shown": []},
        threats={"flowered": "king", "blank": "bishop", "by": 1, "shown": ["king"]},
    )
    mine, theirs = View.of(marked, 0), View.of(marked, 3)
    assert mine.warrants is not None
    assert theirs.warrants is not None
    assert theirs.threats is not None
    assert (mine.warrants.by, mine.warrants.on, mine.warrants.real) == (0, ("king", "bishop", "merchant"), "king")
    assert (theirs.warrants.on, theirs.warrants.real) == (mine.warrants.on, None)
    assert (theirs.threats.real, theirs.threats.shown) == ("king", ("king",))


def test_a_hand_that_i_have_looked_at_is_mine_to_see() -> None:
    game = table(seat("wizard"), seat(hand="castle temple"), turn="wizard", gathered=True)
    act(game, "peek 1")
    assert [(of, [card.id for card in hand]) for of, hand in View.of(game, 0).looks] == [(1, ["castle", "temple"])]
    assert View.of(game, 2).looks == ()


def test_a_text_that_is_no_legal_action_says_which_are() -> None:
    view = View.of(scene(), 0)
    with pytest.raises(IllegalChoice, match="legal are: build castle, end"):
        view.action("build docks")
    with pytest.raises(IllegalChoice, match="dance"):
        view.action("dance")
    assert view.action("  build   castle ") in view.actions


def test_every_action_is_explained() -> None:
    for number in QUICK[:4]:
        for _game, view in itertools.islice(walk(number), 0, None, 9):
            for action in view.actions[:30]:
                assert view.explain(action)


def test_a_spectator_has_a_view_without_a_seat() -> None:
    view = View.of(scene(), None)
    assert (view.seat, view.hand, view.characters, view.actions, view.gold) == (-1, (), (), (), 0)
    assert len(view.others) == 4
    with pytest.raises(ValueError, match="a spectator has no seat"):
        _ = view.me


def test_events_are_those_up_to_the_view() -> None:
    game = Table.deal([None, None], seed="s")
    game.begin()
    first = game.view()
    before = first.events
    game.take(first.actions[0])
    assert first.events == before
    assert len(game.view().events) > len(before)


def test_a_view_is_read_back_from_json() -> None:
    for number in QUICK[:3]:
        for _game, view in itertools.islice(walk(number), 0, None, 17):
            again = View.read(view.to_json(), view.seat, events=view.events)
            assert again.to_json() == view.to_json()
            assert again.actions == view.actions
            assert [again.cost(action) for action in again.actions] == [view.cost(action) for action in view.actions]
            assert again.possible_characters(0) == view.possible_characters(0)


def test_the_end_of_a_game_is_seen() -> None:
    game = Table.deal(["greedy", "greedy"], seed="s")
    final = game.finish().final
    view = View.of(final, 0)
    assert is_over(final)
    assert (view.over, view.kind, view.awaited, view.actions) == (True, "", None, ())
    assert view.score_if_ended(1) == score(final, 1).total


def test_whose_turn_it_is_when_the_witch_plays_on() -> None:
    game = table(
        seat("witch", gold=3, hand="temple"),
        seat("king", gold=1),
        turn={"character": "king", "gathered": True, "resumed": True},
        bewitched={"character": "king", "by": 0},
    )
    turn = View.of(game, 1).turn
    assert awaited(game).seat == 0
    assert turn is not None
    assert (turn.seat, turn.character, turn.resumed) == (0, "king", True)
