"""Worlds are drawn as often as all the ways to place the markers say."""

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from citadels_engine import Game, WorldError, apply, awaited, is_over, sample_world, save, view
from citadels_engine.bots import make
from citadels_engine.inference.worlds import Supposed, Worlds
from citadels_engine.testing import seat, table

from tests.engine.inference.likelihoods import beyond, check
from tests.support.decisions import decisions
from tests.support.kept import assert_kept
from tests.support.setups import setup

DRAWS = 1500


def with_warrants(**more: object) -> Game:
    """The Magistrate's warrants lie on the Bishop, the King and the Warlord; the last one is signed."""
    told = {"signed": "warlord", "blank": ["king", "bishop"], **more}
    return table(seat("magistrate"), seat("king"), seat("merchant"), turn="king", gathered=True, warrants=told)


def with_threats(flowered: str | None, blank: str | None, **more: object) -> Game:
    told = {"flowered": flowered, "blank": blank, **more}
    return table(seat("blackmailer"), seat("king"), seat("merchant"), turn="king", gathered=True, threats=told)


@pytest.mark.parametrize(
    ("chi_square", "freedom"),
    [(3.841, 1), (5.991, 2), (7.815, 3), (18.307, 10), (19.675, 11), (43.773, 30)],
)
def test_chi_square_agrees_with_the_printed_table(chi_square: float, freedom: int) -> None:
    assert beyond(chi_square, freedom) == pytest.approx(0.05, abs=1e-4)


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_each_of_three_warrants_is_the_signed_one_as_often(viewer: int | None) -> None:
    worlds = Worlds(view(with_warrants(), viewer))
    drawn = Counter[tuple[str, frozenset[str]]]()
    for i in range(DRAWS):
        markers = worlds.sample(f"warrants {i}").warrants
        assert markers is not None
        assert markers.real is not None
        drawn[markers.real.id, frozenset(one.id for one in markers.blank if one is not None)] += 1
    on = {"king", "bishop", "warlord"}
    check(drawn, Counter((name, frozenset(on - {name})) for name in on))


def test_the_signed_warrant_does_not_hang_together_with_who_holds_what() -> None:
    """With the King on turn, the Merchant's seat holds one of four, and each of three warrants is real: twelve ways."""
    worlds = Worlds(view(with_warrants(), 1))
    drawn = Counter[tuple[str, str]]()
    for i in range(DRAWS):
        world = worlds.sample(f"warrants and seats {i}")
        assert world.warrants is not None
        assert world.warrants.real is not None
        drawn[world.warrants.real.id, world.seats[2].characters[0].id] += 1
    hidden = ["bishop", "merchant", "architect", "warlord"]
    check(drawn, Counter((real, held) for real in ("king", "bishop", "warlord") for held in hidden))


def test_who_placed_the_warrants_knows_the_signed_one_in_every_world() -> None:
    worlds = Worlds(view(with_warrants(), 0))
    for i in range(30):
        markers = worlds.sample(str(i)).warrants
        assert markers is not None
        assert markers.real is not None
        assert markers.real.id == "warlord"
        assert [one.id for one in markers.blank if one is not None] == ["king", "bishop"]


def test_a_signed_warrant_that_was_turned_up_is_real_in_every_world() -> None:
    worlds = Worlds(view(with_warrants(shown=["warlord"]), 1))
    for i in range(30):
        markers = worlds.sample(str(i)).warrants
        assert markers is not None
        assert markers.real is not None
        assert markers.real.id == "warlord"


def test_a_signed_warrant_that_is_supposed_is_real_in_every_world() -> None:
    supposed = Supposed()
    supposed.signed = "bishop"
    worlds = Worlds(view(with_warrants(), 1), None, supposed)
    for i in range(30):
        markers = worlds.sample(str(i)).warrants
        assert markers is not None
        assert markers.real is not None
        assert markers.real.id == "bishop"


def test_a_blank_warrant_that_was_turned_up_is_real_in_no_world() -> None:
    seen = view(with_warrants(shown=["bishop"]), 1)
    drawn = Counter[str]()
    for i in range(DRAWS // 3):
        world = sample_world(seen, chance=f"a blank one {i}")
        assert view(world, 1).to_json()["warrants"] == seen.to_json()["warrants"]
        assert world.warrants is not None
        assert world.warrants.real is not None
        drawn[world.warrants.real.id] += 1
    check(drawn, Counter(["king", "warlord"]))


@pytest.mark.parametrize(("flowered", "blank"), [("king", "bishop"), ("bishop", "king")])
def test_each_of_two_threats_is_the_flowered_one_as_often(flowered: str, blank: str) -> None:
    check(flowered_ones(with_threats(flowered, blank), 1), Counter[str | None](["king", "bishop"]))


@pytest.mark.parametrize(("flowered", "blank"), [("bishop", None), (None, "bishop")])
def test_a_threat_that_is_left_is_the_flowered_one_half_the_time(flowered: str | None, blank: str | None) -> None:
    check(flowered_ones(with_threats(flowered, blank), 1), Counter[str | None](["bishop", None]))


def flowered_ones(game: Game, viewer: int) -> Counter[str | None]:
    """How often each character has the flowered threat; None where it was taken off."""
    worlds = Worlds(view(game, viewer))
    drawn = Counter[str | None]()
    for i in range(DRAWS):
        markers = worlds.sample(f"threats {i}").threats
        assert markers is not None
        drawn[None if markers.real is None else markers.real.id] += 1
    return drawn


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_who_is_asked_in_a_turn_that_nobody_revealed_has_that_turn_in_every_world(viewer: int | None) -> None:
    """The player of the murdered character has the Hospital and may ward the murder off (classic)."""
    game = table(
        seat("assassin"),
        seat("king", city="hospital"),
        seat("bishop"),
        turn="king",
        killed="king",
        edition="classic",
        decision={"kind": "ward"},
    )
    worlds = Worlds(view(game, viewer))
    for i in range(5):
        turn = worlds.sample(f"ward {i}").turn
        assert turn is not None
        assert (turn.seat, turn.character.id) == (1, "king")


def test_the_same_chance_samples_the_same_worlds_in_every_version() -> None:
    """Games of planning bots are kept, and checked by who plays them again: at recorded decisions, from the view alone."""
    lines = []
    for at, one in enumerate(decisions()):
        told = []
        for chance in ("a", "b", "c"):
            try:
                told.append(json.dumps(save(sample_world(one, chance=chance)), sort_keys=True))
            except WorldError as error:
                told.append(str(error))
        lines.append(f"{at} {one.edition} {sha256(repr(told).encode()).hexdigest()[:8]}")
    assert_kept(Path(__file__).parent / "kept" / "worlds.txt", lines)


def test_what_was_heard_samples_the_same_worlds_in_every_version() -> None:
    """With all that a seat has heard, in both editions, at tables of each size."""
    lines = []
    for number in range(1, 56, 6):
        game, bot = setup(number).deal(telling=True), make("greedy", "s")
        heard: list[list[dict[str, object]]] = [
            [event.for_seat(one) for event in game.events] for one in range(len(game.seats))
        ]
        said = sha256()
        while not is_over(game):
            seat = awaited(game).seat
            seen = view(game, seat)
            if game.n % 31 == 17:
                said.update(json.dumps(save(sample_world(seen, heard[seat], chance="a")), sort_keys=True).encode())
            apply(game, bot.choose(seen, []))
            for one, told in enumerate(heard):
                told += [event.for_seat(one) for event in game.events]
        lines.append(f"{number} {game.n} {said.hexdigest()[:12]}")
    assert_kept(Path(__file__).parent / "kept" / "heard.txt", lines)
