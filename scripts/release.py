"""Build and test a release, and optionally commit and tag it.

    python scripts/release.py --check    build and test the sdist and the wheel
    python scripts/release.py 0.2.0      the same with this version, then commit and tag it

The wheel is built twice, from the working tree and from the sdist; both must contain
the same files. It is then installed into an empty environment, where it must play a game, check a
game file and serve the web app. The script pushes and publishes nothing; it prints the commands.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "release"
CHANGELOG = ROOT / "CHANGELOG.md"
CITATION = ROOT / "CITATION.cff"
VERSION = re.compile(r'(?m)^__version__ = "(.+)"$')
HEADING = "## Unreleased"
START_SECONDS = 60


def main() -> None:
    """Run the script with its command line."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n\n")[0],
        usage="%(prog)s [-h] (--check | VERSION)",
    )
    parser.add_argument("version", nargs="?", metavar="VERSION", help="the new version, as 0.2.0")
    parser.add_argument("--check", action="store_true", help="only build and test; change nothing")
    arguments = parser.parse_args()
    if arguments.check == bool(arguments.version):
        parser.error("Expected --check or a version, for example 0.2.0.")
    if arguments.check:
        check_release()
        return
    prepare(arguments.version)
    check_release()
    commit(arguments.version)


def prepare(version: str) -> None:
    """Write the version and the date; exit if the tree is not ready for a release."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        sys.exit(f"Expected a version of three numbers, got {version!r}: 0.2.0 works.")
    if output("git", "status", "--porcelain"):
        sys.exit("The working tree has changes that are not committed. Commit or stash them first.")
    if output("git", "tag", "--list", f"v{version}"):
        sys.exit(f"The tag v{version} exists already.")
    found = VERSION.search(version_file().read_text())
    assert found is not None
    if numbers(version) < numbers(found[1]):
        sys.exit(f"The version {version} is older than {found[1]}, which the source has now.")
    changes = CHANGELOG.read_text()
    if not re.search(rf"{HEADING}\n+#", changes):
        sys.exit(f"CHANGELOG.md has nothing under {HEADING!r} to release.")
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    CHANGELOG.write_text(changes.replace(HEADING, f"{HEADING}\n\n## {version} - {today}", 1))
    replace(version_file(), VERSION, f'__version__ = "{version}"')
    replace(CITATION, re.compile(r"(?m)^version: .+$"), f"version: {version}")


def check_release() -> None:
    """Build the sdist and the wheel, and try the wheel in an empty environment."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    say("Building the sdist, and the wheel from it and from the working tree.")
    tools = environment("tools", "build")
    run(tools, "-m", "build", "--sdist", "--outdir", FOLDER / "dist", ROOT)
    run(tools, "-m", "build", "--wheel", "--outdir", FOLDER / "from-tree", ROOT)
    (sdist,) = (FOLDER / "dist").glob("*.tar.gz")
    shutil.unpack_archive(sdist, FOLDER / "unpacked", filter="data")
    (source,) = (FOLDER / "unpacked").iterdir()
    run(tools, "-m", "build", "--wheel", "--outdir", FOLDER / "dist", source)
    (wheel,) = (FOLDER / "dist").glob("*.whl")
    (other,) = (FOLDER / "from-tree").glob("*.whl")
    compare(wheel, other)
    say("Installing the wheel into an empty environment.")
    python = environment("installed", f"{wheel}[server]")
    try_commands(python)
    try_server(python)
    size = wheel.stat().st_size / 1e6
    say(f"The release works: {sdist.name} and {wheel.name} ({size:.1f} MB) in {FOLDER / 'dist'}.")


