"""R24, fair share: an AI answers somebody while a guest lets hundreds of AIs play; 25 tables, or 416."""

import sys

from tests.promises import r24
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r24", __doc__, r24.SIZES, r24.prove))
