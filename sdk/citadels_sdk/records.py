"""Records in files and on services: read and written, with faults told as one line that names the file."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import click
from citadels_engine.errors import RecordError
from citadels_engine.formats.record import read

if TYPE_CHECKING:
    from citadels_engine.formats.record import Record

__all__ = ["read_record", "write_record"]

GAME: Final = re.compile(r"game_\w+")
PAGE: Final = re.compile(r"/(?:v1/tables|table|replay)/([^/]+)")
"""Where a game's page is, and its API."""


def read_record(file: str, url: str | None = None) -> Record:
    """The record in the file, in the standard input (`-`), or of a game of a service: its address, or its id on the service at `url`."""
    place = None if file == "-" or Path(file).exists() else place_of(file, url)
    if place is not None:
        return fetch_record(*place, known="://" not in file)
    try:
        with click.open_file(file, encoding="utf-8") as opened:
            text = opened.read()
        return read(text)
    except (OSError, UnicodeDecodeError, RecordError) as error:
        raise click.ClickException(f"{file}: {error}") from None


def place_of(text: str, url: str | None) -> tuple[str | None, str] | None:
    """The service and the game that are meant; None where it is a file's name, and no service where it is the usual one.

    >>> place_of("http://host:8000/table/game_1", None), place_of("https://host/v1/tables/game_1/record?x=1", None)
    (('http://host:8000', 'game_1'), ('https://host', 'game_1'))
    >>> place_of("game_1", "http://host/"), place_of("game.ndjson", None)
    (('http://host/', 'game_1'), None)
    """
    if "://" not in text:
        return (url, text) if GAME.fullmatch(text) else None
    try:
        parts = urlsplit(text)
    except ValueError:  # a bracket that is not closed
        parts = urlsplit("")
    found = PAGE.search(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or found is None:
        raise click.UsageError(f"{text} is no address of a game: http://HOST:PORT/table/ID, or .../v1/tables/ID")
    return f"{parts.scheme}://{parts.netloc}{parts.path[: found.start()]}", found[1]


def fetch_record(base: str | None, game: str, *, known: bool) -> Record:
    """The record that the service has of a game that is over.

    The credential in CITADELS_TOKEN goes to a service that is `known`, as it was named for this, or is that of CITADELS_URL: the address of
    a game may have come from anybody.
    """
    from citadels_sdk.client.config import DEFAULT_URL, address
    from citadels_sdk.client.sync_client import Client
    from citadels_sdk.errors import ServiceError

    try:
        with Client(base) as client:
            if not known and client.url != address(os.environ.get("CITADELS_URL") or DEFAULT_URL):
                client.sign_in(None)
            return client.get_record(game).record
    except ServiceError as error:
        raise click.ClickException(f"{game}: {error}\n{error.advice}".rstrip()) from None
    except (RecordError, ValueError) as error:
        raise click.ClickException(f"{game}: {error}") from None


def write_record(record: Record, file: str) -> None:
    """Write the record to the file, in place of what is there."""
    try:
        Path(file).write_text(record.text(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise click.ClickException(f"{file}: {error}") from None
