"""Playing live: bots as processes, through a proxy in bad weather and with the API restarted: 4 games, 5, or 200."""

import sys

from tests.promises import live
from tests.support.telling import main

if __name__ == "__main__":
    sys.exit(main("live", __doc__, live.SIZES, live.prove))
