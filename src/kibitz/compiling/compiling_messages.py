"""The compiler's messages."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "not_compilable": "Cannot compile {function} of {game} ({file}, line {line}): {problem}. "
    "{advice}.",
}
