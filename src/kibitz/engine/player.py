"""A player: one level of a game."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from kibitz.core.contract import Game, require_game
from kibitz.core.errors import LimitError
from kibitz.core.level import Level
from kibitz.core.score import LOSS, WIN, clamp, decided
from kibitz.engine.book import book_of
from kibitz.engine.engine import Engine
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.levels import level as level_named
from kibitz.engine.levels import score_spread
from kibitz.engine.lines import Line, line_of
from kibitz.engine.perfect_play import perfect_moves
from kibitz.engine.position import Position
from kibitz.engine.search_choice import search_kind
from kibitz.engine.visits import play_by_visits
from kibitz.search.deepening import Opponents, SearchKind
from kibitz.search.limits import Limit
from kibitz.search.switches import Plain, Switches
from kibitz.search.variation import Variation

_SLOW_SECONDS = 5.0  # per move of a ladder step, in a game that cannot be compiled
_INTERPRETED_SECONDS = 1.0  # the same, in a game that is being compiled
_TIES_SHARE = 4  # a strong step spends 1/4 of its effort on finding equally good moves
_TIES_NODES = 50_000  # but at least this many nodes, which take milliseconds


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that a player chooses."""

    line: Line
    is_random: bool = False  # chosen at random, without a search

    @property
    def move(self) -> str:
        """The move."""
        return self.line.move


