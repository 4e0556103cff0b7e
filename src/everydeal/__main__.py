"""`python -m everydeal`."""

import sys

from everydeal.cli import main

sys.exit(main())
