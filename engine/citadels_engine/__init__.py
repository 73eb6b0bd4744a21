"""The rules of Citadels, both editions, every card, for 2 to 8 players."""