class Player:
    """Plays one game at one level.

    `seed` makes moves reproducible: the same level, seed, ply and position give the same move,
    except at levels with a time limit. The default is random and available as attribute `seed`.
    `wait`: whether to wait until the game is compiled; by default only with a `seed`. `search`: as
    for `kibitz.Engine`, except at levels of textbook minimax.

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
        search: SearchKind | None = None,
        threads: int = 1,
        memory: int = 32,
        opponents: Opponents = "paranoid",
        wait: bool | None = None,
    ) -> None:
        if seed is not None and type(seed) is not int:
            raise LimitError("bad_setting", name="seed", value=seed, expected="a whole number")
        self.level: Level = level_named(require_game(game, "a player"), level)
        self.game: Game = game.judged_by(self.level.evaluation) if self.level.evaluation else game
        self.seed: int = random.getrandbits(31) if seed is None else seed
        self._opponents: Opponents = opponents
        self.engine: Engine = Engine(
            self.game,
            search=None if self.level.is_plain else search,
            threads=1 if self.level.is_plain else threads,
            memory=memory,
            switches=self._switches(search),
            opponents="paranoid" if self.level.is_plain else opponents,
            wait=seed is not None if wait is None else wait,
        )
        level = self.level
        self._book = book_of(game) if level.book else None
        self._limit = Limit(time=level.time, depth=level.depth, nodes=level.nodes)  # for this move

    def _switches(self, search: SearchKind | None) -> Switches | Plain | None:
        """The techniques of the level; a plain level searches exactly like textbook minimax.

        None if Monte Carlo tree search plays, which has none.
        """
        level = self.level
        if level.is_plain:
            return Plain(
                pruning=level.pruning,
                outcomes=level.decided != "evaluation",
                latest=level.ties == "last",
                transposition_table=False,
                deepening=False,
            )
        if search_kind(self.game, search, opponents=self._opponents) == "mcts":
            return None
        return Switches(quiescence_plies=level.exchange, endgame_tables=level.tables)

    def play(self, position: Position) -> Line:
        """Choose a move; return its line and evaluation."""
        return self.choose(position).line

    def choose(self, position: Position) -> Choice:
        """Choose a move; also return whether it is random."""
        # Seeded by position and ply, so that undone moves and hints do not change later choices.
        place = tuple(position.state) if isinstance(position.state, tuple) else ()
        key = f"{self.seed}/{len(position.earlier)}/{place}"
        rng = random.Random(key)  # noqa: S311 - no secret
        if self.level.randomness and rng.random() < self.level.randomness:
            return Choice(self._play_random(position, rng), is_random=True)
        if not self.level.is_plain and (wins := self._wins(position)):
            return Choice(rng.choice(wins))
        if self.level.perfect and (known := self.engine.knowledge) is not None:
            return Choice(self._play_perfectly(position, known, rng))
        state, earlier = position.state, position.earlier
        if self._book is not None and (moves := self._book.find(self.game, state, earlier)):
            return Choice(line_of(self.game, state, rng.choice(moves), 0, 0.0))
        self._limit = self._effort()
        if self._limit.time is None:
            self.engine.clear()  # earlier searches must not change the answer
        if self.level.is_plain:
            return Choice(self.engine.play(position, self._limit))
        if self.engine.search == "mcts":
            return Choice(play_by_visits(self.engine, self.level, self._limit, position, rng))
        if self.level.blur:
            share = score_spread(self.game).random_share(self.level)
            if share and rng.random() < share:
                return Choice(self._play_random(position, rng), is_random=True)
            return Choice(self._play_loosely(position, rng))
        return Choice(self._play_best(position, rng))

    def _effort(self) -> Limit:
        """The limit for a move. Uncompiled searches get a time limit; they might take minutes."""
        level = self.level
        seconds = level.time
        if not level.is_plain and seconds is None and not self.engine.is_compiled:
            seconds = _INTERPRETED_SECONDS if self.engine.is_provisional else _SLOW_SECONDS
        if self.engine.search == "mcts":
            return Limit(time=seconds, nodes=level.playouts or level.nodes)
        return Limit(time=seconds, depth=level.depth, nodes=level.nodes)

    def _play_perfectly(self, position: Position, known: Knowledge, rng: random.Random) -> Line:
        """A move from the endgame tables. If a clock or an unknown result leaves them undecided,
        search the moves that do not worsen the result.
        """
        game, state = self.game, position.state
        moves = perfect_moves(game, known, state, position.earlier)
        if not moves:
            return self.engine.analyse(position, self._limit, only=known.sound(state))[0]
        move = rng.choice([*moves])
        chosen = Variation(
            (move,), moves[move].score, 1, is_complete=True, is_proven=True, is_by_table=True
        )
        return line_of(game, state, known.continued(state, chosen), 0, 0.0)

    def _play_random(self, position: Position, rng: random.Random) -> Line:
        """A random legal move."""
        self.engine.check_position(position)
        state = position.state
        move = rng.choice(self.game.legal_moves(state, position.earlier))
        score = clamp(self.game.evaluate(state, state.turn))
        chosen = Variation((move,), score, 0, is_complete=False, is_proven=False)
        return line_of(self.game, state, chosen, 0, 0.0)

    def _wins(self, position: Position) -> list[Line]:
        """The moves that win immediately; a search might prefer a larger win later."""
        self.engine.check_position(position)
        game, state = self.game, position.state
        found = []
        for move in game.legal_moves(state, position.earlier):
            after = game.play(state, move)
            if next(iter(game.moves(after)), None) is None and game.payoff(after, state.turn) > 0:
                score = decided(WIN, 1, 0)
                won = Variation((move,), score, 1, is_complete=True, is_proven=True)
                found.append(line_of(game, state, won, 1, 0.0))
        return found

    def _play_loosely(self, position: Position, rng: random.Random) -> Line:
        """The best move after adding random errors to the scores, except for forced ends."""
        limit, spread = self._limit, score_spread(self.game)
        # With a coarse evaluation a shallower search sees much less; random moves replace it.
        lapses = 0.0 if spread.is_coarse else self.level.lapses
        if rng.random() < lapses and limit.depth is not None:
            limit = replace(limit, depth=limit.depth - 1)
        lines = self._all_moves(position, limit)
        if lines[0].result in (WIN, LOSS):
            return rng.choice(_equals(lines, lines[0]))
        open_lines = [line for line in lines if line.result != LOSS]
        blur = spread.blur(self.level) / self.game.unit
        if not blur:
            return rng.choice(_equals(open_lines, open_lines[0]))
        return max(open_lines, key=lambda line: (line.score or 0) + rng.uniform(-blur, blur))

    def _play_best(self, position: Position, rng: random.Random) -> Line:
        """The best move; a random one if several are equally good."""
        is_coarse = score_spread(self.game).is_coarse
        best = self.engine.play(position, self._share(_TIES_SHARE - (2 if is_coarse else 1)))
        rest = self._share(1)
        nodes = None if rest.nodes is None else max(rest.nodes, _TIES_NODES)
        limit = Limit(time=rest.time, nodes=nodes, depth=max(best.depth, 1))
        lines = self._all_moves(position, limit)
        if (equal := _equals(lines, best)) or not is_coarse:
            return rng.choice(equal or [best])
        return self._play_alike(position, best, lines, rng)

    def _play_alike(
        self, position: Position, best: Line, lines: list[Line], rng: random.Random
    ) -> Line:
        """A random move that has the score of `best`, if a search of that move alone confirms it.

        With a coarse evaluation many moves have the same score, but the search of all `lines` is
        less deep than that of the best one.
        """
        alike = {line.moves[0]: line for line in lines if line.score == best.score is not None}
        if best.moves[0] not in alike:
            return best
        chosen = rng.choice([*alike])
        if chosen == best.moves[0]:
            return best
        found = self.engine.analyse(position, self._share(1), only=[chosen])[0]
        return found if found.score == best.score else best

    def _share(self, parts: int) -> Limit:
        """The limit scaled by `parts` / `_TIES_SHARE`."""
        time, nodes = self._limit.time, self._limit.nodes
        return Limit(
            time=None if time is None else time * parts / _TIES_SHARE,
            nodes=None if nodes is None else nodes * parts // _TIES_SHARE,
            depth=self._limit.depth,
        )

    def _all_moves(self, position: Position, limit: Limit) -> list[Line]:
        """A line for every legal move, best first."""
        count = len(self.game.legal_moves(position.state, position.earlier))
        return self.engine.analyse(position, limit, multipv=max(count, 1))


def _equals(lines: list[Line], best: Line) -> list[Line]:
    """The lines with the same score as `best`, and the same depth or warrant."""
    return [
        line
        for line in lines
        if (line.score, line.win_in, line.loss_in) == (best.score, best.win_in, best.loss_in)
        and (line.depth == best.depth or line.warrant == best.warrant)
    ]
