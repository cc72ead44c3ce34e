"""Games of draughts as PDN, Portable Draughts Notation 3.0: files of one or many games, in and out.

Read are tags, moves in any accepted form, move numbers, comments, move strengths and NAGs, and
variations, which are skipped. The tag GameType says which variant a game is, or the tag Variant,
for those that PDN has no number for; a file without either is of the game that is asked for.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kibitz.core.contract import DRAW, Game
from kibitz.core.errors import KibitzError, OptionError
from kibitz.core.messages import Message
from kibitz.core.outcome import Outcome
from kibitz.core.text import format_move, format_state, parse_move, parse_state
from kibitz.games.draughts import GAME, STANDARD
from kibitz.games.draughts.state import State
from kibitz.games.draughts.variants import VARIANTS, Variant, sized

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
_FIRST_TAGS = ("Event", "Site", "Date", "Round", "White", "Black")
_OWN_TAGS = ("Result", "GameType", "Variant", "Options", "FEN", "SetUp")
_WIDTH = 79


class PdnError(KibitzError):
    """The text is no PDN, or a game in it breaks its rules."""


@dataclass(frozen=True, slots=True)
class Annotated:
    """One move of a recorded game, with what was said about it."""

    move: int
    nags: tuple[int, ...] = ()
    comment: str = ""


@dataclass(frozen=True, slots=True)
class PdnGame:
    """One recorded game.

    `tags`: those that the other fields do not say. `result`: 1-0 where White won, 0-1, 1/2-1/2,
    0-0 where both lost, * where it is not known, or any other text that a file has.
    """

    game: Game
    start: State
    moves: tuple[Annotated, ...] = ()
    result: str = "*"
    tags: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""

    def states(self) -> list[State]:
        """Every position, the start first."""
        states = [self.start]
        for one in self.moves:
            states.append(self.game.play(states[-1], one.move))
        return states


def result_of(outcome: Outcome | None) -> str:
    """A game's result as PDN writes it: White's points first."""
    if outcome is None:
        return "*"
    if outcome.winner is None:
        return "1/2-1/2" if DRAW in outcome.payoffs else "0-0"
    return "1-0" if outcome.sides[outcome.winner] == "white" else "0-1"


# In.


def parse_pdn(text: str, game: Game = GAME) -> list[PdnGame]:
    """The games of a PDN file; `game` is which game they are where the file does not say.

    PdnError, with the line, where something cannot be read or a move is not legal.

    >>> [one] = parse_pdn('[White "Anna"] 1. 22-18 9-14 2. 18x9 *')
    >>> one.tags, len(one.moves), one.result
    ({'White': 'Anna'}, 3, '*')
    """
    reader = _Reader(game)
    depth = 0  # of variations
    for kind, found, line in _tokens(text.removeprefix("\ufeff")):
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
            if depth < 0:
                raise _error(line, "expected a variation to begin before this ')'")
        elif depth == 0:
            reader.take(kind, found, line)
    if depth:
        raise _error(text.count("\n") + 1, "expected ')' at the end of a variation")
    reader.finish(text.count("\n") + 1)
    return reader.games


def _tokens(text: str) -> Iterator[tuple[str, re.Match[str], int]]:
    """Every token that matters: its kind, its match and its line."""
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
    """A move while its game is read: lists, because a file may annotate it any number of times."""

    move: int
    nags: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


class _Reader:
    """Puts games together from tokens."""

    def __init__(self, game: Game) -> None:
        self.games: list[PdnGame] = []
        self._default = game
        self._clear()

    def _clear(self) -> None:
        """Nothing is known of the next game yet."""
        self._tags: dict[str, str] = {}
        self._game: Game | None = None  # known from the first token after the tags
        self._start = self._state = self._default.initial()
        self._moves: list[_Move] = []
        self._comments: list[str] = []
        self._ending = "*"

    def take(self, kind: str, found: re.Match[str], line: int) -> None:
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
        """The game is complete, if there is one."""
        if self._tags or self._game or self._ending != "*":
            game = self._begin(line)
            tagged = self._tags.get("Result") or "*"
            result = tagged if tagged != "*" else self._ending
            tags = {key: value for key, value in self._tags.items() if key not in _OWN_TAGS}
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
        """The game that the tags name, and its start."""
        if self._game is None:
            self._game = _game_of(self._tags, self._default, line)
            self._start = self._state = self._game.initial()
            if self._tags.get("FEN"):
                self._set_up(self._game, self._tags["FEN"], line)
        return self._game

    def _set_up(self, game: Game, fen: str, line: int) -> None:
        if self._moves:
            raise _error(line, "expected a position before the first move: begin another game")
        try:
            self._start = self._state = parse_state(game, fen)
        except KibitzError as problem:
            raise _error(line, str(problem)) from None

    def _comment(self, text: str) -> None:
        said = " ".join(text.replace("}", ")").split())
        if not said:
            return
        comments = self._moves[-1].comments if self._moves else self._comments
        comments.append(said)

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
    text = f"cannot read this PDN, line {line}: {problem}"
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
        row = _row(default)
        if int(kind[1]) == row.game_type and size in (0, row.size):
            return default
        name = _NAMES.get(int(kind[1]), "")
        if not name:
            known = ", ".join(map(str, sorted(_NAMES)))
            raise _error(line, f"unknown GameType {kind[1]}: known are {known}")
    try:
        chosen = dict(item.split("=", 1) for item in tags.get("Options", "").split() if "=" in item)
        options = {
            key: chosen[key] for key in ("landing", "majority", "king_limit") if key in chosen
        }
        return GAME.configure(variant=name, size=size, **options)
    except OptionError as problem:
        raise _error(line, str(problem)) from None


_NAMES = {
    **{row.game_type: row.name for row in VARIANTS.values() if row.game_type},
    28: "spanish",  # PDN: Portuguese, the same rules
}


def _row(game: Game) -> Variant:
    return sized(str(game.settings["variant"]), int(game.settings["size"]))


# Out.


def format_pdn(games: Iterable[PdnGame]) -> str:
    """The games as one PDN file."""
    return "\n".join(map(_format_game, games))


def _format_game(record: PdnGame) -> str:
    """One game: its tags, an empty line, its moves."""
    tags = {key: record.tags[key] for key in _FIRST_TAGS if key in record.tags}
    row = _row(record.game)
    tags["Result"] = _written(record.result, row)
    if row.game_type:
        tags["GameType"] = _game_type(row)
    if _NAMES.get(row.game_type) != row.name:
        tags["Variant"] = row.name
    settings = record.game.settings
    options = [
        f"{name}={settings[name]}"
        for name in ("landing", "majority", "king_limit")
        if settings[name] != STANDARD
    ]
    if options:
        tags["Options"] = " ".join(options)
    if record.start != record.game.initial():
        tags |= {"SetUp": "1", "FEN": format_state(record.game, record.start)}
    tags |= {key: value for key, value in record.tags.items() if key not in (*tags, *_OWN_TAGS)}
    lines = [f'[{key} "{_quoted(value)}"]' for key, value in tags.items()]
    words = textwrap.wrap(
        " ".join(_words(record)), _WIDTH, break_on_hyphens=False, break_long_words=False
    )
    return "\n".join([*lines, "", *words, ""])


def _words(record: PdnGame) -> Iterator[str]:
    """The movetext, word by word."""
    if record.comment:
        yield _braced(record.comment)
    state = record.start
    is_broken = True  # the next move of the second player needs its number
    for ply, one in enumerate(record.moves, start=record.start.turn):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif is_broken:
            yield f"{ply // 2 + 1}..."
        yield format_move(record.game, state, one.move)
        yield from (f"${nag}" for nag in one.nags)
        if one.comment:
            yield _braced(one.comment)
        is_broken = bool(one.comment)
        state = record.game.play(state, one.move)
    yield "*"


def _written(result: str, row: Variant) -> str:
    """The result as the game's type writes it."""
    if row.game_type == VARIANTS["international"].game_type:
        return {"1-0": "2-0", "0-1": "0-2", "1/2-1/2": "1-1"}.get(result, result)
    return result


def _game_type(row: Variant) -> str:
    """The value of the tag GameType, with every detail."""
    notation = f"{'A' if row.letters else 'N'}{row.first_square}"
    corner = 1 if row.dark_corner == "right" else 0
    starter = row.starter[0].upper()
    return f"{row.game_type},{starter},{row.size},{row.size},{notation},{corner}"


def _quoted(value: str) -> str:
    text = " ".join(value.split())
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _braced(comment: str) -> str:
    return "{" + " ".join(comment.replace("}", ")").split()) + "}"
