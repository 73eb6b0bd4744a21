"""One declaration: an optional field of a table is written by hand in two files, and both doors, the store and the toolkit have it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = "api/citadels_api/tables/contract.py"
STORED = "api/citadels_api/tables/stored.py"
FIELD = '    motto: str | None = None\n    """What its players are to keep in mind."""\n'
BY_HAND = {
    (CONTRACT, "class TableAnswer(", "    sealed: bool\n"),
    (CONTRACT, "class TableOrder(", "    rated: bool = False\n"),
    (STORED, "class Table(", "    rated: bool = False\n"),
}
"""The places: file, class, and the field before which the new one stands, or after which where it has a default."""

SHOW = r"""
import asyncio
from citadels_api.graphql.app import schema_text
from citadels_api.published import openapi_document
from citadels_api.request_fields import read
from citadels_api.tables import contract, service
from citadels_api.tables.matchmaking import rematch
from citadels_api.tables.lifecycle import abort
from tests.support.houses import guest, make_house
from tools.sdk_client import written as written_client

schemas = openapi_document()["components"]["schemas"]
for name in ("TableOrder", "TableAnswer"):
    print(f"OpenAPI {name}:", schemas[name]["properties"]["motto"]["description"])
written = schema_text()
for kind in ("type Table implements", "input CreateTableInput"):
    print(f"GraphQL {kind}:", "motto: String" in written.partition(kind)[2].partition("}")[0])
client = written_client()
print("toolkit, model:", "    motto: str | None = None\n" in client["client/models.py"])
print("toolkit, call:", "        motto: str | None = None,\n" in client["client/sync_calls.py"])

async def play():
    house, *_ = make_house()
    who = await guest(house)
    order = read(contract.TableOrder, {"motto": "no mercy"})
    made = await service.create(house, who, order)
    print("made:", made.motto)
    print("read again:", (await service.table(house, who, made.id)).motto)
    await abort(house, who, made.id)
    print("rematch:", (await rematch(house, who, made.id)).motto)

asyncio.run(play())
"""


def add_field(tree: Path) -> None:
    """Write the field by hand where it has to be."""
    for file, kind, beside in sorted(BY_HAND):
        text = (tree / file).read_text("utf-8")
        start = text.index(kind)
        after = text.index(beside, start)
        end = (
            text.index('"""\n', text.index('"""', after) + 3) + 4
            if '"""' in text[after + len(beside) :][:8]
            else after + len(beside)
        )
        (tree / file).write_text(text[:end] + FIELD + text[end:], encoding="utf-8")


def test_a_field_of_a_table_is_two_files_by_hand(tmp_path: Path) -> None:
    shutil.copytree(
        ROOT / "api" / "citadels_api", tmp_path / "api" / "citadels_api", ignore=shutil.ignore_patterns("__pycache__")
    )
    add_field(tmp_path)
    path = os.pathsep.join([str(tmp_path / "api"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", SHOW],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=50,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.stdout.splitlines() == [
        "OpenAPI TableOrder: What its players are to keep in mind.",
        "OpenAPI TableAnswer: What its players are to keep in mind.",
        "GraphQL type Table implements: True",
        "GraphQL input CreateTableInput: True",
        "toolkit, model: True",
        "toolkit, call: True",
        "made: no mercy",
        "read again: no mercy",
        "rematch: no mercy",
    ], done.stderr
    assert len({file for file, _, _ in BY_HAND}) == 2
