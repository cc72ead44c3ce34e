"""The comparison of two moves, by plain minimax of both to the same depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibitz.core.messages import message
from kibitz.teaching.explanations.claims import Claim, claim, in_points, points
from kibitz.teaching.explanations.general_claims import depth_warrant, loses, when, wins
from kibitz.teaching.explanations.plain_search import PlainLine, PlainSearch
from kibitz.teaching.explanations.study import Study


def at_common_depth(one: Study, other: Study, probe: PlainSearch) -> tuple[Study, Study]:
    """Both studies at the same depth, so that claims about one cannot contradict the comparison.

    This is the greatest affordable depth at which the engine confirms every forced end that plain
    minimax finds; plain minimax ignores repetition, which may prevent such an end.
    """
    for depth in _depths(one, other):
        studies = tuple(_to_depth(study, depth, probe) for study in (one, other))
        if all(study is not None and is_agreed(study) for study in studies):
            first, second = studies
            assert first is not None
            assert second is not None
            return first, second
    return one, other


def _depths(one: Study, other: Study) -> Sequence[int]:
    reached = [study.plain_own.depth for study in (one, other) if study.plain_own is not None]
    if not reached:
        return ()
    return sorted({*reached, *range(1, min(reached))}, reverse=True)


def _to_depth(study: Study, depth: int, probe: PlainSearch) -> Study | None:
    own = probe.exactly([study.move], depth)
    rest = probe.exactly(study.others, depth) if study.others else None
    if own is None or (rest is None and study.others):
        return None
    return replace(study, plain_own=own, plain_rest=rest)


def is_agreed(study: Study) -> bool:
    """Whether the engine confirms a forced end that plain minimax finds."""
    own = study.plain_own
    if own is None or not own.is_decided:
        return own is not None
    return wins(study, study.own, own) or loses(study, study.own, own)


def headline(one: Study, other: Study) -> Claim | None:
    """A claim about which of two moves is better, if either is; None if they cannot be compared.

    Moves can be compared if plain minimax has searched both to the same depth.
    """
    first, second = one.plain_own, other.plain_own
    if first is None or second is None or first.depth != second.depth:
        return None
    better, worse = sorted((first, second), key=_rank, reverse=True)
    if _kind(better) == _kind(worse) != 0:
        return _two_ends(first, second, has_margins=one.game.margin is not None)
    params = {"better": better.line.move, "worse": worse.line.move, "depth": first.depth}
    if _kind(better) > 0:
        wins_alone = message("wins_where_other_does_not", **params, **_end(better))
        return claim(wins_alone, better.line.line, depth_warrant(better.depth))
    if _kind(worse) < 0:
        loses_alone = message("loses_where_other_does_not", **params, **_end(worse))
        return claim(loses_alone, worse.line.line, depth_warrant(worse.depth))
    if first.is_draw and second.is_draw:
        both = message("both_draw", one=first.line.move, other=second.line.move, depth=first.depth)
        return claim(both, first.line.line)
    return _by_points(first, second)


def _kind(plain: PlainLine) -> int:
    """1 for a win, -1 for a loss, 0 for an undecided game."""
    return (plain.line.win_in is not None) - (plain.line.loss_in is not None)


def _rank(plain: PlainLine) -> tuple[int, int]:
    """A sort key: sooner wins and later losses rank higher."""
    return _kind(plain), -_plies(plain) if _kind(plain) > 0 else _plies(plain)


def _plies(plain: PlainLine) -> int:
    return plain.line.win_in or plain.line.loss_in or 0


def _end(plain: PlainLine) -> dict[str, object]:
    """The distance to a forced end, as message parameters."""
    return {"plies": _plies(plain), "when": when(_plies(plain))}


def _two_ends(first: PlainLine, second: PlainLine, *, has_margins: bool) -> Claim:
    """Compare two wins or two losses by their distance, unless margins matter."""
    is_win = _kind(first) > 0
    near, far = sorted((first, second), key=_plies)
    if has_margins or _plies(near) == _plies(far):
        end = {"plies": None, "when": "by force"} if has_margins else _end(near)
        both = {"one": first.line.move, "other": second.line.move, "depth": near.depth, **end}
        sentence = message("both_win", **both) if is_win else message("both_lose", **both)
    else:
        better, worse = (near, far) if is_win else (far, near)
        params = {
            "better": better.line.move,
            "worse": worse.line.move,
            "other_plies": _plies(far),
            "depth": near.depth,
            **_end(near),
        }
        sentence = message("wins_sooner", **params) if is_win else message("loses_sooner", **params)
    return claim(sentence, near.line.line)


def _by_points(first: PlainLine, second: PlainLine) -> Claim:
    """Compare two undecided moves by their scores."""
    assert first.line.score is not None
    assert second.line.score is not None
    depth = first.depth
    difference = points(first.line.score - second.line.score)
    better, worse = (first, second) if difference >= 0 else (second, first)
    sentence = (
        message(
            "better_by",
            better=better.line.move,
            worse=worse.line.move,
            points=abs(difference),
            by=in_points(abs(difference)),
            depth=depth,
        )
        if difference
        else message("equally_good", one=first.line.move, other=second.line.move, depth=depth)
    )
    return claim(sentence, better.line.line, depth_warrant(depth))
