"""Actions and views as numbers: distinct, complete, always the same, and made of nothing but the view."""

import os
import re
from collections import Counter
from hashlib import sha256
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from citadels_engine import apply, awaited, is_over, load, parse, sample_world, view
from citadels_engine.cards import catalogue
from citadels_engine.formats import record
from citadels_engine.testing import seat, table
from citadels_sdk.adapters.actions import PLACES, SPARE, ActionTable
from citadels_sdk.adapters.encoding import Encoding, rewards
from citadels_sdk.adapters.fields import KINDS

from tests.support.goldens import goldens
from tests.support.setups import setup

if TYPE_CHECKING:
    from collections.abc import Sequence

SIZE = os.environ.get("CITADELS_SIZE", "quick")
GAMES = {"quick": 140, "ci": 1_000, "full": 10_000}[SIZE]
SLICE = 140
SLICES = [pytest.param(first, marks=pytest.mark.heavy if first else ()) for first in range(0, GAMES, SLICE)]
WIDE = {edition: Encoding(edition) for edition in ("modern", "classic")}
FITTING = {(edition, seats): Encoding(edition, seats) for edition in WIDE for seats in range(2, 9)}


@pytest.mark.parametrize("first", SLICES)
def test_every_legal_action_has_a_number_of_its_own_and_comes_back_from_it(first: int) -> None:
    """Over all set-ups; no action of a random game needs a spare place."""
    for number in range(first, first + SLICE):
        dealt, chance = setup(number), Random(number)
        game = dealt.deal()
        encoding = FITTING[dealt.edition, dealt.players]
        while not is_over(game):
            seen = view(game, awaited(game).seat)
            legal = encoding.legal(seen)
            assert sorted(action.text for action in legal.values()) == sorted(action.text for action in seen.actions)
            assert all(0 <= index < encoding.actions - SPARE for index in legal)
            apply(game, legal[chance.choice(sorted(legal))])


def test_a_number_means_the_same_in_every_position() -> None:
    """What an index stands for, read as the action that the viewer would write, is the action."""
    checked = set()
    for number in range(28):
        dealt, chance = setup(number), Random(number)
        game, encoding = dealt.deal(), WIDE[dealt.edition]
        while not is_over(game):
            seen = view(game, awaited(game).seat)
            assert seen.own is not None
            me, players = seen.own.seat, len(seen.seats)
            ranks = {f"rank {rank}": name for rank, name in enumerate(seen.cast, 1)}
            for index, action in encoding.legal(seen).items():
                words = encoding.meaning(index)
                if action.verb in ("exchange", "income", "warrants", "threats") and " " in words:
                    continue  # told by places and counts: the next tests
                for away in range(players):
                    words = words.replace(f"seat+{away}", str((me + away) % players))
                for rank, name in ranks.items():
                    words = words.replace(rank, name)
                assert words == action.text
                checked.add(action.verb)
            apply(game, chance.choice(seen.actions))
    assert len(checked) > 30


@pytest.mark.parametrize("edition", WIDE)
@pytest.mark.parametrize(("players", "me"), [(2, 1), (3, 0), (8, 5)])
def test_every_number_is_that_of_the_action_that_it_stands_for(edition: str, players: int, me: int) -> None:
    """Whether or not a game has ever come there: each number is written as the action of a seat, and that has the number."""
    actions = ActionTable(edition, players)
    ranks = {card["rank"]: card["id"] for card in catalogue.characters(edition)}
    told_otherwise = ("warrants {}", "threats {}", "income with {} cards", "exchange {} {} {}", "spare {}")
    for block in actions.blocks:
        for index in range(block.at, block.at + block.size) if block.pattern not in told_otherwise else ():
            words = re.sub(r"seat\+(\d)", lambda found: str((me + int(found[1])) % players), actions.meaning(index))
            text = re.sub(r"rank (\d)", lambda found: ranks[int(found[1])], words)
            assert actions.place_of(parse(text), me, players) == index, text


