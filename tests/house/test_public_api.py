"""Public is what `__all__` says: every name in it exists, and nothing else is offered by accident."""

import ast
import importlib
import types
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ["citadels_engine", "citadels_contest", "citadels_sdk"]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_exists(package: str) -> None:
    module = importlib.import_module(package)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_the_list_is_in_order_and_says_nothing_twice(package: str) -> None:
    names = importlib.import_module(package).__all__
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_else_is_offered(package: str) -> None:
    module = importlib.import_module(package)
    offered = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType) and name != "annotations"
    }
    assert offered - set(module.__all__) == set()


def sources() -> dict[str, ast.Module]:
    """Every module of the house, parsed."""
    return {
        path.relative_to(root).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__"): ast.parse(
            path.read_text("utf-8")
        )
        for root in (ROOT / "engine", ROOT / "sdk", ROOT / "api", ROOT / "workers")
        for path in root.glob("citadels_*/**/*.py")
    }


def names_in_all(tree: ast.Module) -> set[str] | None:
    """What a module's `__all__` lists; None where it has none."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(
            isinstance(one, ast.Name) and one.id == "__all__" for one in node.targets
        ):
            return set(ast.literal_eval(node.value))
    return None


def test_a_module_takes_from_another_only_what_that_one_offers() -> None:
    trees = sources()
    offered = {module: names_in_all(tree) for module, tree in trees.items()}
    stray = [
        f"{module} takes {name} from {node.module}"
        for module, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for name in (alias.name for alias in node.names)
        for listed in (offered.get(node.module),)
        if listed is not None and name not in listed and name != "*" and f"{node.module}.{name}" not in trees
    ]
    assert stray == []
    assert len(trees) > 100
