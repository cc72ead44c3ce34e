"""Run the comparisons whose other programs are installed.

pip install easyAI open_spiel py-draughts
python -m benchmarks.peers
python -m benchmarks.peers --json
"""

from __future__ import annotations

import argparse
import json
import sys

from benchmarks.peers.comparison import measure_installed
from benchmarks.peers.registry import COMPARISONS


def main() -> int:
    """Print every comparison; the exit code is 1 if no other program is installed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    timings = []
    for timing in measure_installed(COMPARISONS):
        timings.append(timing)
        if not arguments.json:
            print(timing, flush=True)
    for comparison in COMPARISONS:
        if not comparison.is_installed:
            print(f"{comparison.work}: {comparison.peer} is not installed.", file=sys.stderr)
    if arguments.json:
        print(json.dumps({"peers": [timing.as_dict() for timing in timings]}))
    return 0 if timings else 1


if __name__ == "__main__":
    sys.exit(main())