@pytest.mark.parametrize("players", [3, 8])
def test_every_pair_and_triple_of_ranks_has_a_number_of_its_own(players: int) -> None:
    actions = ActionTable("modern", players)
    names = {card["rank"]: card["id"] for card in catalogue.characters("modern")}
    for first, second, third in permutations(range(1, 10), 3):
        warrants = actions.place_of(parse(f"warrants {names[first]} {names[second]} {names[third]}"), 0, players)
        assert warrants is not None
        assert actions.meaning(warrants) == "warrants rank {} blank {} {}".format(first, *sorted((second, third)))
        threats = actions.place_of(parse(f"threats {names[first]} {names[second]}"), 0, players)
        assert threats is not None
        assert actions.meaning(threats) == f"threats rank {first} blank {second}"


def test_warrants_and_threats_name_the_ranks() -> None:
    cast = "magistrate blackmailer wizard king abbot alchemist navigator marshal"
    game = table(seat("magistrate"), turn="magistrate", gathered=True, cast=cast)
    meanings = {
        str(action): WIDE["modern"].meaning(index) for index, action in WIDE["modern"].legal(view(game, 0)).items()
    }
    assert meanings["warrants king blackmailer marshal"] == "warrants rank 4 blank 2 8"
    game = table(seat("blackmailer"), turn="blackmailer", gathered=True, cast=cast)
    meanings = {
        str(action): WIDE["modern"].meaning(index) for index, action in WIDE["modern"].legal(view(game, 0)).items()
    }
    assert meanings["threats king wizard"] == "threats rank 4 blank 3"


def test_an_abbots_income_is_told_by_its_cards() -> None:
    game = table(seat("abbot", city="temple church"), turn="abbot", gathered=True)
    encoding = WIDE["modern"]
    meanings = {str(action): encoding.meaning(index) for index, action in encoding.legal(view(game, 0)).items()}
    assert meanings["income 2 0"] == "income with 0 cards"
    assert meanings["income 0 2"] == "income with 2 cards"


def test_an_exchange_is_told_by_the_places_of_the_districts() -> None:
    """In the order of the catalogue, the beautified after the plain, whatever the order in the city."""
    mine, theirs = seat("diplomat", gold=9, city="keep prison castle"), seat("king", city="market+ tavern market")
    game = table(mine, theirs, turn="diplomat", gathered=True)
    encoding = WIDE["modern"]
    meanings = {str(action): encoding.meaning(index) for index, action in encoding.legal(view(game, 0)).items()}
    assert meanings["exchange castle 1 tavern"] == "exchange #1 seat+1 #1"
    assert meanings["exchange prison 1 market+"] == "exchange #2 seat+1 #3"


def test_what_has_no_place_takes_a_spare_one_in_the_order_of_the_list() -> None:
    """A Diplomat with more different districts than there are places, against a single one."""
    city = "manor castle palace temple church monastery cathedral tavern trading_post docks harbor prison barracks fortress"
    assert len(city.split()) == PLACES + 2
    game = table(seat("diplomat", gold=9, city=city), seat("king", city="market"), turn="diplomat", gathered=True)
    encoding = WIDE["modern"]
    legal = encoding.legal(view(game, 0))
    assert [str(action) for index, action in legal.items() if index >= encoding.actions - SPARE] == [
        "exchange barracks 1 market",
        "exchange fortress 1 market",
    ]
    assert len(legal) == len(view(game, 0).actions)


def test_an_illegal_number_is_refused_with_what_it_stands_for() -> None:
    game = setup(2).deal()
    seen = view(game, awaited(game).seat)
    encoding = WIDE["modern"]
    with pytest.raises(ValueError, match=r"action 2 \(end\) is not legal now: the decision is 'pick'"):
        encoding.action(seen, 2)
    with pytest.raises(ValueError, match="there is no action -1"):
        encoding.action(seen, -1)
    chosen = seen.actions[-1]
    assert encoding.action(seen, encoding.index(seen, chosen)) == chosen
    other = view(game, (awaited(game).seat + 1) % 4)
    assert encoding.legal(other) == {}
    assert sum(encoding.mask(other)) == 0


