"""The lessons: every figure recomputed, and the figures that the textbooks give."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.bits import popcount
from kibitz.core.errors import LessonError
from kibitz.core.score import DECIDED
from kibitz.games.morris.variants import VARIANTS
from kibitz.search.reference import minimax
from kibitz.teaching.lessons import (
    Lesson,
    LessonNode,
    Tree,
    computed_figures,
    lesson,
    lessons,
    read,
    read_file,
)
from kibitz.teaching.lessons.lesson import TOPICS
from tests.teaching.recompute import problems

ALL = lessons()


def tree_of(name: str) -> Tree:
    tree = lesson(name).tree
    assert tree is not None
    return tree


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_every_figure_of_a_lesson_is_what_it_is_said_to_be(one: Lesson) -> None:
    assert problems(one) == []


def numbers(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where the whole numbers of a lesson's example stand."""
    if type(value) is int:
        yield path
    elif isinstance(value, dict):
        for key, below in value.items():
            yield from numbers(below, (*path, key))
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from numbers(below, (*path, index))


def altered(one: Lesson, path: tuple[str | int, ...]) -> dict[str, Any]:
    """The lesson's data with the number at `path` made greater by 7, its questions left out."""
    data: dict[str, Any] = one.as_dict()
    data["questions"] = []
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] += 7
    return data


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_a_lesson_with_a_wrong_number_fails(one: Lesson) -> None:
    data = {
        key: one.as_dict()[key]
        for key in ("tree", "position", "search", "sum")
        if key in one.as_dict()
    }
    unnoticed = []
    for path in numbers(data):
        if path[-1] == "depth" and "best" in path:
            continue
        try:
            is_noticed = bool(problems(read(altered(one, path))))
        except ValueError:
            is_noticed = True
        if not is_noticed:
            unnoticed.append(path)
    # Leaves are given, not found: altering one is noticed only where a value above rests on it.
    for path in unnoticed:
        place: Any = data
        for key in path[:-1]:
            place = place[key]
        is_given = isinstance(place, dict) and "children" not in place and path[-1] == "value"
        assert is_given, path
    assert len(unnoticed) < len(list(numbers(data)))


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_the_signed_numbers_of_a_text_are_figures_of_its_lesson(one: Lesson) -> None:
    known = {value for value in one.figures().values() if isinstance(value, int)}
    if one.tree:
        known |= {node.bound for node in one.tree.root.walk() if node.bound is not None}
    if one.id == "morris-behind":
        known.add(lesson("morris-ahead").figures()["total"])  # type: ignore[arg-type]  # an int
    for text in (*one.paragraphs, *(question.ask for question in one.questions)):
        for number in re.findall(r"(?<![\w.])[+-]\d+", text):
            assert int(number) in known, text


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_the_computed_figures_are_those_of_the_file(one: Lesson) -> None:
    assert computed_figures(one) == one.figures()


def test_every_topic_has_a_lesson_and_ids_differ() -> None:
    assert {one.teaches for one in ALL} == set(TOPICS)
    assert len({one.id for one in ALL}) == len(ALL)


def test_the_files_are_named_after_the_lessons() -> None:
    folder = files("kibitz.teaching.lessons") / "data"
    names = sorted(file.name for file in folder.iterdir())
    assert [re.sub(r"^\d\d-|\.json$", "", name) for name in names] == [one.id for one in ALL]


def test_a_lesson_is_its_data() -> None:
    for one in ALL:
        data = one.as_dict()
        assert read(json.loads(json.dumps(data))) == one
        data["title"] = "other"
        assert one.as_dict()["title"] == one.title


