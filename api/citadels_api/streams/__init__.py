"""Streams: the events of a table, and all that concerns an account."""
