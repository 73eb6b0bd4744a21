"""Games that end together, 150, 500 or 2,200: the clock shrinks all of them, stays small, and attends to every turn in time."""

import sys

from tests.promises import endings
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("endings", __doc__, endings.SIZES, endings.prove))
