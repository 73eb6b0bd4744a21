"""What an operator has written down about the product: environment variables, metrics, lines of the log."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest
from pydantic import AliasChoices

from tests.frozen import places
from tests.frozen.sources import KEPT, ROOT, modules, trees, written
from tests.support.asgi import app, ask
from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIABLE = re.compile(r"(?:CITADELS|REDIS|QUEUE_REDIS)_[A-Z_]+")
LEVELS = ("debug", "info", "warning", "error", "exception", "critical")


# environment variables


def settings() -> Iterator[str]:
    """Every setting of the service: its variable, its type, its default."""
    prefix = places.Settings.model_config["env_prefix"]
    for name, field in places.Settings.model_fields.items():
        alias = field.validation_alias
        variable = alias.choices[-1] if isinstance(alias, AliasChoices) else f"{prefix}{name.upper()}"
        shown = field.annotation.__name__ if isinstance(field.annotation, type) else str(field.annotation)
        yield f"{variable}: {shown} = {field.default!r}"


def reads() -> Iterator[str]:
    """Every variable that the product asks the environment for, with the default that stands beside it."""
    for tree in trees("environ|getenv"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {
                "os.environ.get",
                "os.environ.pop",
                "os.getenv",
            }:
                default = f", {written(node.args[1])!r}" if len(node.args) > 1 else ""
                yield f"{written(node.args[0])}{default}"
            elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
                yield str(written(node.slice))


def names_in(text: str) -> set[str]:
    """The variables that a text names."""
    return set(VARIABLE.findall(text))


def test_settings_keep_their_variables_types_and_defaults() -> None:
    assert_kept(KEPT / "settings.txt", settings())


def test_the_product_reads_the_same_variables() -> None:
    named = sorted(set().union(*map(names_in, modules().values())))
    files = {
        name: sorted(names_in((ROOT / name).read_text(encoding="utf-8")))
        for name in ("compose.yaml", "Dockerfile", "engine/hatch_build.py", "engine/compile_engine.py")
    }
    lines = [
        "# asked for, with a default where there is one",
        *sorted(set(reads())),
        "",
        "# named in the product's sources",
        *named,
    ]
    for name, found in files.items():
        lines += ["", f"# named in {name}", *found]
    assert_kept(KEPT / "variables.txt", lines)


# metrics


def declared() -> Iterator[str]:
    """Every metric that the sources declare: its kind, its name, its labels."""
    kinds = {"Counter": "counter", "Gauge": "gauge", "Histogram": "histogram", "gauge": "gauge"}
    for tree in trees("prometheus_client"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds:
                name, labels = node.args[0], [written(one) for one in node.args[2:]]
                if isinstance(name, ast.Constant) and isinstance(name.value, str):
                    full = f"citadels_{name.value.removeprefix('citadels_')}"
                    yield f"{kinds[node.func.id]} {full} {' '.join(map(str, labels))}".rstrip()


def series() -> Iterator[str]:
    """The metrics as they are shown, without their values: kinds, names, labels, and the values that labels have from the start."""
    for line in ask(app(), path="/metrics").body.decode().splitlines():
        if line.startswith("# TYPE "):
            yield line.removeprefix("# TYPE ")
        elif not line.startswith("#"):
            yield "  " + line.rpartition(" ")[0]


def test_metrics_keep_their_kinds_names_and_labels() -> None:
    assert_kept(
        KEPT / "metrics.txt", ["# declared", *sorted(declared()), "", "# shown before the first request", *series()]
    )


# the log


def lines_of_the_log() -> Iterator[str]:
    """Every line that the product writes: its level, its event, the names of its fields."""
    for tree in trees("structlog"):
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in LEVELS
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                fields = sorted(f"**{ast.unparse(one.value)}" if one.arg is None else one.arg for one in node.keywords)
                yield f"{node.func.attr}: {written(node.args[0])} ({', '.join(fields)})"


def loggers() -> Iterator[str]:
    """The names under which the product logs."""
    for tree in trees("structlog"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("get_logger"):
                yield " ".join(str(written(one)) for one in node.args) or "(none)"


def test_lines_of_the_log_keep_their_events_and_fields() -> None:
    fields = sorted(places.LOG_FIELDS)
    lines = [
        "# fields that are let through",
        *fields,
        "",
        "# loggers",
        *sorted(set(loggers())),
        "",
        "# lines",
        *sorted(set(lines_of_the_log())),
    ]
    assert_kept(KEPT / "log.txt", lines)


# what is gathered is gathered at all


@pytest.mark.parametrize("found", [reads, declared, lines_of_the_log, loggers], ids=lambda one: one.__name__)
def test_something_is_found(found: object) -> None:
    assert callable(found)
    assert len(list(found())) > 3
