"""R21 and R27, whose time it is: the store is away, its clock jumps, a backup comes back, and nobody's time is charged for it."""

import sys

from tests.promises import r27
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r27", __doc__, r27.SIZES, r27.prove))
