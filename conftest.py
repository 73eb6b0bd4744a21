"""The suite's own plugins, for the tests and for the examples in docstrings; and Ctrl-C, which many tests send to what they start."""

import signal

pytest_plugins = ["tools.limits", "tools.shuffle"]

# what a script starts in the background ignores it, and so would all that the tests start
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
