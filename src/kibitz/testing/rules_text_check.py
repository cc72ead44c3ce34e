"""Checks the text that explains a game to its players."""

from __future__ import annotations

from kibitz.core.contract import Game
from kibitz.core.errors import ConformanceError, ContractError
from kibitz.core.rules_text import read_rules


def check_rules_text(game: Game) -> None:
    """Raise ConformanceError if a board of the rules text cannot be drawn."""
    try:
        read_rules(game)
    except ContractError as error:
        raise ConformanceError(error.message) from None
