"""The rules of Morris for its players, assembled from the switches of a variant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.core.rules_text import board_block
from kibitz.games.morris.state import FEWEST
from kibitz.games.morris.variants import Mill, Variant

_NUMBERS = ("no", "one", "two", "three", "four")


def rules_text(variant: Variant, clock: int, repeats: int) -> str:
    """The rules of `variant`, with its draws by move count and by repetition."""
    return "\n\n".join(
        [
            "## Goal",
            _goal(variant),
            "## Set-up",
            f"The board has {variant.board.count} points, joined by lines. It is empty. White and "
            f"Black have {variant.stones} stones each in hand, and White moves first.",
            board_block(caption=_points(variant)),
            "## Placing stones",
            *_placing(variant),
            "## Mills",
            *_mills(variant),
            "## Moving stones",
            *_moving(variant),
            "## The end",
            *_end(variant),
            "## Draws",
            _draws(variant, clock, repeats),
        ]
    )


def _goal(variant: Variant) -> str:
    if variant.mill == Mill.WINS:
        return "Be the first to have three of your stones in a row on a line: a mill."
    goal = (
        "Close mills, three of your stones in a row on a line, to take the other side's stones. A "
        "side with fewer than three stones loses"
    )
    return f"{goal}." if variant.blocked_takes else f"{goal}, and so does a side that cannot move."


def _points(variant: Variant) -> str:
    cells, rows = variant.board.cells, variant.board.rows
    corner, below = cells[rows[-1][0]].name, len(variant.board.mills)
    return (
        f"Points are named by the letter below and the number beside them; {corner} is at the "
        f"bottom left. There are {below} lines of three points, the possible mills."
    )


def _placing(variant: Variant) -> Iterator[str]:
    if variant.slides_early:
        yield (
            "The sides take turns. As long as you have stones in hand, you choose on every turn: "
            "place a stone on any free point, or move one of your stones on the board."
        )
    else:
        yield (
            "The sides take turns. As long as you have stones in hand, you place one of them on "
            "any free point on each turn. Stones move only when all of them have been placed."
        )
    if variant.second_moves_first:
        yield "When all stones have been placed, Black moves first."
    if variant.full_board_takes:
        order = (
            "Black first, then White" if variant.second_moves_first else "White first, then Black"
        )
        yield (
            "If the board is full when all stones have been placed, each side takes one stone of "
            f"the other: {order}. Then the game goes on as usual."
        )
    elif 2 * variant.stones == variant.board.count:
        yield (
            "If the board is full when all stones have been placed, White cannot move and loses."
        )


def _mills(variant: Variant) -> Iterator[str]:
    hand = variant.stones - 2
    top = [variant.board.cells[point].name for point in variant.board.rows[0]]
    bottom = [variant.board.cells[point].name for point in variant.board.rows[-1]]
    position = _position(variant, top[:2], (bottom[0], bottom[-1]), hand)
    closes = f"White places a stone on {top[2]} and closes the mill {'-'.join(top)}"
    if variant.mill == Mill.WINS:
        yield "Three of your stones in a row on a line are a mill. The first mill wins the game."
        yield board_block(position=position, move=top[2], caption=f"{closes}: White wins.")
        return
    yield (
        "Three of your stones in a row on a line are a mill. Whenever you close a mill, you take a "
        "stone of the other side from the board, as part of the same move. Stones that are taken "
        "do not return."
    )
    if variant.mill == Mill.TAKES_FROM_HAND:
        yield (
            "While you still place stones, a mill takes a stone from the other side's *hand* "
            "instead, or from the board if that hand is empty."
        )
        yield board_block(
            position=position,
            move=top[2],
            caption=f"{closes}. Black loses a stone from its hand.",
        )
    elif variant.mill == Mill.MARKS:
        yield (
            "While stones are being placed, a mill only *marks* a stone of the other side: it is "
            "out of play, but its point stays blocked. Marked stones are removed when all stones "
            "have been placed."
        )
        yield board_block(
            position=position,
            move=f"{top[2]}x{bottom[0]}",
            caption=f"{closes}. The black stone on {bottom[0]} is marked.",
        )
    else:
        yield board_block(
            position=position,
            move=f"{top[2]}x{bottom[0]}",
            caption=f"{closes}. It takes the black stone on {bottom[0]}.",
        )
    yield _details(variant)
    if variant.takes_each:
        yield _two_mills(variant)


def _details(variant: Variant) -> str:
    """The rules about which stones a mill takes, as a list."""
    items = [
        "Any stone of the other side may be taken, even one that is part of a mill."
        if variant.takes_any
        else "A stone in a mill is safe, unless all stones of its side are in mills.",
        "A move that closes two mills takes two stones, one that closes three takes three."
        if variant.takes_each
        else "A move that closes two mills takes only one stone.",
    ]
    if variant.mills_serve_once:
        items.append("Each side can use the same mill, the same three points, only once.")
    else:
        items.append("A mill may be opened and closed again, and takes a stone each time.")
    return "\n".join(f"- {item}" for item in items)


def _two_mills(variant: Variant) -> str:
    """A stone on the top left corner closes two mills."""
    board = variant.board
    names = [cell.name for cell in board.cells]
    rows = board.rows
    corner = names[rows[0][0]]
    left = [cell.name for cell in board.cells if cell.x == 0 and cell.name != corner]
    white = [names[rows[0][1]], names[rows[0][2]], *left]
    black = _harmless(variant, [*white, corner], len(white))
    return board_block(
        position=_position(variant, white, black, variant.stones - len(white)),
        move=f"{corner}x{black[0]}x{black[1]}",
        caption=f"White's stone on {corner} closes two mills and takes two stones.",
    )


def _moving(variant: Variant) -> Iterator[str]:
    names = [cell.name for cell in variant.board.cells]
    rows = variant.board.rows
    left, middle, right = (names[point] for point in rows[0])
    below = next(
        names[point]
        for row in rows[1:]
        for point in row
        if variant.board.cells[point].x == variant.board.cells[rows[0][1]].x
    )
    yield (
        "A stone moves along a line to the next point, if that point is free. Stones do not jump."
        if not variant.flies
        else "A stone moves along a line to the next point, if that point is free."
    )
    wins = variant.mill == Mill.WINS
    white = [left, right, below] if wins else [left, right, below, names[rows[-1][1]]]
    black = _harmless(variant, [*white, middle], len(white))
    closes = f"White moves from {below} to {middle} and closes the mill {left}-{middle}-{right}"
    yield board_block(
        position=_position(variant, white, black, 0),
        move=f"{below}-{middle}" if wins else f"{below}-{middle}x{black[0]}",
        caption=f"{closes}: White wins."
        if wins
        else f"{closes}. It takes the stone on {black[0]}.",
    )
    if variant.flies:
        yield (
            "A side with only three stones left, and none in hand, can *fly*: its stones move to "
            "any free point."
        )
        white = [left, middle, names[rows[-1][1]]]
        black = _harmless(variant, [*white, right], 4)
        yield board_block(
            position=_position(variant, white, black, 0),
            move=f"{white[2]}-{right}x{black[0]}",
            caption=f"White has three stones left. The one on {white[2]} flies to {right} and "
            f"closes a mill, which takes the stone on {black[0]}.",
        )
    elif not wins:
        yield "There is no flying, however few stones a side has left."
    if variant.blocked_takes:
        yield (
            "A side that cannot move any stone takes a stone of the other side next to one of its "
            "own, in a mill or not, and then moves."
        )


def _end(variant: Variant) -> Iterator[str]:
    blocked = "- A side that has placed all its stones and cannot move any of them loses."
    if variant.mill == Mill.WINS:
        yield f"- The first side with a mill wins.\n{blocked}"
        return
    few = (
        f"- A side with fewer than {_NUMBERS[FEWEST]} stones, on the board and in hand together, "
        "loses."
    )
    yield few if variant.blocked_takes else f"{few}\n{blocked}"


def _draws(variant: Variant, clock: int, repeats: int) -> str:
    reasons = []
    if clock:
        moves = "one move" if clock == 1 else f"{clock} moves"
        without = "" if variant.mill == Mill.WINS else " without taking a stone"
        reasons.append(
            f"- Each side has made {moves}{without}, counted from when all stones are placed."
        )
    if repeats:
        reasons.append(f"- The same position occurs {_NUMBERS[repeats]} times.")
    if not reasons:
        return "There are no draws by the number of moves or by repetition."
    return "\n".join(["The game is drawn in these cases:", "", *reasons])


def _harmless(variant: Variant, taken: Iterable[str], count: int) -> list[str]:
    """The last `count` points that are not in `taken`, without a mill among them."""
    chosen = 0
    found: list[str] = []
    for number in reversed(range(variant.board.count)):
        name = variant.board.cells[number].name
        stones = chosen | 1 << number
        has_mill = any(stones & mill == mill for mill in variant.board.mills)
        if len(found) < count and name not in taken and not has_mill:
            found.append(name)
            chosen = stones
    return found


def _position(variant: Variant, white: Iterable[str], black: Iterable[str], hand: int) -> str:
    """The position with these stones, White to move and `hand` stones in both hands."""
    marks = {**dict.fromkeys(white, "o"), **dict.fromkeys(black, "x")}
    cells = variant.board.cells
    rows = (
        "".join(marks.get(cells[point].name, ".") for point in row) for row in variant.board.rows
    )
    return f"{'/'.join(rows)} w {hand} {hand}"
