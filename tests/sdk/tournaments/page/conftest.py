"""The scripts of the page are tried in node, as those of the web page are."""

from tests.web.unit.conftest import pytest_collect_file

__all__ = ["pytest_collect_file"]
