"""What tells two moves apart, by plain minimax of both to one depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibitz.core.messages import message
from kibitz.teaching.explanations.claims import Claim, claim, points
from kibitz.teaching.explanations.facts import depth_warrant, loses, when, wins
from kibitz.teaching.explanations.probe import Probe, Seen
from kibitz.teaching.explanations.study import Study


def seen_alike(one: Study, other: Study, probe: Probe) -> tuple[Study, Study]:
    """Both studies to one depth, so that nothing said of one can contradict what is said of both.

    The deepest that can be afforded and that the engine agrees with: a forced end that repetition
    prevents is none. The line of each is the one that its plain value comes from.
    """
    for depth in _depths(one, other):
        found = tuple(_seen_to(study, depth, probe) for study in (one, other))
        if all(study is not None and is_agreed(study) for study in found):
            first, second = found
            assert first is not None
            assert second is not None
            return first, second
    return one, other


def _depths(one: Study, other: Study) -> Sequence[int]:
    reached = [study.plain_own.depth for study in (one, other) if study.plain_own is not None]
    if not reached:
        return ()
    return sorted({*reached, *range(1, min(reached))}, reverse=True)


def _seen_to(study: Study, depth: int, probe: Probe) -> Study | None:
    own = probe.exactly([study.move], depth)
    rest = probe.exactly(study.others, depth) if study.others else None
    if own is None or (rest is None and study.others):
        return None
    return replace(study, plain_own=own, plain_rest=rest)


def is_agreed(study: Study) -> bool:
    """Whether the engine confirms a forced end that is seen plainly."""
    seen = study.plain_own
    if seen is None or not seen.is_decided:
        return seen is not None
    return wins(study, study.own, seen) or loses(study, study.own, seen)


def headline(one: Study, other: Study) -> Claim | None:
    """Which of two moves is better, or that neither is; None where even a short look is too long.

    Both are studied to one depth.
    """
    first, second = one.plain_own, other.plain_own
    if first is None or second is None or first.depth != second.depth:
        return None
    better, worse = sorted((first, second), key=_rank, reverse=True)
    if _kind(better) == _kind(worse) != 0:
        return _two_ends(first, second, has_margins=one.game.margin is not None)
    params = {"better": better.line.move, "worse": worse.line.move, "depth": first.depth}
    if _kind(better) > 0:
        said = message("wins_where_other_does_not", **params, **_end(better))
        return claim(said, better.line.line, depth_warrant(better.depth))
    if _kind(worse) < 0:
        said = message("loses_where_other_does_not", **params, **_end(worse))
        return claim(said, worse.line.line, depth_warrant(worse.depth))
    if first.is_draw and second.is_draw:
        both = message("both_draw", one=first.line.move, other=second.line.move, depth=first.depth)
        return claim(both, first.line.line)
    return _by_points(first, second)


def _kind(seen: Seen) -> int:
    """1 for a win, -1 for a loss, 0 for what is undecided."""
    return (seen.line.win_in is not None) - (seen.line.loss_in is not None)


def _rank(seen: Seen) -> tuple[int, int]:
    """What sorts better ends behind worse ones: sooner wins, later losses."""
    return _kind(seen), -_plies(seen) if _kind(seen) > 0 else _plies(seen)


def _plies(seen: Seen) -> int:
    return seen.line.win_in or seen.line.loss_in or 0


def _end(seen: Seen) -> dict[str, object]:
    """How far an end is, as parameters."""
    return {"plies": _plies(seen), "when": when(_plies(seen))}


def _two_ends(first: Seen, second: Seen, *, has_margins: bool) -> Claim:
    """Two wins or two losses: which comes sooner, unless it is the margin that matters."""
    is_win = _kind(first) > 0
    near, far = sorted((first, second), key=_plies)
    if has_margins or _plies(near) == _plies(far):
        end = {"plies": None, "when": "by force"} if has_margins else _end(near)
        both = {"one": first.line.move, "other": second.line.move, "depth": near.depth, **end}
        said = message("both_win", **both) if is_win else message("both_lose", **both)
    else:
        better, worse = (near, far) if is_win else (far, near)
        params = {
            "better": better.line.move,
            "worse": worse.line.move,
            "other_plies": _plies(far),
            "depth": near.depth,
            **_end(near),
        }
        said = message("wins_sooner", **params) if is_win else message("loses_sooner", **params)
    return claim(said, near.line.line)


def _by_points(first: Seen, second: Seen) -> Claim:
    """Which is worth more."""
    assert first.line.score is not None
    assert second.line.score is not None
    depth = first.depth
    difference = points(first.line.score - second.line.score)
    better, worse = (first, second) if difference >= 0 else (second, first)
    said = (
        message(
            "better_by",
            better=better.line.move,
            worse=worse.line.move,
            points=abs(difference),
            depth=depth,
        )
        if difference
        else message("equally_good", one=first.line.move, other=second.line.move, depth=depth)
    )
    return claim(said, better.line.line, depth_warrant(depth))
