"""Records in files: read and written, with faults told as one line that names the file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from citadels_engine.errors import RecordError
from citadels_engine.record import read

if TYPE_CHECKING:
    from citadels_engine.record import Record

__all__ = ["read_record", "write_record"]


def read_record(file: str) -> Record:
    """The record in the file, or in the standard input (`-`)."""
    try:
        with click.open_file(file, encoding="utf-8") as opened:
            text = opened.read()
        return read(text)
    except (OSError, UnicodeDecodeError, RecordError) as error:
        raise click.ClickException(f"{file}: {error}") from None


def write_record(record: Record, file: str) -> None:
    """Write the record to the file, in place of what is there."""
    try:
        Path(file).write_text(record.text(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise click.ClickException(f"{file}: {error}") from None
