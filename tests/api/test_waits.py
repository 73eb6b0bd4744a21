"""A move waits for the store twice, one after the other: for all that can be asked together, and for the commit."""

import asyncio

from bench.service import measure_waits


def test_a_move_waits_twice_over_both_doors() -> None:
    assert asyncio.run(measure_waits()) == {"rest": 2, "graphql": 2}
