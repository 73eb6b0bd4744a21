"""R12, nobody in: every operation of REST and field of GraphQL by twelve principals; streams end within a second of a revocation elsewhere."""

import sys

from tests.promises import r12
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("r12", __doc__, r12.SIZES, r12.prove))
