"""The jobs of the workers: their names in the queue, and the queues. The API queues them, and the workers execute them.

A name is the path of a function. A worker also knows the names of the previous release, for jobs that wait in the queue during an upgrade.
"""

from typing import Final

PLAY_SEATS: Final = "citadels_workers.ai_seats.play"
"""Play the AI seats of a table until another player has to act."""
PLAY_GAME: Final = "citadels_workers.ai_games.play"
"""Play a whole game of a tournament."""
FORMER: Final = {"citadels_workers.seats.play": PLAY_SEATS, "citadels_workers.whole_games.play": PLAY_GAME}
"""The names of the previous release, each with the current name."""

FAST: Final = "fast"
THINKING: Final = "thinking"
"""The queues of AI seats: for AIs that answer at once, and for those that search."""
GAMES: Final = "games"
DEEP: Final = "deep"
"""The queues of whole games, in the same order."""
