"""The file that tells the trusted documents, as it is published: `openapi/trusted.json`."""

from __future__ import annotations

import json
from hashlib import sha256

from .documents import trusted_by_name

__all__ = ["trusted_text"]


def trusted_text() -> str:
    """The trusted documents by name: the hash that is sent for each, and the document itself."""
    found = {
        name: {"sha256": sha256(text.encode()).hexdigest(), "document": text}
        for name, text in sorted(trusted_by_name().items())
    }
    return json.dumps(found, indent=2) + "\n"
