"""The errors of a client: those of the server as the same classes that Python code raises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.core.errors import (
    AmbiguousMoveError,
    FinishedError,
    HistoryError,
    IllegalMoveError,
    InvalidMoveError,
    KibitzError,
    LevelError,
    LimitError,
    OfferError,
    OptionError,
    PositionError,
    RecordError,
    UnknownGameError,
)
from kibitz.core.messages import Message

_CLASSES: Mapping[type[KibitzError], tuple[str, ...]] = {
    UnknownGameError: ("no_such_game", "unknown_game"),
    OptionError: ("bad_option", "unknown_option"),
    LevelError: ("level_without_table", "unknown_level"),
    PositionError: ("unreadable_position",),
    InvalidMoveError: ("unreadable_move",),
    IllegalMoveError: ("illegal_move",),
    AmbiguousMoveError: ("ambiguous_move",),
    HistoryError: (
        "no_own_move",
        "nothing_to_undo",
        "nothing_to_redo",
        "takebacks_by_consent",
        "takebacks_never",
    ),
    OfferError: ("no_offer", "not_asked", "not_offered", "open_offer", "takebacks_free"),
    FinishedError: ("already_over", "game_over", "nothing_to_search"),
    RecordError: ("no_format", "record_damaged", "record_from_future", "record_other_rules"),
    LimitError: ("bad_limit", "bad_seats", "bad_setting"),
}
CLASS_OF: Mapping[str, type[KibitzError]] = {
    code: kind for kind, codes in _CLASSES.items() for code in codes
}


class RequestError(KibitzError):
    """A request that failed for a reason that only exists over HTTP.

    `status`: the HTTP status; 0 if there was no response. `retry_after`: the seconds to wait before
    a retry, if the server suggests one.
    """

    status: int = 0
    retry_after: float | None = None


def error_of(problem: Mapping[str, Any], retry_after: float | None = None) -> KibitzError:
    """The error that a server's problem document describes."""
    code, params = str(problem["code"]), dict(problem["params"])
    message = Message(code, str(problem["detail"]), params)
    if code in CLASS_OF:
        return CLASS_OF[code](message)
    error = RequestError(message)
    error.status, error.retry_after = int(problem["status"]), retry_after
    return error
