"""Fixtures for the tests of a bot; pytest finds them where the toolkit is installed, and nothing is loaded before one is used.

    def test_answers_every_kind_of_decision(citadels_check):
        citadels_check(Mason)

    def test_builds_when_it_can(citadels_view):
        view = citadels_view("merchant gold=5 hand=docks; turn=merchant gathered")
        assert ask(Mason, view).verb == "build"

`citadels_server` is the address of a service that runs for the tests of the session. `pytest --citadels-size full` makes every check
a full one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from citadels_sdk.checking.report import CheckReport
    from citadels_sdk.local.bot_loader import BotLike
    from citadels_sdk.view.view import View

__all__ = ["citadels_check", "citadels_server", "citadels_view", "pytest_addoption"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The size of checks."""
    parser.getgroup("citadels").addoption(
        "--citadels-size",
        choices=("quick", "full"),
        default="quick",
        help="how many games the fixture citadels_check plays (default: quick)",
    )


@pytest.fixture
def citadels_check(request: pytest.FixtureRequest) -> Callable[..., CheckReport]:
    """Check a bot with `check_bot`: the test fails with the report where anything is wrong."""

    def check(
        bot: BotLike,
        *,
        quick: bool | None = None,
        seed: str = "check",
        time_limit: float = 1.0,
        players: int | Sequence[int] | None = None,
        edition: str | None = None,
    ) -> CheckReport:
        from citadels_sdk.checking import check_bot

        small = request.config.getoption("--citadels-size") == "quick" if quick is None else quick
        report = check_bot(bot, quick=small, seed=seed, time_limit=time_limit, players=players, edition=edition)
        if not report.ok:
            pytest.fail(str(report), pytrace=False)
        return report

    return check


@pytest.fixture
def citadels_view() -> Callable[..., View]:
    """Make a view: `citadels_sdk.testing.scenario`."""
    from citadels_sdk.testing import scenario

    return scenario


@pytest.fixture(scope="session")
def citadels_server() -> Iterator[str]:
    """The address of a service that keeps its games in memory; skipped where the server is not installed."""
    from importlib.util import find_spec

    if find_spec("citadels_workers") is None:
        pytest.skip("the server is not installed: pip install citadels-server")
    from citadels_sdk.live.ephemeral_service import Service

    with Service() as service:
        yield service.url
