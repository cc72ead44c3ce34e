"""Every figure of a lesson, worked out anew by the reference search and the games themselves."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kibitz.core.score import is_decided, plies_to_end
from kibitz.core.text import format_move
from kibitz.search.reference import Node as Visited
from kibitz.search.reference import minimax
from kibitz.search.reference_models import MaxN
from kibitz.teaching.lessons import (
    Lesson,
    LessonNode,
    LessonPosition,
    LessonSearch,
    SearchRun,
    Sum,
    Tree,
)
from kibitz.teaching.search_trees import playout_tree


def problems(lesson: Lesson) -> list[str]:
    """What the lesson says otherwise than it is."""
    found: list[str] = []
    if lesson.tree:
        found += of_tree(lesson.tree)
    if lesson.sum:
        found += of_sum(lesson.sum)
    if lesson.position:
        found += of_position(lesson.position)
    if lesson.search:
        found += of_search(lesson.search)
    return found


def points(score: int, tree: Tree) -> int:
    """A score of the reference as the tree counts: a decided game by the depth that is left."""
    if not is_decided(score):
        return score
    assert tree.win is not None
    size = tree.win + tree.depth - plies_to_end(score)
    return size if score > 0 else -size


def of_tree(tree: Tree) -> Iterator[str]:
    game = tree.game()
    start = game.initial()
    plain = minimax(game, start, tree.depth, pruning=False, record=True)
    pruned = minimax(game, start, tree.depth, record=True)
    assert plain.tree is not None
    assert plain.move is not None
    yield from of_nodes(tree, tree.root, plain.tree, pruned.tree)
    for answer, said in ((plain, tree.minimax_nodes), (pruned, tree.alpha_beta_nodes)):
        if answer.nodes != said:
            yield f"{said} nodes are {answer.nodes}"
        if answer.move != plain.move:
            yield "pruning changes the move"
    if tree.root.children[plain.move].name != tree.best:
        yield f"the best move is not {tree.best}"
    if tree.best_maxn is not None:
        _, line = MaxN(game, tree.root.side).vector(start, tree.depth)
        if tree.root.children[line[0]].name != tree.best_maxn:
            yield f"the best move by max^n is not {tree.best_maxn}"


def of_nodes(tree: Tree, node: LessonNode, plain: Visited, pruned: Visited | None) -> Iterator[str]:
    if points(plain.value, tree) != node.value:
        yield f"{node.name} is worth {points(plain.value, tree)}, not {node.value}"
    if node.side != plain.side:
        yield f"another player moves at {node.name}"
    if (pruned is None) != node.is_skipped:
        yield f"{node.name} is wrongly called {'skipped' if node.is_skipped else 'looked at'}"
    if pruned is not None:
        expected = node.value if node.bound is None else node.bound
        if points(pruned.value, tree) != expected:
            yield f"alpha-beta finds {points(pruned.value, tree)} at {node.name}"
        # A value can rest on a cut below it without a cut of its own.
        may_be_bound = pruned.is_cut or any(child.is_cut for child in pruned.children)
        if pruned.is_cut if node.bound is None else not may_be_bound:
            yield f"{node.name} is wrongly called {'exact' if node.bound is None else 'a bound'}"
    elif node.bound is not None:
        yield f"{node.name} is skipped and has a bound"
    for index, child in enumerate(node.children):
        seen = pruned.children if pruned is not None else []
        yield from of_nodes(
            tree, child, plain.children[index], seen[index] if index < len(seen) else None
        )


def of_sum(evaluation: Sum) -> Iterator[str]:
    for term in evaluation.terms:
        if term.weight * (term.own - term.other) != term.value:
            yield f"the term {term.name} is not {term.value}"
    if sum(term.value for term in evaluation.terms) != evaluation.total:
        yield f"the total is not {evaluation.total}"


def of_position(position: LessonPosition) -> Iterator[str]:
    game, state = position.game(), position.state()
    side = game.sides.index(position.side)
    if position.sum:
        assert position.evaluation is not None
        assert game.explain is not None
        value = game.evaluate(state, side)
        if Fraction(value, game.unit) != position.sum.total:
            yield f"{position.evaluation} gives {Fraction(value, game.unit)}"
        terms = {
            name: Fraction(term, game.unit) for name, term in game.explain(state, side).items()
        }
        said = {term.name: term.value for term in position.sum.terms}
        if {name: term for name, term in terms.items() if term or name in said} != said:
            yield f"the terms are {terms}"
    if position.best:
        yield from of_best(position)


def of_best(position: LessonPosition) -> Iterator[str]:
    assert position.best is not None
    game, state = position.game(), position.state()
    answer = minimax(game, state, position.best.depth, pruning=False, record=True)
    assert answer.tree is not None
    best = [
        format_move(game, state, child.move)
        for child in answer.tree.children
        if child.value == answer.value and child.move is not None
    ]
    if best != [position.best.move, *position.best.also]:
        yield f"the best moves are {', '.join(best)}"
    wins = is_decided(answer.value) and answer.value > 0
    if (plies_to_end(answer.value) if wins else None) != position.best.win_in:
        yield f"win_in is not {position.best.win_in}"
    if game.sides[state.turn] != position.side:
        yield f"it is not {position.side}'s turn"


def of_search(search: LessonSearch) -> Iterator[str]:
    if search.game().sides[search.state().turn] != search.side:
        yield f"it is not {search.side}'s turn"
    for run in search.runs:
        found = of_playouts(search, run) if run.playouts else of_depth(search, run)
        if found != run.found:
            yield f"{run.name} finds {found}, not {run.found}"


def of_depth(search: LessonSearch, run: SearchRun) -> tuple[str, str, int]:
    game, state = search.game(), search.state()
    assert run.depth is not None
    answer = minimax(
        game,
        state,
        run.depth,
        pruning=run.settings.pruning,
        ordering=run.settings.ordering,
        quiescence=run.settings.quiescence,
    )
    assert answer.move is not None
    if is_decided(answer.value):
        verb = "wins" if answer.value > 0 else "loses"
        value = f"{verb} in {plies_to_end(answer.value)}"
    else:
        points = Fraction(answer.value, game.unit)
        value = f"{answer.value:+}" if game.unit == 1 else f"{float(points):+.2f}"
    return format_move(game, state, answer.move), value, answer.nodes


def of_playouts(search: LessonSearch, run: SearchRun) -> tuple[str, str, int]:
    """The best move from the recorded playouts alone: their paths and results."""
    assert run.playouts is not None
    tree = playout_tree(search.game(), search.state(), run.playouts, run.seed)
    results: dict[int, list[int]] = {}
    for playout in tree.playouts:
        results.setdefault(playout.path[1], []).append(playout.result)
    best = max(sorted(results), key=lambda number: len(results[number]))
    mean = Fraction(sum(results[best]), len(results[best]))
    nodes = len({number for playout in tree.playouts for number in playout.path})
    return str(tree.entries[best].move), f"{float(mean):+.2f}", nodes
