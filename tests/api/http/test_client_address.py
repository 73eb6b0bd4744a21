"""Where a request comes from, and who is believed about it."""

from __future__ import annotations

from typing import Any

import pytest
from citadels_api.http.client_address import client_address
from citadels_api.settings import Settings, unsafe
from pydantic import ValidationError

from tests.api.test_settings import SAFE

STRANGER = "203.0.113.7"


def address(peer: str | None, *said: str, **settings: Any) -> str:
    headers = [(b"host", b"x"), *((b"x-forwarded-for", value.encode("latin-1")) for value in said)]
    scope = {"client": None if peer is None else (peer, 5), "headers": headers}
    return client_address(scope, Settings(redis_url="memory://", **settings))


@pytest.mark.parametrize("peer", ["127.0.0.1", "10.0.0.2", STRANGER])
def test_nobody_is_believed_unless_the_settings_say_so(peer: str) -> None:
    assert address(peer, "9.9.9.9") == peer


@pytest.mark.parametrize("peer", ["127.0.0.1", "10.0.0.2", "::ffff:172.18.0.3", "fd00::1", "::1"])
def test_one_proxy_near_by_is_believed_about_who_came_to_it(peer: str) -> None:
    assert address(peer, "9.9.9.9, 1.2.3.4", trust_proxy=True) == "1.2.3.4"
    assert address(peer, "9.9.9.9, 10.1.1.1", trust_proxy=True) == "10.1.1.1", (
        "a client in the house does not choose either"
    )
    assert address(peer, trust_proxy=True) == peer


@pytest.mark.parametrize("peer", [STRANGER, "2001:db8::1", "::ffff:203.0.113.7", "nobody"])
def test_a_stranger_is_not_taken_for_a_proxy(peer: str) -> None:
    assert address(peer, "9.9.9.9", trust_proxy=True) == peer
    assert address(peer, "9.9.9.9", trusted_proxies="10.0.0.0/8") == peer


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (["9.9.9.9, 1.2.3.4, 203.0.113.7, 10.0.0.9"], "1.2.3.4"),
        (["9.9.9.9", "1.2.3.4", "203.0.113.7"], "1.2.3.4"),
        (["9.9.9.9, 1.2.3.4:5678"], "1.2.3.4"),
        (["9.9.9.9, [2001:db8::5]:443"], "2001:db8::5"),
        (["9.9.9.9, 2001:0DB8::0005"], "2001:db8::5"),
        (["9.9.9.9, ::ffff:1.2.3.4"], "1.2.3.4"),
        (["9.9.9.9, unknown, 10.0.0.9"], "10.0.0.9"),
        (["9.9.9.9, unknown"], "10.0.0.2"),
        ([""], "10.0.0.2"),
        (["10.0.0.8, 10.0.0.9"], "10.0.0.8"),
        (["\xff" * 3000], "10.0.0.2"),
    ],
)
def test_the_header_is_read_from_its_end_past_the_proxies_that_are_named(said: list[str], found: str) -> None:
    assert address("10.0.0.2", *said, trusted_proxies="10.0.0.0/28, 203.0.113.7") == found


def test_who_is_named_is_believed_and_nobody_else_near_by() -> None:
    assert address(STRANGER, "1.2.3.4", trusted_proxies=STRANGER) == "1.2.3.4"
    assert address("10.0.0.2", "1.2.3.4", trusted_proxies=STRANGER, trust_proxy=True) == "10.0.0.2"


def test_over_a_unix_socket_the_proxy_is_believed() -> None:
    assert address(None, "1.2.3.4", trust_proxy=True) == "1.2.3.4"
    assert address(None, "1.2.3.4") == "local"


def test_what_is_no_address_and_no_network_is_refused() -> None:
    with pytest.raises(ValidationError, match="the-proxy is no address and no network"):
        Settings.model_validate({"trusted_proxies": "10.0.0.1, the-proxy"})


@pytest.mark.parametrize("all_of_them", ["0.0.0.0/0", "::/0"])
def test_production_does_not_trust_everybody(all_of_them: str) -> None:
    assert unsafe(Settings.model_validate(SAFE | {"trusted_proxies": "10.0.0.0/8"})) == []
    (fault,) = unsafe(Settings.model_validate(SAFE | {"trusted_proxies": f"10.0.0.1,{all_of_them}"}))
    assert "name the proxies in CITADELS_TRUSTED_PROXIES" in fault
