"""What was acknowledged survives the kill of every process and, with `--durable`, a power cut (R1); a store that answers early is seen."""

import pytest

from tests.promises import r1
from tests.support.marks import PLANTED
from tests.support.preloaded import COMPILER
from tests.support.telling import chosen, run

needs_a_compiler = pytest.mark.skipif(COMPILER is None, reason="the slow disk is written in C")
MOVES = [(0, 0, "a"), (1, 1, "b"), (2, 0, "c")]


@pytest.mark.heavy
@needs_a_compiler
def test_nothing_acknowledged_is_lost() -> None:
    found = run(r1.prove(chosen(r1.SIZES), print))
    assert not found.faults
    assert set(found.figures) == {"default", "durable"}


@pytest.mark.heavy
@needs_a_compiler
@PLANTED
@pytest.mark.parametrize(("kind", "fsync", "disk_ms"), [("default", "everysec", 1500), ("durable", "no", 5)])
def test_a_store_that_answers_too_early_is_seen(kind: str, fsync: str, disk_ms: int) -> None:
    size = r1.Size({kind: 1}, 8, 150)
    found = run(r1.prove(size, print, spoilt=fsync, disk_ms=disk_ms))
    assert any("are lost" in fault for fault in found.faults)


@pytest.mark.parametrize(
    ("pending", "written", "lost"),
    [
        (None, MOVES, None),
        ((3, 1, "d"), MOVES, None),
        ((3, 1, "d"), [*MOVES, (3, 1, "d")], None),
        (None, MOVES[:2], 1),
        (None, [], 3),
        (None, [*MOVES, (3, 1, "d")], 0),
        ((3, 1, "d"), [*MOVES, (3, 1, "e")], 0),
        ((3, 1, "d"), [*MOVES[:2], (3, 1, "d")], 1),
    ],
)
def test_what_is_there_is_what_was_acknowledged_and_at_most_the_move_under_way(
    pending: tuple[int, int, str] | None, written: list[tuple[int, int, str]], lost: int | None
) -> None:
    said = r1.judge("t", MOVES, pending, written)
    assert (f"{lost} are lost" in said[0]) if lost is not None else said == []
