"""The jobs of the workers: their names as they stand in the queue, and the queues. The API puts them there, the workers do them.

A name is the path of a function. A worker still knows the names of the release before, for jobs that wait in the queue during an upgrade.
"""

from typing import Final

PLAY_SEATS: Final = "citadels_workers.ai_seats.play"
"""Play the AI seats of a table until somebody else has to act."""
PLAY_GAME: Final = "citadels_workers.ai_games.play"
"""Play a whole game of a tournament."""
FORMER: Final = {"citadels_workers.seats.play": PLAY_SEATS, "citadels_workers.whole_games.play": PLAY_GAME}
"""The names of the release before, each with the name of today."""

FAST: Final = "fast"
THINKING: Final = "thinking"
"""The queues of AI seats: those that answer at once, and those that search."""
GAMES: Final = "games"
DEEP: Final = "deep"
"""The queues of whole games, likewise."""
