"""Records of live games: saved by a run, shown and checked from the file, from the page's address, by the id."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from citadels_sdk import AsyncClient
from citadels_sdk.cli import citadels
from citadels_sdk.client.config import Session
from citadels_sdk.records import place_of
from click.exceptions import UsageError
from click.testing import CliRunner

from tests.sdk.live.duels import First, duel

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_sdk.client.request_cycle import Request


def test_a_game_that_is_over_is_saved_and_can_be_shown_and_checked_from_anywhere(url: str, tmp_path: Path) -> None:
    (game,) = duel(url, First, save=tmp_path / "games").games
    file = tmp_path / "games" / f"{game.table}.ndjson"
    assert game.record == str(file)
    assert game.link == f"{url}/table/{game.table}"
    runner = CliRunner()
    texts = set()
    for place in (str(file), game.link, f"{url}/v1/tables/{game.table}", f"{url}/replay/{game.table}"):
        checked = runner.invoke(citadels, ["verify", place])
        assert (checked.exit_code, checked.output.splitlines()[-1]) == (0, "The record holds."), checked.output
        shown = runner.invoke(citadels, ["replay", place])
        assert shown.exit_code == 0, shown.output
        texts.add(shown.output)
    assert len(texts) == 1
    by_id = runner.invoke(citadels, ["replay", game.table, "--url", url])
    assert by_id.output in texts
    named = runner.invoke(citadels, ["verify", game.table], env={"CITADELS_URL": url})
    assert named.exit_code == 0, named.output


def test_a_record_that_cannot_be_saved_is_a_note_and_no_end(
    url: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    (game,) = duel(url, First, save=tmp_path / "file").games
    assert game.place
    assert game.record is None


def test_a_folder_that_cannot_be_made_is_told_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = CliRunner().invoke(citadels, ["bot", "run", "greedy", "--save", str(tmp_path / "file" / "games")])
    assert (told.exit_code, "--save: " in told.output) == (2, True), told.output


def test_a_game_that_nobody_has_is_named(url: str) -> None:
    told = CliRunner().invoke(citadels, ["replay", "game_nothing", "--url", url])
    assert (told.exit_code, "game_nothing: not_found" in told.output) == (1, True), told.output


def test_a_credential_is_for_its_own_service_alone(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The address of a game may have come from anybody."""
    sent: list[str | None] = []

    async def token() -> str:
        async with AsyncClient(url) as client:
            return (await client.make_guest()).credential.secret or ""

    monkeypatch.setenv("CITADELS_TOKEN", asyncio.run(token()))
    monkeypatch.setenv("CITADELS_URL", "http://127.0.0.1:9")

    headers = Session.headers

    def noted(session: Session, request: Request) -> dict[str, str]:
        found = headers(session, request)
        sent.append(found.get("Authorization"))
        return found

    monkeypatch.setattr(Session, "headers", noted)
    CliRunner().invoke(citadels, ["replay", f"{url}/table/game_nothing"])
    assert sent == [None]
    CliRunner().invoke(citadels, ["replay", "game_nothing", "--url", url])
    CliRunner().invoke(citadels, ["replay", f"{url}/table/game_nothing"], env={"CITADELS_URL": url})
    assert len(sent) == 3
    assert all(sent[1:])


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(UsageError, match="no address of a game"):
        place_of("http://host/rules", None)
    for address in ("http://[host/table/game_1", "http:///table/game_1"):
        refused = CliRunner().invoke(citadels, ["replay", address])
        assert (refused.exit_code, "no address of a game" in refused.output) == (2, True), refused.output
    told = CliRunner().invoke(citadels, ["replay", "there_is_no_such_file"])
    assert (told.exit_code, "No such file" in told.output) == (1, True), told.output
