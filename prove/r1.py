"""R1, durable: everything is killed while the disk is slow, and compared with what was acknowledged; with `--durable` the power is cut."""

import sys

from tests.promises import r1
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r1", __doc__, r1.SIZES, r1.prove))
