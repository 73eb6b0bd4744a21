"""The form of secrets: `ctd_<kind>_<43 characters of chance><6 of checksum>`, and recovery codes.

1. The prefix lets scanners find what has leaked; the checksum tells a typo before anything is read.
2. The first 12 characters of the chance name the credential (`cred_...`); the other 184 bits are known to its holder only.
3. Nothing is kept but the SHA-256 of the whole text, which is compared in constant time.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from binascii import crc32
from typing import Final, Literal

SecretKind = Literal["guest", "acct", "bot", "seat"]

BASE62: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
FORM: Final = re.compile(r"(ctd_(?:guest|acct|bot|seat)_)([A-Za-z0-9_-]{43})([A-Za-z0-9]{6})")
ID: Final = re.compile(r"cred_[A-Za-z0-9_-]{12}")
"""The public id of a credential."""
READ: Final = str.maketrans("OIL", "011", " -")
NOBODYS: Final = bytes(32)


def checksum(text: str) -> str:
    """CRC-32 in six digits of base 62: finds every wrong character and every two that changed places.

    >>> checksum("ctd_guest_")
    '158gZV'
    """
    number = crc32(text.encode())
    digits = ""
    for _ in range(6):
        number, digit = divmod(number, 62)
        digits = BASE62[digit] + digits
    return digits


def new_secret(kind: SecretKind) -> str:
    """A new secret."""
    text = f"ctd_{kind}_{secrets.token_urlsafe(32)}"
    return text + checksum(text)


def parse_secret(text: str) -> str | None:
    """The public id of a well-formed secret; None for anything else.

    >>> parse_secret("ctd_guest_typo") is None
    True
    """
    found = FORM.fullmatch(text)
    if found is None or checksum(found[1] + found[2]) != found[3]:
        return None
    return public_id(found[2])


def public_id(chance: str) -> str:
    """The id of the credential whose secret has these characters."""
    return f"cred_{chance[:12]}"


def digest(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).digest()


def matches(secret: str, kept: bytes | None) -> bool:
    """Whether the secret is the one kept, in the same time whether something is kept or not."""
    return hmac.compare_digest(digest(secret), NOBODYS if kept is None else kept)


def new_recovery() -> str:
    """A new recovery code: 130 bits of chance in groups that a person can copy."""
    signs = [secrets.choice(CROCKFORD) for _ in range(26)]
    return "-".join("".join(signs[at : at + 5]) for at in range(0, 26, 5))


def recovery_digest(code: str) -> str:
    """What is kept of a recovery code, however its groups, its case, and the letters that look like digits were typed.

    >>> recovery_digest("abc-o1") == recovery_digest("ABC 0L")
    True
    """
    return hashlib.sha256(code.upper().translate(READ).encode(errors="replace")).hexdigest()