def test_a_lesson_of_ones_own_is_read_from_a_file(tmp_path: Path) -> None:
    data = {**lesson("the-cut").as_dict(), "id": "own"}
    path = tmp_path / "own.json"
    path.write_text(json.dumps(data))
    assert read_file(path).id == "own"
    data["tree"]["root"]["value"] = 90  # type: ignore[index]  # a tree
    path.write_text(json.dumps(data))
    with pytest.raises(LessonError, match="at value root: expected 100, which is computed, got 90"):
        read_file(path)
    path.write_text("{")
    with pytest.raises(LessonError, match="it is not JSON"):
        read_file(path)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"runs": []}, "at search.runs: expected searches with different names"),
        ({"runs": [{"name": "a"}]}, r"search.runs\[0\]: expected either a depth or a number"),
        ({"runs": [{"name": "a", "depth": 40}]}, r"search.runs\[0\].depth: expected 1 to 12"),
        ({"unknown": 1}, "unknown fields: 'unknown'"),
    ],
)
def test_a_wrong_search_is_refused_with_its_place(change: dict[str, Any], problem: str) -> None:
    data: dict[str, Any] = {**lesson("look-ahead").as_dict(), "questions": []}
    data["search"] = {**data["search"], **change}
    with pytest.raises(LessonError, match=problem):
        read(data)


# What the textbooks say.


def values(tree: Tree, *names: str) -> list[int]:
    return [node.value for name in names if (node := tree.node(name))]


def test_the_three_moves_are_worth_minus_50_150_and_250() -> None:
    tree = tree_of("three-moves")
    assert values(tree, "A", "B", "C") == [-50, 150, 250]
    assert tree.best == "C"
    leaves = [[leaf.value for leaf in move.children] for move in tree.root.children]
    assert leaves == [[-50, 100, -20], [150, 200, 180], [250, 300, 280]]


def test_the_cut_at_100_and_50_skips_the_other_answers() -> None:
    tree = tree_of("the-cut")
    assert values(tree, "A", "B1") == [100, 50]
    assert tree.skipped == ("B2", "B3")


@given(st.integers(-10_000, 10_000), st.integers(-10_000, 10_000))
def test_whatever_is_cut_off_does_not_matter(second: int, third: int) -> None:
    tree = tree_of("the-cut")
    first, cut = tree.root.children
    known, *others = cut.children
    others = [
        replace(node, value=value) for node, value in zip(others, (second, third), strict=True)
    ]
    other = replace(
        tree,
        root=replace(tree.root, children=(first, replace(cut, children=(known, *others)))),
    ).game()
    for pruning in (False, True):
        answer = minimax(other, other.initial(), 2, pruning=pruning)
        assert (answer.value, answer.move) == (100, 0)


def test_the_best_move_first_is_the_same_tree_in_another_order() -> None:
    def moves(tree: Tree) -> dict[str, list[int]]:
        return {node.name: [leaf.value for leaf in node.children] for node in tree.root.children}

    first, last = tree_of("best-first"), tree_of("three-moves")
    assert moves(first) == moves(last)
    assert list(moves(first)) == list(moves(last))[::-1]
    assert first.alpha_beta_nodes == last.alpha_beta_nodes - len(first.skipped)
    assert len(first.skipped) == 4


def test_the_move_of_three_plies_guarantees_150() -> None:
    tree = tree_of("depth-three")
    assert values(tree, "7", "9", "12") == [150, 200, 150]
    assert [leaf.value for leaf in tree.root.walk() if not leaf.children] == [150, 120, 200, 180]
    assert tree.depth == 3


def counts(name: str) -> list[tuple[int, int, int]]:
    found = lesson(name).sum
    assert found is not None
    return [(term.own, term.other, term.value) for term in found.terms]


def test_the_morris_examples_have_the_counts_of_the_textbook() -> None:
    assert counts("morris-terms") == [(7, 5, 200), (8, 3, 10), (9, 2, 7)]
    assert counts("morris-ahead") == [(6, 4, 200), (12, 5, 14), (9, 0, 9)]
    assert counts("morris-behind") == [(5, 7, -200), (3, 15, -24), (9, 1, 8)]
    totals = [lesson(name).figures()["total"] for name in ("morris-ahead", "morris-behind")]
    assert totals == [223, -216]


