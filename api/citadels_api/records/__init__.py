"""Records and replays of games that are over."""
