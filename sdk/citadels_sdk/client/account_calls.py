"""Calls about people: guests, accounts, bots, credentials."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_sdk.client.models import Edition, Page, Scope
from citadels_sdk.client.models_account import Account, BotAccount, Credential, Guest
from citadels_sdk.client.operations import call, given, reads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_sdk.bot import Accepts
    from citadels_sdk.client.request_cycle import Call

__all__ = [
    "claim_account",
    "get_account",
    "get_bot",
    "get_me",
    "list_bots",
    "list_credentials",
    "make_account",
    "make_bot",
    "make_credential",
    "make_guest",
    "recover_account",
    "retire_bot",
    "revoke_credential",
    "rotate_credential",
    "update_bot",
    "update_me",
]


def make_guest(*, name: str | None = None) -> Call[Guest]:
    """A new guest with a credential; where no name is given, one is made up."""
    return call("makeGuest", reads(Guest), body={"name": name})


def make_account(name: str) -> Call[Guest]:
    """A new account with a credential, and a recovery code that is told once."""
    return call("makeAccount", reads(Guest), body={"name": name})


def claim_account(name: str) -> Call[Guest]:
    """The guest who asks becomes an account and keeps all his games."""
    return call("claimAccount", reads(Guest), body={"name": name})


def recover_account(name: str, recovery: str) -> Call[Guest]:
    """A new credential, and a new recovery code, for whoever shows the one of the account."""
    return call("recoverAccount", reads(Guest), body={"name": name, "recovery": recovery})


def get_me() -> Call[Account]:
    """The account of who asks."""
    return call("getMe", reads(Account))


def update_me(*, name: str | None = None, about: str | None = None) -> Call[Account]:
    """Change one's name, or what one says of oneself; what is None stays."""
    return call("updateMe", reads(Account), body={"name": name, "about": about})


def get_account(account: str) -> Call[Account]:
    """One's own account, or that of an own bot."""
    return call("getAccount", reads(Account), at={"account": account})


def make_bot(name: str, *, about: str | None = None, accepts: Accepts | None = None) -> Call[Guest]:
    """A new bot of the account that asks, with a credential of its own."""
    return call("makeBot", reads(Guest), body={"name": name, "about": about, "accepts": _accepts(accepts)})


def list_bots(
    *,
    cursor: str | None = None,
    limit: int | None = None,
    present: bool | None = None,
    edition: Edition | None = None,
    players: int | None = None,
    rated: bool | None = None,
    mine: bool = False,
) -> Call[Page[BotAccount]]:
    """A part of the list of bots that fit."""
    query = {
        "cursor": cursor,
        "limit": limit,
        "present": present,
        "edition": edition,
        "players": players,
        "rated": rated,
        "mine": mine or None,
    }
    return call("listBots", reads(Page[BotAccount]), query=query)


def get_bot(bot: str) -> Call[BotAccount]:
    """A bot, what it accepts, and whether it is there."""
    return call("getBot", reads(BotAccount), at={"bot": bot})


def update_bot(
    bot: str, *, name: str | None = None, about: str | None = None, accepts: Accepts | None = None
) -> Call[BotAccount]:
    """Change an own bot; what is None stays, and `accepts` is replaced whole."""
    body = {"name": name, "about": about, "accepts": _accepts(accepts)}
    return call("updateBot", reads(BotAccount), at={"bot": bot}, body=body)


def retire_bot(bot: str) -> Call[BotAccount]:
    """End an own bot: its credentials end and its name is free, its games stay."""
    return call("retireBot", reads(BotAccount), at={"bot": bot})


def list_credentials(*, account: str | None = None) -> Call[Page[Credential]]:
    """One's own credentials, or those of an own bot, newest first, without their secrets."""
    return call("listCredentials", reads(Page[Credential]), query={"account": account})


def make_credential(
    *,
    name: str | None = None,
    scopes: Sequence[Scope] | None = None,
    days: int | None = None,
    account: str | None = None,
    table: str | None = None,
) -> Call[Credential]:
    """A new credential for oneself or an own bot, good for what its scopes say; its secret is told once."""
    body = {
        "name": name,
        "scopes": None if scopes is None else list(scopes),
        "days": days,
        "account": account,
        "table": table,
    }
    return call("makeCredential", reads(Credential), body=body)


def rotate_credential(credential: str, *, overlap_s: int = 0) -> Call[Credential]:
    """A new credential in place of one that stays good for so many seconds more."""
    return call("rotateCredential", reads(Credential), at={"credential": credential}, body={"overlap_s": overlap_s})


def revoke_credential(credential: str) -> Call[Credential]:
    """End a credential within a second, on open streams too."""
    return call("revokeCredential", reads(Credential), at={"credential": credential})


def _accepts(accepts: Accepts | None) -> dict[str, object] | None:
    """What a bot accepts, as the service has it."""
    if accepts is None:
        return None
    return given(
        {
            "editions": list(accepts.editions),
            "players": list(accepts.players),
            "clocks": None if accepts.clocks is None else list(accepts.clocks),
            "least_ms": accepts.least_ms,
            "rated": accepts.rated,
        }
    )
