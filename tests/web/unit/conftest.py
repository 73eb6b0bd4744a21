"""The page's modules are tried in node."""

from tests.support.scripts import pytest_collect_file
