"""Chance that is the same each time: what the service draws from the system is drawn from a seed."""

from __future__ import annotations

import base64
import random
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def seed_secrets(monkeypatch: pytest.MonkeyPatch, seed: int = 0) -> None:
    """Let `secrets` draw from this seed: ids, lots and names are the same in each run."""
    dice = random.Random(seed)

    def urlsafe(size: int) -> str:
        return base64.urlsafe_b64encode(dice.randbytes(size)).rstrip(b"=").decode()

    monkeypatch.setattr(secrets, "randbits", dice.getrandbits)
    monkeypatch.setattr(secrets, "randbelow", dice.randrange)
    monkeypatch.setattr(secrets, "choice", dice.choice)
    monkeypatch.setattr(secrets, "token_bytes", dice.randbytes)
    monkeypatch.setattr(secrets, "token_hex", lambda size: dice.randbytes(size).hex())
    monkeypatch.setattr(secrets, "token_urlsafe", urlsafe)