@pytest.mark.parametrize("name", ["morris-ahead", "morris-behind-board"])
def test_the_stones_and_moves_on_the_board_are_those_counted(name: str) -> None:
    position = lesson(name).position
    assert position is not None
    assert position.sum is not None
    state = position.state()
    neighbours = VARIANTS["nine"].board.neighbours
    free = (1 << 24) - 1 & ~(state.mine | state.theirs)

    def slides(stones: int) -> int:
        return sum(popcount(neighbours[point] & free) for point in range(24) if stones >> point & 1)

    stones, mobility, placed = position.sum.terms
    assert (popcount(state.mine), popcount(state.theirs)) == (stones.own, stones.other)
    assert (slides(state.mine), slides(state.theirs)) == (mobility.own, mobility.other)
    assert state.my_hand == placed.other
    assert len({move & 0x3FF for move in position.game().moves(state)}) == mobility.own


def test_three_moves_with_a_stone_in_hand_cannot_be() -> None:
    variant = VARIANTS["nine"]
    behind = lesson("morris-behind").sum
    assert behind is not None
    mobility = behind.term("mobility")
    assert mobility is not None
    assert variant.board.count - 2 * variant.stones == 6 > mobility.own
    assert not variant.slides_early


def test_738_has_the_counts_of_the_textbook_on_the_board() -> None:
    assert counts("horses-738") == [(15, 8, 700), (6, 4, 20), (10, 7, 15), (1, 0, 3)]
    assert lesson("horses-738").figures()["total"] == 738
    position = lesson("horses-738").position
    assert position is not None
    assert len(list(position.game().moves(position.state()))) == 6
    # Row and column of the knights and of the point squares, as they stand in the text.
    white, black = (3, 3), (3, 1)
    squares = {(3, 2): 5, (4, 3): 4, (5, 5): 4}

    def proximity(knight: tuple[int, int]) -> Fraction:
        return sum(
            (
                Fraction(value, abs(row - knight[0]) + abs(column - knight[1]))
                for (row, column), value in squares.items()
            ),
            Fraction(0),
        )

    assert position.text.split("/")[3:6] == ["1,B,+5,W,4", "3,+4,4", "5,+4,2"]
    assert proximity(white) == 10
    assert proximity(black) == 7


def test_the_demo_board_is_won_by_cell_4_and_counts_8() -> None:
    position = lesson("demo-board").position
    assert position is not None
    assert position.text == "XOX/O../..."
    assert position.best is not None
    assert (position.best.move, position.best.also, position.best.win_in) == ("4", ("8",), 3)
    assert 10 - (3 - 1) == 8  # 10 less the plies after the first one


def test_wins_count_the_depth_that_is_left() -> None:
    assert values(tree_of("quicker-win"), "slow", "quick", "careless") == [
        1_000_000,
        1_000_002,
        -1_000_001,
    ]
    assert values(tree_of("slower-loss"), "collapse", "resist") == [-1_000_002, -1_000_000]


def test_a_finished_leaf_is_decided_for_both_sides() -> None:
    game = tree_of("quicker-win").game()
    won = game.play(game.initial(), 1)
    assert list(game.moves(won)) == []
    assert (game.payoff(won, 0), game.payoff(won, 1)) == (1, -1)
    assert minimax(game, game.initial(), 3).value == DECIDED - 1


def test_the_score_of_several_players_is_the_own_less_the_others() -> None:
    tree = tree_of("three-players")
    for node in tree.root.walk():
        if not node.children:
            own, *others = node.scores
            assert node.value == own - sum(others)
    assert tree.best != tree.best_maxn


def test_an_open_leaf_goes_on_without_end() -> None:
    tree = tree_of("three-moves")
    game = tree.game()
    answers = {minimax(game, game.initial(), depth).value for depth in (2, 3, 5)}
    assert answers == {250}


def test_the_game_of_a_tree_writes_the_names_of_its_nodes() -> None:
    game = tree_of("three-moves").game()
    start = game.initial()
    assert game.notation.format_move is not None
    assert game.notation.format_state is not None
    assert [game.notation.format_move(start, move) for move in game.moves(start)] == ["A", "B", "C"]
    assert game.notation.format_state(game.play(start, 1)) == "B"


def test_a_tree_finds_its_nodes_by_name() -> None:
    tree = tree_of("depth-three")
    found = tree.node("9-8")
    assert isinstance(found, LessonNode)
    assert found.is_skipped
    assert tree.node("none") is None
    assert [node.name for node in tree.nodes()][:4] == ["root", "12", "7", "9"]
