"""A live tournament with bots that crash, hang, are cut off or never come, while workers and the API are killed: 8 bots, 8, or 16 in 5 rounds."""

import sys

from tests.promises import tournament
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("tournament", __doc__, tournament.SIZES, tournament.prove))
