"""`python -m foldtale.cli`."""

import sys

from foldtale.cli import main

if __name__ == "__main__":
    sys.exit(main())
