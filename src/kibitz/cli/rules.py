"""`kibitz rules`: how a game is played."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import zip_longest
from textwrap import fill, indent

from kibitz.cli import arguments as shared
from kibitz.cli import output
from kibitz.core.contract import Game
from kibitz.core.errors import OptionError
from kibitz.core.markdown import Block, plain_text
from kibitz.core.rules_text import Figure, Part, read_rules
from kibitz.core.text import format_board, format_state
from kibitz.core.types import State

WIDEST = 88  # columns of text, also on a wider terminal
_MARGIN = "    "  # to the left of boards
_ARROW = "   ->   "


def add_rules(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    shared.add_game(parser, seed_help=None)


def rules(arguments: Namespace) -> None:
    """`kibitz rules`: show how a game is played, with drawn boards."""
    game = shared.read_game(arguments)
    if arguments.json:
        parts = read_rules(game)
        output.result_json(
            {
                "game": game.name,
                "title": game.title or game.name,
                "options": dict(game.settings),
                "text": game.rules,
                "boards": [_figure_dict(game, part) for part in parts if isinstance(part, Figure)],
            }
        )
    else:
        output.result(rules_of(game))


def rules_of(game: Game) -> str:
    """The rules as text as wide as the terminal; boards keep their own width.

    OptionError if the game has no rules text.
    """
    parts = read_rules(game)
    if not parts:
        raise OptionError("no_rules_text", game=game.name)
    width = min(shutil.get_terminal_size().columns, WIDEST)
    title = game.title or game.name
    return "\n\n".join([f"{title}\n{'=' * len(title)}", *_paragraphs(game, parts, width)])


def _paragraphs(game: Game, parts: tuple[Part, ...], width: int) -> Iterator[str]:
    for part in parts:
        yield _drawn(game, part, width) if isinstance(part, Figure) else _written(part, width)


def _written(block: Block, width: int) -> str:
    texts = [[plain_text(cell) for cell in row] for row in block.rows]
    if block.kind == "fenced":
        return indent(block.source, _MARGIN)
    if block.kind == "heading":
        return f"{texts[0][0]}\n{'-' * len(texts[0][0])}"
    if block.kind == "table":
        return _table(texts)
    if block.kind == "paragraph":
        return fill(texts[0][0], width)
    signs = [f"{number}. " if block.kind == "numbers" else "- " for number in range(1, 1000)]
    return "\n".join(
        fill(row[0], width, initial_indent=sign, subsequent_indent=" " * len(sign))
        for sign, row in zip(signs, texts, strict=False)
    )


def _table(rows: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def _drawn(game: Game, figure: Figure, width: int) -> str:
    """The board; if there is a move, the boards before and after it, next to each other."""
    before = _board(game, figure.before)
    lines = before
    if figure.after is not None:
        after = _board(game, figure.after)
        left = max(map(len, before))
        wide = len(_MARGIN) + left + len(_ARROW) + max(map(len, after))
        if wide <= max(width, 80):
            middle = min(len(before), len(after)) // 2
            lines = [
                f"{one:<{left}}{_ARROW if row == middle else ' ' * len(_ARROW)}{other}"
                for row, (one, other) in enumerate(zip_longest(before, after, fillvalue=""))
            ]
        else:
            lines = [*before, "", *after]
    notes = []
    if figure.move is not None:
        notes.append(f"{game.sides[figure.before.turn]} plays {figure.move_text}")
    if figure.marked and game.geometry is not None:
        names = ", ".join(game.geometry.cells[cell].name for cell in figure.marked)
        notes.append(f"marked: {names}")
    below = [f"[{'; '.join(notes)}]"] if notes else []
    if figure.caption:
        below.append(plain_text(figure.caption))
    texts = [fill(text, width - len(_MARGIN)) for text in below]
    return indent("\n".join([*(line.rstrip() for line in lines), *texts]), _MARGIN)


def _board(game: Game, state: State) -> list[str]:
    return format_board(game, state).splitlines()


def _figure_dict(game: Game, figure: Figure) -> dict[str, object]:
    """A board for JSON."""
    return {
        "line": figure.line,
        "position": format_state(game, figure.before),
        "move": figure.move_text or None,
        "after": None if figure.after is None else format_state(game, figure.after),
        "caption": plain_text(figure.caption),
    }
