"""An opponent: one level of a game, played move by move."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from kibitz.core.contract import Game, require_game
from kibitz.core.errors import LimitError
from kibitz.core.level import Level
from kibitz.core.score import WIN, clamp, decided
from kibitz.engine.book import book_of
from kibitz.engine.engine import Engine
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.levels import level as level_named
from kibitz.engine.levels import looseness
from kibitz.engine.lines import Line, line_of
from kibitz.engine.perfection import perfect_moves
from kibitz.engine.position import Position
from kibitz.search.deepening import Opponents
from kibitz.search.limits import Limit
from kibitz.search.switches import Plain, Switches
from kibitz.search.variation import Variation

_SLOW_SECONDS = 5.0  # what a step may take for a game that cannot be compiled
_INTERPRETED_SECONDS = 1.0  # and for one that is being compiled
_TIES_SHARE = 4  # of a strong step's effort, one part in so many looks for equal moves
_TIES_NODES = 50_000  # or so many, which take milliseconds, where that is more


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player does in a position."""

    line: Line
    is_random: bool = False  # drawn by lot, whatever it is worth

    @property
    def move(self) -> str:
        """The move."""
        return self.line.move


class Player:
    """Plays one game at one level.

    `seed` makes it repeat itself: the same level, seed, number of moves and position give the same
    move, but for the step that thinks by the clock. Without one it is drawn at random, and kept in
    `seed`. `wait`: whether it waits until the game is compiled; only with a seed where None.

    >>> import kibitz
    >>> game = kibitz.game("tictactoe")
    >>> Player(game, "hard").play(kibitz.Session(game, "XOX/O../...")).move
    '4'
    """

    def __init__(
        self,
        game: Game,
        level: str | Level = "10",
        *,
        seed: int | None = None,
        threads: int = 1,
        memory: int = 32,
        opponents: Opponents = "paranoid",
        wait: bool | None = None,
    ) -> None:
        if seed is not None and type(seed) is not int:
            raise LimitError("bad_setting", name="seed", value=seed, expected="a whole number")
        self.level = level_named(require_game(game, "a player"), level)
        self.game = game.judged_by(self.level.evaluation) if self.level.evaluation else game
        self.seed = random.getrandbits(31) if seed is None else seed
        self.engine = Engine(
            self.game,
            threads=1 if self.level.is_plain else threads,
            memory=memory,
            switches=_switches(self.level),
            opponents="paranoid" if self.level.is_plain else opponents,
            wait=seed is not None if wait is None else wait,
        )
        level = self.level
        self._book = book_of(game) if level.book else None
        self._limit = Limit(time=level.time, depth=level.depth, nodes=level.nodes)  # of this move

    def play(self, position: Position) -> Line:
        """The move that it plays, with what it thinks of it."""
        return self.choose(position).line

    def choose(self, position: Position) -> Choice:
        """The move that it plays, and how it came to it."""
        # By place and not by turn: moves taken back, or hints in between, change nothing.
        place = tuple(position.state) if isinstance(position.state, tuple) else ()
        key = f"{self.seed}/{len(position.earlier)}/{place}"
        lot = random.Random(key)  # noqa: S311 - no secret
        if self.level.randomness and lot.random() < self.level.randomness:
            return Choice(self._any(position, lot), is_random=True)
        if not self.level.is_plain and (wins := self._wins(position)):
            return Choice(lot.choice(wins))
        if self.level.perfect and (known := self.engine.knowledge) is not None:
            return Choice(self._perfect(position, known, lot))
        if self._book is not None and (moves := self._book.find(self.game, position.state)):
            return Choice(line_of(self.game, position.state, lot.choice(moves), 0, 0.0))
        self._limit = self._effort()
        if self._limit.time is None:
            self.engine.clear()  # what it learnt before must not change its answer
        if self.level.is_plain:
            return Choice(self.engine.play(position, self._limit))
        if self.level.blur:
            return Choice(self._judge(position, lot))
        return Choice(self._excel(position, lot))

    def _effort(self) -> Limit:
        """What a move may take. The nodes of the strong steps take minutes where not compiled."""
        level = self.level
        seconds = level.time
        if not level.is_plain and seconds is None and not self.engine.is_compiled:
            seconds = _INTERPRETED_SECONDS if self.engine.is_provisional else _SLOW_SECONDS
        return Limit(time=seconds, depth=level.depth, nodes=level.nodes)

    def _perfect(self, position: Position, known: Knowledge, lot: random.Random) -> Line:
        """A move by tables of perfect play; where a clock or something unknown decides, the best
        that search finds among those that give nothing away.
        """
        game, state = self.game, position.state
        moves = perfect_moves(game, known, state, position.earlier)
        if not moves:
            return self.engine.analyse(position, self._limit, only=known.sound(state))[0]
        move = lot.choice([*moves])
        score = decided(moves[move].result, moves[move].plies or 0, 0)
        chosen = Variation((move,), score, 1, is_complete=True, is_proven=True, is_by_table=True)
        return line_of(game, state, known.continued(state, chosen), 0, 0.0)

    def _any(self, position: Position, lot: random.Random) -> Line:
        """A legal move by lot."""
        self.engine.check_position(position)
        state = position.state
        move = lot.choice(list(self.game.moves(state)))
        score = clamp(self.game.evaluate(state, state.turn))
        drawn = Variation((move,), score, 0, is_complete=False, is_proven=False)
        return line_of(self.game, state, drawn, 0, 0.0)

    def _wins(self, position: Position) -> list[Line]:
        """Every move that wins at once: nobody who sees one looks for a finer win."""
        self.engine.check_position(position)
        game, state = self.game, position.state
        found = []
        for move in game.moves(state):
            after = game.play(state, move)
            if next(iter(game.moves(after)), None) is None and game.payoff(after, state.turn) > 0:
                score = decided(WIN, 1, 0)
                won = Variation((move,), score, 1, is_complete=True, is_proven=True)
                found.append(line_of(game, state, won, 1, 0.0))
        return found

    def _judge(self, position: Position, lot: random.Random) -> Line:
        """The best move by a loose judgement; a forced end is not judged but seen."""
        limit = self._limit
        if lot.random() < self.level.lapses and limit.depth is not None:
            limit = replace(limit, depth=limit.depth - 1)
        lines = self._all_moves(position, limit)
        if lines[0].win_in is not None or lines[0].loss_in is not None:
            return lot.choice(_equals(lines, lines[0]))
        open_lines = [line for line in lines if line.loss_in is None]
        blur = looseness(self.game).blur(self.level) / self.game.unit
        return max(open_lines, key=lambda line: (line.score or 0) + lot.uniform(-blur, blur))

    def _excel(self, position: Position, lot: random.Random) -> Line:
        """The best move that it can find, and of equal ones any."""
        best = self.engine.play(position, self._share(_TIES_SHARE - 1))
        rest = self._share(1)
        nodes = None if rest.nodes is None else max(rest.nodes, _TIES_NODES)
        limit = Limit(time=rest.time, nodes=nodes, depth=max(best.depth, 1))
        return lot.choice(_equals(self._all_moves(position, limit), best) or [best])

    def _share(self, parts: int) -> Limit:
        """So many parts of the effort."""
        time, nodes = self._limit.time, self._limit.nodes
        return Limit(
            time=None if time is None else time * parts / _TIES_SHARE,
            nodes=None if nodes is None else nodes * parts // _TIES_SHARE,
            depth=self._limit.depth,
        )

    def _all_moves(self, position: Position, limit: Limit) -> list[Line]:
        """A line for every legal move, best first."""
        count = sum(1 for _ in self.game.moves(position.state))
        return self.engine.analyse(position, limit, multipv=max(count, 1))


def _switches(level: Level) -> Switches | Plain:
    """The search of a level. A plain level visits the nodes of the textbooks, and no others."""
    if not level.is_plain:
        return Switches(quiescence_plies=level.exchange, endgame_tables=level.tables)
    return Plain(
        pruning=level.pruning,
        outcomes=level.decided != "evaluation",
        latest=level.ties == "last",
        transposition_table=False,
        deepening=False,
    )


def _equals(lines: list[Line], best: Line) -> list[Line]:
    """The lines that are worth as much as `best`, and are known as well."""
    return [
        line
        for line in lines
        if (line.score, line.win_in, line.loss_in) == (best.score, best.win_in, best.loss_in)
        and (line.depth == best.depth or line.warrant == best.warrant)
    ]
