"""Tables before and around a game: made, found, joined, started, ended."""
