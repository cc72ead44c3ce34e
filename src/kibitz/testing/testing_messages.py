"""The sentences of the conformance suite."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "not_conforming": "{game} breaks the contract: {problem}.\n  Rule: {rule}{where}\n"
    "  Moves: {line}\n  Position: {position}{board}{advice}",
    "check_overdue": "{game} breaks the contract: its rules do not return{where}.",
}
