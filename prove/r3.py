"""R3, exactly once: moves are sent again and again while 30 % of all answers are lost: 80 moves, 600, or 50,000."""

import sys

from tests.promises import r3
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r3", __doc__, r3.SIZES, r3.prove))
