"""Tournaments for two-player games: pairings, standings and winners, as pure functions.

A round robin pairs all contestants with each other, by the circle method: each contestant moves
first as often as second, or once more or less. A double round robin repeats it with the sides
swapped. In a knock-out the winner of each pairing advances. A drawn game is followed by another
one with the sides swapped; if `MOST_DRAWS` games are drawn, the contestant who moved second in the
last of them advances, which is the one higher in the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

LEAST, MOST = 3, 16  # contestants
MOST_DRAWS = 4  # games of one pairing of a knock-out
WON, DRAWN, LOST = 1.0, 0.5, 0.0

Format: TypeAlias = Literal["round-robin", "double-round-robin", "knock-out"]
FORMATS: tuple[Format, ...] = ("round-robin", "double-round-robin", "knock-out")


class GameKey(NamedTuple):
    """Where a game is in its tournament; each counts from 0."""

    round: int
    pairing: int
    number: int  # further games of a pairing that was drawn


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game of a tournament, and its contestants by number."""

    key: GameKey
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Place:
    """One contestant in the standings."""

    contestant: int
    score: float  # 1 for a win, 1/2 for a draw
    tie_break: float  # Sonneborn-Berger: the scores of those beaten, and half of those drawn with
    wins: int
    draws: int
    losses: int


Results: TypeAlias = Mapping[GameKey, float]  # the points of the contestant who moved first


def planned_games(kind: Format, count: int, results: Results) -> list[PlannedGame]:
    """The games that are known so far, in order, including those that are over.

    >>> [(game.first, game.second) for game in planned_games("round-robin", 3, {})]
    [(1, 2), (2, 0), (0, 1)]
    """
    if kind == "knock-out":
        return _knock_out(count, results)[0]
    rounds = round_robin(count, is_double=kind == "double-round-robin")
    return [
        PlannedGame(GameKey(number, place, 0), *pair)
        for number, pairs in enumerate(rounds)
        for place, pair in enumerate(pairs)
    ]


def round_robin(count: int, *, is_double: bool = False) -> list[list[tuple[int, int]]]:
    """The rounds of a round robin; in each pair the first contestant moves first."""
    turning = count - 1 if count % 2 == 0 else count  # those who rotate
    rounds = []
    for number in range(turning):
        pairs = [
            ((number + step) % turning, (number - step) % turning)
            for step in range(1, (turning + 1) // 2)
        ]
        if count % 2 == 0:
            pairs.insert(0, (number, count - 1) if number % 2 else (count - 1, number))
        rounds.append(pairs)
    if is_double:
        rounds += [[(second, first) for first, second in pairs] for pairs in rounds]
    return rounds


def winner(kind: Format, count: int, results: Results) -> int | None:
    """Who has won the tournament; None if it is not over, or if the first two are equal."""
    if kind == "knock-out":
        return _knock_out(count, results)[1]
    if not is_over(kind, count, results):
        return None
    best, second = standings(kind, count, results)[:2]
    is_tied = (best.score, best.tie_break) == (second.score, second.tie_break)
    return None if is_tied else best.contestant


def is_over(kind: Format, count: int, results: Results) -> bool:
    """Whether all games have been played."""
    if kind == "knock-out":
        return _knock_out(count, results)[1] is not None
    return all(game.key in results for game in planned_games(kind, count, results))


def standings(kind: Format, count: int, results: Results) -> list[Place]:
    """The contestants, best first: by score, then Sonneborn-Berger, then wins.

    In a knock-out, those who got further come first.
    """
    games = [game for game in planned_games(kind, count, results) if game.key in results]
    pairs = [(game.first, game.second, results[game.key]) for game in games]
    pairs += [(second, first, 1 - points) for first, second, points in pairs]
    score = [sum(points for one, _, points in pairs if one == own) for own in range(count)]
    places = [
        Place(
            own,
            score[own],
            sum(points * score[other] for one, other, points in pairs if one == own),
            sum(one == own and points == WON for one, _, points in pairs),
            sum(one == own and points == DRAWN for one, _, points in pairs),
            sum(one == own and points == LOST for one, _, points in pairs),
        )
        for own in range(count)
    ]
    if kind == "knock-out":
        champion = winner(kind, count, results)
        reached = {
            own: max((g.key.round for g in games if own in (g.first, g.second)), default=-1)
            for own in range(count)
        }
        places.sort(key=lambda one: (one.contestant != champion, -reached[one.contestant]))
        return places
    return sorted(places, key=lambda one: (-one.score, -one.tie_break, -one.wins))


def _knock_out(count: int, results: Results) -> tuple[list[PlannedGame], int | None]:
    """The games of a knock-out that are known so far, and the winner if there is one."""
    games: list[PlannedGame] = []
    size = 1
    while size < count:
        size *= 2
    # The first ones in the list meet as late as possible, and have no game in the first round if
    # the number of contestants is not a power of two.
    present: list[int | None] = [place if place < count else None for place in _seeded(size)]
    number = 0
    absent: list[bool] = [place is None for place in present]
    while len(present) > 1:
        after: list[int | None] = []
        missing: list[bool] = []
        for place in range(len(present) // 2):
            one, other = present[2 * place : 2 * place + 2]
            no_one, no_other = absent[2 * place : 2 * place + 2]
            if no_one or no_other:
                after.append(other if no_one else one)
                missing.append(no_one and no_other)
                continue
            missing.append(False)
            if one is None or other is None:
                after.append(None)  # decided by games that are not over
                continue
            played, advancing = _pairing(number, place, min(one, other), max(one, other), results)
            games += played
            after.append(advancing)
        present, absent = after, missing
        number += 1
    return games, present[0]


def _pairing(
    number: int, place: int, higher: int, lower: int, results: Results
) -> tuple[list[PlannedGame], int | None]:
    """The games of one pairing that are known so far, and who advances."""
    games: list[PlannedGame] = []
    for count in range(MOST_DRAWS):
        first, second = (higher, lower) if count % 2 == 0 else (lower, higher)
        key = GameKey(number, place, count)
        games.append(PlannedGame(key, first, second))
        points = results.get(key)
        if points is None:
            return games, None
        if points != DRAWN:
            return games, first if points == WON else second
    return games, games[-1].second


def _seeded(size: int) -> list[int]:
    """The order of a bracket in which the best two meet in the last round.

    >>> _seeded(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < size:
        total = 2 * len(order) - 1
        order = [place for one in order for place in (one, total - one)]
    return order
