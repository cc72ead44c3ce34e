"""The rules of draughts for its players, assembled from the facts about a variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from kibitz.core.rules_text import board_block
from kibitz.games.draughts.draw_text import draw_text
from kibitz.games.draughts.kind import Kind
from kibitz.games.draughts.variants import Variant

Place: TypeAlias = tuple[int, int]  # row and column, seen by the side that moves first

_FIRST_CHOICE = {
    "none": "If several captures are possible, you may choose any of them, but the chosen capture "
    "must be continued as long as it can.",
    "pieces": "You must choose a capture that takes the most pieces.",
    "pieces, kings": "You must choose a capture that takes the most pieces. Among those, you must "
    "choose one that takes the most kings.",
    "italian": "You must choose a capture that takes the most pieces. Among those, you must "
    "capture with a king if you can, then take the most kings, then take a king as early as "
    "possible.",
    "frisian": "You must choose the capture with the highest value, where a king counts a little "
    "less than two men. Among captures of equal value, you must capture with a king if you can.",
    "king": "If a king and a man can capture, you must capture with a king. Otherwise you may "
    "choose any capture, but it must be continued as long as it can.",
}
_STARTS = {1: "row", 2: "two rows", 3: "three rows", 4: "four rows"}


def rules_text(kind: Kind) -> str:
    """The rules of the variant."""
    variant = kind.variant
    return "\n\n".join(
        [
            "## Goal",
            _goal(variant),
            "## Set-up",
            *_start(kind),
            "## Men",
            *_men(kind),
            "## Captures",
            *_captures(kind),
            *_kings(kind),
            "## The end",
            _end(variant),
            "## Draws",
            draw_text(variant),
            "## Writing moves",
            _writing(kind),
        ]
    )


def _goal(variant: Variant) -> str:
    if variant.goal == "lose":
        return (
            "Get rid of all your pieces, or leave yourself without a move: the side that cannot "
            "move wins."
        )
    if variant.goal == "king":
        reach = "has a king" if variant.has_kings else "reaches the last row with a man"
        return f"Be the first side that {reach}. A side that cannot move loses."
    return "Capture all pieces of the other side, or leave it without a legal move."


def _start(kind: Kind) -> Iterator[str]:
    variant = kind.variant
    size = variant.size
    first = variant.sides[0].capitalize()
    men = variant.rows * size // 2
    yield (
        f"The board has {size} x {size} squares; the game uses only the dark ones. The dark corner "
        f"is on each player's {variant.dark_corner}. Each side has {men} men, on all dark squares "
        f"of its first {_STARTS[variant.rows]}. {first} moves first; then the sides take turns."
    )
    yield board_block(caption=f"The start. {first} moves first.")


def _men(kind: Kind) -> Iterator[str]:
    mover = kind.variant.sides[0].capitalize()
    yield "A man moves one square diagonally forwards, to a free square. It never moves backwards."
    yield _board(
        kind,
        men=[(2, 2)],
        others=[_far(kind)],
        path=[(2, 2), (3, 3)],
        mark=[(3, 1), (3, 3)],
        caption=f"{mover}'s man on {_name(kind, (2, 2))} can move to two squares.",
    )


def _captures(kind: Kind) -> Iterator[str]:
    variant = kind.variant
    mover = variant.sides[0].capitalize()
    yield (
        "A piece captures by jumping diagonally over an enemy piece next to it to the free square "
        "right behind. **Captures are mandatory**: if you can capture, you must."
    )
    yield _board(
        kind,
        men=[(2, 2), (0, 4)],
        others=[(3, 3)],
        path=[(2, 2), (4, 4)],
        caption=f"{mover} must capture. The man on {_name(kind, (0, 4))} may not move now.",
    )
    yield (
        "If the piece can capture again from where it landed, it must go on, in any allowed "
        "direction. All of its jumps are one move."
    )
    yield _board(
        kind,
        men=[(0, 0)],
        others=[(1, 1), (3, 3)],
        path=[(0, 0), (2, 2), (4, 4)],
        caption=f"{mover}'s man takes two men in one move.",
    )
    yield from _directions(kind)
    yield _details(variant)
    counts = variant.precedence == "pieces" and variant.goal != "king"
    king = " A king counts as one piece." if counts else ""
    yield f"### Which capture\n\n{_FIRST_CHOICE[variant.precedence]}{king}"
    yield from _majority(kind)


def _directions(kind: Kind) -> Iterator[str]:
    variant = kind.variant
    mover = variant.sides[0].capitalize()
    if variant.men_capture_back:
        yield "Men also capture **backwards**, although they do not move backwards."
        yield _board(
            kind,
            men=[(4, 4)],
            others=[(3, 3)],
            path=[(4, 4), (2, 2)],
            caption=f"{mover}'s man captures backwards.",
        )
    else:
        yield "Men capture only forwards."
    if variant.straight:
        yield (
            "Pieces also capture **straight**, along rows and columns: over an enemy piece two "
            "squares away, to the dark square two squares further. The light squares in between do "
            "not matter."
        )
        yield _board(
            kind,
            men=[(2, 2)],
            others=[(4, 2)],
            path=[(2, 2), (6, 2)],
            caption=f"{mover}'s man captures along the column.",
        )


def _details(variant: Variant) -> str:
    """What holds for the pieces taken, as a list."""
    items = []
    if not variant.men_capture_kings:
        items.append("A man cannot capture a king.")
    if variant.removal == "immediately":
        items.append(
            "A captured piece leaves the board immediately, so its square is free for the rest of "
            "the capture."
        )
    else:
        items.append(
            "Captured pieces leave the board after the whole move. Until then they block the way, "
            "and no piece can be jumped twice."
        )
    return "\n".join(f"- {item}" for item in items)


def _majority(kind: Kind) -> Iterator[str]:
    """A choice between one piece and two, where the number counts."""
    if kind.variant.precedence in ("none", "king"):
        return
    yield _board(
        kind,
        men=[(0, 2)],
        others=[(1, 1), (1, 3), (3, 3)],
        path=[(0, 2), (2, 4), (4, 2)],
        caption=f"Taking the man on {_name(kind, (1, 1))} is not allowed: the other way takes two.",
    )


def _kings(kind: Kind) -> Iterator[str]:
    variant = kind.variant
    mover = variant.sides[0].capitalize()
    yield "## Kings" if variant.has_kings else "## The last row"
    yield _promotion(variant)
    row = variant.size - 2
    yield _board(
        kind,
        men=[(row, 2)],
        others=[_far(kind, row=row - 2)],
        path=[(row, 2), (row + 1, 1)],
        caption=f"{mover}'s man reaches the last row and "
        + ("wins the game." if variant.goal == "king" else "becomes a king."),
    )
    if variant.promotion == "passing":
        yield _board(
            kind,
            men=[(5, 1)],
            others=[(6, 2), (5, 5)],
            path=[(5, 1), (7, 3), (4, 6)],
            caption="The man becomes a king during its capture, and continues it as a king.",
        )
    if variant.goal == "king":
        return
    yield from _flying(kind) if variant.flying else _walking(kind)


def _promotion(variant: Variant) -> str:
    if not variant.has_kings:
        return "There are no kings: a man that ends its move on the last row wins the game."
    if variant.goal == "king":
        return (
            "A man that ends its move on the last row becomes a king, and its side wins. A man "
            "that passes the last row during a capture stays a man."
        )
    if variant.promotion == "passing":
        return (
            "A man that reaches the last row becomes a king. If it does so during a capture, it "
            "continues the capture as a king."
        )
    passes = (
        " A man that only passes the last row during a capture stays a man."
        if variant.men_capture_back
        else " Its move ends there, even if it was a capture."
    )
    return f"A man that ends its move on the last row becomes a king.{passes}"


def _walking(kind: Kind) -> Iterator[str]:
    mover = kind.variant.sides[0].capitalize()
    yield (
        "A king moves one square diagonally, forwards or backwards. It captures like a man, but "
        "also backwards."
    )
    yield _board(
        kind,
        kings=[(2, 2)],
        others=[(1, 1)],
        path=[(2, 2), (0, 0)],
        caption=f"{mover}'s king captures backwards.",
    )


def _flying(kind: Kind) -> Iterator[str]:
    variant = kind.variant
    mover = variant.sides[0].capitalize()
    yield (
        "A king is *flying*: it moves any number of free squares along a diagonal, forwards or "
        "backwards."
    )
    yield _board(
        kind,
        kings=[(1, 1)],
        others=[_far(kind, row=variant.size - 3, column=3 if variant.straight else 1)],
        path=[(1, 1), (4, 4)],
        caption=f"{mover}'s king moves three squares.",
    )
    lines = "diagonal, row or column" if variant.straight else "diagonal"
    reach = f"It captures a piece anywhere on a {lines}, if the squares before it are free"
    behind = "and lands on the square right behind the captured piece."
    landing = {
        "any": "and lands on any free square behind the captured piece.",
        "behind": behind,
        "behind kings": "and lands on any free square behind the captured piece. If the last piece "
        "that it captures is a king, it must land right behind it.",
    }[variant.landing]
    yield f"{reach}, {landing}"
    is_any = variant.landing != "behind"
    yield _board(
        kind,
        kings=[(0, 0)],
        others=[(3, 3)],
        path=[(0, 0), (5, 5) if is_any else (4, 4)],
        mark=[place for place in _beyond(kind) if is_any or place == (4, 4)],
        caption=f"{mover}'s king captures from a distance. "
        + ("It may land on any marked square." if is_any else "It lands right behind the man."),
    )
    if variant.king_limit:
        yield (
            f"As long as its side has a man, a king may make at most {variant.king_limit} moves in "
            "a row without capturing. Then another piece has to move first, or the king has to "
            "capture."
        )


def _beyond(kind: Kind) -> list[Place]:
    """The squares of the long diagonal behind (3, 3)."""
    return [(step, step) for step in range(4, kind.board.size)]


def _end(variant: Variant) -> str:
    blocked = "if it has no pieces left or cannot move any of them when its turn comes."
    if variant.goal == "lose":
        return f"A side **wins** {blocked}"
    loses = f"A side loses {blocked}"
    if variant.goal == "king":
        what = "The first king" if variant.has_kings else "The first man on the last row"
        return f"{what} wins. {loses}"
    return loses


def _writing(kind: Kind) -> str:
    variant = kind.variant
    start, end, landing = (_name(kind, place) for place in ((2, 2), (3, 3), (4, 4)))
    named = (
        "Squares have a letter and a number."
        if variant.letters
        else f"The dark squares are numbered from 1 to {len(kind.squares.names)}."
    )
    return (
        f"{named} A move is written with its first and its last square: `{start}-{end}`. A capture "
        f"is written `{start}{variant.sign}{landing}`. If that fits several captures, all squares "
        "on the way are named."
    )


def _far(kind: Kind, row: int | None = None, column: int | None = None) -> Place:
    """A square far from the drawn move, for a man of the other side that takes no part in it."""
    last = kind.board.size - 1
    chosen = last if row is None else row
    wanted = last if column is None else column
    return chosen, wanted if (chosen + wanted) % 2 == 0 else wanted - 1


def _board(
    kind: Kind,
    *,
    path: Sequence[Place],
    caption: str,
    men: Sequence[Place] = (),
    kings: Sequence[Place] = (),
    others: Sequence[Place] = (),
    mark: Sequence[Place] = (),
) -> str:
    """A board with pieces of the side that moves first, men of the other side, and a move."""
    own, other = (side[0].upper() for side in kind.variant.sides)
    pieces = [_name(kind, place) for place in men] + [f"K{_name(kind, place)}" for place in kings]
    enemies = [_name(kind, place) for place in others]
    is_capture = abs(path[0][0] - path[1][0]) > 1 and not (
        len(path) == 2 and _is_free(path, others)
    )
    return board_block(
        position=f"{own}:{own}{','.join(pieces)}:{other}{','.join(enemies)}",
        move=("x" if is_capture else "-").join(_name(kind, place) for place in path),
        mark=" ".join(_name(kind, place) for place in mark),
        caption=caption,
    )


def _is_free(path: Sequence[Place], others: Sequence[Place]) -> bool:
    """Whether no piece stands on the diagonal or line between the two squares."""
    (row, column), (end_row, end_column) = path
    steps = max(abs(end_row - row), abs(end_column - column))
    between = (
        (row + step * (end_row - row) // steps, column + step * (end_column - column) // steps)
        for step in range(1, steps)
    )
    return not any(place in others for place in between)


def _name(kind: Kind, place: Place) -> str:
    return kind.squares.names[kind.board.bits[place]]
