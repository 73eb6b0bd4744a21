"""What production refuses to start with."""

from __future__ import annotations

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
