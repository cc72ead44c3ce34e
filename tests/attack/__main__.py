"""Attack a server with mutated requests.

    python -m tests.attack [--seed 1] [--count 1000] [--database postgresql]
    python -m tests.attack --seed 1 --only 4711        repeat one request
    python -m tests.attack --seed 1 --only 4500-4711   with those before it

The server is started for it, on this machine. The exit code is 1 if something is wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.attack.campaign import CLIENTS, SETTINGS, Campaign
from tests.attack.figures import EXECUTED, NAMES, TRACEBACKS, TRIES, Figures, summary
from tests.attack.target import attacked
from tests.server.postgres import programs, running_postgres


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attack")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="requests")
    parser.add_argument("--only", metavar="INDEX", help="one index, or the first and the last")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    arguments = parser.parse_args()
    indices = range(arguments.count)
    if arguments.only:
        first, _, last = arguments.only.partition("-")
        indices = range(int(first), int(last or first) + 1)
    clients = 1 if arguments.only else CLIENTS
    with tempfile.TemporaryDirectory(prefix="kibitz-attack-") as name:
        base = Path(name)
        figures = Figures(f"requests on {arguments.database}")
        with database(arguments.database, base) as url, attacked(url, base, SETTINGS) as target:
            campaign = Campaign(target, arguments.seed, figures)
            campaign.run(indices, clients)
            if campaign.failures:
                write(campaign.report())
            figures.add(TRACEBACKS, target.tracebacks())
            figures.add(EXECUTED, len(target.trap.executed()))
            if target.tracebacks():
                write(target.errors())
        write(*summary([figures.as_json()]))
    return 1 if any(figures.counts[name] for name in NAMES if name != TRIES) else 0


def write(*lines: str) -> None:
    sys.stdout.write("\n".join([*lines, ""]))


@contextmanager
def database(kind: str, base: Path) -> Iterator[str]:
    """The address of an empty database."""
    if kind == "sqlite":
        yield str(base / "games.db")
        return
    folder = programs()
    if folder is None:
        sys.exit("PostgreSQL is missing: on Debian, apt install postgresql")
    with running_postgres(folder) as postgres:
        yield postgres.new_database()


if __name__ == "__main__":
    sys.exit(main())
