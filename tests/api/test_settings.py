"""What production refuses to start with."""

from __future__ import annotations

import os
from typing import Any

import pytest
from citadels_api.settings import Settings, unsafe

SAFE: dict[str, Any] = {"redis_url": "redis://store:6379", "production": True, "hosts": "play.example"}


@pytest.mark.parametrize(
    ("change", "way_out"),
    [
        ({"redis_url": "memory://"}, "set REDIS_URL"),
        ({"hosts": ""}, "set CITADELS_HOSTS"),
        ({"hosts": "*"}, "give the names in CITADELS_HOSTS"),
        ({"hosts": "*.example"}, "give the names in CITADELS_HOSTS"),
        ({"origins": "https://play.example,*"}, "name them in CITADELS_ORIGINS"),
        ({"log_level": "debug"}, "set CITADELS_LOG_LEVEL"),
        ({"rate_per_second": 0}, "set CITADELS_RATE_PER_SECOND"),
        ({"address_per_second": 0}, "CITADELS_ADDRESS_PER_SECOND"),
    ],
    ids=str,
)
def test_production_refuses_what_is_not_safe_and_says_the_way_out(change: dict[str, Any], way_out: str) -> None:
    assert unsafe(Settings.model_validate(SAFE)) == []
    (fault,) = unsafe(Settings.model_validate(SAFE | change))
    assert way_out in fault
    assert unsafe(Settings.model_validate(SAFE | change | {"production": False})) == []


def test_the_page_read_anew_at_every_request_is_not_for_production() -> None:
    (fault,) = unsafe(Settings.model_validate(SAFE | {"web_dev": True}))
    assert "leave CITADELS_WEB_DEV out" in fault


def test_what_nobody_sets_is_this(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("CITADELS_") or name in ("REDIS_URL", "QUEUE_REDIS_URL"):
            monkeypatch.delenv(name)
    found = Settings.model_validate({}).model_dump()
    figures = {name: value for name, value in found.items() if isinstance(value, int | float) or value is None}
    minute, hour = 60_000, 3_600_000
    assert figures == {
        "queue_redis_url": None, "production": False, "port": 8000, "store_timeout_ms": 700, "trust_proxy": False,
        "trusted_documents_only": False, "introspection": True, "consoles": None, "web_dev": False, "preload": True, "body_limit": 65_536,
        "receive_timeout_s": 10.0, "drain_s": 12.0, "heartbeat_s": 15.0, "streams_per_credential": 50, "subscriptions_per_socket": 20,
        "rate_per_second": 200.0, "rate_burst": 2000, "address_per_second": 500.0, "address_burst": 5000, "guests_per_hour": 2000,
        "guests_kept_per_address": 10_000, "streams_per_address": 500, "open_tables_per_account": 50, "open_tables_per_address": 200,
        "lonely_table_ms": 30 * minute,
        "tables_per_account": 1000, "ai_seats_per_account": 400, "ai_seats_per_address": 1600, "ai_burst_ms": 10 * minute,
        "ai_ms_per_second": 250.0, "linger_ms": minute, "tournament_linger_ms": 24 * hour, "keep_records_days": None,
        "idle_table_ms": 24 * hour, "idle_game_ms": 7 * 24 * hour, "ai_lease_ms": 1500, "ai_limit_ms": 8000, "planner_ms": 400,
        "planner_playouts": None, "grace_ms": 300, "game_lease_ms": 5000, "games_ahead": 200, "webhook_timeout_ms": 10_000,
        "webhook_keep_ms": 24 * hour,
    }  # fmt: skip
    assert (found["host"], found["log_level"]) == ("127.0.0.1", "info")


def test_each_setting_is_a_variable_of_its_name_and_lists_are_split_at_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://games")
    monkeypatch.setenv("QUEUE_REDIS_URL", "redis://queue")
    monkeypatch.setenv("CITADELS_GRACE_MS", "17")
    monkeypatch.setenv("CITADELS_HOSTS", " a.example, ,b.example,")
    found = Settings.model_validate({})
    assert (found.redis_url, found.queue_redis_url, found.grace_ms) == ("redis://games", "redis://queue", 17)
    assert found.hosts == ("a.example", "b.example")


@pytest.mark.parametrize(
    "change",
    [
        {"origins": "https://play.example"},
        {"origins": ""},
        {"rate_per_second": 0.5, "address_per_second": 0.5},
        {"log_level": "info"},
        {"log_level": "warning"},
        {"trusted_proxies": "10.0.0.0/8"},
        {"hosts": "a.example,b.example"},
    ],
    ids=str,
)
def test_production_starts_with_what_is_safe(change: dict[str, Any]) -> None:
    assert unsafe(Settings.model_validate(SAFE | change)) == []


def test_several_faults_are_told_together() -> None:
    chosen = {"redis_url": "memory://", "trusted_proxies": "::/0", "rate_per_second": -1, "origins": "*"}
    assert len(unsafe(Settings.model_validate(SAFE | chosen))) == 4
