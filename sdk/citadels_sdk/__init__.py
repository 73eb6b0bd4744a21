"""The Citadels Arena toolkit: the command `citadels`, and what bots are written with."""

__all__ = ["__version__"]

__version__ = "0.1.0"
