"""Reading actions: from their text, and from their JSON object. Only the canonical text is an action.

>>> action = parse("build thieves_den cards 2 from 3")
>>> action
Build(district='thieves_den', framework=False, over='', cards=2, lender=3)
>>> str(action)
'build thieves_den cards 2 from 3'
>>> parse("build thieves_den cards 2 from 3") == action
True
>>> action_from_json(action.to_json()) == action
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citadels_engine.actions.forms import FORMS, PLAIN, parse
from citadels_engine.errors import UnknownAction

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action

__all__ = ["action_from_json", "parse"]


def action_from_json(told: dict[str, object]) -> Action:
    """Read an action from its JSON object; fields left out have their defaults."""
    verb = told.get("verb")
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in told.items() if name != "verb"
    }
    if isinstance(verb, str) and verb in PLAIN and not fields:
        return PLAIN[verb]
    forms = FORMS.get(verb) if isinstance(verb, str) else None
    if forms is None:
        raise UnknownAction(f"{told!r} is no action: no such verb")
    form = next((form for form in forms if not fields.keys().isdisjoint(form.fields)), forms[-1])
    try:
        action = parse(str(form.kind(**fields)))
    except (TypeError, UnknownAction, IndexError, ValueError) as error:
        raise UnknownAction(f"{told!r} is no action: {error}") from None
    said = action.to_json()
    for name, value in told.items():
        if type(value) is not type(said[name]) or value != said[name]:
            raise UnknownAction(f"{told!r} is no action: {name} is {said[name]!r} in {action.text!r}")
    return action
