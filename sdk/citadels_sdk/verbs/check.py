"""`citadels check FILE...`: runs conformance cases (notation, section 5).

One line for each case that fails, and as the last line `N passed, M failed`. A file that cannot be read counts as one
failure, as does a case that cannot be understood. The exit status is 0 only where nothing failed.
"""

import json
from collections.abc import Iterator

import click

Case = dict[str, object]


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Run conformance cases."""
    passed, failed = 0, 0
    for file in files:
        for number, case in enumerate(_cases(file), 1):
            fault = case if isinstance(case, str) else _fault(case)
            if fault is None:
                passed += 1
                continue
            failed += 1
            name = f"{file}, case {number}"
            if isinstance(case, str):
                name = file
            elif isinstance(case.get("id"), str):
                name = str(case["id"])
            click.echo(" ".join(f"{name}: {fault}".split()))
    click.echo(f"{passed} passed, {failed} failed")
    ctx.exit(1 if failed else 0)


def _fault(case: Case) -> str | None:
    """What is wrong with the case; None where it holds."""
    from citadels_engine.formats.conformance import check_case

    try:
        failure = check_case(case)
    except Exception as error:  # noqa: BLE001  # a fault of the engine fails its case; the others are still to be run
        return f"expected a case that can be run, found {type(error).__name__}: {error}"
    return None if failure is None else str(failure)


def _cases(file: str) -> Iterator[Case | str]:
    """The cases of a file: a list, one object, or one object a line; in place of what cannot be read the reason."""
    try:
        with click.open_file(file, encoding="utf-8") as opened:
            text = opened.read()
    except (OSError, UnicodeDecodeError) as error:
        yield f"the file cannot be read: {error}"
        return
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and any(_is_object(line) for _, line in (lines[0], lines[-1])):
        for number, line in lines:
            yield from _read(line, f"line {number}: ")
    else:
        yield from _read(text, "")


def _read(text: str, where: str) -> Iterator[Case | str]:
    from citadels_engine.errors import CaseError
    from citadels_engine.formats.conformance import read_cases

    try:
        yield from read_cases(_json(text))
    except (ValueError, RecursionError, CaseError) as error:
        yield f"{where or 'the file '}cannot be read: {error}"


def _is_object(line: str) -> bool:
    try:
        return isinstance(_json(line), dict)
    except (ValueError, RecursionError):
        return False


def _json(text: str) -> object:
    return json.loads(text, object_pairs_hook=_told_twice)


def _told_twice(pairs: list[tuple[str, object]]) -> Case:
    """The object; a key that stands twice in it is kept under a name that no case has, so that the case fails."""
    found: Case = {}
    for key, value in pairs:
        found[f"{key} (twice)" if key in found else key] = value
    return found
