"""A digest of all files of Kibitz that can affect the games of a match."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

KINDS = ("*.py", "*.npy", "*.json", "*.table")  # code, weights, opening books, endgame tables
# A user's rules and functions may import any of the others, even if `playing` does not.
LEFT_OUT = ("cli", "server")
_PACKAGE = Path(__file__).parent.parent


@cache
def code_digest() -> str:
    """The digest of this installation of Kibitz."""
    return digest_of(_PACKAGE)


def digest_of(package: Path) -> str:
    """A digest of the names and contents of the files in the package folder."""
    found = sha256()
    files = (path for kind in KINDS for path in package.rglob(kind))
    for path in sorted(files):
        place = path.relative_to(package)
        if place.parts[0] not in LEFT_OUT:
            content = path.read_bytes()
            found.update(f"{place.as_posix()} {len(content)}\n".encode())
            found.update(content)
    return found.hexdigest()[:16]
