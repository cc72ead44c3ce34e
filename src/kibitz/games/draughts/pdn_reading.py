"""Reading PDN: a tokenizer, and a reader that builds games from tokens.

It reads tags, moves in any accepted form, move numbers, comments, move strengths and NAGs, and
skips variations. The variant of a game comes from the tag GameType or, for variants without a
number in PDN, from the tag Variant; a file without either uses the default game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError, OptionError
from kibitz.core.messages import Message
from kibitz.core.text import parse_move, parse_state
from kibitz.games.draughts.pdn_records import (
    NAMES_BY_TYPE,
    OWN_TAGS,
    SWITCHES,
    Annotated,
    PdnError,
    PdnGame,
    row_of,
)
from kibitz.games.draughts.variants import STANDARD, VARIANTS

_TOKENS = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>\{[^}]*\} | ;[^\n]*)
      | (?P<skipped>%[^\n]*)
      | (?P<tag>\[\s*(?P<key>[A-Za-z]\w*)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
      | (?P<setup>/\s*FEN\s*"(?P<fen>[^"\n]*)"\s*/)
      | (?P<open>\()
      | (?P<close>\))
      | (?P<nag>\$\d{1,3})
      | (?P<result>(?:1/2-1/2|1-0|0-1|2-0|0-2|1-1|0-0)(?![\d:x-])|\*)
      | (?P<number>\d{1,4}\.(?:\.\.)?|\.\.\.)
      | (?P<move>(?:[a-j]\d\d?|\d\d?)(?:[-x:×]?[a-j]\d\d?|[-x:×]\d\d?)+)
        (?P<strength>\([!?]{1,2}\)|[!?*]{1,2})?
    """,
    re.VERBOSE | re.ASCII | re.IGNORECASE,
)
_STRENGTHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "*": 7}
_RESULTS = {
    "2-0": "1-0",
    "0-2": "0-1",
    "1-1": "1/2-1/2",
    **{result: result for result in ("1-0", "0-1", "1/2-1/2", "0-0", "*")},
}


def parse_games(text: str, game: Game) -> list[PdnGame]:
    """The games of a PDN file; `game` is used if the file does not name the variant.

    Raises PdnError, with the line number, if the text cannot be read or a move is illegal.
    """
    reader = _Reader(game)
    depth = 0  # of nested variations
    for kind, found, line in _tokens(text.removeprefix("\ufeff")):
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
            if depth < 0:
                raise _error(line, "expected '(' before this ')'")
        elif depth == 0:
            reader.add(kind, found, line)
    if depth:
        raise _error(text.count("\n") + 1, "expected ')' at the end of a variation")
    reader.finish(text.count("\n") + 1)
    return reader.games


def _tokens(text: str) -> Iterator[tuple[str, re.Match[str], int]]:
    """Every token except white space: its kind, its match and its line."""
    at, line = 0, 1
    while at < len(text):
        found = _TOKENS.match(text, at)
        if not found:
            rest = text[at : at + 20].split("\n")[0]
            raise _error(line, f"cannot read {rest!r}: expected a tag, a move or a comment")
        kind = "move" if found["move"] else found.lastgroup or ""
        if kind not in ("space", "skipped"):
            yield kind, found, line
        line += text.count("\n", at, found.end())
        at = found.end()


@dataclass(slots=True)
class _Move:
    """A move being read; a file may annotate it any number of times."""

    move: int
    nags: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


