"""R10, no leak: 1,500, 4,000 or 200,000 answers of two services that differ only in what the viewer may not know; and no secret left over."""

import sys

from tests.promises import r10
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r10", __doc__, r10.SIZES, r10.prove))
