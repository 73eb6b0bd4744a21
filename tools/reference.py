"""Writes docs/REFERENCE.md from the docstrings: every public name of the toolkit, in an order to read them in.

    python -m tools.reference [--check]

`--check` writes nothing, and says whether the page is what would be written.
"""

from __future__ import annotations

import ast
import inspect
import sys
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "REFERENCE.md"

CHAPTERS: Final = {
    "Writing a bot": ["Bot", "Start", "Outcome", "Accepts", "Unknown"],
    "What a bot sees": ["View", "citadels_sdk.seen"],
    "Actions": ["Action"],
    "Playing": ["play", "Game", "match", "Report", "citadels_sdk.report"],
    "Tournaments": ["tournament", "Tournament"],
    "Testing": ["check_bot", "citadels_sdk.checking", "citadels_sdk.testing", "citadels_sdk.pytest_plugin"],
    "Playing live": ["run", "arun", "RunReport", "Client", "AsyncClient"],
    "What a service answers": ["citadels_sdk.live.models"],
    "Errors": ["errors"],
}
"""The chapters: public names of `citadels_sdk`, and modules of which all public names follow."""
NAMES_ONLY: Final = ("citadels_sdk.live.models", "citadels_sdk.errors")
"""Modules of many small types, of which each has a line."""
PLUMBING: Final = ("CODES", "Word", "built_of", "markers_of", "named", "pytest_addoption", "refusal", "turn_of")
"""Public among the modules, and of no use to others."""
FIELDS: Final = {
    "OnCharacter": ["character"],
    "OnSeat": ["seat"],
    "OnDistrict": ["district"],
    "OnSeatsDistrict": ["seat", "district"],
}
"""The fields that an action has from the kind that it belongs to."""
TWINS: Final = ("AsyncClient",)
"""Classes whose inherited members are those of another one."""
HEAD: Final = """\
# Reference

Every public name of `citadels_sdk`, from its docstrings (`python -m tools.reference` writes this page). The rules, actions as values and records
are those of `citadels_engine`, whose modules describe themselves; what is said between programs is in [NOTATION.md](NOTATION.md).
"""


def page() -> str:
    """The whole page."""
    import citadels_sdk

    parts = [HEAD]
    told: set[str] = set()
    for chapter, names in CHAPTERS.items():
        parts.append(f"## {chapter}\n")
        for name in names:
            if "." in name or inspect.ismodule(getattr(citadels_sdk, name, None)):
                module = import_module(name if "." in name else f"citadels_sdk.{name}")
                parts.extend(of_module(module, told))
            elif name in citadels_sdk.__all__:
                parts.append(entry(name, getattr(citadels_sdk, name)))
                if name == "Action":
                    parts.append(actions())
            told.add(name)
    missing = [name for name in citadels_sdk.__all__ if name not in told and not name.startswith("__")]
    if missing:
        raise SystemExit(f"no chapter has {', '.join(missing)}")
    return "\n".join(parts).rstrip() + "\n"


def of_module(module: ModuleType, told: set[str]) -> Iterator[str]:
    """The public names of a module that have not been told."""
    yield f"### `{module.__name__}`\n\n{text(source_doc(module) or '')}\n"
    names = [one for one in module.__all__ if one not in told and one not in PLUMBING]
    if module.__name__ in NAMES_ONLY:
        yield "\n".join(line(one, getattr(module, one)) for one in sorted(names)) + "\n"
    else:
        for one in names:
            yield entry(one, getattr(module, one))
    told.update(names)


def line(name: str, found: object) -> str:
    """One name on a line."""
    if inspect.isclass(found) or inspect.isfunction(found):
        return f"- `{name}`: {first(found)}"
    words = get_args(found)
    if words and all(isinstance(word, str) for word in words):
        return f"- `{name}`: one of {', '.join(f'`{word}`' for word in words)}"
    return f"- `{name}`"


def actions() -> str:
    """Every kind of action, with its fields."""
    lines = []
    for node in tree_of("citadels_engine.actions.types").body:
        if isinstance(node, ast.ClassDef) and node.name != "Action" and not node.name.startswith("On"):
            fields = [
                one.target.attr
                for one in ast.walk(node)
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Attribute)
            ]
            base = node.bases[0].id if node.bases and isinstance(node.bases[0], ast.Name) else ""
            fields = fields or FIELDS.get(base, [])
            lines.append(f"- `{node.name}({', '.join(fields)})`: {' '.join((ast.get_docstring(node) or '').split())}")
    return "\n".join(lines) + "\n"


def entry(name: str, found: object) -> str:
    """One name: its signature, what holds of it, its members."""
    lines = [f"### {name}\n"]
    if inspect.isclass(found):
        lines.append(f"```\nclass {name}{signature(found)}\n```\n" if shows(found) else f"```\nclass {name}\n```\n")
    elif callable(found):
        lines.append(f"```\n{name}{signature(found)}\n```\n")
    lines.append(text(source_doc(found) or "") + "\n")
    if inspect.isclass(found):
        rows = list(members(found))
        if rows:
            lines.append("\n".join(rows) + "\n")
    return "\n".join(lines)


def shows(found: type) -> bool:
    """Whether one makes the class oneself."""
    if found.__module__.startswith("citadels_engine"):
        return False
    return is_dataclass(found) or "__init__" in vars(found)


