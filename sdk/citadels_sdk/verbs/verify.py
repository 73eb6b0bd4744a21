"""`citadels verify RECORD`: checks a record, and says line by line what was checked.

The exit status is 0 only for the record of a whole game in which everything holds.
"""

import click

from citadels_sdk.records import read_record


@click.command()
@click.argument("record", metavar="RECORD")
@click.option(
    "--url", help="Where the service is, if RECORD is an id. [default: CITADELS_URL, or http://127.0.0.1:8000]"
)
@click.pass_context
def command(ctx: click.Context, record: str, url: str | None) -> None:
    """Check a record: its seed, every action, the result.

    RECORD is a file, or a game of a service that is over: the address of its page or of its API, or its id.
    """
    from citadels_engine.formats.record import verify

    read = read_record(record, url)
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
