"""Formats: positions, records and the compact form of a game, written and read strictly."""
