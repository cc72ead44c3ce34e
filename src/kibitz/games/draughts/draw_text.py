"""The draws of a variant of draughts in words."""

from __future__ import annotations

from kibitz.games.draughts.draws import (
    FOUR_OR_FIVE,
    FRISIAN_PLIES,
    INTERNATIONAL_PLIES,
    KING_AGAINST_KING,
    KING_AGAINST_KINGS,
    KING_AGAINST_THREE,
    KING_AGAINST_TWO,
    ROAD_PLIES,
    RUSSIAN_PLIES,
    SIX_OR_SEVEN,
    TWO_KINGS_AGAINST_ONE,
)
from kibitz.games.draughts.variants import Variant

_TIMES = {2: "twice", 3: "three times", 4: "four times"}


def draw_text(variant: Variant) -> str:
    """How a game of this variant is drawn."""
    reasons = []
    if variant.repeats:
        reasons.append(f"The same position occurs {_TIMES[variant.repeats]}.")
    if variant.draws == "frisian":
        reasons += _frisian()
    elif variant.draws == "russian":
        reasons += _russian(variant.quiet_plies)
    elif variant.quiet_plies:
        reasons.append(f"{_quiet(variant.quiet_plies)}.")
    if variant.draws == "international":
        reasons += _international()
    if not reasons:
        return "There are no draws by the number of moves or by repetition."
    return "\n".join(["The game is drawn in these cases:", "", *(f"- {one}" for one in reasons)])


def _quiet(plies: int) -> str:
    return f"Each side makes {plies // 2} moves in a row without a capture or a move by a man"


def _international() -> list[str]:
    three, two = INTERNATIONAL_PLIES[KING_AGAINST_THREE], INTERNATIONAL_PLIES[KING_AGAINST_TWO]
    return [
        f"A lone king plays against three pieces, at least one of them a king, for {three // 2} "
        "moves of each side.",
        f"A lone king plays against one or two pieces, at least one of them a king, for {two // 2} "
        "moves of each side.",
    ]


def _russian(quiet_plies: int) -> list[str]:
    plies = [count // 2 for count in RUSSIAN_PLIES]
    return [
        f"Both sides have kings and eight or more pieces in all. {_quiet(quiet_plies)}.",
        f"Both sides have kings and four or five pieces in all, for {plies[FOUR_OR_FIVE]} moves of "
        "each side without a capture or a new king.",
        f"Both sides have kings and six or seven pieces in all, for {plies[SIX_OR_SEVEN]} moves of "
        "each side without a capture or a new king.",
        f"A lone king plays against three or more kings for {plies[KING_AGAINST_KINGS]} moves of "
        "each side.",
        "A lone king plays against one or two pieces, at least one of them a king, for "
        f"{plies[KING_AGAINST_TWO]} moves of each side.",
        f"A lone king on the long diagonal plays against three pieces for {ROAD_PLIES // 2} moves "
        "of each side, and no other piece is on that diagonal.",
    ]


def _frisian() -> list[str]:
    return [
        f"Two kings play against one for {FRISIAN_PLIES[TWO_KINGS_AGAINST_ONE] // 2} moves of each "
        "side.",
        f"One king plays against one for {FRISIAN_PLIES[KING_AGAINST_KING] // 2} moves of each "
        "side.",
    ]
