"""The sources of Kibitz itself: a game of a match follows from them, too."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

# What decides a game; whatever shows or serves one does not.
_PACKAGE = Path(__file__).parent.parent
KINDS = ("*.py", "*.npy")  # code, and weights of evaluations
LAYERS = ("core", "compiling", "games", "search", "tables", "engine", "match")


@cache
def code_digest() -> str:
    """What changes when a rule, the search, the ladder or the openings are edited."""
    return digest_of(_PACKAGE)


def digest_of(package: Path) -> str:
    """The digest of the layers below a folder: of the names and texts of their files."""
    found = sha256()
    for layer in LAYERS:
        files = (path for kind in KINDS for path in (package / layer).rglob(kind))
        for path in sorted(files):
            text = path.read_bytes()
            found.update(f"{path.relative_to(package).as_posix()} {len(text)}\n".encode())
            found.update(text)
    return found.hexdigest()[:16]
