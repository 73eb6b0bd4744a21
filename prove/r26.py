"""R26, locked bots: hostile bots in a tournament, some that look and reach out (4, 4 or 40 tables), some that break and use up what there is."""

import sys

from tests.promises import r26
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r26", __doc__, r26.SIZES, r26.prove))
