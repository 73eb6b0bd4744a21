"""R6, fail-over: the replica is cut off and promoted under load, and compared with what was acknowledged."""

import sys

from tests.promises import r6
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r6", __doc__, r6.SIZES, r6.prove))
