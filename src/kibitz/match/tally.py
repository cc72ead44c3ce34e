"""The tally of a match: its scores so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kibitz.core.errors import RecordError
from kibitz.core.score import WIN
from kibitz.match.elo import Advantage, measure
from kibitz.match.pairing import Pairing, pairing
from kibitz.match.result import Result
from kibitz.match.sprt import Claims, SequentialTest


class Tally:
    """Counts finished games in any order, each number once.

    The sequential test reads pairs in the order of their numbers and waits for missing ones, so
    that its verdict does not depend on how long games take. It skips pairs that repeat an earlier
    pair move by move, as deterministic players do when an opening recurs.
    """

    def __init__(
        self, contestants: int, players: int, seed: int = 0, claims: Claims | None = None
    ) -> None:
        self.results: dict[int, Result] = {}
        self.test: SequentialTest | None = None if claims is None else SequentialTest(claims)
        self._contestants = contestants
        self._players = players
        self._seed = seed
        self._groups: dict[int, tuple[float, int]] = {}  # by pair: points, number of games
        self._clusters: Counter[tuple[float, int]] = Counter()
        self._next = 0  # the pair that the test reads next
        self._played: set[object] = set()  # the contents of all pairs so far

    @property
    def is_duel(self) -> bool:
        """Whether two contestants play a game for two."""
        return self._contestants == self._players == 2

    def add(self, result: Result) -> bool:
        """Count a game; return False if its number was counted before."""
        if result.number in self.results:
            return False
        self.results[result.number] = result
        if self.is_duel:
            group = result.number // 2
            score, games = self._groups.get(group, (0.0, 0))
            if games:
                self._clusters[score, games] -= 1
            gained = (result.payoffs[result.seats.index(0)] + WIN) / 2
            self._groups[group] = score + gained, games + 1
            self._clusters[self._groups[group]] += 1
            self._read_pairs()
        return True

    def restore(self, results: Iterable[Result], source: str) -> None:
        """Count recorded games; raises RecordError if their seats are not those of this match."""
        for result in sorted(results, key=lambda one: one.number):
            expected = self._pairing(result.number).seats
            if result.seats != expected:
                what = f"game {result.number}: seats is {result.seats}, expected {expected}"
                raise RecordError("match_damaged", source=source, problem=what)
            self.add(result)

    def _read_pairs(self) -> None:
        while self._groups.get(self._next, (0.0, 0))[1] == 2:
            played = tuple(self._content(2 * self._next + turn) for turn in range(2))
            if played not in self._played:
                self._played.add(played)
                if self.test is not None:
                    self.test.add(self._groups[self._next][0])
            self._next += 1

    def _content(self, number: int) -> object:
        """The opening, moves and payoffs of a game."""
        result = self.results[number]
        return result.opening, result.moves, result.payoffs

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has its verdict."""
        return self.test is not None and self.test.verdict is not None

    def advantage(self) -> Advantage | None:
        """The advantage of the first of two contestants; None unless the match is a duel."""
        different = len(self._played) / self._next if self._next else 1.0
        return measure(+self._clusters, different) if self.is_duel else None

    @property
    def repeats(self) -> int:
        """How many games repeat another one move by move, with the same seats."""
        different = {(one.seats, self._content(number)) for number, one in self.results.items()}
        return len(self.results) - len(different)

    def opening(self, number: int) -> int:
        """The number of the opening of a game."""
        return self._pairing(number).opening

    def _pairing(self, number: int) -> Pairing:
        return pairing(self._contestants, self._players, self._seed, number)
