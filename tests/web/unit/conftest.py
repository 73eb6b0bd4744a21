"""The page's modules are tried in node."""

from tests.support.scripts import pytest_collect_file

__all__ = ["pytest_collect_file"]
