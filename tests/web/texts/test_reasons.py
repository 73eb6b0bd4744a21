"""Every reason that the engine gives against an action is one that the page can tell in each language."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
ENGINE: Final = ROOT / "engine" / "citadels_engine" / "rules" / "reasons.py"
PAGE: Final = ROOT / "web" / "play" / "decision" / "reason_text.mjs"


def sentences() -> set[str]:
    """What `reasons.py` returns and says with a rule in brackets at its end; `3` stands for what it puts in."""
    found = set()
    for node in ast.walk(ast.parse(ENGINE.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            found.add("".join(str(one.value) if isinstance(one, ast.Constant) else "3" for one in node.values))
    return {one for one in found if re.search(r"^[a-z].* .*\((?:[A-Z0-9-]+.*|3)\)$", one) and "\n" not in one}


def test_every_reason_of_the_engine_has_its_words() -> None:
    said = [re.compile(one.replace("(?<", "(?P<")) for one in re.findall(r", /(\^.+)/\],", PAGE.read_text("utf-8"))]
    reasons = sentences()
    assert len(reasons) > 40
    assert sorted(one for one in reasons if not any(pattern.search(one) for pattern in said)) == []
