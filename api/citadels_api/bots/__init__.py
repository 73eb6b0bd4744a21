"""Bots: accounts of an owner that play by a program."""