def signature(found: object) -> str:
    """The parameters and what comes back, as they are written."""
    try:
        shown = inspect.signature(found)  # type: ignore[arg-type]  # what is asked for is callable
    except (TypeError, ValueError):
        return "()"
    parameters = [one for one in shown.parameters.values() if one.name != "self"]
    shown = shown.replace(parameters=parameters)
    return written(shown.replace(return_annotation=inspect.Signature.empty) if inspect.isclass(found) else shown)


def written(shown: inspect.Signature) -> str:
    """A signature whose annotations are not quoted."""
    parts = []
    star = False
    for one in shown.parameters.values():
        if one.kind is inspect.Parameter.VAR_POSITIONAL:
            star = True
        if one.kind is inspect.Parameter.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        sign = "*" if one.kind is inspect.Parameter.VAR_POSITIONAL else ""
        said = f"{sign}{one.name}"
        if one.annotation is not inspect.Parameter.empty:
            said += f": {plain(one.annotation)}"
        if one.default is not inspect.Parameter.empty:
            said += f" = {one.default!r}"
        parts.append(said)
    back = "" if shown.return_annotation is inspect.Signature.empty else f" -> {plain(shown.return_annotation)}"
    return f"({', '.join(parts)}){back}"


def plain(annotation: object) -> str:
    """An annotation as text."""
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))


def members(found: type) -> Iterator[str]:
    """The public members that the class has of its own, a line each, in the order of the file."""
    if found.__module__.startswith("citadels_engine"):
        return
    notes = attribute_notes(found)
    for name, note in notes.items():
        if name not in vars(found) or not callable(vars(found)[name]):
            yield f"- `{name}`" + (f": {note}" if note else "")
    told = set(notes)
    for one in found.__mro__ if found.__name__ not in TWINS else [found]:
        if one.__module__.startswith("citadels_sdk"):
            yield from own_members(one, told)


def own_members(found: type, told: set[str]) -> Iterator[str]:
    """The properties and methods that the class itself has, and that were not told of a class below it."""
    for name, member in vars(found).items():
        if name.startswith("_") or name in told:
            continue
        told.add(name)
        getter = member.fget if isinstance(member, property) else getattr(member, "func", None)
        if getter is not None:
            yield f"- `{name}: {plain(inspect.signature(getter).return_annotation)}`: {first(member)}"
        elif inspect.isfunction(member) or isinstance(member, classmethod | staticmethod):
            function = member if inspect.isfunction(member) else member.__func__
            shown = inspect.signature(function)
            kept = [one for one in shown.parameters.values() if one.name not in ("self", "cls")]
            yield f"- `{name}{written(shown.replace(parameters=kept))}`: {first(function)}"


def attribute_notes(found: type) -> dict[str, str]:
    """The annotated attributes of a class, each with the string that follows it."""
    try:
        tree = ast.parse(inspect.cleandoc("\n" + inspect.getsource(found)))
    except (OSError, TypeError, SyntaxError):
        return {}
    (body,) = [node.body for node in tree.body if isinstance(node, ast.ClassDef)]
    notes: dict[str, str] = {}
    for at, node in enumerate(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and not node.target.id.startswith("_"):
            after = body[at + 1] if at + 1 < len(body) else None
            said = ""
            if (
                isinstance(after, ast.Expr)
                and isinstance(after.value, ast.Constant)
                and isinstance(after.value.value, str)
            ):
                said = " ".join(after.value.value.split())
            notes[f"{node.target.id}: {ast.unparse(node.annotation)}"] = said
    return {name: said for name, said in notes.items() if not name.startswith("model_config")}


def first(found: object) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join((source_doc(found) or "").partition("\n\n")[0].split())


def source_doc(found: object) -> str | None:
    """The docstring that is its own, without the indentation of the code around it."""
    docstring = getattr(found, "__doc__", None)
    return inspect.cleandoc(docstring) if docstring else None


@cache
def tree_of(module: str) -> ast.Module:
    """The source of a module of the engine."""
    return ast.parse((ROOT / "engine" / Path(*module.split("."))).with_suffix(".py").read_text(encoding="utf-8"))


def text(docstring: str) -> str:
    """A docstring as Markdown: what is indented, and what is a doctest, becomes code."""
    lines: list[str] = []
    fence = ""
    for told in [*docstring.splitlines(), ""]:
        if fence and (not told.strip() or (fence == "    " and not told.startswith(fence))):
            lines.append("```")
            fence = ""
        elif not fence and (told.startswith(">>>") or (told.startswith("    ") and (not lines or not lines[-1]))):
            fence = ">>>" if told.startswith(">>>") else "    "
            lines.append("```python" if fence == ">>>" else "```")
        lines.append(told.removeprefix(fence) if fence == "    " else told)
    return "\n".join(lines).rstrip()


def main(arguments: list[str]) -> int:
    """Write the page, or compare it."""
    wanted = page()
    if "--check" in arguments:
        fresh = PAGE.exists() and PAGE.read_text(encoding="utf-8") == wanted
        print(f"docs/{PAGE.name} is {'what the docstrings say' if fresh else 'stale: python -m tools.reference'}")
        return 0 if fresh else 1
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
