"""Games in this process: bots, players, one game, many games."""
