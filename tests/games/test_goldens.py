"""Games of earlier versions replay to the same end: same lists on the way, same final position, same places and scores."""

from functools import cache
from typing import Any

import pytest
from citadels_engine import RULES, save
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS, EDITIONS
from citadels_engine.cards.scenarios import SCENARIOS
from citadels_engine.formats import record

from tests.games.make_goldens import Lists, position_digest
from tests.support.goldens import goldens

SLICES = 8


@cache
def all_goldens() -> tuple[dict[str, Any], ...]:
    return tuple(goldens())


def check(golden: dict[str, Any]) -> None:
    """Everything that the line says holds."""
    written = record.read(golden["record"])
    lists = Lists()
    for _, game in record.steps(written):
        lists.add(game)
    assert (golden["setup"], position_digest(game, written.header)) == (golden["setup"], golden["position"])
    assert (golden["setup"], lists.digest()) == (golden["setup"], golden["lists"])
    verdict = record.verify(written)
    assert verdict.ok, [found for found in verdict.findings if not found.ok]
    assert written.text() == golden["record"]


@pytest.mark.parametrize("first", range(SLICES))
def test_goldens_replay(first: int) -> None:
    chosen = all_goldens()[first::SLICES]
    for golden in chosen:
        check(golden)
    assert len(chosen) >= 200 // SLICES


def test_goldens_are_of_these_rules() -> None:
    assert {record.read(golden["record"]).header.rules for golden in all_goldens()} == {RULES}


def test_goldens_cover_all_set_ups() -> None:
    tables = set()
    characters, uniques, turns = set(), set(), set()
    for golden in all_goldens():
        header = record.read(golden["record"]).header
        tables.add((header.edition, header.players))
        characters |= {(header.edition, name) for name in header.cast}
        uniques |= {(header.edition, name) for name in header.uniques}
        turns.add((tuple(sorted(header.uniques)), header.edition))
    assert len(all_goldens()) >= 200
    assert tables == {(edition, players) for edition in EDITIONS for players in range(2, 9)}
    assert characters == {(edition, name) for edition in EDITIONS for name in CHARACTERS[edition]}
    assert uniques == {
        (edition, card.id) for edition in EDITIONS for card in DISTRICTS[edition].values() if card.unique
    }
    assert turns >= {(tuple(sorted(found.uniques)), found.edition) for found in SCENARIOS.values()}


def test_a_golden_that_was_tampered_with_is_found_out() -> None:
    golden = dict(all_goldens()[0])
    written = record.read(golden["record"])
    golden["position"] = position_digest(next(iter(record.steps(written)))[1], written.header)
    with pytest.raises(AssertionError):
        check(golden)


def test_a_position_is_digested_whole() -> None:
    written = record.read(all_goldens()[0]["record"])
    _, game = next(iter(record.steps(written)))
    before = position_digest(game, written.header)
    game.tax += 1
    assert position_digest(game, written.header) != before
    game.tax -= 1
    assert position_digest(game, written.header) == before
    assert save(game)["tax"] == 0