class _Reader:
    """Builds games from tokens."""

    def __init__(self, game: Game) -> None:
        self.games: list[PdnGame] = []
        self._default = game
        self._clear()

    def _clear(self) -> None:
        """Reset everything for the next game."""
        self._tags: dict[str, str] = {}
        self._game: Game | None = None  # known from the first token after the tags
        self._start = self._state = self._default.initial()
        self._moves: list[_Move] = []
        self._comments: list[str] = []
        self._ending = "*"

    def add(self, kind: str, found: re.Match[str], line: int) -> None:
        """Add one token."""
        if kind == "tag":
            if self._game:
                self.finish(line)
            value = re.sub(r"\\(.)", r"\1", found["value"])
            self._tags[found["key"]] = " ".join(value.split())
        elif kind == "result":
            self._ending = found[0]
            self.finish(line)
        elif kind != "number":
            game = self._begin(line)
            if kind == "comment":
                self._comment(found[0][1:-1] if found[0][0] == "{" else found[0][1:])
            elif kind == "nag":
                self._annotate(int(found[0][1:]), line)
            elif kind == "setup":
                self._set_up(game, found["fen"], line)
            else:
                self._move(game, found["move"], line)
                nag = _STRENGTHS.get((found["strength"] or "").strip("()"))
                if nag:
                    self._annotate(nag, line)

    def finish(self, line: int) -> None:
        """Complete the current game, if there is one."""
        if self._tags or self._game or self._ending != "*":
            game = self._begin(line)
            tagged = self._tags.get("Result") or "*"
            result = tagged if tagged != "*" else self._ending
            tags = {key: value for key, value in self._tags.items() if key not in OWN_TAGS}
            self.games.append(
                PdnGame(
                    game=game,
                    start=self._start,
                    moves=tuple(
                        Annotated(one.move, tuple(one.nags), " ".join(one.comments))
                        for one in self._moves
                    ),
                    result=_RESULTS.get(result, result),
                    tags=tags,
                    comment=" ".join(self._comments),
                )
            )
        self._clear()

    def _begin(self, line: int) -> Game:
        """The game that the tags name; the first call sets up its starting position."""
        if self._game is None:
            self._game = _game_of(self._tags, self._default, line)
            self._start = self._state = self._game.initial()
            if self._tags.get("FEN"):
                self._set_up(self._game, self._tags["FEN"], line)
        return self._game

    def _set_up(self, game: Game, fen: str, line: int) -> None:
        if self._moves:
            raise _error(line, "expected the position before the first move of a game")
        try:
            self._start = self._state = parse_state(game, fen)
        except KibitzError as problem:
            raise _error(line, str(problem)) from None

    def _comment(self, text: str) -> None:
        comment = " ".join(text.replace("}", ")").split())
        if not comment:
            return
        comments = self._moves[-1].comments if self._moves else self._comments
        comments.append(comment)

    def _annotate(self, nag: int, line: int) -> None:
        if not self._moves:
            raise _error(line, f"expected a move before ${nag}")
        self._moves[-1].nags.append(nag)

    def _move(self, game: Game, text: str, line: int) -> None:
        try:
            move = parse_move(game, self._state, text)
        except KibitzError as problem:
            where = f"move {len(self._moves) + 1} of game {len(self.games) + 1}"
            raise _error(line, f"{where}: {problem}") from None
        self._state = game.play(self._state, move)
        self._moves.append(_Move(move))


def _error(line: int, problem: str) -> PdnError:
    stop = "" if problem.endswith((".", "…")) else "."
    text = f"Cannot read this PDN, line {line}: {problem}{stop}"
    return PdnError(Message("bad_pdn", text, {"line": line, "problem": problem}))


def _game_of(tags: Mapping[str, str], default: Game, line: int) -> Game:
    """The game that the tags name."""
    kind = re.fullmatch(
        r"(\d{1,3})(?:,[WB],(\d{1,2}),\d{1,2},[ANS][0-3](?:,[01])?)?", tags.get("GameType", "")
    )
    name = tags.get("Variant", "").lower()
    size = int(kind[2]) if kind and kind[2] else 0
    if name not in VARIANTS:
        if kind is None:
            return default
        row = row_of(default)
        if int(kind[1]) == row.game_type and size in (0, row.size):
            return default
        name = NAMES_BY_TYPE.get(int(kind[1]), "")
        if not name:
            known = ", ".join(map(str, sorted(NAMES_BY_TYPE)))
            raise _error(line, f"unknown GameType {kind[1]}: expected one of {known}")
    try:
        chosen = dict(item.split("=", 1) for item in tags.get("Options", "").split() if "=" in item)
        switches = {key: chosen.get(key, STANDARD) for key in SWITCHES}
        return default.configure(variant=name, size=size, **switches)
    except OptionError as problem:
        raise _error(line, str(problem)) from None
