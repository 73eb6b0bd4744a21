"""No time is charged in which the service was away, and a clock that jumps harms nobody (R21, R27); a service that charges it is seen."""

import pytest
from citadels_api.store.log_codec import Taken

from tests.promises import r27
from tests.support.marks import PLANTED
from tests.support.preloaded import COMPILER
from tests.support.telling import chosen, run

needs_a_compiler = pytest.mark.skipif(COMPILER is None, reason="the clock that jumps is written in C")


@pytest.mark.heavy
@pytest.mark.timeout(180, reason="three outages of eight seconds, and a limit of five seconds that has to pass")
@needs_a_compiler
def test_nobody_is_charged_for_an_outage_or_a_jump() -> None:
    found = run(r27.prove(chosen(r27.SIZES), print))
    assert not found.faults
    assert found.figures["troubles"]


@pytest.mark.heavy
@pytest.mark.timeout(120, reason="an outage of eight seconds, or a limit that does not pass")
@needs_a_compiler
@PLANTED
@pytest.mark.parametrize(("fault", "times", "said"), [("no_game_clock", 1, "in time"), ("no_time", 0, "stands still")])
def test_a_service_that_charges_too_much_or_nothing_is_seen(fault: str, times: int, said: str) -> None:
    found = run(r27.prove(r27.Size(2, times), print, spoilt=fault))
    assert any(said in one for one in found.faults), found.faults


@pytest.mark.parametrize(
    ("ms", "asked", "said"),
    [
        (2_000, 17_000, []),
        (2_500, 15_500, []),
        (2_501, 17_000, ["charged"]),
        (2_000, 15_499, ["asked"]),
        (10_000, 10_000, ["charged", "asked"]),
    ],
)
def test_the_log_has_to_say_what_was_not_charged(ms: int, asked: int, said: list[str]) -> None:
    taken = [Taken(0, 0, "a", 1, 9_000, 10_000), Taken(1, 1, "b", ms, asked, 19_000)]
    found = r27.judge("t", taken, 8_000, 2_500)
    assert [word in sentence for word, sentence in zip(said, found, strict=True)] == [True] * len(said)
