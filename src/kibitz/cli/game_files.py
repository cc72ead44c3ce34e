"""The files that `kibitz play` writes."""

from __future__ import annotations

import os

from kibitz.cli import output
from kibitz.core.errors import OptionError, RecordError
from kibitz.core.files import replace_text, suffix
from kibitz.session.formats import own_format
from kibitz.session.session import Session


def note_format(session: Session, path: str) -> None:
    """Print a note if the format of `path` does not store the complete session."""
    if own_format(session.game, suffix(path)) is not None:
        output.note(
            f"kibitz: note: {path} stores the moves, names, levels and outcome; save a .json file "
            "to keep branches, times, evaluations, limits and seeds too"
        )


class GameFiles:
    """The files that are updated after every move: the session, and a picture of the board.

    It never overwrites an existing session file other than the one that was loaded.
    """

    def __init__(
        self,
        session: Session,
        save: str | None,
        picture: str | None,
        loaded: str | None = None,
    ) -> None:
        self._session = session
        self._save = save
        self._picture = picture
        self._own = [] if loaded is None else [loaded]  # files that may be overwritten
        if save is not None:
            self._claim(save)

    def save_copy(self, path: str) -> None:
        """Write the session to another file."""
        self._claim(path)
        self._session.save(path)

    def _claim(self, path: str) -> None:
        """Raise RecordError if the file exists and is not one of this session's files."""
        if os.path.isfile(path) and not any(_is_same(path, own) for own in self._own):
            raise RecordError("record_exists", path=path)
        self._own.append(path)

    def update(self) -> None:
        """Write all files, each atomically."""
        if self._save is not None:
            self._session.save(self._save)
        if self._picture is None:
            return
        try:
            replace_text(self._picture, self._session.svg())
        except OSError as problem:
            raise OptionError(
                "bad_option",
                name="svg",
                game=self._session.game.name,
                value=self._picture,
                expected=f"a file that can be written ({problem.strerror})",
            ) from None


def _is_same(first: str, second: str) -> bool:
    return os.path.exists(second) and os.path.samefile(first, second)
