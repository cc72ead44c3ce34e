"""Lessons that are none are refused, with the place and what was expected."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from kibitz import LessonError
from kibitz.teaching.lessons import lesson, read

TREE = "three-moves"
POSITION = "morris-ahead"
SUM = "morris-behind"


def changed(name: str, path: str, value: Any) -> dict[str, Any]:
    """The data of a lesson with another value at `path`; `...` takes the field away."""
    data: dict[str, Any] = lesson(name).as_dict()
    place: Any = data
    *keys, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    for key in keys:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return data


def test_an_unknown_lesson_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        LessonError, match="Unknown lesson 'chess': the lessons are three-moves, "
    ) as one:
        lesson("chess")
    assert one.value.code == "unknown_lesson"


@pytest.mark.parametrize(
    ("name", "path", "value", "where", "problem"),
    [
        (TREE, "id", ..., "id", "the field is missing"),
        (TREE, "title", 3, "title", "expected a string, got 3"),
        (TREE, "teaches", "chess", "teaches", "expected one of minimax, .* got 'chess'"),
        (TREE, "text", "no list", "text", "expected a list, got 'no list'"),
        (TREE, "text", [1], "text", "expected a list of strings"),
        (TREE, "colour", "red", "the top level", "unknown fields: 'colour'"),
        (
            TREE,
            "tree",
            ...,
            "the top level",
            "expected one of tree, position, search and sum, got none",
        ),
        (TREE, "sum", {}, "the top level", "got tree and sum"),
        (TREE, "tree", [], "tree", r"expected an object, got \[\]"),
        (TREE, "tree.sides", ["AI"], "tree.sides", "two or more different names"),
        (TREE, "tree.depth", 99, "tree.depth", "expected 1 to 12 plies, got 99"),
        (TREE, "tree.depth", "2", "tree.depth", "expected a whole number, got '2'"),
        (TREE, "tree.depth", True, "tree.depth", "expected a whole number, got True"),
        (TREE, "tree.best", "D", "tree.best", "expected one of A, B, C, got 'D'"),
        (TREE, "tree.best_maxn", "D", "tree.best", "expected one of A, B, C, got 'D'"),
        (TREE, "tree.nodes.more", 1, "tree.nodes", "unknown fields: 'more'"),
        (TREE, "tree.root.player", "Eve", "tree.root.player", "expected one of AI, You"),
        (TREE, "tree.root.children.1.name", "A", "tree.root", "different names"),
        (
            TREE,
            "tree.root.children.0.children.2.value",
            1.5,
            r"tree.root.children\[0\].children\[2\].value",
            "expected a whole number, got 1.5",
        ),
        (
            TREE,
            "tree.root.children.0.children.2.skipped",
            "yes",
            r"tree.root.children\[0\].children\[2\].skipped",
            "expected true or false, got 'yes'",
        ),
        (
            TREE,
            "tree.root.children.0.children",
            [],
            r"children\[0\]",
            "down to the depth of the tree",
        ),
        (TREE, "tree.depth", 1, r"children\[0\]", "unknown fields: 'children'"),
        (TREE, "tree.depth", 3, r"children\[0\]", "down to the depth of the tree"),
        (TREE, "tree.root.children.0.payoff", "win", r"children\[0\]", "to a finished game"),
        (TREE, "tree.root.children.0.children.0.payoff", "lost", "payoff", "win, draw or loss"),
        (TREE, "tree.root.children.0.children.0.payoff", "win", "tree.win", "the value of a win"),
        (TREE, "tree.root.children.0.children.0.scores", [1, 2], "scores", "more than two"),
        (TREE, "tree.root.children.0.children.0.scores", ["1"], "scores", "of whole numbers"),
        (
            "three-players",
            "tree.root.children.0.scores",
            [1, 2, 3],
            "scores",
            "no scores elsewhere",
        ),
        (TREE, "questions.0.about", "luck", r"questions\[0\]", "a figure of the lesson .* 'luck'"),
        (TREE, "questions.0.answer", 5, r"questions\[0\]", "expected the answer -50, got 5"),
        (TREE, "questions.0.answer", [], r"questions\[0\].answer", "a string or a whole number"),
        (POSITION, "position.game", "", "position.game", "expected a string, got ''"),
        (POSITION, "position.options", {"clock": []}, "position.options", "string for 'clock'"),
        (POSITION, "position.best.depth", ..., "position.best.depth", "the field is missing"),
        (SUM, "sum.terms", [], "sum.terms", "expected terms with different names"),
        (SUM, "sum.terms.1.name", "stones", "sum.terms", "expected terms with different names"),
        (SUM, "sum.terms.1.weight", None, r"sum.terms\[1\].weight", "expected a whole number"),
    ],
)
def test_what_is_no_lesson_is_refused_with_the_place(
    name: str, path: str, value: Any, where: str, problem: str
) -> None:
    data = changed(name, path, value)
    before = deepcopy(data)
    with pytest.raises(LessonError, match=f"at .*{where}: .*{problem}") as error:
        read(data)
    assert error.value.code == "bad_lesson"
    assert data == before


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(LessonError, match="expected an object, got 3"):
        read(3)  # type: ignore[arg-type]  # as a file might hold it


def test_options_reach_the_game() -> None:
    data = changed(POSITION, "position.options", {"clock": 0})
    position = read(data).position
    assert position is not None
    assert position.game().settings["clock"] == 0


def test_a_sum_has_no_term_of_another_name() -> None:
    evaluation = lesson(SUM).sum
    assert evaluation is not None
    assert evaluation.term("luck") is None
    assert lesson(TREE).sum is None
    assert lesson(TREE).position is None
    assert lesson(SUM).tree is None
