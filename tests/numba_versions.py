"""Run the tests of compiled code with the lowest and the highest Numba that Kibitz supports.

    python -m tests.numba_versions

Each version gets an environment of its own below build/numba, made once. The last run is with the
Numba at hand and without Kibitz's changes to it. The exit code is 1 where a test failed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from collections.abc import Mapping
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "numba"
TESTS = ("tests/search", "tests/core")
TOOLS = ("hypothesis", "packaging", "pytest", "pytest-xdist")


def supported() -> Requirement:
    """What pyproject.toml says about Numba for the Python at hand."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for text in project["dependencies"]:
        found = Requirement(text)
        if found.name == "numba" and (found.marker is None or found.marker.evaluate()):
            return found
    raise SystemExit("pyproject.toml names no Numba for this Python")


def wanted() -> tuple[str, str]:
    """The lowest and the highest Numba, as pip takes them."""
    found = supported()
    (lowest,) = (one.version for one in found.specifier if one.operator == ">=")
    return f"numba=={lowest}.0", f"numba{found.specifier}"


def environment(requirement: str) -> str:
    """The Python of an environment with this Numba."""
    folder = FOLDER / re.sub(r"\W+", "-", requirement)
    python, done = folder / "bin" / "python", folder / "installed"
    if not done.exists():
        print(f"Making an environment with {requirement}.", flush=True)  # noqa: T201 - a command
        venv.create(folder, with_pip=True, clear=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "--editable", str(ROOT)]
        subprocess.run([*command, requirement, *TOOLS], check=True)
        done.touch()
    return str(python)


def passes(python: str, variables: Mapping[str, str], title: str) -> bool:
    """Whether the tests pass with this Python."""
    print(f"\n{title}", flush=True)  # noqa: T201
    command = [python, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", *TESTS]
    command += ["-W", "ignore:Kibitz does not apply patches of Numba"]
    cache = FOLDER / "cache" / re.sub(r"\W+", "-", title)
    cache.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = {**os.environ, "KIBITZ_CACHE": str(cache), **variables}
    return subprocess.run(command, cwd=ROOT, env=found).returncode == 0


def main() -> int:
    """Run all of them; the exit code."""
    results = [passes(environment(one), {}, f"With {one}") for one in wanted()]
    results.append(passes(sys.executable, {"KIBITZ_TUNED": "0"}, "Without changes to Numba"))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
