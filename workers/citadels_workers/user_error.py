"""Expected faults: one line for the user that names the fault and the way out."""

import click


class Trouble(click.ClickException):
    """A fault that ends a command with exit status 1, without a traceback."""
