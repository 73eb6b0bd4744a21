"""docs/STRATEGY.md quotes what `./citadels bench primer` prints."""

from __future__ import annotations

import re

import pytest

from bench import primer

PERCENT = re.compile(r"[\d.]+ % \([\d.]+ to [\d.]+\)")


def quoted(name: str) -> list[str]:
    """The lines of a table of the page."""
    found = re.search(rf"<!-- table: {name} -->\n(.*?)<!-- end -->", primer.PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None, name
    return found[1].splitlines()


@pytest.mark.heavy
def test_the_tables_are_those_that_the_command_prints() -> None:
    made = primer.tables(primer.measure(20, 8, 1))
    for name, table in made.items():
        printed, page = table.splitlines(), quoted(name)
        assert printed[:2] == page[:2], name
        first = [[line.split("|")[1].strip() for line in lines[2:]] for lines in (printed, page)]
        if name != "gathering":  # a hand of some size may be missing in so few games
            assert first[0] == first[1], name
        assert [len(line.split("|")) for line in page] == [len(printed[0].split("|"))] * len(page)


def test_every_figure_of_the_page_has_its_games_and_its_interval() -> None:
    for name in ("length", "seats", "characters", "draft", "bots"):
        head, _, *rows = quoted(name)
        at = [cell.strip() for cell in head.split("|")].index("games")
        assert rows
        for row in rows:
            assert int(row.split("|")[at]) >= 400, row
            assert PERCENT.search(row), row


def test_the_good_example_is_quoted_with_more_than_its_share() -> None:
    rows = {row.split("|")[1].strip(): row for row in quoted("bots")[2:]}
    low = re.search(r"% \(([\d.]+) to", rows["mayor"])
    assert low is not None
    assert float(low[1]) > 25
