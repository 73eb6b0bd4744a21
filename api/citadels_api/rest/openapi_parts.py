"""The OpenAPI texts of path parameters, headers and problems. They are written by hand, because no model has them."""

from __future__ import annotations

from typing import Any, Final

from citadels_api import ids
from citadels_api.problems import PROBLEMS

Schema = dict[str, Any]

PATH_PARAMETERS: Final[dict[str, Schema]] = {
    "account": {"description": "The id of an account.", "schema": {"type": "string", "pattern": f"^acct_{ids.ID}$"}},
    "bot": {"description": "The id of a bot's account.", "schema": {"type": "string", "pattern": f"^acct_{ids.ID}$"}},
    "table": {"description": "The id of a table.", "schema": {"type": "string", "pattern": f"^game_{ids.ID}$"}},
    "credential": {
        "description": "The public id of a credential.",
        "schema": {"type": "string", "pattern": f"^{ids.CREDENTIAL}$"},
    },
    "tournament": {
        "description": "The id of a tournament.",
        "schema": {"type": "string", "pattern": f"^tour_{ids.ID}$"},
    },
    "entrant": {
        "description": "The id of an entrant: the id of an account, or the name of a house bot, `greedy` or `greedy#2`.",
        "schema": {"type": "string", "pattern": f"^{ids.ENTRANT}$"},
    },
    "game": {
        "description": "A game of a tournament: round, table, deal and turn, separated by points.",
        "schema": {"type": "string", "pattern": f"^{ids.GAME}$"},
    },
    "webhook": {
        "description": "The id of a webhook.",
        "schema": {"type": "string", "pattern": f"^{ids.HOOK}$"},
    },
    "seat": {"description": "A seat, from 0.", "schema": {"type": "integer", "minimum": 0, "maximum": 7}},
    "code": {"description": "A code of a problem.", "schema": {"type": "string", "enum": list(PROBLEMS)}},
}
REQUEST_HEADERS: Final[dict[str, Schema]] = {
    "Idempotency-Key": {
        "description": "An idempotency key that you choose: 1 to 64 printable ASCII characters. A repeated request with the same key is executed once and gets the same result.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[!-~]([ -~]*[!-~])?$"},
    },
    "If-None-Match": {
        "description": "The ETag of an earlier response. The response is 304 if nothing has happened since.",
        "schema": {"type": "string", "maxLength": 200, "pattern": "^[!-~]+$"},
    },
    "Last-Event-ID": {
        "description": "The number to resume from, as browsers send it. `after` means the same; the later of the two counts.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
    },
    "Citadels-Invite": {
        "description": "The secret of an invitation to a private table.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[!-~]+$"},
    },
}
HEADERS: Final[dict[str, Schema]] = {
    "RateLimit": {
        "description": "The remaining rate limit (`r`), and in how many seconds it is full again (`t`).",
        "schema": {"type": "string"},
        "example": '"credential";r=1999;t=1',
    },
    "RateLimit-Policy": {
        "description": "The rate limit: `q` units in `w` seconds.",
        "schema": {"type": "string"},
        "example": '"credential";q=2000;w=10',
    },
    "Retry-After": {
        "description": "In how many seconds to try again.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "ETag": {
        "description": "The number of the last event, and the viewer if views differ.",
        "schema": {"type": "string"},
        "example": '"41-2"',
    },
    "Allow": {"description": "The methods that the address has.", "schema": {"type": "string"}},
    "WWW-Authenticate": {"description": "Bearer.", "schema": {"type": "string"}},
}
PROBLEM: Final[Schema] = {
    "title": "Problem",
    "description": "Why a request was refused (RFC 9457). The other members depend on the code.",
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"description": "The address that explains the code.", "type": "string"},
        "title": {"description": "The title of the code.", "type": "string"},
        "status": {"description": "The HTTP status.", "type": "integer"},
        "detail": {"description": "What was wrong with this request.", "type": "string"},
        "code": {"description": "The code, for programs.", "type": "string", "enum": list(PROBLEMS)},
        "instance": {"description": "The address of the request.", "type": "string"},
        "request_id": {
            "description": "The id of the request. Quote it when you report an error of the service.",
            "type": "string",
        },
        "errors": {
            "description": "invalid, bad_setup: the fields that are wrong.",
            "type": "array",
            "items": {
                "description": "A field.",
                "type": "object",
                "properties": {
                    "path": {"description": "Where it is.", "type": "string"},
                    "message": {"description": "What is wrong with it.", "type": "string"},
                },
            },
        },
        "n": {"description": "The number of the current decision.", "type": "integer"},
        "rule": {"description": "illegal_action: the rule that forbids the action.", "type": ["string", "null"]},
        "legal": {
            "description": "illegal_action: all legal actions.",
            "type": "array",
            "items": {"type": "string"},
        },
        "scope": {"description": "forbidden: the scope that the credential lacks.", "type": "string"},
        "reason": {"description": "not_possible: the reason, in a word.", "type": "string"},
        "retry_after": {"description": "In how many seconds to try again.", "type": "number"},
        "deadline": {"description": "clock_expired: when the time ran out.", "type": "integer"},
    },
    "additionalProperties": True,
}
