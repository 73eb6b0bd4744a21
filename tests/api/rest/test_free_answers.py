"""Answers that are the same for everybody: written once, and not sent again to whoever has them."""

from __future__ import annotations

import gzip
import time
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api import published
from citadels_api.catalogue import rest as catalogue_rest
from citadels_api.http import metrics_text, page_files
from citadels_api.meta import rest as meta_rest
from citadels_api.rest import openapi

from tests.support.modules import replace_in
from tests.support.world import living

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.world import World

SAME = (
    "/schema.graphql",
    "/openapi.json",
    "/schema.json",
    "/v1/catalogue/characters?edition=modern",
    "/v1/catalogue/districts?edition=classic&lang=fr",
    "/v1/catalogue/scenarios?edition=modern",
    "/v1/catalogue/rules",
)


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with living(address_per_second=1e6, address_burst=10**7) as started:
        yield started


def get(world: World, path: str, **headers: str) -> Any:
    return world.client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


@pytest.mark.parametrize("path", SAME)
def test_whoever_has_an_answer_gets_no_other_while_it_is_the_same(world: World, path: str) -> None:
    whole = get(world, path)
    assert whole.status_code == 200
    known = get(world, path, if_none_match=whole.headers["etag"])
    assert (known.status_code, known.content, known.headers["etag"]) == (304, b"", whole.headers["etag"])
    assert get(world, path, if_none_match='"another"').status_code == 200


@pytest.mark.parametrize("path", SAME)
def test_nothing_is_written_or_compressed_for_a_second_request(
    world: World, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = [get(world, path, accept_encoding=coding) for coding in ("identity", "gzip")]

    def work(*_: object, **__: object) -> Any:
        raise AssertionError("this was done for the first request")

    for module, name in (
        (published, "graphql_text"), (published, "introspection_text"), (openapi, "document"), (page_files, "content"),
        (meta_rest, "content"), (catalogue_rest, "content"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, work)
    replace_in(monkeypatch, page_files, gzip, compress=work)
    second = [get(world, path, accept_encoding=coding) for coding in ("identity", "gzip")]
    assert [answer.status_code for answer in second] == [200, 200]
    assert [answer.content for answer in second] == [answer.content for answer in first]


def test_the_metrics_are_made_once_for_all_who_ask_within_a_second(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    replace_in(monkeypatch, metrics_text, time, monotonic=lambda: now[0])
    monkeypatch.setattr(metrics_text, "KEPT_S", 1.0)
    made: list[int] = []
    exposition = world.server.running.exposition
    make = exposition.made

    async def counted() -> bytes:
        made.append(1)
        return await make()

    monkeypatch.setattr(exposition, "made", counted)
    monkeypatch.setattr(exposition, "_begun", -1e9)
    for step in (0.0, 0.5, 0.4, 0.2):
        now[0] += step
        assert get(world, "/metrics").status_code == 200
    assert len(made) == 2
