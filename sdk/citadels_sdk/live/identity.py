"""Who a run plays as: a guest, kept in a file or not, or a bot account, whose service is told what it accepts."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from citadels_sdk.client.async_client import AsyncClient
from citadels_sdk.errors import NotAllowed, ServiceError, UnknownOutcome
from citadels_sdk.live.retry import pause_after, sure

if TYPE_CHECKING:
    from citadels_sdk.bot import Accepts
    from citadels_sdk.client.models_account import Account
    from citadels_sdk.live.run_report import Voice

__all__ = ["PATIENCE_S", "TIMEOUT_S", "become_guest", "declare"]

TIMEOUT_S: Final = 5.0
"""For how long one attempt of a run may be silent."""
PATIENCE_S: Final = 8.0
"""For how long one call is tried again before the run looks at it."""
MOST_GUESTS: Final = 6
"""How often a guest is asked for whose answer was lost."""
OWNER: Final = "CITADELS_OWNER_TOKEN"


async def become_guest(client: AsyncClient, keep: str | Path | None, voice: Voice) -> str:
    """Be the guest of the file, or a new one; the credential."""
    path = None if keep is None else Path(keep)
    if path is not None and path.exists():
        token = kept(path, client.url)
        client.sign_in(token)
        return token
    attempt = 0
    while True:
        attempt += 1
        try:
            guest = await client.make_guest()
            break
        except UnknownOutcome as error:  # a guest whom nobody knows does no harm
            if attempt == MOST_GUESTS:
                raise
            await asyncio.sleep(pause_after(attempt, error))
    token = guest.credential.secret or ""
    client.sign_in(token)
    if path is None:
        voice.note(
            f"made the guest {guest.account.name}, who ends with this run: with --keep FILE a bot that is started again is the same player"
        )
    else:
        write_kept(path, {"url": client.url, "account": guest.account.id, "name": guest.account.name, "token": token})
        voice.note(f"made the guest {guest.account.name}; to go on as the same player, use {path} again")
    return token


def kept(path: Path, url: str) -> str:
    """The credential of a file, for the service that it is of."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        token, of = str(told["token"]), str(told["url"])
    except (OSError, ValueError, KeyError, TypeError):
        raise ValueError(f"{path} holds no guest: name a file that --keep has written, or a new one") from None
    if of != url:
        raise ValueError(f"{path} holds a guest of {of}, and this is {url}")
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        path.chmod(0o600)
    return token


def write_kept(path: Path, told: dict[str, str]) -> None:
    """Write a file that nobody else can read."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise ValueError(f"no guest can be kept in {path}: {error.strerror}") from None
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(json.dumps(told, indent=1) + "\n")


async def declare(client: AsyncClient, me: Account, accepts: Accepts, voice: Voice) -> None:
    """Tell the service what the bot accepts, where that is allowed."""
    stands = await sure(lambda: client.get_bot(me.id))
    rated = accepts.rated is not False
    clocks = ("none", "decision", "bank", "correspondence") if accepts.clocks is None else accepts.clocks
    same = (
        set(map(str, stands.editions)) == set(accepts.editions)
        and set(stands.players) == set(accepts.players)
        and set(map(str, stands.clocks)) == set(clocks)
        and (stands.least_ms, stands.rated) == (accepts.least_ms, rated)
    )
    if same:
        return
    owner = os.environ.get(OWNER)
    said = replace(accepts, clocks=clocks, rated=rated)
    try:
        if owner is None:
            await client.update_bot(me.id, accepts=said)
        else:
            async with AsyncClient(client.url, owner, timeout=TIMEOUT_S, patience=PATIENCE_S) as its_owner:
                await its_owner.update_bot(me.id, accepts=said)
    except NotAllowed:
        voice.note(
            f"the service is not told what the bot accepts: only its owner may say it ({OWNER}). What it does not accept is declined."
        )
    except ServiceError as error:
        voice.note(f"the service is not told what the bot accepts: {error}")
