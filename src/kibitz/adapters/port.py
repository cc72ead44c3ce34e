"""Compares two games by playing them side by side, and finds the shortest game that differs."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.adapters.board_changes import are_alike, changes, matched
from kibitz.adapters.object_text import words_of
from kibitz.core.contract import Game
from kibitz.core.errors import ContractError, KibitzError
from kibitz.core.outcome import Outcome
from kibitz.core.text import format_board, format_move, parse_move
from kibitz.core.types import Move, State

LONGEST = 400  # plies of a random game; some games have no rule that ends them
SHRINKING = 20_000  # positions visited in the search for a shorter game
_TOLERANCE = 1e-6  # difference between evaluations in points, due to rounding


@dataclass(frozen=True, slots=True)
class PositionPair:
    """The same position in two games, and the line to it."""

    old: State
    new: State
    earlier: tuple[tuple[State, State], ...] = ()
    line: tuple[str, ...] = ()  # the moves in the old game's notation
    failure: str = ""  # why the last move cannot be played


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between two games, and the moves that show it."""

    line: tuple[str, ...]
    what: str  # "moves", "turn", "end", "evaluation" or "failure"
    text: str
    old_board: str
    new_board: str
    is_shortest: bool  # whether no shorter game shows a difference
    searched: int  # games of up to this many moves show no difference


@dataclass(frozen=True, slots=True)
class Comparison:
    """The size of a comparison, and the difference, if any."""

    games: int
    positions: int
    longest: int
    by_board: bool  # moves were matched by their effect on the board, as no texts match
    difference: Difference | None


