"""The figures of a lesson, computed again by the searches and the rules of its game."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from kibitz.core.score import is_decided, plies_to_end
from kibitz.core.types import Score
from kibitz.teaching.lessons.lesson import Lesson
from kibitz.teaching.lessons.lesson_position import LessonPosition
from kibitz.teaching.lessons.lesson_search import LessonSearch, found_by, recorded
from kibitz.teaching.lessons.lesson_tree import Tree
from kibitz.teaching.lessons.sums import Sum
from kibitz.teaching.search_trees import SearchTree, TreeSettings, search_tree

Figures = dict[str, int | str]


def computed_figures(lesson: Lesson, is_stopped: Callable[[], bool] = lambda: False) -> Figures:
    """All figures of a lesson, found by searching and evaluating its example now.

    >>> from kibitz.teaching.lessons import lesson
    >>> computed_figures(lesson("the-cut"))["nodes alpha-beta"]
    5
    """
    example = lesson.example
    if isinstance(example, Tree):
        return _tree_figures(example, is_stopped)
    if isinstance(example, LessonSearch):
        return _search_figures(example, is_stopped)
    if isinstance(example, LessonPosition):
        return _position_figures(example, is_stopped)
    return _sum_figures(example)


def lesson_tree(
    tree: Tree, settings: TreeSettings, is_stopped: Callable[[], bool] = lambda: False
) -> SearchTree:
    """The recorded search of a lesson's own tree."""
    game = tree.game()
    start = game.initial()
    return search_tree(game, start, tree.depth, settings, win=tree.win, is_stopped=is_stopped)


def _tree_figures(tree: Tree, is_stopped: Callable[[], bool]) -> Figures:
    plain = lesson_tree(tree, TreeSettings(pruning=False), is_stopped)
    pruned = lesson_tree(tree, TreeSettings(), is_stopped)
    visited = {entry.position for entry in pruned.entries}
    figures: Figures = {}
    for entry in plain.entries:
        points = plain.value_fields(entry.node.value)["score"]
        assert isinstance(points, int)
        figures[f"value {entry.position}"] = points
    skipped = [node.name for node in tree.root.walk() if node.name not in visited]
    figures |= {
        "best": plain.best or "",
        "skipped": ", ".join(skipped),
        "nodes minimax": plain.nodes,
        "nodes alpha-beta": pruned.nodes,
    }
    if tree.best_maxn is not None:
        selfish = lesson_tree(tree, TreeSettings(opponents="maxn"), is_stopped)
        figures["best maxn"] = selfish.best or ""
    return figures


def _search_figures(search: LessonSearch, is_stopped: Callable[[], bool]) -> Figures:
    game, state = search.game(), search.state()
    figures: Figures = {}
    for run in search.runs:
        best, value, nodes = found_by(recorded(game, state, run, is_stopped))
        figures |= {
            f"best {run.name}": best,
            f"value {run.name}": value,
            f"nodes {run.name}": nodes,
        }
    return figures


def _position_figures(position: LessonPosition, is_stopped: Callable[[], bool]) -> Figures:
    game, state = position.game(), position.state()
    side = game.sides.index(position.side)
    figures: Figures = {}
    if position.sum:
        terms = game.explain(state, side) if game.explain else {}
        for term in position.sum.terms:
            figures[f"term {term.name}"] = _points(Fraction(terms[term.name], game.unit))
        figures["total"] = _points(Fraction(game.evaluate(state, side), game.unit))
    if position.best:
        settings = TreeSettings(pruning=False)
        tree = search_tree(game, state, position.best.depth, settings, is_stopped=is_stopped)
        figures["best"] = tree.best or ""
        if position.best.win_in is not None:
            figures["win in"] = _win_in(tree.root.value)
    return figures


def _win_in(score: Score) -> int:
    return plies_to_end(score) if is_decided(score) and score > 0 else 0


def _points(value: Fraction) -> int:
    return int(value) if value.denominator == 1 else round(value)


def _sum_figures(evaluation: Sum) -> Figures:
    figures: Figures = {}
    for term in evaluation.terms:
        figures[f"term {term.name}"] = term.weight * (term.own - term.other)
    figures["total"] = sum(term.weight * (term.own - term.other) for term in evaluation.terms)
    return figures
