"""Old names of attributes and arguments: using one fails with an error that gives the new name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, NoReturn, ParamSpec, TypeVar

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_Class = TypeVar("_Class", bound=type)


class _OldName:
    """Replaces an attribute that no longer exists."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __get__(self, instance: object, owner: type | None = None) -> NoReturn:
        raise AttributeError(self._text)


def former_attributes(texts: Mapping[str, str]) -> Callable[[_Class], _Class]:
    """Reject attributes that a class no longer has, with a text for each.

    >>> from kibitz import Switches
    >>> Switches().skipping
    Traceback (most recent call last):
    ...
    AttributeError: Switches.skipping is now Switches.null_move.
    """

    def decorate(cls: _Class) -> _Class:
        for old, text in texts.items():
            setattr(cls, old, _OldName(f"{cls.__name__}.{old} {text}"))
        return cls

    return decorate


def renamed(**names: str) -> Callable[[_Class], _Class]:
    """Reject the old names of a class's attributes and keyword arguments.

    >>> from kibitz import Piece
    >>> Piece("X", "cross", player=0)
    Traceback (most recent call last):
    ...
    TypeError: Piece.player is now Piece.side.
    """

    def decorate(cls: _Class) -> _Class:
        texts = {old: f"is now {cls.__name__}.{new}." for old, new in names.items()}
        former_attributes(texts)(cls)
        maker = "__new__" if issubclass(cls, tuple) else "__init__"
        make = getattr(cls, maker)

        @wraps(make)
        def checked(*values: Any, **fields: Any) -> Any:
            for old in texts.keys() & fields.keys():
                raise TypeError(f"{cls.__name__}.{old} {texts[old]}")
            return make(*values, **fields)

        setattr(cls, maker, checked)
        return cls

    return decorate


def renamed_arguments(
    **names: str,
) -> Callable[[Callable[_Arguments, _Result]], Callable[_Arguments, _Result]]:
    """Reject the old names of a function's keyword arguments.

    >>> import kibitz
    >>> kibitz.review(kibitz.Session(kibitz.game("tictactoe")), words=True)
    Traceback (most recent call last):
    ...
    TypeError: The argument words of review() is now explains.
    """

    def decorate(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
        @wraps(function)
        def checked(*values: _Arguments.args, **fields: _Arguments.kwargs) -> _Result:
            for old in names.keys() & fields.keys():
                raise TypeError(f"The argument {old} of {function.__name__}() is now {names[old]}.")
            return function(*values, **fields)

        return checked

    return decorate
