"""R2, one winner: many clients answer one decision at once; 20 decisions x 16 clients, 60 x 16, or 2,000 x 64 over four API processes."""

import sys

from tests.promises import r2
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r2", __doc__, r2.SIZES, r2.prove))
