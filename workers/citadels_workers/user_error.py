"""What can be expected to go wrong: a line for people that names the fault and the way out."""

import click


class Trouble(click.ClickException):
    """A fault that ends a command with exit status 1, and no traceback."""
