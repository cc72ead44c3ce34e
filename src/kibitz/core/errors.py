"""The errors that Kibitz raises; users see no others.

KibitzError (a ValueError)
├── UnknownGameError      no such game, or no game in that file
├── OptionError           an option the game does not have, or an invalid value
├── LevelError            a level that the game does not have
├── ContractError         a Game that breaks its contract
├── PositionError         a position that cannot be read or cannot arise
├── MoveError
│   ├── InvalidMoveError      text that does not mean a move
│   ├── IllegalMoveError      a move that the rules forbid here
│   └── AmbiguousMoveError    text that fits several moves
├── HistoryError          nothing to undo or redo, or not allowed
├── OfferError            a draw or a takeback that is not offered, or offered twice
├── FinishedError         the game is over
├── RecordError           a saved session that is damaged, or saved under other or newer rules
├── LimitError            a limit or a setting out of its range
├── LessonError           no such lesson, or a file without one
├── TableError            no such endgame table, or a file without one
├── BookError             a file without an opening book, or a book that cannot be written
├── CompileError          rules that cannot be compiled; the reference search still plays them
└── ConformanceError      what kibitz.testing.check found
KibitzWarning             something works, but not as well as it could
"""

from __future__ import annotations

from kibitz.core.messages import Message, message


class KibitzError(ValueError):
    """An error with a code, parameters and an English sentence."""

    def __init__(self, code: str | Message, /, **params: object) -> None:
        self.message: Message = code if isinstance(code, Message) else message(code, **params)
        super().__init__(self.message.text)

    def __reduce__(self) -> tuple[type[KibitzError], tuple[Message]]:
        return type(self), (self.message,)

    @property
    def code(self) -> str:
        """The code of the error, the same in every language."""
        return self.message.code


class UnknownGameError(KibitzError):
    """No game has this name, or the file contains no game."""


class OptionError(KibitzError):
    """The game has no such option, or the option cannot take this value."""


class LevelError(KibitzError):
    """The game has no such level."""


class ContractError(KibitzError):
    """The functions or fields passed to `Game` break its contract."""


class PositionError(KibitzError):
    """The text or state is not a position of the game."""


class MoveError(KibitzError):
    """The move cannot be played."""


class InvalidMoveError(MoveError):
    """The text cannot be read as a move."""


class IllegalMoveError(MoveError):
    """The move can be read, but the rules forbid it here."""


class AmbiguousMoveError(MoveError):
    """The text fits more than one legal move."""


class HistoryError(KibitzError):
    """There is nothing to undo or redo, or the session does not allow it."""


class OfferError(KibitzError):
    """The offer cannot be made or answered here."""


class FinishedError(KibitzError):
    """The game is over."""


class RecordError(KibitzError):
    """A session cannot be saved or loaded."""


class LimitError(KibitzError):
    """A limit or a setting is out of its range."""


class LessonError(KibitzError):
    """There is no such lesson, or a file does not contain one."""


class TableError(KibitzError):
    """There is no such endgame table, or a file does not contain one."""


class BookError(KibitzError):
    """A file does not contain an opening book, or a book cannot be made or written."""


class CompileError(KibitzError):
    """The rules cannot be compiled."""


class ConformanceError(KibitzError, AssertionError):
    """A game breaks the contract; the message contains the shortest line that shows it."""


class KibitzWarning(UserWarning):
    """Something works, but not as well as it could."""
