"""`citadels check FILE...`: runs conformance cases (notation, section 5).

One line for each case that fails, and as the last line `N passed, M failed`. A file that cannot be read counts as one
failure, as does a case that cannot be understood. The exit status is 0 only where nothing failed.
"""

import json
from collections.abc import Iterator

import click

__all__ = ["command"]

Case = dict[str, object]


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Run conformance cases."""
    from citadels_engine.errors import CaseError

    passed, failed = 0, 0
    for file in files:
        try:
            cases = list(_cases(file))
        except (OSError, ValueError, RecursionError, CaseError) as error:
            failed += 1
            _complain(file, f"the file cannot be read: {error}")
            continue
        for number, case in enumerate(cases, 1):
            fault = _fault(case)
            if fault is None:
                passed += 1
            else:
                failed += 1
                name = case.get("id")
                _complain(name if isinstance(name, str) else f"{file}, case {number}", fault)
    click.echo(f"{passed} passed, {failed} failed")
    ctx.exit(1 if failed else 0)


def _complain(name: str, fault: str) -> None:
    """One line, whatever the fault has in it."""
    click.echo(" ".join(f"{name}: {fault}".split()))


def _fault(case: Case) -> str | None:
    """What is wrong with the case; None where it holds."""
    from citadels_engine.conformance import check_case

    try:
        failure = check_case(case)
    except Exception as error:  # noqa: BLE001  # a fault of the engine fails its case; the others are still to be run
        return f"expected a case that can be run, found {type(error).__name__}: {error}"
    return None if failure is None else str(failure)


def _cases(file: str) -> Iterator[Case]:
    """The cases of a file: a list, one object, or one object a line."""
    from citadels_engine.conformance import read_cases

    with click.open_file(file, encoding="utf-8") as opened:
        text = opened.read()
    try:
        yield from read_cases(_json(text))
    except json.JSONDecodeError:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if not lines or not _is_object(lines[0][1]):
            raise
        for number, line in lines:
            try:
                yield from read_cases(_json(line))
            except ValueError as fault:
                raise ValueError(f"line {number}: {fault}") from None


def _is_object(line: str) -> bool:
    try:
        return isinstance(_json(line), dict)
    except ValueError:
        return False


def _json(text: str) -> object:
    return json.loads(text, object_pairs_hook=_told_twice)


def _told_twice(pairs: list[tuple[str, object]]) -> Case:
    """The object; a key that stands twice in it is kept under a name that no case has, so that the case fails."""
    found: Case = {}
    for key, value in pairs:
        found[f"{key} (twice)" if key in found else key] = value
    return found
