"""Hints: a ladder of help, from a nudge in words to the whole line.

What the first two rungs say of the move also fits another legal move, wherever there are two: each
of them describes the move by something that it shares, and says less where that would give it away.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kibitz.core.messages import Message, message
from kibitz.core.text import format_move
from kibitz.core.types import Move
from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line
from kibitz.engine.position import Position
from kibitz.search.limits import Limit
from kibitz.teaching.descriptions import descriptions
from kibitz.teaching.explanations.board_marks import named, step_of
from kibitz.teaching.explanations.facts import loses, wins
from kibitz.teaching.explanations.reasons import largest_change
from kibitz.teaching.explanations.study import Study, best_line, study
from kibitz.teaching.explanations.table_facts import table_nudge

RungKind: TypeAlias = Literal["nudge", "piece", "move", "line"]
RUNGS: tuple[RungKind, ...] = ("nudge", "piece", "move", "line")


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of the ladder."""

    kind: RungKind
    code: str
    params: Mapping[str, object]
    text: str
    fits: int  # legal moves that fit everything said so far

    def as_dict(self) -> dict[str, object]:
        """The rung as JSON sees it."""
        return {
            "kind": self.kind,
            "code": self.code,
            "params": dict(self.params),
            "text": self.text,
            "fits": self.fits,
        }

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Hint:
    """Four rungs, each saying more: `nudge`, `piece`, `move` and `line`."""

    line: Line
    rungs: tuple[Rung, ...]

    @property
    def move(self) -> str:
        """The move that the ladder leads to."""
        return self.line.move

    def rung(self, kind: RungKind) -> Rung:
        """The rung of this kind."""
        return self.rungs[RUNGS.index(kind)]

    def as_dict(self) -> dict[str, object]:
        """The hint as JSON sees it, the whole ladder."""
        return {"line": self.line.as_dict(), "rungs": [rung.as_dict() for rung in self.rungs]}

    def __str__(self) -> str:
        return "\n".join(f"{rung.kind}: {rung.text}" for rung in self.rungs)


def hint(engine: Engine, plain: Engine, position: Position, limit: Limit | None) -> Hint:
    """The ladder that leads to the engine's move in `position`."""
    best = best_line(engine, position, limit)
    found = study(engine, plain, position, None, best, limit)
    legal = [*found.game.moves(found.state)]
    nudge, fitting = _nudge(found, legal)
    piece, narrower = _piece(found, fitting)
    whole = message("hint_line", line=" ".join(best.line), value=best.value, warrant=best.warrant)
    said = (nudge, piece, message("hint_move", move=best.move), whole)
    fits = (len(fitting), len(narrower), 1, 1)
    rungs = tuple(
        Rung(kind, one.code, _plain_params(one), one.text, count)
        for kind, one, count in zip(RUNGS, said, fits, strict=True)
    )
    return Hint(best, rungs)


def _plain_params(said: Message) -> dict[str, object]:
    return {name: str(value) for name, value in said.params.items()}


def _nudge(found: Study, legal: list[Move]) -> tuple[Message, list[Move]]:
    """What to look for, and the moves that it fits.

    What is said of the position fits every move; of a win it is said only where two moves win.
    """
    if len(legal) == 1:
        return message("nudge_forced"), legal
    if (known := table_nudge(found)) is not None:
        return known, legal
    own_wins = wins(found, found.own, found.plain_own)
    own_loses = loses(found, found.own, found.plain_own)
    if own_wins and wins(found, found.rest, found.plain_rest):
        return message("nudge_win"), legal
    if loses(found, found.rest, found.plain_rest) and not own_wins and not own_loses:
        return message("nudge_danger"), legal
    worded = _nudge_by_vocabulary(found, legal)
    if worded is not None:
        return worded
    if own_loses:
        return message("nudge_worse"), legal
    if own_wins or _stands_out(found, legal):
        return message("nudge_sharp"), legal
    return _quiet_nudge(found), legal


