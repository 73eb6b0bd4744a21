"""R15, cheap refusal: a catalogue of bombs and a search for more (100, 200 or 4,000 requests) against 20 ms of a processor."""

import sys

from tests.promises import r15
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r15", __doc__, r15.SIZES, r15.prove))
