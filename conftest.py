"""The suite's own plugins, for the tests and for the examples in docstrings, and what each test may count on: Ctrl-C, and lines that nobody cuts."""

import os
import signal

pytest_plugins = ["tools.limits", "tools.shuffle"]

# what a script starts in the background ignores it, and so would all that the tests start
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# what the tests start prints for a terminal of its own width, and takes no words that were meant for this run
for name in ("COLUMNS", "LINES", "PYTEST_ADDOPTS"):
    os.environ.pop(name, None)
