"""Foreign bots, each in a process of its own inside the sandbox: they see what they may, and nothing else.

The port is small: `Walls` is opened, makes an `Entrant` of what a bot is given as, and is closed. Whoever plays games seats that entrant like any other.

    with Walls() as walls:
        entrants = [walls.entrant("mybot.py"), walls.entrant("greedy")]

1. The referee has the game. A bot's process is told what the seat may know, as it changes (`wire`), and makes of it the same objects that a
   bot has that is played in the referee's process (`bot_process`).
2. Bots' files are read there alone: nothing of a foreign bot is ever run by the referee, not even to learn its name.
3. Nothing that a bot's process says is more to the referee than the number of an action or the words of a fault (`bot_player`).
4. A process never plays the same deal twice, so that it cannot know in one game what it has seen in another (`process_cache`).
5. The `launcher` starts these processes as copies of itself, which is quick; it has no game in its memory, nor a bot.
"""
