"""`python -m kibitz`."""

import sys

from kibitz.cli.main import main

sys.exit(main())