class PortCheck:
    """Compares two games that should have the same rules."""

    def __init__(
        self, old: Game, new: Game, *, seed: int = 0, has_evaluations: bool = False
    ) -> None:
        self.old = old
        self.new = new
        self.has_evaluations = has_evaluations
        self.start: PositionPair = PositionPair(old.initial(seed), new.initial(seed))
        # The sides that move first correspond, even if their numbers differ.
        self._shift = int(self.start.new.turn) - int(self.start.old.turn)
        self.by_board: bool = False
        common, only_old, only_new = self._matched(self.start)
        if not common and 0 < len(only_old) == len(only_new):
            self._check_boards(only_old[0], only_new[0])
            self.by_board = True

    def compare(
        self, games: int, chance: random.Random, progress: Callable[[int], None] = lambda _: None
    ) -> Comparison:
        """Play random games until one shows a difference, and shorten that one."""
        positions = longest = 0
        for number in range(1, games + 1):
            pair = self.start
            while True:
                positions += 1
                if self.difference(pair):
                    found = self.shortest(pair)
                    return Comparison(number, positions, longest, self.by_board, found)
                following = self._following(pair)
                if not following or len(pair.line) >= LONGEST:
                    break
                pair = self._step(pair, *chance.choice(following))
            longest = max(longest, len(pair.line))
            progress(number)
        return Comparison(games, positions, longest, self.by_board, None)

    def difference(self, pair: PositionPair) -> tuple[str, str] | None:
        """The kind and description of the first difference in a position; None if there is none."""
        if pair.failure:
            return "failure", pair.failure
        try:
            return next(self._differences(pair), None)
        except Exception as problem:
            return "failure", f"The rules raise {type(problem).__name__}: {problem}."

    def _differences(self, pair: PositionPair) -> Iterator[tuple[str, str]]:
        old, new = self.old, self.new
        if old.players != new.players:
            yield "players", f"The old game has {old.players} players, the new one {new.players}."
            return
        ends = (
            old.outcome(pair.old, [earlier for earlier, _ in pair.earlier]),
            new.outcome(pair.new, [earlier for _, earlier in pair.earlier]),
        )
        if ends[0] is None or ends[1] is None:
            if ends[0] is not ends[1]:
                texts = [f"is over ({end})" if end else "goes on" for end in ends]
                yield "end", f"The old game {texts[0]}, the new one {texts[1]}."
                return
        elif self._payoffs(ends[0], 0) != self._payoffs(ends[1], self._shift):
            yield "end", f"The old game ends as {ends[0]!s}, the new one as {ends[1]!s}."
            return
        else:
            return
        if (pair.new.turn - pair.old.turn - self._shift) % old.players:
            sides = old.sides[pair.old.turn], new.sides[pair.new.turn]
            yield "turn", f"{sides[0]} moves in the old game, {sides[1]} in the new one."
        _, only_old, only_new = self._matched(pair)
        if only_old or only_new:
            lists = (
                ", ".join(format_move(old, pair.old, move) for move in only_old) or "none",
                ", ".join(format_move(new, pair.new, move) for move in only_new) or "none",
            )
            yield "moves", f"Moves only in the old game: {lists[0]}; only in the new: {lists[1]}."
        if self.has_evaluations:
            yield from self._evaluations(pair)

    def _payoffs(self, end: Outcome, shift: int) -> tuple[int, ...]:
        count = len(end.payoffs)
        return tuple(end.payoffs[(player + shift) % count] for player in range(count))

    def _evaluations(self, pair: PositionPair) -> Iterator[tuple[str, str]]:
        for player in range(self.old.players):
            twin = (player + self._shift) % self.new.players
            values = (
                self.old.evaluate(pair.old, player) / self.old.unit,
                self.new.evaluate(pair.new, twin) / self.new.unit,
            )
            if abs(values[0] - values[1]) > _TOLERANCE * max(1.0, *map(abs, values)):
                side = self.old.sides[player]
                both = f"{values[0]:g} in the old game, {values[1]:g} in the new one"
                yield "evaluation", f"The evaluation for {side} is {both}."

    def _matched(
        self, pair: PositionPair
    ) -> tuple[list[tuple[Move, Move]], list[Move], list[Move]]:
        """The moves of both games, those of the old one only, and those of the new one only.

        Two moves are the same if their texts have the same numbers and words, or if the new game
        can read the old text. If no texts match, they are the same if they have the same effect
        on the board.
        """
        old_moves = self.old.legal_moves(pair.old, [earlier for earlier, _ in pair.earlier])
        new_moves = self.new.legal_moves(pair.new, [earlier for _, earlier in pair.earlier])
        if self.by_board:
            return matched(changes(self.old, pair.old), changes(self.new, pair.new))
        texts = {format_move(self.new, pair.new, move).casefold(): move for move in new_moves}
        words = [words_of(text) for text in texts]
        by_words = {
            found: move
            for found, move in zip(words, texts.values(), strict=True)
            if found and words.count(found) == 1
        }
        rest = dict.fromkeys(new_moves)
        common, only_old = [], []
        for move in old_moves:
            text = format_move(self.old, pair.old, move)
            twin = texts.get(text.casefold(), by_words.get(words_of(text)))
            twin = self._read(pair, text) if twin is None else twin
            if twin is None or twin not in rest:
                only_old.append(move)
            else:
                del rest[twin]
                common.append((move, twin))
        return common, only_old, list(rest)

    def _check_boards(self, old_move: Move, new_move: Move) -> None:
        """ContractError if the moves match neither by text nor by their effect on the board."""
        old, new = changes(self.old, self.start.old), changes(self.new, self.start.new)
        if not are_alike(old, new):
            raise ContractError(
                "no_common_moves",
                old=format_move(self.old, self.start.old, old_move),
                new=format_move(self.new, self.start.new, new_move),
            )

    def _read(self, pair: PositionPair, text: str) -> Move | None:
        """The new game's move for a text of the old game, or None."""
        try:
            return parse_move(self.new, pair.new, text)
        except KibitzError:
            return None

    def _following(self, pair: PositionPair) -> list[tuple[Move, Move]]:
        """The moves from a position in which the games agree."""
        if self.old.outcome(pair.old, [earlier for earlier, _ in pair.earlier]) is not None:
            return []
        return self._matched(pair)[0]

    def _step(self, pair: PositionPair, old_move: Move, new_move: Move) -> PositionPair:
        line = (*pair.line, format_move(self.old, pair.old, old_move))
        earlier = (*pair.earlier, (pair.old, pair.new))
        old, new, which = pair.old, pair.new, "old"
        try:
            old = self.old.play(pair.old, old_move)
            which = "new"
            new = self.new.play(pair.new, new_move)
        except Exception as problem:
            failure = f"The {which} game raises {type(problem).__name__}: {problem}."
            return PositionPair(pair.old, pair.new, earlier, line, failure)
        return PositionPair(old, new, earlier, line)

    def shortest(self, longer: PositionPair) -> Difference:
        """The shortest game that shows a difference, by breadth-first search from the start.

        If that takes too long, `longer` is shortened by leaving out moves instead. The same applies
        if moves are matched by their effect on the board, as a search would not prove anything.
        """
        if self.by_board:
            return self._described(self._thinned(longer), False, -1)
        queue = deque([self.start])
        visited: set[Any] = set()
        searched = -1
        # With a repetition rule, the end of a game depends on the earlier positions too.
        has_history = self.old.repeats or self.new.repeats
        while queue and len(visited) < SHRINKING:
            pair = queue.popleft()
            searched = len(pair.line) - 1
            if self.difference(pair):
                return self._described(pair, True, searched)
            if len(pair.line) + 1 >= len(longer.line):
                continue
            for moves in self._following(pair):
                after = self._step(pair, *moves)
                is_own = has_history or after.failure
                key = after.line if is_own else (after.old, after.new)
                if key not in visited:
                    visited.add(key)
                    queue.append(after)
        if not queue:
            return self._described(longer, True, len(longer.line) - 1)
        return self._described(self._thinned(longer), False, searched)

    def _thinned(self, longer: PositionPair) -> PositionPair:
        """`longer` without the moves that are not needed to show a difference."""
        best = longer
        is_shorter = True
        while is_shorter:
            is_shorter = False
            for place in range(len(best.line)):
                shorter = self._replayed(best.line[:place] + best.line[place + 1 :])
                if shorter is not None and len(shorter.line) < len(best.line):
                    best, is_shorter = shorter, True
                    break
        return best

    def _replayed(self, line: tuple[str, ...]) -> PositionPair | None:
        """The first position along `line` that shows a difference; None if there is none."""
        pair = self.start
        for text in (*line, None):
            if self.difference(pair):
                return pair
            known = {
                format_move(self.old, pair.old, both[0]): both for both in self._following(pair)
            }
            if text not in known:
                return None
            pair = self._step(pair, *known[text])
        return None

    def _described(self, pair: PositionPair, is_shortest: bool, searched: int) -> Difference:
        found = self.difference(pair)
        assert found is not None
        return Difference(
            pair.line,
            *found,
            _shown(self.old, pair.old),
            _shown(self.new, pair.new),
            is_shortest,
            searched,
        )


def _shown(game: Game, state: State) -> str:
    """The board, or why it cannot be drawn."""
    try:
        return format_board(game, state)
    except Exception as problem:
        return f"(It cannot be drawn: {type(problem).__name__}: {problem}.)"
