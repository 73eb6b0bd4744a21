"""What `citadels up` requests from the service after the start: a guest credential to try, and a demo game of four AI players."""

from __future__ import annotations

import http.client
import json
from typing import Any

from citadels_workers.user_error import Trouble

TIMEOUT = 10.0
LEVELS = ("greedy", "greedy", "random", "planner")


class NoDemo(Trouble):
    """The service refused a request; the text is its response."""


def guest(base: str) -> str:
    """The credential of a new guest."""
    found = _post(base, "/v1/guests", {})
    try:
        return str(found["credential"]["secret"])
    except (KeyError, TypeError) as error:
        raise NoDemo("the answer to POST /v1/guests holds no credential") from error


def start(base: str, credential: str) -> str:
    """The id of a new table where four AI players have started a game."""
    seats = [{"kind": "ai", "level": level} for level in LEVELS]
    found = _post(base, "/v1/tables", {"name": "Four AI players", "players": len(seats), "seats": seats}, credential)
    try:
        return str(found["id"])
    except (KeyError, TypeError) as error:
        raise NoDemo("the answer to POST /v1/tables holds no id") from error


def _post(base: str, path: str, body: dict[str, Any], credential: str = "") -> dict[str, Any]:
    line = http.client.HTTPConnection(base.removeprefix("http://"), timeout=TIMEOUT)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {credential}"} if credential else {})
    try:
        line.request("POST", path, json.dumps(body), headers)
        response = line.getresponse()
        text = response.read()
        found = json.loads(text)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NoDemo(f"POST {path}: {error}") from error
    finally:
        line.close()
    if response.status >= 300 or not isinstance(found, dict):
        said = found.get("detail", "") if isinstance(found, dict) else ""
        raise NoDemo(f"POST {path} was answered {response.status} {said}".rstrip())
    return found
