"""The course of a game: draft, calls, turns, building, scoring."""
