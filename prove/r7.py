"""R7, honest when down: 50 clients while the store is frozen, dead, full, read-only and loading: once for seconds, or for 5 minutes."""

import sys

from tests.promises import r7
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r7", __doc__, r7.SIZES, r7.prove))
