"""R20, drain: API processes and workers are restarted in turn under load, and nobody notices; 2 + 2 processes, or 4 + 4."""

import sys

from tests.promises import r20
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r20", __doc__, r20.SIZES, r20.prove))
