"""The texts of a contract's fields: the docstrings below them, read from the source, because Python does not keep them."""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise


@cache
def classes_of(module: str) -> dict[str, ast.ClassDef]:
    """The classes in the source of a module."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {one.name: one for one in tree.body if isinstance(one, ast.ClassDef)}


@cache
def field_texts(contract: type) -> dict[str, str]:
    """The texts of the fields of a struct or a model, including those of its base classes."""
    texts: dict[str, str] = {}
    for base in reversed(contract.__mro__):
        if base.__module__.partition(".")[0] != __name__.partition(".")[0]:
            continue
        for field, text in pairwise(classes_of(base.__module__)[base.__name__].body):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(text, ast.Expr)
                and isinstance(text.value, ast.Constant)
            ):
                texts[field.target.id] = inspect.cleandoc(str(text.value.value))
    return texts
