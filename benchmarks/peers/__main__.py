"""Run the comparisons whose other programs are installed.

pip install easyAI open_spiel py-draughts
python -m benchmarks.peers
python -m benchmarks.peers --json
"""

from __future__ import annotations

import argparse
import json
import sys

from benchmarks.peers.registry import RIVALRIES
from benchmarks.peers.rivalry import compete


def main() -> int:
    """Print every comparison; the exit code is 1 if no other program is installed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    standings = []
    for standing in compete(RIVALRIES):
        standings.append(standing)
        if not arguments.json:
            print(standing, flush=True)
    for rivalry in RIVALRIES:
        if not rivalry.is_installed:
            print(f"{rivalry.work}: {rivalry.peer} is not installed.", file=sys.stderr)
    if arguments.json:
        print(json.dumps({"peers": [standing.as_dict() for standing in standings]}))
    return 0 if standings else 1


if __name__ == "__main__":
    sys.exit(main())
