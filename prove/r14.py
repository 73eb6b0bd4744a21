"""R14, no 5xx from input: 4,400, 22,000 or over 1,000,000 bad requests, straight in, over the network, and (full) by schemathesis."""

import sys

from tests.promises import r14
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r14", __doc__, r14.SIZES, r14.prove))
