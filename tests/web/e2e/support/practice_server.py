"""The practice server in front of a browser: its positions, and its player's browser, whose clock stands as the server's does."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any, Final

from tests.support.stage import visitor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.support.stage import Seen, Up


GO: Final = "address => { history.pushState(null, '', address); dispatchEvent(new PopStateEvent('popstate')); }"


class Ready:
    """A running practice server, and what it lists."""

    def __init__(self, service: Up) -> None:
        self.service = service
        self.listed: dict[str, Any] = service.call("GET", "/v1/practice")
        self.positions: dict[str, dict[str, Any]] = {one["name"]: one for one in self.listed["positions"]}
        self.tables: dict[str, dict[str, Any]] = {one["name"]: one for one in self.listed["tables"]}
        self.tournaments: dict[str, dict[str, Any]] = {one["name"]: one for one in self.listed["tournaments"]}

    @property
    def base(self) -> str:
        """The origin."""
        return self.service.base

    @property
    def secret(self) -> str:
        """The credential of the practice player."""
        return str(self.listed["players"][0]["credential"])

    def game(self, tournament: str, fixture: str) -> dict[str, Any]:
        """A game of a tournament."""
        address = f"/v1/tournaments/{self.tournaments[tournament]['tournament']}/games?game={fixture}"
        (found,) = self.service.call("GET", address)["items"]
        return dict(found)

    def reset(self, name: str | None = None) -> None:
        """Put one position back, or everything."""
        self.service.call("POST", "/v1/practice/reset", {} if name is None else {"name": name})

    def stands(self, name: str) -> dict[str, Any]:
        """How a position stands, as the practice player sees it."""
        found: dict[str, Any] = self.service.call(
            "GET", f"/v1/tables/{self.positions[name]['table']}/position", secret=self.secret
        )
        return found

    def legal(self, name: str) -> set[str]:
        """What the service says that the practice player may do."""
        return {one["text"] for one in self.stands(name)["decision"]["actions"]}


def kept(base: str, session: dict[str, Any] | None, **more: str) -> dict[str, Any]:
    """A browser's storage in which somebody's session is kept, and preferences."""
    held = {} if session is None else {"session": json.dumps(session)}
    storage = [{"name": f"citadels.{name}", "value": value} for name, value in (held | more).items()]
    return {"cookies": [], "origins": [{"origin": base, "localStorage": storage}]}


@contextlib.contextmanager
def player(
    ready: Ready, chromium: Browser, *, somebody: bool = True, more: dict[str, str] | None = None, **wishes: Any
) -> Iterator[tuple[Page, Seen]]:
    """The practice player's browser, or with `somebody` off that of nobody; `more` are preferences that it keeps."""
    one = ready.listed["players"][0]
    session = {"account": {"id": one["account"], "name": one["name"], "kind": "human"}, "secret": one["credential"]}
    state = kept(ready.base, session if somebody else None, **(more or {}))
    with visitor(chromium, ready.base, storage_state=state, **wishes) as (page, seen):
        page.clock.set_fixed_time(ready.listed["now"] / 1000)  # in seconds for Playwright
        yield page, seen


def go(page: Page, address: str) -> None:
    """Go to another page as a link does: without loading anew."""
    page.evaluate(GO, address)
