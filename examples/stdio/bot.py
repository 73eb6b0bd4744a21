#!/usr/bin/env python3
"""A bot over lines of JSON: it builds the dearest that it can, else takes its income, else gold. docs/STDIO.md is the protocol."""

import json
import random
import sys
from typing import Any

LIKED = ["income", "bonus", "gold", "study", "smithy", "give", "keep", "pick"]


def decide(asked: dict[str, Any], dice: random.Random) -> str:
    """The text of one of the legal actions."""
    builds = [option for option in asked["options"] if option["verb"] == "build"]
    if builds:
        return str(max(builds, key=lambda option: option["cost"])["text"])
    actions: list[str] = asked["actions"]
    for verb in LIKED:
        liked = [action for action in actions if action.split()[0] == verb]
        if liked:
            return dice.choice(liked)
    return dice.choice(actions)


def say(**line: object) -> None:
    """Say a line, and hold nothing back."""
    print(json.dumps(line), flush=True)


def main() -> None:
    """Answer line after line, until there are no more."""
    dice = random.Random()  # noqa: S311  # a game is no secret
    for text in sys.stdin:
        told = json.loads(text)
        match told["type"]:
            case "hello":
                say(type="ready", protocol="citadels-stdio/1", name="mason", games="next")
            case "start":
                dice.seed(told["chance"])
            case "choose":
                say(game=told["game"], n=told["n"], action=decide(told, dice))


if __name__ == "__main__":
    main()
