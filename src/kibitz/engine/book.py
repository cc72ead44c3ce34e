"""Opening books: good moves in the positions near the start of a game, found by deep search.

A book is one JSON file. A position and its mirror images share one entry, which describes the image
that `symmetries` selects: the key is its state without clocks, and the moves are legal there.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from kibitz.core.contract import Game
from kibitz.core.documents import parse_json
from kibitz.core.errors import BookError, KibitzWarning
from kibitz.core.fields import DocumentFields
from kibitz.core.files import read_text, replace_text
from kibitz.core.folders import data_folder
from kibitz.core.state_fields import state_words
from kibitz.core.text import format_move, format_state
from kibitz.core.types import Move, Score, State
from kibitz.games.game_ref import GameId, changed_settings, own_digest
from kibitz.search.variation import Variation

FORMAT = "kibitz-book"
VERSION = 1
VARIABLE = "KIBITZ_BOOKS"
_LONGEST = 400  # characters of a text field of a book
_MOST = 1_000_000  # positions
_MOST_MOVES = 4_096  # in a position
SHIPPED = Path(__file__).parent / "books"  # the books that come with Kibitz


@dataclass(frozen=True, slots=True)
class BookEntry:
    """One position: the depth of the search, and the good moves with their scores."""

    depth: int
    moves: Mapping[str, Score]  # from the view of the side to move, best first


@dataclass(frozen=True, slots=True)
class Book:
    """The good moves in positions near the start of a game."""

    game: str
    options: Mapping[str, int | str]
    rules: int  # the version of the game
    code: str  # a hash of a user's rules, which may change without a new version number
    search: str  # the plan it was built by
    positions: dict[str, BookEntry] = field(default_factory=dict)
    source: str = field(default="", compare=False)  # the file it was loaded from

    def fits(self, game: Game) -> bool:
        """Whether the book was built for these rules."""
        identity = GameId(self.game, dict(self.options), self.rules)
        return identity == GameId.of(game) and self.code == own_digest(game)

    def find(self, game: Game, state: State, earlier: Sequence[State] = ()) -> list[Variation]:
        """The good moves in `state`, best first; empty if the book does not contain it.

        `earlier`: the states before, which matter if the game forbids repetition.
        """
        image = image_of(game, state)
        entry = self.positions.get(key_of(game, image))
        if entry is None:
            return []
        # The moves of the entry may be mirrored, so compare the positions that they lead to.
        legal = game.legal_moves(state, earlier)
        ends = {key_after(game, state, move): move for move in legal}
        found = []
        unknown = set(entry.moves)
        for move in game.moves(image):
            text = format_move(game, image, move)
            unknown.discard(text)
            score = entry.moves.get(text)
            own = ends.get(key_after(game, image, move))
            if score is not None and own is not None:
                found.append(Variation((own,), score, entry.depth, False, False))
        for text in sorted(unknown):
            where = f"{game.name} position {format_state(game, image)!r}"
            problem = f"The book {self.source!r} has the illegal move {text!r} in {where}."
            warnings.warn(f"{problem} Kibitz ignores this move.", KibitzWarning, stacklevel=2)
        return sorted(found, key=lambda one: -one.score)

    def as_dict(self) -> dict[str, object]:
        """The book as a JSON object."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "options": dict(self.options),
            "rules": self.rules,
            **({"code": self.code} if self.code else {}),
            "search": self.search,
            "positions": {
                key: {"depth": entry.depth, "moves": dict(entry.moves)}
                for key, entry in self.positions.items()
            },
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the book atomically; raises BookError if that fails."""
        content = self.as_dict()
        positions: Any = content.pop("positions")
        lines = [f"{json.dumps(key)}: {json.dumps(entry)}" for key, entry in positions.items()]
        head = json.dumps(content, ensure_ascii=False)[:-1]
        text = f'{head}, "positions": {{\n' + ",\n".join(lines) + "\n}}\n"
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            replace_text(path, text)
        except OSError as problem:
            reason = problem.strerror or str(problem)
            raise BookError("book_unwritable", path=os.fspath(path), problem=reason) from None


def image_of(game: Game, state: State) -> State:
    """The image of `state` that represents it and its mirror images in a book."""
    return state if game.symmetries is None else game.symmetries(state)


def key_of(game: Game, image: State) -> str:
    """The key of an image in a book."""
    return ".".join(f"{number:x}" for number in state_words(game.identity(image)))


def key_after(game: Game, state: State, move: Move) -> str:
    """The key of the position after `move`."""
    return key_of(game, image_of(game, game.play(state, move)))


def read_book(path: str | os.PathLike[str]) -> Book:
    """Read a book; raises BookError if the file does not contain one."""
    source = os.fspath(path)
    text = read_text(path)
    try:
        content = parse_json(text)
    except ValueError as problem:
        raise BookError("no_book", path=source, problem=str(problem)) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BookError("no_book", path=source, problem=f"its format is not {FORMAT!r}")
    if content.get("version") != VERSION:
        version = content.get("version")
        what = f"its version is {version!r}, and this Kibitz supports {VERSION}"
        raise BookError("no_book", path=source, problem=what)
    return _read(BookFields(content, source))


class BookFields(DocumentFields):
    """An object of a book. A field that is missing or has the wrong type raises BookError."""

    def __init__(self, value: object, source: str, place: str = "") -> None:
        self.source = source
        super().__init__(value, place)

    def refusal(self, problem: str, name: str = "") -> BookError:
        """The error for a problem with this object or one of its fields."""
        what = f"a part is missing or damaged ({self.where(name) or 'the top level'}: {problem})"
        return BookError("no_book", path=self.source, problem=what)

    def _made(self, value: object, place: str) -> Self:
        return type(self)(value, self.source, place)

    def names(self, most: int) -> list[str]:
        """The names of all fields."""
        if not 1 <= len(self._fields) <= most:
            raise self.refusal(f"expected 1 to {most} entries, got {len(self._fields)}")
        return list(self._fields)


def _read(found: BookFields) -> Book:
    positions = found.inner("positions")
    is_empty = found.value("positions") == {}
    return Book(
        found.text("game", _LONGEST),
        found.settings("options"),
        found.whole("rules"),
        found.text("code", _LONGEST) if found.has("code") else "",
        found.text("search", _LONGEST),
        {} if is_empty else {key: _entry(positions.inner(key)) for key in positions.names(_MOST)},
        found.source,
    )


def _entry(found: BookFields) -> BookEntry:
    moves = found.inner("moves")
    scores = {move: moves.whole(move) for move in moves.names(_MOST_MOVES)}
    return BookEntry(found.whole("depth"), scores)


def file_name(game: Game) -> str:
    """The file name of a game's book: the game and its settings that are not the defaults."""
    return "-".join((game.name, *map(str, changed_settings(game).values()))) + ".json"


def own_path(game: Game) -> Path:
    """The path of the user's own book of a game."""
    return data_folder(VARIABLE, "books") / file_name(game)


def book_of(game: Game) -> Book | None:
    """The user's own book of a game, or else the one that comes with Kibitz, or None.

    A book for other rules, such as an earlier version, is ignored.
    """
    for path in (own_path(game), SHIPPED / file_name(game)):
        if path.exists():
            book = read_book(path)
            if book.fits(game):
                return book
    return None
