"""How the tournament was set, and how anybody can check it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from citadels_sdk.json_values import is_list, is_object
from citadels_sdk.render.svg import escape
from citadels_sdk.tournaments.page.parts import section, table

if TYPE_CHECKING:
    from citadels_sdk.tournaments.page.context import PageContext


def list_settings(context: PageContext) -> str:
    """Every setting, and the bots with the digests of their files."""
    settings = context.settings.to_json()
    lines = "".join(
        f"<li><b>{escape(name)}</b> <code>{escape(said(value))}</code></li>" for name, value in settings.items()
    )
    for name in ("edition", "cast", "uniques", "options", "time", "game_time"):
        value = context.event.get(name)
        if value is not None:
            lines += f"<li><b>{escape(name)}</b> <code>{escape(said(value))}</code></li>"
    bots = [one for one in as_list(context.event.get("entrants")) if one.get("files")]
    body = f'<details><summary>All settings</summary><ul class="tight">{lines}</ul></details>'
    if bots:
        rows = [
            [
                escape(one["name"]),
                f'<td class="l"><code>{escape(file)}</code></td>',
                f'<td class="l"><code>{escape(digest)}</code></td>',
            ]
            for one in bots
            for file, digest in one["files"].items()
        ]
        heads = [
            '<th scope="col" class="l">Bot</th>',
            '<th scope="col" class="l">File</th>',
            '<th scope="col" class="l">SHA-256</th>',
        ]
        body += (
            f"<details><summary>The bots’ files</summary>{table('What the bots were made of', heads, rows)}</details>"
        )
    notes: list[str] = []
    balance: Any = context.summary.get("balance") or {}
    if balance.get("told"):
        notes.append(f"How even it was: {balance['told']}.")
    return section("settings", "Settings", body, escape(" ".join(notes)))


def as_list(value: Any) -> list[dict[str, Any]]:
    """The list that it is, or none."""
    return [] if value is None else list(value)


def said(value: object) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "not set"
    if is_list(value):
        return ", ".join(str(one) for one in value) or "none"
    if is_object(value):
        return ", ".join(f"{name}={one}" for name, one in value.items()) or "none"
    return str(value)


def how_to_check(context: PageContext) -> str:
    """The commands that check everything, and those that show a game."""
    played = list(context.tournament.results)
    some = played[0] if played else "1.0.0.0"
    commands = "\n".join(
        [
            "citadels tournament verify FOLDER",
            f"citadels tournament game FOLDER {shlex.quote(some)} > game.ndjson",
            "citadels replay game.ndjson",
            "citadels verify game.ndjson",
        ]
    )
    lead = (
        "In the folder of this page lie the log of the event and the record of every game. The first command plays all records again, "
        "draws the pairings again, and computes every figure again, this page included; the others show one game."
    )
    return section("check", "Check it yourself", f"<pre><code>{escape(commands)}</code></pre>", lead)
