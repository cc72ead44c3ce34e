"""A digest of all files of Kibitz that can affect the games of a match."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

KINDS = ("*.py", "*.npy", "*.json", "*.table")  # code, weights, opening books, endgame tables
# The layers that `playing` imports, directly or indirectly, and `adapters`, which a user's rules
# may import.
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
    """The digest of this installation of Kibitz."""
    return digest_of(_PACKAGE)


def digest_of(package: Path) -> str:
    """A digest of the names and contents of the files in all layers of the package folder."""
    found = sha256()
    for layer in LAYERS:
        files = (path for kind in KINDS for path in (package / layer).rglob(kind))
        for path in sorted(files):
            content = path.read_bytes()
            found.update(f"{path.relative_to(package).as_posix()} {len(content)}\n".encode())
            found.update(content)
    return found.hexdigest()[:16]
