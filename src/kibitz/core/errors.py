"""What Kibitz raises, and nothing else reaches a user.

KibitzError (a ValueError)
├── UnknownGameError      no such game, or no game in that file
├── OptionError           an option the game does not have, or a value it cannot take
├── LevelError            a level that the game does not have
├── ContractError         a Game that does not keep its contract
├── PositionError         a position that cannot be read or cannot arise
├── MoveError
│   ├── InvalidMoveError      text that is no move at all
│   ├── IllegalMoveError      a move that the rules do not allow here
│   └── AmbiguousMoveError    text that fits several moves
├── HistoryError          nothing to undo or redo, or nobody may
├── OfferError            a draw or a takeback that nobody offered, or offered twice
├── FinishedError         the game is over
├── RecordError           a saved session that is damaged, of other rules or from the future
├── LimitError            a limit or a setting out of its range
├── LessonError           no such lesson, or a file that is none
├── TableError            no such table of perfect play, or a file that is none
├── BookError             no opening book, or none can be made
├── CompileError          rules that cannot be compiled; the reference search still plays them
└── ConformanceError      what kibitz.testing.check found
KibitzWarning             something works, but not as well as it could
"""

from __future__ import annotations

from kibitz.core.messages import Message, message


class KibitzError(ValueError):
    """A refusal: a code, parameters and an English sentence."""

    def __init__(self, code: str | Message, /, **params: object) -> None:
        self.message = code if isinstance(code, Message) else message(code, **params)
        super().__init__(self.message.text)

    def __reduce__(self) -> tuple[type[KibitzError], tuple[Message]]:
        return type(self), (self.message,)

    @property
    def code(self) -> str:
        """The refusal's code, the same in every language."""
        return self.message.code


class UnknownGameError(KibitzError):
    """No game has this name, or the file holds none."""


class OptionError(KibitzError):
    """The game has no such option, or the option cannot take this value."""


class LevelError(KibitzError):
    """The game has no such level."""


class ContractError(KibitzError):
    """The functions or fields given to `Game` do not keep its contract."""


class PositionError(KibitzError):
    """The text or state is not a position of the game."""


class MoveError(KibitzError):
    """The move cannot be played."""


class InvalidMoveError(MoveError):
    """The text cannot be read as a move."""


class IllegalMoveError(MoveError):
    """The move can be read, but the rules do not allow it here."""


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
    """There is no such lesson, or a file does not hold one."""


class TableError(KibitzError):
    """There is no such table of perfect play, or a file does not hold one."""


class BookError(KibitzError):
    """A file does not hold an opening book, or none can be made or kept."""


class CompileError(KibitzError):
    """The rules cannot be compiled."""


class ConformanceError(KibitzError, AssertionError):
    """A game breaks the contract; the message holds the shortest line that shows it."""


class KibitzWarning(UserWarning):
    """Something works, but not as well as it could."""
