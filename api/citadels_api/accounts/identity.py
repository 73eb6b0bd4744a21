"""Identity, all of it: secrets, credentials, accounts, bots, each in a module of its own."""

from __future__ import annotations

from citadels_api.accounts.service import (
    account,
    claim,
    make_account,
    make_admin,
    make_guest,
    me,
    recover,
    update_account,
)
from citadels_api.bots.service import bot, bots, keep_present, make_bot, present, retire_bot, update_bot
from citadels_api.credentials.secrets import parse_secret
from citadels_api.credentials.service import (
    authenticate,
    credentials,
    make_credential,
    revoke_credential,
    rotate_credential,
    still_good,
)

__all__ = [
    "account",
    "authenticate",
    "bot",
    "bots",
    "claim",
    "credentials",
    "keep_present",
    "make_account",
    "make_admin",
    "make_bot",
    "make_credential",
    "make_guest",
    "me",
    "parse_secret",
    "present",
    "recover",
    "retire_bot",
    "revoke_credential",
    "rotate_credential",
    "still_good",
    "update_account",
    "update_bot",
]
