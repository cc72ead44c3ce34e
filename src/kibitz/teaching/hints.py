"""Hints in four steps (rungs), from a nudge in words to the full line.

If there are two or more legal moves, the first two rungs fit at least two of them: they describe
properties that the move shares with others, and become vaguer if they would give it away.
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
from kibitz.teaching.explanations.general_claims import loses, wins
from kibitz.teaching.explanations.sampled_claims import differ
from kibitz.teaching.explanations.study import Study, best_line, study_move
from kibitz.teaching.explanations.table_claims import table_nudge
from kibitz.teaching.explanations.term_claims import largest_change

RungKind: TypeAlias = Literal["nudge", "piece", "move", "line"]
RUNGS: tuple[RungKind, ...] = ("nudge", "piece", "move", "line")


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of a hint."""

    kind: RungKind
    code: str
    params: Mapping[str, object]
    text: str
    fits: int  # how many legal moves fit this rung and those before it

    def as_dict(self) -> dict[str, object]:
        """The rung for JSON."""
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
    """Four rungs, each revealing more: `nudge`, `piece`, `move` and `line`."""

    line: Line
    rungs: tuple[Rung, ...]

    @property
    def move(self) -> str:
        """The text of the suggested move."""
        return self.line.move

    def rung(self, kind: RungKind) -> Rung:
        """The rung of this kind."""
        return self.rungs[RUNGS.index(kind)]

    def as_dict(self) -> dict[str, object]:
        """The hint for JSON, with all rungs."""
        return {"line": self.line.as_dict(), "rungs": [rung.as_dict() for rung in self.rungs]}

    def __str__(self) -> str:
        return "\n".join(f"{rung.kind}: {rung.text}" for rung in self.rungs)


def hint(engine: Engine, plain: Engine, position: Position, limit: Limit | None) -> Hint:
    """A hint at the engine's move in `position`."""
    best = best_line(engine, position, limit)
    study = study_move(engine, plain, position, None, best, limit)
    legal = study.game.legal_moves(study.state, study.earlier)
    nudge, fitting = _nudge(study, legal)
    piece, narrower = _piece(study, fitting)
    full_line = message(
        "hint_line", line=" ".join(best.line), value=best.plain_value, warrant=best.basis
    )
    messages = (nudge, piece, message("hint_move", move=best.move), full_line)
    fits = (len(fitting), len(narrower), 1, 1)
    rungs = tuple(
        Rung(kind, one.code, _plain_params(one), one.text, count)
        for kind, one, count in zip(RUNGS, messages, fits, strict=True)
    )
    return Hint(best, rungs)


def _plain_params(rung: Message) -> dict[str, object]:
    return {name: str(value) for name, value in rung.params.items()}


def _nudge(study: Study, legal: list[Move]) -> tuple[Message, list[Move]]:
    """A nudge, and the moves that fit it.

    A nudge about the position fits every move. One about a win is used only if two moves win.
    """
    if len(legal) == 1:
        return message("nudge_forced"), legal
    if (by_tables := table_nudge(study)) is not None:
        return by_tables, legal
    own_wins = wins(study, study.own, study.plain_own)
    own_loses = loses(study, study.own, study.plain_own)
    if own_wins and wins(study, study.rest, study.plain_rest):
        return message("nudge_win"), legal
    if loses(study, study.rest, study.plain_rest) and not own_wins and not own_loses:
        return message("nudge_danger"), legal
    by_vocabulary = _nudge_by_vocabulary(study, legal)
    if by_vocabulary is not None:
        return by_vocabulary
    if own_loses:
        return message("nudge_worse"), legal
    if own_wins or _stands_out(study, legal):
        return message("nudge_sharp"), legal
    return _quiet_nudge(study), legal


def _stands_out(study: Study, legal: list[Move]) -> bool:
    """Whether the best move leads the next by half the spread of all moves' evaluations or more.

    Sampled scores differ if their intervals do not overlap.
    """
    game, own, rest = study.game, study.own.score, study.rest.score if study.rest else None
    if own is None or rest is None:
        return False
    if study.rest is not None and study.own.interval and study.rest.interval:
        return own > rest and differ(study.own, study.rest)
    evaluations = [game.evaluate(game.play(study.state, move), study.side) for move in legal]
    return own > rest and 2 * game.unit * (own - rest) >= max(evaluations) - min(evaluations)


