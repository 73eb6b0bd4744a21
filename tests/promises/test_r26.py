"""A foreign bot sees its view and its folder, and what it uses up is charged to it alone (R26)."""

import pytest

from tests.promises import r26
from tests.promises.hostile_bots import PEEKERS
from tests.support.telling import chosen, run

pytestmark = pytest.mark.heavy  # tournaments in processes of their own


@pytest.mark.skipif(bool(r26.lacking()), reason=f"this machine has not all of the sandbox: {r26.lacking()}")
def test_hostile_bots_get_nothing_and_break_nothing_but_themselves() -> None:
    found = run(r26.prove(chosen(r26.SIZES), print))
    assert not found.faults
    assert found.figures["games"]
    assert found.figures["same_games"]


def test_without_the_wall_it_is_seen_what_bots_get() -> None:
    seen = {name: PEEKERS[name] for name in ("walks_gc", "reads_environment", "reads_files", "calls_home")}
    found = run(r26.prove(chosen(r26.SIZES), print, isolate=False, peekers=seen, breakers={}))
    for what in (
        "a bot got the hands",
        "a bot got the deck",
        "a bot got CITADELS_SECRET=",
        "a bot got a connection",
        "connections have come from bots",
    ):
        assert any(what in fault for fault in found.faults), what


def test_a_wall_that_lets_a_deal_be_played_twice_in_a_process_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    forgets = """
from itertools import count
from citadels_sdk.isolated import process_cache
take, number = process_cache.take, count()
process_cache.take = lambda home, _deal: take(home, str(next(number)))
"""
    monkeypatch.setattr(r26, "PLAY", forgets + r26.PLAY)
    bots = {name: PEEKERS[name] for name in ("remembers_deals", "walks_gc", "walks_frames", "reads_environment")}
    found = run(r26.prove(chosen(r26.SIZES), print, peekers=bots, breakers={}))
    assert any("a bot got what it saw when deal" in fault for fault in found.faults)
