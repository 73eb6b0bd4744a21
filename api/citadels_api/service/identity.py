"""Identity, all of it: secrets, credentials, accounts, bots, each in a module of its own."""

from __future__ import annotations

from citadels_api.service.accounts import (
    account,
    claim,
    make_account,
    make_admin,
    make_guest,
    me,
    recover,
    update_account,
)
from citadels_api.service.bots import bot, bots, keep_present, make_bot, present, retire_bot, update_bot
from citadels_api.service.credentials import (
    authenticate,
    credentials,
    make_credential,
    revoke_credential,
    rotate_credential,
    still_good,
)
from citadels_api.service.secrets import parse_secret

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