def _quiet_nudge(study: Study) -> Message:
    """A nudge towards the evaluation term that best play changes most."""
    change = largest_change(study, study.own.moves)
    if change is not None:
        nudge = message("nudge_term", term=change.name)
        if not gives_away(nudge.text, study.text):
            return nudge
    return message("nudge_calm")


def _nudge_by_vocabulary(study: Study, legal: list[Move]) -> tuple[Message, list[Move]] | None:
    """A nudge from the game's vocabulary that fits several moves, if there is one.

    A nudge that fits only some moves is preferred, because it is more specific.
    """
    vocabulary = study.game.vocabulary
    if vocabulary is None or not vocabulary.nudges:
        return None
    codes = {
        move: {fact.message.code for fact in vocabulary.facts(study.state, move)} for move in legal
    }
    fitting = {
        code: [move for move in legal if code in codes[move]]
        for code, text in vocabulary.nudges.items()
        if code in codes[study.move] and not gives_away(text, study.text)
    }
    for is_specific in (True, False):
        for code, moves in fitting.items():
            if len(moves) > 1 and (len(moves) < len(legal)) == is_specific:
                return Message(f"nudge_{code}", vocabulary.nudges[code], {}), moves
    return None


def _piece(study: Study, fitting: list[Move]) -> tuple[Message, list[Move]]:
    """A hint at the piece or part of the board, and the moves that still fit."""
    game, state = study.game, study.state
    if not study.others:
        return message("piece_forced"), fitting
    best: tuple[Message, list[Move]] | None = None
    described = {move: descriptions(game, state, move) for move in fitting}
    for kind, description in described[study.move].items():
        narrower = [move for move in fitting if described[move].get(kind) == description]
        is_useful = 2 <= len(narrower) < len(fitting)
        is_narrowest = best is None or len(narrower) < len(best[1])
        if is_useful and is_narrowest and not gives_away(description.text, study.text):
            best = description, narrower
    return best or _pair(study, fitting) or _without(study, fitting)


def _pair(study: Study, fitting: list[Move]) -> tuple[Message, list[Move]] | None:
    """A hint at two pieces, one of which moves, for when one alone would give the move away."""
    game, state = study.game, study.state
    sources = {move: step_of(game, state, move).sources[:1] for move in fitting}
    others = sorted({cells for cells in sources.values() if cells} - {sources[study.move]})
    if not sources[study.move] or not others:
        return None
    pair = sorted((sources[study.move], others[0]))
    one, other = (named(game, cells)[0] for cells in pair)
    hint_at_pair = message("piece_pair", one=one, other=other)
    if gives_away(hint_at_pair.text, study.text):
        return None
    return hint_at_pair, [move for move in fitting if sources[move] in pair]


def _without(study: Study, fitting: list[Move]) -> tuple[Message, list[Move]]:
    """A list of moves to rule out, for when no piece can be described."""
    game, state = study.game, study.state
    texts = {move: format_move(game, state, move) for move in fitting if move != study.move}
    wrong = [(move, text) for move, text in texts.items() if not gives_away(text, study.text)]
    count = min(len(wrong), len(fitting) // 2, len(fitting) - 2)
    if count < 1:
        return message("piece_of_two"), fitting
    ruled_out = wrong[-count:]
    not_these = message("piece_not_these", moves=", ".join(text for _, text in ruled_out))
    dropped = {move for move, _ in ruled_out}
    return not_these, [move for move in fitting if move not in dropped]


def gives_away(text: str, move: str) -> bool:
    """Whether `text` contains the text of the move as a separate word.

    >>> gives_away("look at 22-18 first", "22-18"), gives_away("look at 122-18", "22-18")
    (True, False)
    """
    return re.search(rf"(?<!\w){re.escape(move)}(?!\w)", text, re.IGNORECASE) is not None
