"""R5, no lost turn: games of eight AIs while a worker is killed every second; 8 games, 30, or 200."""

import sys

from tests.promises import r5
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r5", __doc__, r5.SIZES, r5.prove))
