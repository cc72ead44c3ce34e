"""Claims from the samples of Monte Carlo tree search; `claims` defines their meanings."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.messages import message
from kibitz.engine.lines import Line
from kibitz.teaching.explanations.claims import Claim, claim
from kibitz.teaching.explanations.study import Study


def sampled_claims(study: Study) -> Iterator[Claim]:
    """How the move scores in random games, compared with the best of the other moves."""
    own, rest = study.own, study.rest
    if own.interval is None or study.outcome() is not None:
        return
    line, warrant = own.line, own.warrant
    if rest is None or rest.interval is None or not differ(own, rest):
        yield claim(message("sampled", percent=percent(own)), line, warrant)
        return
    scores = {"percent": percent(own), "other": rest.move, "other_percent": percent(rest)}
    if percent(own) > percent(rest):
        yield claim(message("sampled_best", **scores), line, warrant)
    else:
        yield claim(message("sampled_worse", **scores), rest.line, warrant)


def sampled_headline(one: Line, other: Line) -> Claim | None:
    """A claim about which of two moves scores better; None if the scores were not sampled."""
    if one.interval is None or other.interval is None:
        return None
    better, worse = (one, other) if percent(one) >= percent(other) else (other, one)
    if not differ(one, other):
        scores = {"percent": percent(one), "other_percent": percent(other)}
        alike = message("sampled_alike", one=one.move, other=other.move, **scores)
        return claim(alike, better.line, better.warrant)
    scores = {"percent": percent(better), "other_percent": percent(worse)}
    sentence = message("sampled_better", better=better.move, worse=worse.move, **scores)
    return claim(sentence, better.line, better.warrant)


def percent(line: Line) -> int:
    """A sampled score in percent: a win counts 1 and a draw 1/2.

    >>> from kibitz.engine.lines import Warrant
    >>> percent(Line("a", 0.5, None, None, Warrant("sampled"), 5, 100, 0.1, ("a",)))
    75
    """
    assert line.score is not None
    return round(50 * (line.score + 1))


def differ(one: Line, other: Line) -> bool:
    """Whether two sampled scores differ: their intervals do not overlap."""
    assert one.interval is not None
    assert other.interval is not None
    low, high = max(one.interval[0], other.interval[0]), min(one.interval[1], other.interval[1])
    return low > high and percent(one) != percent(other)
