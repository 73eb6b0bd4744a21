"""The suite's own plugins, for the tests and for the examples in docstrings."""

pytest_plugins = ["tools.limits", "tools.shuffle"]
