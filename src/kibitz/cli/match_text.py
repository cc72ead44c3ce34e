"""The standings and games of matches, as text."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.cli.match_progress import elo_text
from kibitz.core.contract import Game
from kibitz.match.elo import Advantage
from kibitz.match.replay import Replayed
from kibitz.match.standings import Row, Standings


def standings_text(found: Standings) -> str:
    """The standings as a table with a summary."""
    if found.games == 0:
        return "No games finished."
    rows = sorted(found.rows, key=lambda row: -(row.elo or 0.0))  # stable: a duel keeps its order
    has_ratings = rows[0].elo is not None
    width = max(6, *(len(row.name) for row in rows))
    head = f"{'player':<{width}}  {'games':>6} {'wins':>6} {'draws':>6} {'losses':>6} {'score':>8}"
    head += f" {'Elo':>14}" if has_ratings else ""
    lines = [f"{head} {'nodes/move':>12} {'ms/move':>9}"]
    lines += [_row_text(row, width, has_ratings) for row in rows]
    ended = ", ".join(f"{count} by {reason}" for reason, count in found.reasons.items())
    lines += ["", f"{found.games} games ended: {ended}"]
    lines += [f"{row.name} lost {_count(row.faults)} by errors" for row in rows if row.faults]
    if found.repeats:
        counted = "" if has_ratings else "; the error margins count such games once"
        lines.append(f"{found.repeats} of them repeat an earlier game move by move{counted}")
    if found.advantage is not None:
        first, second = found.rows[:2]
        lines.append(advantage_text(first.name, second.name, found.advantage))
    if found.test is not None:
        lines.append(_test_text(found.test))
    return "\n".join(lines)


def _count(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"


def _row_text(row: Row, width: int, has_rating: bool) -> str:
    counts = f"{row.games:>6} {row.wins:>6} {row.draws:>6} {row.losses:>6}"
    share = 100 * row.score / max(row.games, 1)
    rating = f" {f'{row.elo:+.0f} ± {row.error:.0f}':>14}" if has_rating else ""
    effort = f"{row.nodes:>12,.0f} {1000 * row.seconds:>9.2f}"
    return f"{row.name:<{width}}  {counts} {share:>6.1f} %{rating} {effort}"


def advantage_text(first: str, second: str, advantage: Advantage) -> str:
    """A sentence about the score of one player against another, with Elo."""
    low, high = advantage.elo_interval
    is_bounded = math.isfinite(low) and math.isfinite(high)
    reach = f", 95 % from {low:+.0f} to {high:+.0f}" if is_bounded else " (95 %)"
    return (
        f"{first} scores {100 * advantage.share:.1f} % ± {100 * advantage.error:.1f} against "
        f"{second}: Elo {elo_text(advantage)}{reach}; "
        f"likelihood of superiority {100 * advantage.superiority:.1f} %"
    )


def _test_text(test: dict[str, object]) -> str:
    claims = f"Elo {test['elo0']:g} against {test['elo1']:g}"
    numbers = f"ratio {test['ratio']} of {test['bounds']} after {test['pairs']} pairs"
    verdict = test["verdict"]
    result = "no verdict yet" if verdict is None else f"Elo {test[str(verdict)]:g} is accepted"
    return f"SPRT {claims}: {result}, {numbers}"


def game_text(one: Replayed, names: Sequence[str], game: Game) -> str:
    """A game of a record as text: players, moves and result."""
    result = one.result
    seats = [
        f"{side}: {names[contestant]} ({('loses', 'draws', 'wins')[payoff + 1]})"
        for side, contestant, payoff in zip(game.sides, result.seats, result.payoffs, strict=True)
    ]
    board = f", board {result.opening.seed}" if game.is_seeded else ""
    return "\n".join(
        [
            f"game {result.number}{board}, {result.plies} moves, ended by {result.reason}",
            *seats,
            f"opening: {' '.join(one.opening) or 'none'}",
            f"moves: {' '.join(one.moves) or 'none'}",
            *([f"error: {result.problem}"] if result.problem else []),
        ]
    )
