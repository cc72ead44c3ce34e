"""`--game` and `--trust`: which file of rules a saved game may be opened with."""

from __future__ import annotations

from argparse import Action, ArgumentError, ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any

from kibitz.core.errors import OptionError


class _NumberOrFile(Action):
    """`--game 3` is a game of the file, `--game mygame.py` is where its rules are."""

    def __call__(
        self,
        parser: ArgumentParser,
        namespace: Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        text = str(values)
        if text.endswith(".py"):
            namespace.game_file = text
            return
        try:
            namespace.number = int(text)
        except ValueError:
            expected = "expected a whole number, or a file like mygame.py"
            raise ArgumentError(self, f"{expected}, got {text!r}") from None


def add_trust(parser: ArgumentParser, *, numbered: str | None = None) -> None:
    """Both options; `numbered`: what `--game N` means, where files hold several games."""
    parser.set_defaults(game_file=None, number=None)
    own_file = "game file that a saved game names"
    if numbered is None:
        parser.add_argument("--game", metavar="FILE.py", dest="game_file", help=own_file)
    else:
        help_text = f"{numbered}; or {own_file}"
        parser.add_argument("--game", metavar="N|FILE.py", action=_NumberOrFile, help=help_text)
    parser.add_argument(
        "--trust",
        metavar="FOLDER",
        action="append",
        default=[],
        help="allow saved games to run game files in this folder (repeatable)",
    )


def settle_game(arguments: Namespace) -> None:
    """Take `--game FILE` for the game; OptionError where another one is named, too."""
    if arguments.game_file is None:
        return
    if arguments.game is not None and arguments.game != arguments.game_file:
        expected = f"no value with the game {arguments.game}"
        raise OptionError(
            "bad_setting", name="--game", value=arguments.game_file, expected=expected
        )
    arguments.game = arguments.game_file
