"""A crowd of games of AIs at once, each played to its end and its record verified: 20 games, 40, or 200."""

import sys

from tests.promises import crowd
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("crowd", __doc__, crowd.SIZES, crowd.prove))
