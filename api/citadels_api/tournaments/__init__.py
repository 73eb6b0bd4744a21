"""Tournaments: made, entered, conducted, followed; a fold over a log."""
