"""`--game` and `--trust`: which Python files a saved game may load its rules from."""

from __future__ import annotations

from argparse import Action, ArgumentError, ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any

from kibitz.core.errors import OptionError


class _NumberOrFile(Action):
    """`--game 3` selects a game in the file; `--game mygame.py` names the file with its rules."""

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
            expected = "expected a whole number or a file such as mygame.py"
            raise ArgumentError(self, f"{expected}, got {text!r}") from None


def add_trust(parser: ArgumentParser, *, numbered: str | None = None) -> None:
    """Add both options; `numbered` is the help for `--game N`, if files contain several games."""
    parser.set_defaults(game_file=None, number=None)
    own_file = "file of the saved game's rules"
    if numbered is None:
        parser.add_argument("--game", metavar="FILE.py", dest="game_file", help=own_file)
    else:
        help_text = f"{numbered}, or {own_file}"
        parser.add_argument("--game", metavar="N|FILE.py", action=_NumberOrFile, help=help_text)
    parser.add_argument(
        "--trust",
        metavar="FOLDER",
        action="append",
        default=[],
        help="allow saved games to run game files in this folder (repeatable)",
    )


def settle_game(arguments: Namespace) -> None:
    """Use `--game FILE` as the game; raises OptionError if another game is named too."""
    if arguments.game_file is None:
        return
    if arguments.game is not None and arguments.game != arguments.game_file:
        expected = f"no value with the game {arguments.game}"
        raise OptionError(
            "bad_setting", name="--game", value=arguments.game_file, expected=expected
        )
    arguments.game = arguments.game_file
