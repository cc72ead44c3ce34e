"""Reads and checks lessons from JSON; an error names the place in the file."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.core.contract import DRAW, LOSS, WIN
from kibitz.core.documents import check_document
from kibitz.core.types import Depth, Payoff, Side
from kibitz.teaching.lessons.lesson import TOPICS, Lesson, Question
from kibitz.teaching.lessons.lesson_fields import LessonFields
from kibitz.teaching.lessons.lesson_position import Best, LessonPosition
from kibitz.teaching.lessons.lesson_search import Found, LessonSearch, SearchRun
from kibitz.teaching.lessons.lesson_tree import LessonNode, Tree
from kibitz.teaching.lessons.sums import Sum, SumTerm
from kibitz.teaching.search_trees.playout_tree import MOST_PLAYOUTS
from kibitz.teaching.search_trees.search_tree import TreeSettings

PAYOFFS: Mapping[str, Payoff] = {"win": WIN, "draw": DRAW, "loss": LOSS}
DEEPEST = 12  # plies of a tree


def read(data: Mapping[str, object]) -> Lesson:
    """The lesson in `data`, the content of a JSON file; LessonError if it is not a valid lesson."""
    name = data.get("id") if isinstance(data, Mapping) else None
    fields = LessonFields(data, name if isinstance(name, str) else repr(name), "")
    try:
        check_document(data)
    except ValueError as problem:
        raise fields.refusal(str(problem)) from None
    lesson_id, title = fields.text("id"), fields.text("title")
    teaches = fields.text("teaches")
    if teaches not in TOPICS:
        raise fields.refusal(f"expected one of {', '.join(TOPICS)}, got {teaches!r}", "teaches")
    lesson = Lesson(
        lesson_id,
        title,
        teaches,
        fields.texts("text"),
        _example(fields),
        tuple(_question(item) for item in fields.objects("questions")),
        fields.texts("notes"),
        data,
    )
    fields.done()
    _check_answers(fields, lesson)
    return lesson


def _check_answers(fields: LessonFields, lesson: Lesson) -> None:
    """Refuse a question about an unknown figure, or with an answer that is not the figure."""
    figures = lesson.figures()
    for index, question in enumerate(lesson.questions):
        where = f"questions[{index}]"
        if question.about not in figures:
            known = ", ".join(figures)
            raise fields.refusal(
                f"expected a figure of the lesson ({known}), got {question.about!r}", where
            )
        if question.answer != figures[question.about]:
            raise fields.refusal(
                f"expected the answer {figures[question.about]!r}, got {question.answer!r}", where
            )


def _question(fields: LessonFields) -> Question:
    ask, about, answer = fields.text("ask"), fields.text("about"), fields.value("answer")
    if type(answer) is not int and not isinstance(answer, str):
        raise fields.refusal(f"expected a string or a whole number, got {answer!r}", "answer")
    fields.done()
    return Question(ask, about, answer)


def _example(fields: LessonFields) -> Tree | LessonPosition | LessonSearch | Sum:
    given = [kind for kind in ("tree", "position", "search", "sum") if fields.has(kind)]
    if len(given) != 1:
        found = " and ".join(given) or "none"
        raise fields.refusal(f"expected one of tree, position, search and sum, got {found}")
    example = fields.inner(given[0])
    if given[0] == "tree":
        return _tree(example)
    if given[0] == "search":
        return _search(example)
    return _position(example) if given[0] == "position" else _sum(example)


def _sum(fields: LessonFields) -> Sum:
    terms = tuple(_term(item) for item in fields.objects("terms"))
    if not terms or len({term.name for term in terms}) != len(terms):
        raise fields.refusal("expected terms with different names", "terms")
    found = Sum(terms, fields.whole("total"))
    fields.done()
    return found


def _term(fields: LessonFields) -> SumTerm:
    own, other = fields.whole("own"), fields.whole("other")
    found = SumTerm(fields.text("name"), own, other, fields.whole("weight"), fields.whole("value"))
    fields.done()
    return found


def _position(fields: LessonFields) -> LessonPosition:
    options = fields.settings("options") if fields.has("options") else {}
    found = LessonPosition(
        fields.text("game"),
        options,
        fields.text("position"),
        fields.text("side"),
        fields.text_or_none("evaluation"),
        _sum(fields.inner("sum")) if fields.has("sum") else None,
        _best(fields.inner("best")) if fields.has("best") else None,
    )
    fields.done()
    return found


def _search(fields: LessonFields) -> LessonSearch:
    options = fields.settings("options") if fields.has("options") else {}
    found = LessonSearch(
        fields.text("game"),
        options,
        fields.text("position"),
        fields.text("side"),
        tuple(_run(item) for item in fields.objects("runs")),
    )
    fields.done()
    names = [run.name for run in found.runs]
    if not names or len(set(names)) != len(names):
        raise fields.refusal("expected searches with different names", "runs")
    return found


def _run(fields: LessonFields) -> SearchRun:
    playouts = fields.whole_or_none("playouts")
    depth = fields.whole_or_none("depth")
    if (playouts is None) == (depth is None):
        raise fields.refusal("expected either a depth or a number of playouts")
    for name, value, most in (("depth", depth, DEEPEST), ("playouts", playouts, MOST_PLAYOUTS)):
        if value is not None and not 1 <= value <= most:
            raise fields.refusal(f"expected 1 to {most}, got {value}", name)
    seed = fields.whole("seed") if fields.has("seed") else 0
    settings = TreeSettings(
        fields.flag("pruning"), fields.flag("ordering"), fields.flag("quiescence")
    )
    found = Found(fields.text("best"), fields.text("value"), fields.whole("nodes"))
    run = SearchRun(fields.text("name"), depth, settings, playouts, seed, found)
    fields.done()
    return run


def _best(fields: LessonFields) -> Best:
    move, also, depth = fields.text("move"), fields.texts("also"), fields.whole("depth")
    found = Best(move, also, depth, fields.whole_or_none("win_in"))
    fields.done()
    return found


def _tree(fields: LessonFields) -> Tree:
    sides = fields.texts("sides")
    if len(sides) < 2 or len(set(sides)) != len(sides):
        raise fields.refusal(f"expected two or more different names, got {list(sides)}", "sides")
    depth = fields.whole("depth")
    if not 1 <= depth <= DEEPEST:
        raise fields.refusal(f"expected 1 to {DEEPEST} plies, got {depth}", "depth")
    nodes = fields.inner("nodes")
    tree = Tree(
        sides,
        depth,
        fields.text("best"),
        fields.text_or_none("best_maxn"),
        nodes.whole("minimax"),
        nodes.whole("alpha_beta"),
        fields.whole_or_none("win"),
        _node(fields.inner("root"), sides, depth, -1),
    )
    nodes.done()
    fields.done()
    names = [node.name for node in tree.root.walk()]
    if len(set(names)) != len(names):
        raise fields.refusal("expected nodes with different names", "root")
    choices = [child.name for child in tree.root.children]
    for best in (tree.best, tree.best_maxn):
        if best is not None and best not in choices:
            raise fields.refusal(f"expected one of {', '.join(choices)}, got {best!r}", "best")
    if tree.win is None and any(node.payoff for node in tree.root.walk()):
        raise fields.refusal(
            "expected the value of a win, because the tree has finished games", "win"
        )
    return tree


def _node(fields: LessonFields, sides: tuple[str, ...], depth: Depth, before: Side) -> LessonNode:
    """A node with `depth` plies left, after a move of side `before`; -1 at the root."""
    side = (before + 1) % len(sides)
    if fields.has("player"):
        name = fields.text("player")
        if name not in sides:
            raise fields.refusal(f"expected one of {', '.join(sides)}, got {name!r}", "player")
        side = sides.index(name)
    payoff = fields.text_or_none("payoff")
    if payoff is not None and (payoff not in PAYOFFS or len(sides) > 2):
        raise fields.refusal(
            f"expected win, draw or loss, in a game for two, got {payoff!r}", "payoff"
        )
    below = fields.objects("children") if depth else []
    node = LessonNode(
        fields.text("name"),
        fields.text("move") if before >= 0 else "",
        side,
        fields.whole("value"),
        fields.whole_or_none("bound"),
        fields.flag("skipped"),
        fields.wholes("scores"),
        None if payoff is None else PAYOFFS[payoff],
        tuple(_node(child, sides, depth - 1, side) for child in below),
    )
    fields.done()
    if bool(node.children) == (depth == 0 or payoff is not None):
        raise fields.refusal("expected moves down to the depth of the tree, or to a finished game")
    is_open = not node.children and payoff is None
    if len(node.scores) != (len(sides) if is_open and len(sides) > 2 else 0):
        raise fields.refusal(
            "expected a score for each player at leaves of a game for more than two, and no "
            f"scores elsewhere, got {list(node.scores)}",
            "scores",
        )
    return node
