"""A sequential test: one table after the other, until there is a verdict."""

from citadels_contest.formats.context import End
from citadels_contest.formats.sequential import next_round
from citadels_contest.types import Round

from tests.contest.fields import Played, settings


def test_there_is_no_next_table_while_games_are_open() -> None:
    event = Played(settings(format="sequential", seats=2, focus=["bot1", "bot2"]), 3)
    assert isinstance(event.make(), Round)
    assert next_round(event.field) is None
    event.play()
    assert isinstance(next_round(event.field), Round)


def test_a_verdict_ends_it() -> None:
    event = Played(settings(format="sequential", seats=2, focus=["bot1", "bot2"]), 3)
    assert next_round(event.field._replace(verdict="bot1 is better")) == End("decided: bot1 is better")


def test_who_is_compared_has_to_be_there() -> None:
    event = Played(settings(format="sequential", seats=2, focus=["bot1", "bot2"]), 3)
    event.gone.add("bot2")
    assert next_round(event.field) == End("two are compared, and bot2 is not there")
