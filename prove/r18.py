"""R18, many games at once: tables of four bots over the API, all running at the same time, each answer checked; 6 games, 24, or 1,000."""

import sys

from tests.promises import r18
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r18", __doc__, r18.SIZES, r18.prove))
