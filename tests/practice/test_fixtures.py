"""The recorded streams: what is committed is what the service sends, and no viewer's file holds what another alone may know."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from citadels_workers.practice.catalogue import catalogue
from citadels_workers.practice.scenes import SCENES, Scene
from citadels_workers.practice.stream_recorder import record

ROOT = Path(__file__).resolve().parents[2] / "openapi" / "fixtures"
HOW = "write them anew with `citadels schema fixtures`"
MOST_BYTES = 500_000


@cache
def frames(scene: str, viewer: str) -> list[dict[str, Any]]:
    """The frames that a viewer has been sent."""
    return [json.loads(line) for line in (ROOT / scene / f"{viewer}.ndjson").read_text(encoding="utf-8").splitlines()]


def messages(scene: str, viewer: str) -> list[dict[str, Any]]:
    """The messages that a viewer has been sent over a socket."""
    said = (ROOT / scene / f"{viewer}.graphql.ndjson").read_text(encoding="utf-8")
    return [json.loads(line) for line in said.splitlines()]


def viewers(scene: Scene) -> list[str]:
    return [*[f"seat-{seat}" for seat in range(catalogue()[scene.position].players)], "spectator"]


scenes = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.position)


@scenes
def test_what_is_committed_is_what_the_service_sends(scene: Scene) -> None:
    found = {file.name: file.read_bytes() for file in (ROOT / scene.position).iterdir()}
    sent = asyncio.run(record(scene))
    assert set(found) == set(sent), HOW
    for name, data in sent.items():
        assert found[name] == data, f"{scene.position}/{name}: {HOW}"


def test_nothing_else_lies_there_and_all_of_it_is_small() -> None:
    assert {folder.name for folder in ROOT.iterdir()} == {scene.position for scene in SCENES}
    assert sum(file.stat().st_size for file in ROOT.rglob("*.*")) < MOST_BYTES


@scenes
def test_all_forms_of_a_stream_say_the_same(scene: Scene) -> None:
    for viewer in viewers(scene):
        plain = frames(scene.position, viewer)
        blocks = (ROOT / scene.position / f"{viewer}.sse").read_text(encoding="utf-8").strip().split("\n\n")
        assert [json.loads(block.rpartition("data: ")[2]) for block in blocks] == plain
        sent = [one["payload"]["data"]["events"] for one in messages(scene.position, viewer) if one["type"] == "next"]
        assert [(one["type"].lower(), one["number"]) for one in sent] == [(one["type"], one["number"]) for one in plain]


@scenes
def test_everybody_gets_every_number_and_a_view_that_hides_the_others_cards(scene: Scene) -> None:
    seed = catalogue()[scene.position].seed
    numbers = [one["number"] for one in frames(scene.position, "spectator")]
    for viewer in viewers(scene):
        own = int(viewer[5:]) if viewer.startswith("seat") else None
        mine = frames(scene.position, viewer)
        assert [one["number"] for one in mine] == numbers
        before_the_end = "".join(json.dumps(one) for one in mine if not ended(one))
        assert seed not in before_the_end
        view = mine[0]["position"]["view"]
        assert "seed" not in view
        assert isinstance(view["deck"], int)
        for seat, shown in enumerate(view["seats"]):
            assert isinstance(shown["hand"], list if seat == own else int)
            if seat != own:
                assert {one for one in shown["characters"] if one is not None} <= set(shown["revealed"])
        for one in mine:
            decision = one["decision"]
            if decision is not None and decision["seat"] != own:
                assert decision["actions"] is None


@scenes
def test_what_graphql_sends_hides_the_same(scene: Scene) -> None:
    for viewer in viewers(scene):
        own = int(viewer[5:]) if viewer.startswith("seat") else None
        plain = frames(scene.position, viewer)
        sent = [one["payload"]["data"]["events"] for one in messages(scene.position, viewer) if one["type"] == "next"]
        assert [[event["facts"]["json"] for event in one["events"]] for one in sent] == [
            [event["facts"] for event in one["events"]] for one in plain
        ]
        for one, frame in zip(sent, plain, strict=True):
            mine, theirs = one["decision"], frame["decision"]
            assert (mine and mine["n"]) == (theirs and theirs["n"])
            if mine is not None and mine["seat"] != own:
                assert mine["actions"] is None
        view = sent[0]["position"]["view"]
        for seat, shown in enumerate(view["seats"]):
            assert (shown["hand"] is None) == (seat != own)
            if seat != own:
                assert {one for one in shown["characters"] if one is not None} <= set(shown["revealed"])


def ended(frame: dict[str, Any]) -> bool:
    return frame["type"] == "end" or any(event["kind"] == "end" for event in frame["events"])


@scenes
def test_a_fact_that_spectators_do_not_get_stands_in_one_seats_file_only(scene: Scene) -> None:
    told = {viewer: events(scene.position, viewer) for viewer in viewers(scene)}
    for number, public in told["spectator"].items():
        knowing = set()
        for viewer, mine in told.items():
            facts = mine[number]
            assert public.items() <= facts.items(), (viewer, number)
            if facts != public:
                knowing.add(viewer)
        assert len(knowing) <= 2, (number, knowing)  # two where a card goes from hand to hand


def events(scene: str, viewer: str) -> dict[int, dict[str, str]]:
    """The facts of each event, as texts that can be compared."""
    return {
        event["number"]: {name: json.dumps(value) for name, value in event["facts"].items()}
        for frame in frames(scene, viewer)
        for event in frame["events"]
    }


def test_somebody_knows_more_than_the_spectators_do() -> None:
    more = [
        (scene.position, viewer, number)
        for scene in SCENES
        for viewer in viewers(scene)
        for number, facts in events(scene.position, viewer).items()
        if facts != events(scene.position, "spectator")[number]
    ]
    assert len(more) > 5
