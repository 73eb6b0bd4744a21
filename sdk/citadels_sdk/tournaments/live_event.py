"""An event of the service, as its export describes it: what is needed to check it.

The first line of an export:

    {"format": "citadels-tournament/1", "event": {
        "id": "tour_...", "name": "...", "date": "2026-01-31",
        "settings": {...}, "edition": "modern", "scenarios": [...], "cast": null, "uniques": null, "options": {},
        "rules": 1, "commitment": "<sha-256>", "secret": "<hex>"}}      the secret is null until the last game is over

The seed of a deal is HMAC-SHA256 of its label with the secret as the key, what lots are drawn from that of `lots`; the commitment is
SHA-256 of `<id>|<rules>|<secret>`.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from citadels_contest.settings import Settings, settings_from

from citadels_sdk.json_values import is_object
from citadels_sdk.tournaments.spec_fields import Fields, unread

if TYPE_CHECKING:
    from collections.abc import Mapping


LINE: Final = "line 1"


@dataclass(frozen=True, slots=True)
class LiveEvent:
    """All of an event's description that a check reads."""

    id: str
    name: str
    settings: Settings
    edition: str | None
    scenarios: tuple[str, ...]
    cast: tuple[str, ...] | None
    uniques: tuple[str, ...] | None
    options: Mapping[str, object] | None
    rules: int
    commitment: str
    secret: str | None

    @classmethod
    def from_json(cls, line: Mapping[str, object]) -> LiveEvent:
        """What the first line of an export says; a `ContestError` names the field that says nothing."""
        raw = line.get("event")
        if line.get("format") != "citadels-tournament/1" or not is_object(raw):
            raise unread(LINE, "format", "'citadels-tournament/1' is expected")
        fields, rules = Fields(raw, LINE), raw.get("rules")
        settings, secret = fields.mapping("settings"), fields.text("secret")
        if settings is None:
            raise unread(LINE, "settings", "an object is expected")
        lots = settings if secret is None else {**settings, "seed": mac(secret, "lots")}
        return cls(
            str(raw.get("id") or ""),
            str(raw.get("name") or ""),
            settings_from(lots),
            fields.text("edition"),
            fields.words("scenarios") or (),
            fields.words("cast"),
            fields.words("uniques"),
            fields.mapping("options"),
            rules if isinstance(rules, int) else 1,
            fields.text("commitment") or "",
            secret,
        )

    def seed_of(self, label: str) -> str | None:
        """The seed of the deal of that label; None as long as the secret is one."""
        if self.secret is None:
            return None
        return mac(self.secret, label)

    def scenario_of(self, number: int) -> str | None:
        """The scenario of the deal of that number."""
        return self.scenarios[number % len(self.scenarios)] if self.scenarios else None

    def fault(self) -> str:
        """Why the secret is not the one that was committed to; empty where it is."""
        if self.secret is None:
            return "the secret is not revealed yet: the deals cannot be checked"
        found = sha256(f"{self.id}|{self.rules}|{self.secret}".encode()).hexdigest()
        return (
            ""
            if found == self.commitment
            else f"id, rules and secret give {found}, the event committed to {self.commitment}"
        )


def mac(secret: str, label: str) -> str:
    """What follows from the secret for that label."""
    return hmac.new(secret.encode(), label.encode(), sha256).hexdigest()
