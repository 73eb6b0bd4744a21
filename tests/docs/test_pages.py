"""README.md and every page of docs/: what they say to type works, from the first line to the last, against a real service."""

from __future__ import annotations

import doctest
import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.support.pages import PAGES, ROOT, blocks, examples, run_session, session
from tests.support.running import Service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")
SAID = {
    "API.md": ['"kind":"guest"', "ok\n", "created\n", "event: view", '"owed":'],
}
"""What the session of a page must have shown."""
SERVED = [page for page in PAGES if session(page)]


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service(apis=1, workers=1, clocks=1) as running:
        yield running


@pytest.mark.heavy
@pytest.mark.skipif(not shutil.which("curl"), reason="some pages are written for curl")
@pytest.mark.parametrize("page", SERVED)
def test_everything_that_a_page_types_works(page: str, service: Service, tmp_path: Path) -> None:
    done = run_session(page, tmp_path, {"CITADELS_URL": service.bases[0]})
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    for said in SAID.get(page, []):
        assert said in done.stdout
    assert '"errors"' not in done.stdout


WRITTEN = ("REFERENCE.md",)
"""Pages whose examples are doctests of modules, and run there."""


@pytest.mark.parametrize("page", [page for page in PAGES if examples(page) and page not in WRITTEN])
def test_every_example_of_a_page_shows_what_it_gives(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = examples(page)
    assert found is not None
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT))
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(found, out=told.append)
    assert runner.failures == 0, "".join(told)


def test_the_pages_are_what_they_should_be() -> None:
    assert {"README.md", "API.md", "FIRST_BOT.md", "TESTING.md", "STRATEGY.md", "REFERENCE.md"} <= set(PAGES)
    assert "FIRST_BOT.md" in SERVED
    assert len([block for block in blocks("API.md") if block.language == "sh"]) == 8


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    path = PAGES[page]
    for target, anchor in LINK.findall(path.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        found = path.parent / target
        assert found.exists(), f"{page}: {target}"
        if anchor and found.suffix == ".md":
            assert anchor[1:] in anchors(found), f"{page}: {target}{anchor}"


def anchors(path: Path) -> set[str]:
    """The headings of a page, as links name them."""
    heads = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def test_every_address_of_the_page_about_the_api_exists() -> None:
    paths = set(json.loads((ROOT / "openapi" / "openapi.json").read_text())["paths"])
    named = set(
        re.findall(r"`(?:GET |POST )?(/(?:v1|problems)/[a-z/{}-]+)`", PAGES["API.md"].read_text(encoding="utf-8"))
    )
    assert named
    assert named <= paths
