"""The rules of a game as text for its players: Markdown with drawn boards.

A fenced block with the language `board` draws a position and, if it names one, a move:

    ```board
    position: W:W22:B17
    move: 22x13
    caption: The man on 22 jumps over the man on 17.
    ```

| line | meaning |
|---|---|
| `position:` | the position as text; by default the start of the game |
| `seed:` | the seed of a random start |
| `moves:` | moves to play first, separated by spaces |
| `move:` | the move to show |
| `mark:` | the names of cells to mark, separated by spaces |
| `caption:` | a sentence about the board |

`kibitz.core.markdown` lists the parts of Markdown that are understood.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from kibitz.core.contract import Game
from kibitz.core.errors import ContractError, KibitzError
from kibitz.core.markdown import Block, Spans, parse_markdown, parse_spans
from kibitz.core.text import format_move, parse_move, parse_state
from kibitz.core.types import Move, State

BOARD = "board"  # the language of blocks that draw a position
_FIELDS = ("position", "seed", "moves", "move", "mark", "caption")
_SEED = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawn position, and the position after its move if it has one."""

    line: int  # of the rules text, from 1
    before: State
    move: Move | None
    move_text: str
    after: State | None
    marked: tuple[int, ...]  # cells by number
    caption: Spans


Part: TypeAlias = Block | Figure


def read_rules(game: Game) -> tuple[Part, ...]:
    """The rules text in parts; ContractError if a board in it cannot be drawn.

    >>> import kibitz
    >>> first = read_rules(kibitz.game("tictactoe"))[0]
    >>> first.kind
    'heading'
    """
    return tuple(_part(game, block) for block in parse_markdown(game.rules))


def board_block(**fields: str | int) -> str:
    """A block that draws a position, from its lines by name; empty ones are left out.

    >>> print(board_block(position="W:W22:B17", move="22x13"))
    ```board
    position: W:W22:B17
    move: 22x13
    ```
    """
    lines = [f"{name}: {value}" for name, value in fields.items() if value != ""]
    return "\n".join([f"```{BOARD}", *lines, "```"])


def _part(game: Game, block: Block) -> Part:
    if block.kind != "fenced" or block.language != BOARD:
        return block
    try:
        return _figure(game, block)
    except (KibitzError, ValueError) as problem:
        text = str(problem).removesuffix(".")
    except Exception as problem:  # a rule or a notation of the game
        text = f"a rule raises {type(problem).__name__}: {problem}"
    raise ContractError("bad_rules_text", game=game.name, line=block.line, problem=text)


def _figure(game: Game, block: Block) -> Figure:
    fields = _fields(block.source)
    state = _position(game, fields)
    for text in fields.get("moves", "").split():
        state = game.play(state, parse_move(game, state, text))
    move = after = None
    move_text = ""
    if "move" in fields:
        move = parse_move(game, state, fields["move"])
        move_text = format_move(game, state, move)
        after = game.play(state, move)
    return Figure(
        line=block.line,
        before=state,
        move=move,
        move_text=move_text,
        after=after,
        marked=_cells(game, fields.get("mark", "")),
        caption=parse_spans(fields.get("caption", "")),
    )


def _fields(source: str) -> Mapping[str, str]:
    """The lines of a block, by the word before the colon."""
    found: dict[str, str] = {}
    for line in filter(str.strip, source.splitlines()):
        name, colon, value = line.partition(":")
        name = name.strip()
        if not colon or name not in _FIELDS:
            expected = ", ".join(f"{field}:" for field in _FIELDS)
            raise ValueError(f"cannot read {line.strip()!r}, expected one of {expected}")
        if name in found:
            raise ValueError(f"{name}: occurs twice")
        found[name] = value.strip()
    return found


def _position(game: Game, fields: Mapping[str, str]) -> State:
    if "position" in fields:
        return parse_state(game, fields["position"])
    seed = fields.get("seed", "0")
    if not _SEED.fullmatch(seed):
        raise ValueError(f"seed: expected a whole number, got {seed!r}")
    return game.initial(int(seed))


def _cells(game: Game, names: str) -> tuple[int, ...]:
    cells = game.geometry.cells if game.geometry else ()
    numbers = {cell.name: number for number, cell in enumerate(cells)}
    for name in names.split():
        if name not in numbers:
            raise ValueError(f"mark: the board has no cell {name!r}")
    return tuple(numbers[name] for name in names.split())
