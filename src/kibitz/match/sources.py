"""The files of Kibitz that decide a game: the games of a match follow from them, too."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

KINDS = ("*.py", "*.npy", "*.json", "*.table")  # code, weights, opening books, endgame tables
# Every layer that the module `playing` imports anything from, and `adapters`, which rules may use.
LAYERS = (
    "core",
    "compiling",
    "games",
    "search",
    "tables",
    "adapters",
    "engine",
    "session",
    "match",
)
_PACKAGE = Path(__file__).parent.parent


@cache
def code_digest() -> str:
    """A hash that changes when anything that decides a game is edited."""
    return digest_of(_PACKAGE)


def digest_of(package: Path) -> str:
    """The digest of the layers below a folder: of the names and contents of their files."""
    found = sha256()
    for layer in LAYERS:
        files = (path for kind in KINDS for path in (package / layer).rglob(kind))
        for path in sorted(files):
            content = path.read_bytes()
            found.update(f"{path.relative_to(package).as_posix()} {len(content)}\n".encode())
            found.update(content)
    return found.hexdigest()[:16]
