"""Check that every public name of the library has a type that all type checkers agree on.

Pyright's `--verifytypes` examines all modules of the package; the command line and the server are
programs and not meant to be imported, so their names do not count.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

PACKAGE = "kibitz"
PROGRAMS = (f"{PACKAGE}.cli.", f"{PACKAGE}.server.")


def main() -> None:
    """Print the names without a complete type; exit with 1 if any are found."""
    command = ("pyright", "--verifytypes", PACKAGE, "--ignoreexternal", "--outputjson")
    # Pyright looks for the package in the environment of the first Python on the path.
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    run = subprocess.run(
        command, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    found = json.loads(run.stdout)["typeCompleteness"]["symbols"]
    public = [one for one in found if one["isExported"] and not one["name"].startswith(PROGRAMS)]
    if not public:
        sys.exit(f"Pyright found no public names: is {PACKAGE} installed?\n{run.stderr}")
    incomplete = [one for one in public if not one["isTypeKnown"] or one["isTypeAmbiguous"]]
    for symbol in incomplete:
        print(f"{symbol['name']}: {problems(symbol)}")
    print(f"{len(public)} public names, {len(incomplete)} without a complete type")
    sys.exit(bool(incomplete))


def problems(symbol: dict[str, Any]) -> str:
    """What is wrong with a name's type."""
    texts = [one["message"].replace("\n", " ") for one in symbol["diagnostics"]]
    return "; ".join(texts) or "its type is incomplete"


if __name__ == "__main__":
    main()
