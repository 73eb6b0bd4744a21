"""What OpenAPI says of parameters in paths, of headers, and of problems: written by hand, since no model has them."""

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
        "description": "Who takes part: the id of an account, or the name of a bot of the house, `greedy` or `greedy#2`.",
        "schema": {"type": "string", "pattern": f"^{ids.ENTRANT}$"},
    },
    "game": {
        "description": "A game of a tournament: round, table, deal and turn, with points between.",
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
        "description": "A name for this request, chosen by the client: 1 to 64 printable ASCII characters. Sent again under the same key, "
        "the request is done once and gets the same verdict.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[!-~]([ -~]*[!-~])?$"},
    },
    "If-None-Match": {
        "description": "The ETag of an earlier answer: 304 as long as nothing has happened since.",
        "schema": {"type": "string", "maxLength": 200, "pattern": "^[!-~]+$"},
    },
    "Last-Event-ID": {
        "description": "The number to go on from, as browsers send it; `after` says the same, and the later of the two counts.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
    },
    "Citadels-Invite": {
        "description": "The secret of an invitation to a private table.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[!-~]+$"},
    },
}
HEADERS: Final[dict[str, Schema]] = {
    "RateLimit": {
        "description": "What is left of the allowance (`r`), and in how many seconds it is whole again (`t`).",
        "schema": {"type": "string"},
        "example": '"credential";r=1999;t=1',
    },
    "RateLimit-Policy": {
        "description": "The allowance: so much (`q`) in so many seconds (`w`).",
        "schema": {"type": "string"},
        "example": '"credential";q=2000;w=10',
    },
    "Retry-After": {
        "description": "In how many seconds to try again.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "ETag": {
        "description": "The number of the last event, and whose view this is where views differ.",
        "schema": {"type": "string"},
        "example": '"41-2"',
    },
    "Allow": {"description": "The methods that the address has.", "schema": {"type": "string"}},
    "WWW-Authenticate": {"description": "Bearer.", "schema": {"type": "string"}},
}
PROBLEM: Final[Schema] = {
    "title": "Problem",
    "description": "Why a request was refused (RFC 9457). What else stands in it depends on the code.",
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"description": "Where the code is explained.", "type": "string"},
        "title": {"description": "What the code is called.", "type": "string"},
        "status": {"description": "The HTTP status.", "type": "integer"},
        "detail": {"description": "What was wrong with this request.", "type": "string"},
        "code": {"description": "What programs go by.", "type": "string", "enum": list(PROBLEMS)},
        "instance": {"description": "The address that was asked.", "type": "string"},
        "request_id": {"description": "What to quote when reporting a mistake of the service.", "type": "string"},
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
        "n": {"description": "The number of the decision awaited now.", "type": "integer"},
        "rule": {"description": "illegal_action: the rule that stands in the way.", "type": ["string", "null"]},
        "legal": {
            "description": "illegal_action: all that is legal.",
            "type": "array",
            "items": {"type": "string"},
        },
        "scope": {"description": "forbidden: the scope that the credential lacks.", "type": "string"},
        "reason": {"description": "not_possible: why, in a word.", "type": "string"},
        "retry_after": {"description": "In how many seconds to try again.", "type": "number"},
        "deadline": {"description": "clock_expired: when the time was up.", "type": "integer"},
    },
    "additionalProperties": True,
}