def _stands_out(found: Study, legal: list[Move]) -> bool:
    """Whether the move is worth more than the next best by half of what moves change at once."""
    game, own, rest = found.game, found.own.score, found.rest.score if found.rest else None
    if own is None or rest is None:
        return False
    at_once = [game.evaluate(game.play(found.state, move), found.side) for move in legal]
    return own > rest and 2 * game.unit * (own - rest) >= max(at_once) - min(at_once)


def _quiet_nudge(found: Study) -> Message:
    """What best play works on, where nothing is decided."""
    change = largest_change(found, found.own.moves)
    if change is not None:
        said = message("nudge_term", term=change.name.removeprefix("the "))
        if not gives_away(said.text, found.text):
            return said
    return message("nudge_calm")


def _nudge_by_vocabulary(found: Study, legal: list[Move]) -> tuple[Message, list[Move]] | None:
    """What the game's own words have for a nudge, where it fits several moves.

    One that fits some moves tells more than one that fits all of them.
    """
    vocabulary = found.game.vocabulary
    if vocabulary is None or not vocabulary.nudges:
        return None
    codes = {
        move: {fact.message.code for fact in vocabulary.facts(found.state, move)} for move in legal
    }
    fitting = {
        code: [move for move in legal if code in codes[move]]
        for code, text in vocabulary.nudges.items()
        if code in codes[found.move] and not gives_away(text, found.text)
    }
    for is_telling in (True, False):
        for code, moves in fitting.items():
            if len(moves) > 1 and (len(moves) < len(legal)) == is_telling:
                return Message(f"nudge_{code}", vocabulary.nudges[code], {}), moves
    return None


def _piece(found: Study, fitting: list[Move]) -> tuple[Message, list[Move]]:
    """Which piece, or which part of the board, and the moves that still fit."""
    game, state = found.game, found.state
    if not found.others:
        return message("piece_forced"), fitting
    best: tuple[Message, list[Move]] | None = None
    described = {move: descriptions(game, state, move) for move in fitting}
    for kind, said in described[found.move].items():
        narrower = [move for move in fitting if described[move].get(kind) == said]
        is_useful = 2 <= len(narrower) < len(fitting) and not gives_away(said.text, found.text)
        if is_useful and (best is None or len(narrower) < len(best[1])):
            best = said, narrower
    return best or _pair(found, fitting) or _without(found, fitting)


def _pair(found: Study, fitting: list[Move]) -> tuple[Message, list[Move]] | None:
    """Two pieces, one of which moves, where either alone would give the move away."""
    game, state = found.game, found.state
    sources = {move: step_of(game, state, move).sources[:1] for move in fitting}
    others = sorted({cells for cells in sources.values() if cells} - {sources[found.move]})
    if not sources[found.move] or not others:
        return None
    pair = sorted((sources[found.move], others[0]))
    one, other = (named(game, cells)[0] for cells in pair)
    said = message("piece_pair", one=one, other=other)
    if gives_away(said.text, found.text):
        return None
    return said, [move for move in fitting if sources[move] in pair]


def _without(found: Study, fitting: list[Move]) -> tuple[Message, list[Move]]:
    """Some moves that it is not, where nothing can be said of the piece."""
    game, state = found.game, found.state
    texts = {move: format_move(game, state, move) for move in fitting if move != found.move}
    wrong = [(move, text) for move, text in texts.items() if not gives_away(text, found.text)]
    count = min(len(wrong), len(fitting) // 2, len(fitting) - 2)
    if count < 1:
        return message("piece_of_two"), fitting
    ruled_out = wrong[-count:]
    said = message("piece_not_these", moves=", ".join(text for _, text in ruled_out))
    dropped = {move for move, _ in ruled_out}
    return said, [move for move in fitting if move not in dropped]


def gives_away(text: str, move: str) -> bool:
    """Whether `text` has the move's own text in it, as a word of its own.

    >>> gives_away("look at 22-18 first", "22-18"), gives_away("look at 122-18", "22-18")
    (True, False)
    """
    return re.search(rf"(?<!\w){re.escape(move)}(?!\w)", text, re.IGNORECASE) is not None
