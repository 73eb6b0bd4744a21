"""What some tests need beside Python: in CI all of it is there, so that none of them is passed over unseen."""

import os
import shutil

import pytest


@pytest.mark.skipif(os.environ.get("CITADELS_CI", "") != "1", reason="only CI promises these programs")
@pytest.mark.parametrize("program", ["cc", "redis-server", "chromium", "node", "npm", "openssl", "nginx"])
def test_the_program_is_there(program: str) -> None:
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])  # where Debian keeps nginx
    assert shutil.which(program, path=path), f"{program} is missing, so the tests that need it did not run"
