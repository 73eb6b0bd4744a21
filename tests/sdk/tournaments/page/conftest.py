"""The scripts of the page are tried in node, as those of the web page are."""

from tests.support.scripts import pytest_collect_file

__all__ = ["pytest_collect_file"]
