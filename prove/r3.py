"""R3, exactly once: moves sent again and again while 30 % of all answers are lost; one game, 5, or 370 (50,000 moves)."""

import sys

from tests.promises import r3
from tests.promises.telling import main

if __name__ == "__main__":
    sys.exit(main("r3", __doc__, r3.SIZES, r3.prove))