def test_worlds_that_look_the_same_have_the_same_numbers() -> None:
    """And every number is from 0 to 1; every kind of decision is met."""
    kinds = set()
    for number in range(84):
        dealt, chance = setup(number), Random(number)
        game, encoding = dealt.deal(), FITTING[dealt.edition, dealt.players]
        while not is_over(game):
            seen = view(game, awaited(game).seat)
            kinds.add(awaited(game).kind)
            if chance.random() < 0.02 or awaited(game).kind not in ("pick", "turn", "keep"):
                vector = encoding.observe(seen)
                assert len(vector) == encoding.length
                assert min(vector) == 0.0 <= max(vector) == 1.0
                twin = view(sample_world(seen, chance=str(game.n)), awaited(game).seat)
                assert encoding.observe(twin) == vector
                assert encoding.mask(twin) == encoding.mask(seen)
            apply(game, chance.choice(seen.actions))
    assert kinds <= set(KINDS)
    assert len(kinds) >= 12


def test_the_vector_says_what_the_seat_sees() -> None:
    game = table(
        seat("king", gold=4, hand="temple temple manor", city="castle tavern+"),
        seat("thief", gold=10, hand="docks", city="prison", revealed="thief"),
        turn="king",
        gathered=True,
        crown=1,
        robbed={"character": "king", "by": 1},
    )
    encoding = Encoding("modern", seats=5)
    vector = encoding.observe(view(game, 0))

    def told(name: str) -> dict[str, float]:
        field = encoding.field(name)
        return {
            label: round(value * field.high, 3)
            for label, value in zip(field.labels or ("",), vector[field.where], strict=True)
            if value
        }

    assert told("hand") == {"temple": 2, "manor": 1}
    assert told("crown") == {"seat+1": 1}
    assert told("turn") == told("seat+0 characters") == told("robbed") == {"rank 4": 1}
    assert told("robbed_by") == told("crown")
    assert told("seat+0 city") == {"castle": 1, "tavern": 1}
    assert told("seat+0 beautified") == {"tavern": 1}
    assert told("seat+0 worth") == {"": 6}
    assert told("seat+1 gold") == {"": 10}
    assert told("seat+1 hand") == {"": 1}
    assert told("seat+1 revealed") == {"rank 2": 1}
    assert told("kind") == {"turn": 1}
    assert told("awaited") == {"seat+0": 1}
    assert told("seat+3 present") == {"": 1}
    assert told("seat+4 present") == {}


def test_the_vector_is_the_same_wherever_one_sits() -> None:
    """The same table, turned by one seat."""
    people = [
        seat("king", gold=4, hand="temple", city="castle"),
        seat("thief", gold=1),
        seat("bishop"),
        seat("merchant"),
    ]
    vectors = []
    for turned in range(4):
        turn = {"character": "king", "gathered": True}
        game = (
            table(*people[-turned:], *people[:-turned], turn=turn, crown=turned)
            if turned
            else table(*people, turn=turn, crown=0)
        )
        vectors.append(WIDE["modern"].observe(view(game, turned)))
    assert vectors[1:] == vectors[:-1]


def test_a_view_that_does_not_fit_is_refused() -> None:
    game = setup(2).deal()
    with pytest.raises(ValueError, match="a modern game with 4 seats; this is for the modern edition, up to 3"):
        Encoding("modern", seats=3).observe(view(game, 0))
    with pytest.raises(ValueError, match="this is for the classic edition"):
        WIDE["classic"].observe(view(game, 0))
    with pytest.raises(ValueError, match="only a seat's view"):
        WIDE["modern"].observe(view(game, None))
    with pytest.raises(ValueError, match="2 to 8"):
        Encoding("modern", seats=9)


def test_the_description_has_every_action_and_every_field_without_a_gap() -> None:
    for encoding in WIDE.values():
        told_of: list[tuple[Sequence[Any], int]] = [
            (encoding.blocks, encoding.actions),
            (encoding.fields, encoding.length),
        ]
        for runs, whole in told_of:
            ends = [run.at + run.size for run in runs]
            assert [run.at for run in runs] == [0, *ends[:-1]]
            assert ends[-1] == whole
        assert len(encoding.describe().splitlines()) == 5 + len(encoding.blocks) + len(encoding.fields)
        told = [line.split()[:3] for line in encoding.describe().splitlines() if re.match(r" *\d+ to ", line)]
        all_runs: list[Any] = [*encoding.blocks, *encoding.fields]
        runs_told = [[str(run.at), "to", str(run.at + run.size - 1)] for run in all_runs]
        assert told == runs_told
        meanings = [encoding.meaning(index) for index in range(encoding.actions)]
        assert len(set(meanings)) == len(meanings)


