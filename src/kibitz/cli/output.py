"""The output of commands: results on standard output, everything else on standard error."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Mapping, Sequence

from kibitz.core.contract import Game, Option
from kibitz.core.errors import KibitzError
from kibitz.engine.lines import Line


def result(text: str) -> None:
    """Print a result."""
    print(text, flush=True)  # noqa: T201 - the one place where results are printed


def result_json(value: object) -> None:
    """Print a result as JSON."""
    result(json.dumps(value, ensure_ascii=False))


def note(text: str, end: str = "\n") -> None:
    """Print a note on standard error; failures to write are ignored."""
    with contextlib.suppress(OSError):  # a closed terminal, a full disk
        print(text, end=end, file=sys.stderr, flush=True)  # noqa: T201 - the one place for notes


def refusal(error: KibitzError, is_json: bool) -> None:
    """Print the error that a command raised."""
    if is_json:
        params = {name: str(value) for name, value in error.message.params.items()}
        note(json.dumps({"error": error.code, "message": str(error), "params": params}))
    else:
        note("\n".join([f"kibitz: {error}", *getattr(error, "__notes__", ())]))


class CompileProgress:
    """Reports on standard error that a game is being compiled, and how long it took.

    Commands compile different functions: `command` names the one for which it is done.
    """

    def __init__(self) -> None:
        self.command: str = ""
        self._began = 0.0

    def __call__(self, game: Game, is_done: bool) -> None:
        """Print the first half of the line, or the second half with the time."""
        if is_done:
            note(f" {time.perf_counter() - self._began:.1f} s")
        else:
            self._began = time.perf_counter()
            first = f"kibitz: compiling {game.name} for `kibitz {self.command}`"
            note(f"{first} (only the first time) ...", end="")


_compiling: set[str] = set()  # the games for which this was reported


def background(game: Game) -> None:
    """Report on standard error, once, that a game is being compiled in the background."""
    text = f"kibitz: compiling {game.name} in the background; until then the search is interpreted"
    if game.name not in _compiling:
        _compiling.add(game.name)
        note(text)


def line_text(line: Line) -> str:
    """Format a variation as one line of text.

    >>> from kibitz.engine.lines import Warrant
    >>> line_text(Line("4", None, 3, None, Warrant("proven"), 5, 190, 0.1, ("4", "8", "6")))
    '4  wins in 3 (proven): 4 8 6'
    """
    return f"{line.move}  {line.plain_value} ({line.basis}): {' '.join(line.line)}"


def lines_text(lines: Sequence[Line]) -> str:
    """Format several variations, followed by the depth and effort of the search."""
    texts = [f"{rank}. {line_text(line)}" for rank, line in enumerate(lines, 1)]
    first = lines[0]
    rate = first.nodes / max(first.seconds, 1e-9)
    unit = "nodes" if first.share is None else "playouts"
    effort = f"{first.nodes:,} {unit} in {first.seconds:.2f} s ({rate:,.0f} per second)"
    how = "" if first.compiled else ", interpreted"
    texts.append(f"depth {first.depth}, {effort}{how}")
    return "\n".join(texts)


def option_text(option: Option, value: int | str) -> str:
    """Format an option, its value, range and help as one line of text."""
    text = f"{option.name}={value}"
    return f"{text:<16} " + (
        f"{option.help} ({option.expected})" if option.help else option.expected
    )


def game_text(name: str, game: Game) -> str:
    """A game and its options."""
    lines = [f"{name}: {game.title or game.name}, {game.players} players"]
    return "\n    ".join(
        lines
        + [
            option_text(option, game.settings.get(option.name, option.default))
            for option in game.options
        ]
    )


def game_dict(name: str, game: Game) -> Mapping[str, object]:
    """A game and its options for JSON, under the name by which it is found."""
    return {**game.as_dict(), "name": name}
