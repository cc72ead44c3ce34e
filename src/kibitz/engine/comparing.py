"""What tells two moves apart, by plain minimax of both to one depth."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.messages import message
from kibitz.engine.claims import Claim, claim
from kibitz.engine.facts import depth_warrant, loses, points, span, wins
from kibitz.engine.probe import Probe, Seen
from kibitz.engine.study import Study


def difference_claims(one: Study, other: Study, probe: Probe) -> Iterator[Claim]:
    """The claims that hold between the moves of two studies of one position."""
    pair = _to_one_depth(one, other, probe)
    if pair is None:
        return
    first, second = pair
    is_first_won, is_second_won = wins(one, one.own, first), wins(other, other.own, second)
    is_first_lost, is_second_lost = loses(one, one.own, first), loses(other, other.own, second)
    if (is_first_won and is_second_won) or (is_first_lost and is_second_lost):
        yield from _sooner(one, first, second, is_first_won)
    elif is_first_won and second.line.win_in is None:
        yield _only_one_wins(first, second)
    elif is_second_won and first.line.win_in is None:
        yield _only_one_wins(second, first)
    elif is_first_lost and second.line.loss_in is None:
        yield _only_one_loses(second, first)
    elif is_second_lost and first.line.loss_in is None:
        yield _only_one_loses(first, second)
    elif not first.is_decided and not second.is_decided:
        yield from _by_points(one, other, first, second)


def _to_one_depth(one: Study, other: Study, probe: Probe) -> tuple[Seen, Seen] | None:
    first, second = one.plain_own, other.plain_own
    if first is None or second is None:
        return None
    if first.depth == second.depth:
        return first, second
    # The deeper one where it can be afforded, else the other.
    for depth in sorted((first.depth, second.depth), reverse=True):
        deep_first = probe.exactly([one.move], depth)
        deep_second = probe.exactly([other.move], depth)
        if deep_first is not None and deep_second is not None:
            return deep_first, deep_second
    return None


def _only_one_wins(better: Seen, worse: Seen) -> Claim:
    said = message(
        "wins_where_other_does_not",
        better=better.line.move,
        worse=worse.line.move,
        plies=better.line.win_in,
        span=span(better.line.win_in),
        depth=better.depth,
    )
    return claim(said, better.line.line, depth_warrant(better.depth))


def _only_one_loses(better: Seen, worse: Seen) -> Claim:
    said = message(
        "loses_where_other_does_not",
        better=better.line.move,
        worse=worse.line.move,
        plies=worse.line.loss_in,
        span=span(worse.line.loss_in),
        depth=worse.depth,
    )
    return claim(said, worse.line.line, depth_warrant(worse.depth))


def _sooner(study: Study, first: Seen, second: Seen, is_win: bool) -> Iterator[Claim]:
    """Which of two wins or losses comes sooner; with margins the sooner one is not the better."""
    if study.game.margin is not None:
        return
    near, far = sorted((first, second), key=_plies)
    if _plies(near) == _plies(far):
        return
    if is_win:
        said = message(
            "wins_sooner",
            better=near.line.move,
            worse=far.line.move,
            plies=_plies(near),
            span=span(_plies(near)),
            other_plies=_plies(far),
            depth=near.depth,
        )
    else:
        said = message(
            "loses_sooner",
            better=far.line.move,
            worse=near.line.move,
            plies=_plies(near),
            span=span(_plies(near)),
            other_plies=_plies(far),
            depth=near.depth,
        )
    yield claim(said, near.line.line)


def _plies(seen: Seen) -> int:
    return seen.line.win_in or seen.line.loss_in or 0


def _by_points(one: Study, other: Study, first: Seen, second: Seen) -> Iterator[Claim]:
    """Which is worth more, where engine and plain minimax say the same."""
    assert first.line.score is not None
    assert second.line.score is not None
    depth = first.depth
    exact = first.line.score - second.line.score
    if exact == 0:
        said = message("equally_good", one=first.line.move, other=second.line.move, depth=depth)
        yield claim(said, first.line.line, depth_warrant(depth))
        return
    difference = points(exact)
    if difference == 0 or one.own.score is None or other.own.score is None:
        return
    better, worse = (first, second) if difference > 0 else (second, first)
    is_agreed = (one.own.score - other.own.score) * (1 if difference > 0 else -1) >= 0
    if is_agreed:
        said = message(
            "better_by",
            better=better.line.move,
            worse=worse.line.move,
            points=abs(difference),
            depth=depth,
        )
        yield claim(said, better.line.line, depth_warrant(depth))