def test_the_numbers_stay_what_they_are() -> None:
    """Whoever has trained with them keeps them: a change here is a new version of the environments."""
    sizes = {
        (edition, seats): (one.actions, one.length) for (edition, seats), one in FITTING.items() if seats in (2, 4, 8)
    }
    assert sizes == {
        ("modern", 2): (1631, 690),
        ("modern", 4): (2725, 948),
        ("modern", 8): (4913, 1464),
        ("classic", 2): (960, 719),
        ("classic", 4): (1680, 1041),
        ("classic", 8): (3120, 1685),
    }
    told = {}
    for edition, one in WIDE.items():
        actions = [(block.pattern, block.axes, block.at) for block in one.blocks]
        fields = [(field.name, field.labels, float(field.high), field.at) for field in one.fields]
        told[edition] = sha256(repr((actions, fields)).encode()).hexdigest()[:12]
    assert told == {"modern": "bcc0727f3741", "classic": "b4e59be01882"}
    assert [FITTING["modern", 4].meaning(index) for index in (0, 25, 500, 1000, 2000)] == [
        "gold",
        "pick rank 4",
        "keep laboratory",
        "build necropolis over fortress",
        "armory seat+1 monastery",
    ]


@pytest.mark.parametrize("kind", ["win", "place", "score"])
def test_rewards_sum_to_nothing_and_follow_the_places(kind: str) -> None:
    for order, scores in (
        ([[2], [0], [3], [1]], [20, 9, 31, 15]),
        ([[0, 1], [2]], [22, 22, 10]),
        ([[0, 1]], [12, 12]),
        ([[4], [0, 1, 2, 3]], [5, 5, 5, 5, 9]),
    ):
        given = rewards(kind, order, scores)
        assert sum(given) == pytest.approx(0, abs=1e-5)
        assert max(given) == given[order[0][0]]
        assert all(len({given[seat] for seat in together}) == 1 for together in order)
    with pytest.raises(ValueError, match="'gold' is not one of win, place, score"):
        rewards("gold", [[0], [1]], [1, 0])


def test_a_saved_position_has_numbers_too() -> None:
    """What was told by a service or a file is encoded like a game at hand."""
    game = table(seat("wizard", gold=3, hand="docks"), seat("king", hand="temple manor"), turn="wizard", gathered=True)
    apply(game, "peek 1")
    seen = view(load({**view(game, 0).to_json(), "decision": {"kind": "take", "seat": 0, "from": 1}, **whole(game)}), 0)
    encoding = WIDE["modern"]
    assert encoding.observe(seen) == encoding.observe(view(game, 0))
    assert (
        encoding.field("source").labels[encoding.observe(seen)[encoding.field("source").where].index(1.0)] == "seat+1"
    )


def whole(game: object) -> dict[str, object]:
    """What a position has and a view has not."""
    from citadels_engine import Game, save

    assert isinstance(game, Game)
    position = save(game)
    return {name: position[name] for name in ("deck", "seats", "facedown", "pool", "seed", "looks")}


def test_what_stood_in_a_position_of_an_earlier_version_stands_there_still() -> None:
    """Vectors, masks and numbers of kept games: those who have trained on them see the same."""
    sums = {edition: sha256() for edition in WIDE}
    for golden in list(goldens())[3::9]:
        written = record.read(golden["record"])
        encoding, kinds = WIDE[written.header.edition], Counter[str]()
        for _, game in record.steps(written):
            if is_over(game):
                continue
            decision = awaited(game)
            kinds[decision.kind] += 1
            if kinds[decision.kind] % 5 == 1:
                seen = view(game, decision.seat)
                numbers = sorted((index, action.text) for index, action in encoding.legal(seen).items())
                sums[written.header.edition].update(encoding.observe(seen).tobytes() + repr(numbers).encode())
    assert {edition: one.hexdigest()[:12] for edition, one in sums.items()} == {
        "modern": "c92f3c44e334",
        "classic": "969080f22dcb",
    }
