"""Ports for servers of the tests: nobody else is given one that was handed out, even before it is bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.servers import STRIPES, free_port

if TYPE_CHECKING:
    import pytest


def test_no_port_is_handed_out_twice_and_each_worker_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    given = []
    for worker in range(3):
        monkeypatch.setenv("PYTEST_XDIST_WORKER", f"gw{worker}")
        ports = [free_port() for _ in range(300)]
        assert {port % STRIPES for port in ports} == {worker}
        given += ports
    assert len(set(given)) == 900
