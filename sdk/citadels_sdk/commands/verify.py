"""`citadels verify RECORD`: checks a record, and says line by line what was checked.

The exit status is 0 only for the record of a whole game in which everything holds.
"""

import click

from citadels_sdk.records import read_record

__all__ = ["command"]


@click.command()
@click.argument("record", metavar="RECORD")
@click.pass_context
def command(ctx: click.Context, record: str) -> None:
    """Check a record: its seed, every action, the result."""
    from citadels_engine.record import verify

    read = read_record(record)
    verdict = verify(read)
    header = read.header
    click.echo(
        f"{header.id}, {header.date}: {header.players} players, {header.edition} edition: {', '.join(header.names)}"
    )
    for finding in verdict.findings:
        click.echo(f"  {'ok    ' if finding.ok else 'FAILED'}  {finding.what}: {finding.text}")
    unfinished = header.seed is None and read.result is None
    if verdict.ok:
        click.echo("The record holds.")
    elif unfinished:
        click.echo("The game is not over: its record cannot be verified yet.")
    else:
        click.echo("The record does not hold.")
    ctx.exit(0 if verdict.ok else 1)