def compare(one: Path, other: Path) -> None:
    """Refuse two wheels that do not hold the same files."""
    contents = [digests(path) for path in (one, other)]
    names = [
        name for name in contents[0].keys() | contents[1].keys() if not name.endswith("RECORD")
    ]
    differing = sorted(name for name in names if contents[0].get(name) != contents[1].get(name))
    if differing:
        sys.exit(f"The sdist builds another wheel than the working tree: {', '.join(differing)}.")
    if not any(name.endswith("server/static/index.html") for name in names):
        sys.exit("The wheel does not hold the web app.")


def digests(wheel: Path) -> dict[str, str]:
    """The digest of every file of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


def try_commands(python: Path) -> None:
    """Play a game, ask for a hint, and check the game of the README."""
    folder = FOLDER / "try"
    folder.mkdir()
    command = python.parent / "kibitz"
    source = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert source is not None
    (folder / "sticks.py").write_text(source[1])
    say("Playing a game.")
    run(command, "play", "tictactoe", "--side", "none", "--level", "3", "--seed", "1", cwd=folder)
    run(command, "hint", "connect4", "--time", "0.5", cwd=folder)
    say("Checking a game file.")
    run(command, "check", "sticks.py", cwd=folder)


def try_server(python: Path) -> None:
    """Serve the web app, and read its page and a game from it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    say("Serving the web app.")
    command = [str(python.parent / "kibitz"), "serve", "--port", str(port)]
    state = {**os.environ, "XDG_STATE_HOME": str(FOLDER / "state")}
    server = subprocess.Popen(command, cwd=FOLDER, env=state, stderr=subprocess.DEVNULL)
    try:
        base = f"http://127.0.0.1:{port}"
        page = read(f"{base}/", server)
        scripts = re.findall(r'(?:src|href)="(/[^"]+\.js)"', page)
        if not any("/api/v1" in read(f"{base}{script}", server) for script in scripts):
            sys.exit("The server answers without the web app.")
        if '"connect4"' not in read(f"{base}/api/v1/games", server):
            sys.exit("The server does not list its games.")
    finally:
        server.terminate()
        server.wait(timeout=START_SECONDS)


def read(address: str, server: subprocess.Popen[bytes]) -> str:
    """What the server answers, once it has started."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            request = urllib.request.Request(address, headers={"Accept": "text/html, */*"})
            with urllib.request.urlopen(request, timeout=10) as answer:
                return str(answer.read().decode())
        except OSError as problem:
            if server.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"The server does not answer at {address}: {problem}.")
            time.sleep(0.2)


def commit(version: str) -> None:
    """Commit and tag the release."""
    files = [CHANGELOG, CITATION, version_file()]
    run("git", "commit", "--quiet", "--message", f"Release {version}", *files)
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Kibitz {version}")
    say(f"Tagged v{version}. To publish it:")
    say(f"    git push --follow-tags\n    twine upload {FOLDER / 'dist'}/*")


def version_file() -> Path:
    """The file that holds the version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return ROOT / str(project["tool"]["hatch"]["version"]["path"])


def replace(path: Path, pattern: re.Pattern[str], text: str) -> None:
    """Replace the only place of a file that fits `pattern`."""
    changed, count = pattern.subn(text, path.read_text())
    assert count == 1, path
    path.write_text(changed)


def environment(name: str, *packages: object) -> Path:
    """The Python of an empty environment with these packages."""
    folder = FOLDER / name
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", *packages)
    return python


def run(*command: object, cwd: Path = ROOT) -> None:
    """Run a command; end where it fails."""
    words = [str(word) for word in command]
    if subprocess.run(words, cwd=cwd, stdin=subprocess.DEVNULL, check=False).returncode:
        sys.exit(f"The release is not ready: `{' '.join(words)}` failed.")


def output(*command: str) -> str:
    """The output of a command."""
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def numbers(version: str) -> tuple[int, ...]:
    """A version as numbers, for comparisons."""
    return tuple(map(int, version.split(".")))


def say(text: str) -> None:
    """Print without buffering, so that lines stay in order with the output of commands."""
    print(text, flush=True)


if __name__ == "__main__":
    main()
