"""R25, room to finish: running games end while strangers fill the store; 800 tables in 8 MB, or 4,000 in 24 MB."""

import sys

from tests.promises import r25
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r25", __doc__, r25.SIZES, r25.prove))
