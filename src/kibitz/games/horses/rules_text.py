"""The rules of Smart Horses for its players."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.rules_text import board_block
from kibitz.games.horses.board import POINTS
from kibitz.games.horses.rules import PENALTY

# The rows of the drawn boards; {} stands for the other knights' squares in the corners.
_JUMP = ("{far},6,B", "8", "4,+5,3", "5,-4,2", "3,W,4", "8", "8", "7,{last}")
_STUCK = ("B,6,{far}", "8", "1,#,2,W,3", "8", "8", "8", "8", "7,{last}")
_SCORES = (12, 15, 9, 7)  # before the jump that blocks black


def rules_text(sides: Sequence[str], ends_first: bool) -> str:
    """The rules for these players; `ends_first`: the first stuck knight ends the game."""
    players = len(sides)
    values = ", ".join(map(str, POINTS[:-1])) + f" and {POINTS[-1]}"
    order = (
        f"{sides[0].capitalize()} moves first."
        if players == 2
        else f"The players move in the order {', '.join(sides[:-1])} and {sides[-1]}."
    )
    tie = (
        "If both scores are equal, the game is drawn."
        if players == 2
        else "If several players share the highest score, the game is drawn between them and the "
        "others lose."
    )
    return "\n\n".join(
        [
            "## Goal",
            "Have the most points when the game ends. Collect good squares, avoid bad ones, and do "
            "not let your knight get stuck.",
            "## Set-up",
            f"The board has 8 x 8 squares. Each of the {players} players has one knight, on a "
            f"random square. Ten other squares, also random, are worth points: {values}. "
            f"Each player starts with 0 points. {order}",
            "## Moves",
            "On your turn your knight jumps as in chess: two squares in a straight line and one to "
            "the side. It jumps over everything in between. It must land on a square that is "
            "neither destroyed nor occupied by another knight.",
            "- If the square is worth points, you get them, or lose them if they are negative.\n"
            "- The square that your knight leaves is destroyed. No knight can land there again.",
            board_block(
                position=_position(_JUMP, players, "0:0:0:0"),
                move="e6",
                mark="c6 e6 b5 f5 b3 f3 c2 e2",
                caption="White's knight on d4 can jump to eight squares. On e6 it scores 5 points, "
                "and d4 is destroyed.",
            ),
            "Knights are never captured.",
            "## Stuck knights",
            _stuck(players, ends_first),
            board_block(
                position=_position(_STUCK, players, ":".join(map(str, _SCORES))),
                move="c7",
                caption=_caption(ends_first),
            ),
            "## The end",
            _end(players, ends_first),
            "## Draws",
            tie,
        ]
    )


def _stuck(players: int, ends_first: bool) -> str:
    stuck = "A knight is stuck if all squares it could jump to are destroyed or occupied."
    if ends_first:
        return (
            f"{stuck} The game ends as soon as a knight is stuck, even if it is the other side's "
            f"turn. If only one knight is stuck, its player loses {PENALTY} points."
        )
    another = "the other" if players == 2 else "another"
    return (
        f"{stuck} A player whose knight is stuck when it is their turn loses {PENALTY} points and "
        f"is skipped, on every turn, as long as {another} knight can still move. Such turns are "
        "played automatically."
    )


def _caption(ends_first: bool) -> str:
    blocked = "White jumps to c7. Now b6 is destroyed and c7 occupied, so black is stuck on a8"
    if ends_first:
        return f"{blocked}: the game ends, and black loses {PENALTY} points."
    return f"{blocked}: black loses {PENALTY} points and is skipped."


def _end(players: int, ends_first: bool) -> str:
    if ends_first:
        return "The game ends when a knight is stuck. The player with more points wins."
    every = "both knights are" if players == 2 else "all knights are"
    return f"The game ends when {every} stuck. The player with the most points wins."


def _position(rows: Sequence[str], players: int, scores: str) -> str:
    """The position with white to move; the third and the fourth knight are in corners."""
    far = "R" if players > 2 else "1"
    last = "U" if players > 3 else "1"
    board = "/".join(row.format(far=far, last=last) for row in rows)
    return f"{board} w {':'.join(scores.split(':')[:players])}"
