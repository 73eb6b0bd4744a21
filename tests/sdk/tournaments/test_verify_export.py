"""`citadels tournament verify export.ndjson`: what a service has played holds, and a change to it is found."""

from __future__ import annotations

import asyncio
import functools
import json
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.tournaments.control import correct
from citadels_api.tournaments.exporter import export
from citadels_sdk.cli import citadels
from citadels_sdk.tournaments.verification import verify_tournament
from click.testing import CliRunner

from tests.support.houses import make_house
from tests.support.played_live import made, organizer, pass_time, play_rung, play_to_the_end

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Lines = list[dict[str, Any]]


@functools.cache
def whole() -> str:
    """The export of a Swiss of four bots of the house that is over, and whose secret is revealed."""

    async def scenario() -> str:
        house, rings, clock = make_house()
        settings = {"format": "swiss", "seats": 2, "rounds": 2, "duplicate": False}
        bots = ["random", "random", "random", "random"]
        tour = await made(house, await organizer(house), house=bots, settings=settings, begins="now")
        await play_to_the_end(house, rings, clock, tour)
        await pass_time(house, clock, 1)
        return "".join([f"{line.rstrip()}\n" async for line in export(house, None, tour)])

    return asyncio.run(scenario())


def failed(file: Path) -> str:
    verdict = verify_tournament(file)
    assert not verdict.ok
    return "\n".join(f"{one.what}: {one.text}" for one in verdict.findings if not one.ok)


def test_what_a_service_has_played_holds(tmp_path: Path) -> None:
    file = tmp_path / "export.ndjson"
    file.write_text(whole())
    shown = CliRunner().invoke(citadels, ["tournament", "verify", str(file)])
    assert shown.exit_code == 0, shown.output
    assert "2 rounds, each as it follows from what was before it" in shown.stdout
    assert "the secret of all deals is the one that was committed to" in shown.stdout
    assert "4 records, each played again" in shown.stdout


def swap_places(lines: Lines) -> None:
    entry = next(line["entry"] for line in lines if line.get("entry", {}).get("kind") == "result")
    entry["places"].reverse()


def pair_otherwise(lines: Lines) -> None:
    entry = next(line["entry"] for line in lines if line.get("entry", {}).get("round") == 2)
    entry["pairings"][0], entry["pairings"][1] = entry["pairings"][1], entry["pairings"][0]


def lose_a_record(lines: Lines) -> None:
    lines.pop()


def doctor_a_record(lines: Lines) -> None:
    lines[-1]["record"] = lines[-1]["record"].replace('"ms": ', '"ms": 1', 1)


def tell_another_secret(lines: Lines) -> None:
    lines[0]["event"]["secret"] = "0" * 64


def commit_to_another_secret(lines: Lines) -> None:
    lines[0]["event"]["commitment"] = "0" * 64


def play_other_cards(lines: Lines) -> None:
    lines[0]["event"]["edition"] = "classic"


PLANTED: dict[Callable[[Lines], None], str] = {
    swap_places: "places: the result says",
    pair_otherwise: "(round): what follows is",
    lose_a_record: "there is no record with the SHA-256",
    doctor_a_record: "a record that no result names",
    tell_another_secret: "commitment: id, rules and secret give",
    commit_to_another_secret: "commitment: id, rules and secret give",
    play_other_cards: "edition: the record has modern, the event deals classic",
}


@pytest.mark.parametrize("plant", PLANTED)
def test_a_change_is_found(plant: Callable[[Lines], None], tmp_path: Path) -> None:
    lines: Lines = [json.loads(line) for line in whole().splitlines()]
    plant(lines)
    file = tmp_path / "export.ndjson"
    file.write_text("".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines))
    assert PLANTED[plant] in failed(file)


def test_what_an_organizer_did_is_told_and_holds(tmp_path: Path) -> None:
    async def scenario() -> str:
        house, rings, clock = make_house()
        ann = await organizer(house)
        settings = {"seats": 2, "deals": 2}
        tour = await made(house, ann, house=["random", "random"], settings=settings, begins="now")
        await pass_time(house, clock, 1)
        rings.games = rings.games[:1]
        await play_rung(house, rings)
        await correct(house, ann, tour, "1.0.0.0", places=[1, 2], scores=[9, 8], why="a wrong deal")
        await correct(house, ann, tour, "1.0.0.0", why="a broken clock")
        return "".join([f"{line.rstrip()}\n" async for line in export(house, ann, tour)])

    lines = asyncio.run(scenario()).splitlines()
    file = tmp_path / "export.ndjson"
    file.write_text("".join(f"{line}\n" for line in lines))
    verdict = verify_tournament(file)
    assert (verdict.holds, verdict.over) == (True, False), verdict.findings
    told = "by the organizer: corrected 1.0.0.0 (a wrong deal), void 1.0.0.0 (a broken clock)"
    assert any(told in one.text for one in verdict.findings)
    assert any("not revealed yet" in one.text for one in verdict.findings)
    file.write_text("".join(f"{line}\n" for line in lines if '"record":"{' not in line))
    verdict = verify_tournament(file)
    assert verdict.holds, verdict.findings
    assert any("1 more are not shown" in one.text for one in verdict.findings)
